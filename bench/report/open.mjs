// SPDX-License-Identifier: Apache-2.0
// open.mjs PAGE…: how long Chromium takes to open each page from disk, the median of five fresh
// contexts, as JSON: until the page has loaded, until its first chart is drawn, and until the last.
import { pathToFileURL } from "node:url";
import { drawn, startBrowser } from "./pages.mjs";

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

async function open(browser, path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(pathToFileURL(path).href);
  const loaded = (performance.now() - begin) / 1000;
  await page.waitForSelector(".chart svg, .chart canvas", { state: "attached" });
  const first = (performance.now() - begin) / 1000;
  await drawn(page);
  const all = (performance.now() - begin) / 1000;
  await context.close();
  return { loaded, first, drawn: all };
}

const browser = await startBrowser();
const figures = [];
for (const path of process.argv.slice(2)) {
  const times = [];
  for (let round = 0; round < 5; round++) times.push(await open(browser, path));
  figures.push({
    page: path,
    loaded: median(times.map((time) => time.loaded)),
    first: median(times.map((time) => time.first)),
    drawn: median(times.map((time) => time.drawn)),
  });
}
await browser.close();
console.log(JSON.stringify(figures));
