// SPDX-License-Identifier: Apache-2.0
// Draws every <div class="chart"> from the Vega-Lite specification beside it. Expressions are
// interpreted, never compiled, so that the page's policy can forbid eval.
import { Error } from "vega";
import embed, { type EmbedOptions, type Result, type VisualizationSpec } from "vega-embed";
import { expressionInterpreter } from "vega-interpreter";
import { chosenValues } from "./series";

type Row = Record<string, unknown>;
type Spec = VisualizationSpec & { data: { values: Row[] } };

// An SVG has an element for each mark; beyond this many a canvas is quicker.
const mostSvgRows = 3000;

const brazilian = {
  decimal: ",",
  thousands: ".",
  grouping: [3],
  currency: ["R$ ", ""] as [string, string],
};

const drawn = new WeakMap<HTMLElement, Result>();
const calls = new Map<string, number>();

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// What the page's style decides, so that a chart looks like the text around it, light or dark.
function theme(): EmbedOptions["config"] {
  const ink = colour("--ink");
  const quiet = colour("--quiet");
  const line = colour("--line");
  const font = getComputedStyle(document.body).fontFamily;
  return {
    background: "transparent",
    font,
    view: { stroke: null },
    axis: {
      labelColor: quiet,
      titleColor: quiet,
      titleFontWeight: "normal",
      labelFontSize: 12,
      titleFontSize: 12,
      titlePadding: 10,
      gridColor: line,
      domainColor: line,
      tickColor: line,
    },
    legend: { labelColor: ink, titleColor: quiet, titleFontWeight: "normal", labelFontSize: 12 },
    rule: { color: quiet },
    text: { color: ink, fontSize: 12 },
  };
}

function specOf(element: HTMLElement): Spec | null {
  const source = element.parentElement?.querySelector('script[type="application/json"]');
  return source?.textContent ? (JSON.parse(source.textContent) as Spec) : null;
}

// A series that the chosen run does not have is not shown.
function fill(element: HTMLElement, spec: Spec): boolean {
  const name = element.dataset["chart"] ?? "";
  if (!name.startsWith("series-")) return true;
  const values = chosenValues(name);
  const figure = element.closest("figure");
  if (figure) figure.hidden = values === null;
  if (values) spec.data.values = values;
  return values !== null;
}

async function draw(element: HTMLElement): Promise<void> {
  const spec = specOf(element);
  if (!spec || !fill(element, spec)) return;
  drawn.get(element)?.finalize();
  const result = await embed(element, spec, {
    mode: "vega-lite",
    renderer: spec.data.values.length > mostSvgRows ? "canvas" : "svg",
    actions: false,
    ast: true,
    expr: expressionInterpreter,
    defaultStyle: false,
    logLevel: Error,
    config: theme(),
    ...(document.documentElement.lang === "pt-BR" ? { formatLocale: brazilian } : {}),
  });
  drawn.set(element, result);
  // To a screen reader the chart is an image with a name; its numbers are in tables.
  element.querySelector("svg, canvas")?.setAttribute("aria-hidden", "true");
}

// A chart that cannot be drawn is taken out: its numbers are in the tables.
async function drawOrRemove(element: HTMLElement): Promise<void> {
  try {
    await draw(element);
  } catch (error) {
    console.error(error);
    element.closest("figure")?.remove();
  }
}

// One after the other, from the top, with room for the reader's clicks in between. A later call for
// the same charts takes over from an earlier one that is still at it.
export async function drawCharts(which = ".chart"): Promise<void> {
  const mine = (calls.get(which) ?? 0) + 1;
  calls.set(which, mine);
  for (const element of document.querySelectorAll<HTMLElement>(which)) {
    if (calls.get(which) !== mine) return;
    await drawOrRemove(element);
    await new Promise((resume) => setTimeout(resume));
  }
  document.documentElement.dataset["drawn"] = which;
}
