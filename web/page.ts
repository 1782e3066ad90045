// SPDX-License-Identifier: Apache-2.0
// The script of a report page: draws its charts, sorts and filters its tables, and switches colours
// and language. The page is complete without it: every number of a chart is also in a table.
import { drawCharts } from "./charts";
import { makeFiltered } from "./filtering";
import { makeSeriesChoice } from "./series";
import { makeSortable } from "./sorting";
import { followColours, makeSwitches } from "./switches";

// What the page shows now; a language that comes back has its controls already.
function start(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("table:not([data-ready])")) {
    table.dataset["ready"] = "";
    if (table.classList.contains("sortable")) makeSortable(table);
    if (table.classList.contains("filtered")) makeFiltered(table);
  }
  makeSeriesChoice();
  makeSwitches(start);
  void drawCharts();
}

followColours(() => void drawCharts());
start();
