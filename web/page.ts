// SPDX-License-Identifier: Apache-2.0
// The script of a report page: draws its charts and sorts its tables. The page is complete without
// it: every number of a chart is also in a table.
import { drawCharts } from "./charts";
import { makeSortable } from "./sorting";

for (const table of document.querySelectorAll<HTMLTableElement>("table.sortable")) {
  makeSortable(table);
}

void drawCharts();
const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => void drawCharts());
