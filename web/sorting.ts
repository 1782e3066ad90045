// SPDX-License-Identifier: Apache-2.0
// Sorts a table by a click on a column's head; again for the other direction. A cell's order is its
// data-sort where it has one (a number), else its text; cells without a value stay last.

type Key = number | string | null;

function keyOf(row: HTMLTableRowElement, column: number): Key {
  const cell = row.cells[column];
  if (!cell) return null;
  const given = cell.dataset["sort"];
  if (given === "") return null;
  if (given !== undefined) return Number(given);
  return cell.textContent?.trim() ?? null;
}

function compare(a: Key, b: Key): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), document.documentElement.lang, { numeric: true });
}

function sort(table: HTMLTableElement, column: number, direction: 1 | -1): void {
  const body = table.tBodies[0];
  if (!body) return;
  const rows = [...body.rows].map((row) => ({ row, key: keyOf(row, column) }));
  rows.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return direction * compare(a.key, b.key);
  });
  body.append(...rows.map(({ row }) => row));
}

export function makeSortable(table: HTMLTableElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sort(table, column, descending ? -1 : 1);
    });
  });
}
