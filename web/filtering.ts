// SPDX-License-Identifier: Apache-2.0
// Above a long table: a box that keeps the rows with all the words typed into it, and a choice of
// columns. What is hidden is hidden for everyone, screen readers and printers alike.

function textOf(row: HTMLTableRowElement): string {
  return (row.textContent ?? "").toLowerCase();
}

function makeFilter(table: HTMLTableElement): HTMLElement[] {
  const rows = [...(table.tBodies[0]?.rows ?? [])].map((row) => ({ row, text: textOf(row) }));
  const label = document.createElement("label");
  const input = document.createElement("input");
  const shown = document.createElement("output");
  input.type = "search";
  label.append(`${table.dataset["filter"]} `, input);
  const apply = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) count++;
    }
    shown.value = (table.dataset["shown"] ?? "")
      .replace("{shown}", String(count))
      .replace("{all}", String(rows.length));
  };
  input.addEventListener("input", apply);
  apply();
  return [label, shown];
}

function showColumn(table: HTMLTableElement, column: number, show: boolean): void {
  for (const row of table.rows) {
    const cell = row.cells[column];
    if (cell) cell.hidden = !show;
  }
}

// All but the first, which names the row.
function makeColumnChoice(table: HTMLTableElement): HTMLElement {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = table.dataset["columns"] ?? "";
  details.append(summary);
  [...(table.tHead?.rows[0]?.cells ?? [])].forEach((head, column) => {
    if (column === 0) return;
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => showColumn(table, column, box.checked));
    label.append(box, ` ${head.textContent ?? ""}`);
    details.append(label);
  });
  return details;
}

export function makeFiltered(table: HTMLTableElement): void {
  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(...makeFilter(table), makeColumnChoice(table));
  table.closest(".scroll")?.before(controls);
}
