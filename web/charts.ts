// SPDX-License-Identifier: Apache-2.0
// Draws every <div class="chart" data-chart="NAME"> from the Vega-Lite specification in
// <script type="application/json" id="chart-NAME">. Expressions are interpreted, never compiled, so
// that the page's policy can forbid eval.
import { Error } from "vega";
import embed, { type EmbedOptions, type VisualizationSpec } from "vega-embed";
import { expressionInterpreter } from "vega-interpreter";

const brazilian = {
  decimal: ",",
  thousands: ".",
  grouping: [3],
  currency: ["R$ ", ""] as [string, string],
};

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

async function draw(element: HTMLElement): Promise<void> {
  const source = document.getElementById(`chart-${element.dataset["chart"]}`);
  if (!source?.textContent) return;
  const spec = JSON.parse(source.textContent) as VisualizationSpec;
  await embed(element, spec, {
    mode: "vega-lite",
    renderer: "svg",
    actions: false,
    ast: true,
    expr: expressionInterpreter,
    defaultStyle: false,
    logLevel: Error,
    config: theme(),
    ...(document.documentElement.lang === "pt-BR" ? { formatLocale: brazilian } : {}),
  });
}

// A chart that cannot be drawn is taken out: its numbers are in the tables.
export async function drawCharts(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>(".chart")) {
    try {
      await draw(element);
    } catch (error) {
      console.error(error);
      element.closest("figure")?.remove();
    }
  }
}
