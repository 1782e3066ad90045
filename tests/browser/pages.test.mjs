// SPDX-License-Identifier: Apache-2.0
// A report page in a real browser. Whatever it says on its console is a failure.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeFindings, drawn, openPage, scrollsSideways, startBrowser } from "./pages.mjs";

const phone = { viewport: { width: 375, height: 740 } };
const everyPage = [
  "whole",
  "hostile",
  "nothing",
  "one-run",
  "only-failures",
  "one-scenario",
  "scenarios-500",
];

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

// Runs `body` on a page, which must be silent from its opening to its end.
async function on(name, options, body) {
  const { page, troubles, close } = await openPage(browser, name, options);
  try {
    await body(page);
    assert.deepEqual(troubles, []);
  } finally {
    await close();
  }
}

const column = (page, number) =>
  page.$$eval(`table.filtered tbody tr:not([hidden]) > :nth-child(${number})`, (cells) =>
    cells.map((cell) => cell.dataset.sort ?? cell.textContent),
  );

for (const name of everyPage) {
  test(`${name} opens in silence and never scrolls sideways`, async () => {
    for (const options of [{}, phone]) {
      await on(name, options, async (page) => {
        assert.equal(await scrollsSideways(page), false);
        assert.ok((await page.textContent("h1")) !== null);
      });
    }
  });
}

test("every chart is drawn", () =>
  on("whole", {}, async (page) => {
    const charts = await page.$$eval(".chart", (all) =>
      all.map((chart) => [chart.dataset.chart, chart.querySelector("svg, canvas") !== null]),
    );
    assert.ok(charts.length >= 20, `${charts.length} charts`);
    assert.deepEqual(charts.filter(([, isDrawn]) => !isDrawn), []);
  }));

test("nothing of a hostile study runs or is markup", () =>
  on("hostile", {}, async (page) => {
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("[onmouseover], [onerror]").count(), 0);
    const scripts = await page.$$eval("script:not([type])", (all) => all.length);
    assert.equal(scripts, 1, "the page's own");
    assert.match(await page.textContent("h1"), /<script>alert\(1\)<\/script>/);
    await page.hover('[data-chart="accuracy-time"] svg .mark-symbol path >> nth=-1', { force: true });
    await page.click("button.language");
    await drawn(page);
    assert.equal(await scrollsSideways(page), false);
  }));

test("tables sort by a click and by the keyboard", () =>
  on("whole", {}, async (page) => {
    const head = page.locator("table.filtered thead th", { hasText: "training (s)" });
    const number = 1 + (await head.evaluate((cell) => cell.cellIndex));
    await head.locator("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    const up = (await column(page, number)).map(Number);
    assert.deepEqual(up, [...up].sort((a, b) => a - b));
    await head.locator("button").focus();
    await page.keyboard.press("Enter");
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    const down = (await column(page, number)).map(Number);
    assert.deepEqual(down, [...up].reverse());
  }));

test("rows are filtered by words, columns by choice", () =>
  on("whole", {}, async (page) => {
    await page.fill("input[type=search]", "network2 128");
    assert.deepEqual(await column(page, 1), ["C6", "C8"]);
    assert.equal(await page.textContent(".controls output"), "2 of 8 rows");
    await page.fill("input[type=search]", "");
    assert.equal((await column(page, 1)).length, 8);
    await page.click(".controls summary");
    const batch = page.getByRole("checkbox", { name: "batch" });
    await batch.uncheck();
    assert.equal(await page.isVisible("table.filtered thead th:nth-child(2)"), false);
    await batch.check();
    assert.equal(await page.isVisible("table.filtered thead th:nth-child(2)"), true);
  }));

test("a hover tells a mark's numbers", () =>
  on("whole", {}, async (page) => {
    await page.hover('[data-chart="cost-time"] svg .mark-symbol.role-mark path >> nth=0', {
      force: true,
    });
    await page.waitForSelector("#vg-tooltip-element.visible");
    assert.match(await page.textContent("#vg-tooltip-element"), /C1 .*n = 3/);
  }));

test("the chosen run's series is drawn", () =>
  on("whole", {}, async (page) => {
    const shown = () => page.locator('figure:has([data-chart^="series-"]):visible').count();
    assert.equal(await shown(), 4);
    const path = () => page.getAttribute('[data-chart="series-cpu"] .mark-line path', "d");
    assert.ok((await path()).length > 100);
    await page.selectOption("select.series-run", { index: 1 });
    await page.waitForFunction(
      () => document.querySelector('[data-chart="series-gpu"]').closest("figure").hidden,
    );
    assert.equal(await shown(), 2, "a run without a GPU");
  }));

test("colours follow the system until the button is pressed", () =>
  on("whole", { colorScheme: "dark" }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await paper(), "rgb(20, 23, 26)");
    assert.equal(await page.getAttribute("button.theme", "aria-pressed"), "true");
    await page.click("button.theme");
    assert.equal(await paper(), "rgb(255, 255, 255)");
    await page.emulateMedia({ colorScheme: "light" });
    await page.click("button.theme");
    assert.equal(await paper(), "rgb(20, 23, 26)");
    await page.waitForFunction(
      () =>
        document.querySelector(".chart svg .role-axis-label text").getAttribute("fill") ===
        "#a0a9b3",
    );
  }));

test("the language changes, and changes back", () =>
  on("whole", {}, async (page) => {
    assert.equal(await page.getAttribute("html", "lang"), "en");
    await page.click("button.language");
    assert.equal(await page.getAttribute("html", "lang"), "pt-BR");
    assert.ok(await page.getByText("Treinamento mais barato").isVisible());
    assert.equal(await page.getByText("Cheapest training").count(), 0);
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".chart")].every((chart) => chart.querySelector("svg, canvas")),
    );
    await page.fill("input[type=search]", "network2");
    assert.equal(await page.textContent(".controls output"), "4 de 8 linhas");
    await page.keyboard.press("Tab");
    await page.click("button.language");
    assert.equal(await page.getAttribute("html", "lang"), "en");
    assert.ok(await page.getByText("Cheapest training").isVisible());
    assert.equal(await page.locator(".controls").count(), 1);
  }));

test("prints, without what paper cannot do", () =>
  on("whole", { colorScheme: "dark" }, async (page) => {
    const pdf = await page.pdf({ format: "A4" });
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    assert.ok(pdf.length > 50_000, `${pdf.length} bytes`);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("button.theme"), false);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(paper, "rgb(255, 255, 255)");
  }));

for (const name of ["whole", "only-failures", "nothing"]) {
  test(`axe-core finds nothing wrong with ${name}`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      await on(name, { colorScheme }, async (page) => {
        await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
        assert.deepEqual(await axeFindings(page), []);
      });
    }
  });
}
