// SPDX-License-Identifier: Apache-2.0
// Opens pages in Debian's Chromium, from disk, and watches them: whatever a page says on its
// console, throws, fetches or asks is kept.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const folder = process.env.TRENA_PAGES ?? "pages";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export async function startBrowser() {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

// Waits until the last chart is drawn.
export async function drawn(page) {
  await page.waitForFunction(() => document.documentElement.dataset.drawn !== undefined);
}

export async function openPage(browser, name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const own = request.url() === page.url() || request.url().startsWith("file:");
    if (!own && !request.url().startsWith("data:")) troubles.push(`fetched ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  await drawn(page);
  return { page, troubles, close: () => context.close() };
}

// What axe-core finds wrong, a line each.
export async function axeFindings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

export async function scrollsSideways(page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth > root.clientWidth;
  });
}
