// SPDX-License-Identifier: Apache-2.0
// What one run used over time: the numbers of all runs are in <script id="series-data">, those of
// the chosen one become the values of the charts named series-….
import { drawCharts } from "./charts";

type Row = Record<string, number | null>;
type Numbers = (number | null)[];

interface Run {
  at: number[]; // ends of parts, on the axis of time
  epochs: [number, number][]; // when each ended, and its number
  [chart: `series-${string}`]: Numbers[]; // means; least and most where parts hold several samples
}

let runs: Run[] | null = null;

function allRuns(): Run[] {
  const source = document.getElementById("series-data")?.textContent;
  runs ??= source ? (JSON.parse(source) as Run[]) : [];
  return runs;
}

function choice(): HTMLSelectElement | null {
  return document.querySelector<HTMLSelectElement>("select.series-run");
}

// The first part has a beginning as well as an end.
export function chosenValues(chart: string): Row[] | null {
  const run = allRuns()[choice()?.selectedIndex ?? 0];
  const series = run?.[chart as `series-${string}`];
  if (!run || !series) return null;
  const [means = [], least, most] = series;
  const rows: Row[] = [0, ...run.at].map((at, i) => {
    const part = Math.max(i - 1, 0);
    const row: Row = { at, mean: means[part] ?? null };
    if (least && most) Object.assign(row, { least: least[part] ?? null, most: most[part] ?? null });
    return row;
  });
  return rows.concat(run.epochs.map(([mark, epoch]) => ({ mark, epoch })));
}

export function makeSeriesChoice(): void {
  const select = choice();
  if (!select || select.dataset["ready"] === "") return;
  select.dataset["ready"] = "";
  select.addEventListener("change", () => void drawCharts('.chart[data-chart^="series-"]'));
}
