// SPDX-License-Identifier: Apache-2.0
// Colours follow the system until the reader chooses; the page's other language waits in a template
// and changes places with the one that is shown.

const root = document.documentElement;
const system = window.matchMedia("(prefers-color-scheme: dark)");

function isDark(): boolean {
  const chosen = root.dataset["theme"];
  return chosen ? chosen === "dark" : system.matches;
}

function showColours(): void {
  for (const button of document.querySelectorAll("button.theme")) {
    button.setAttribute("aria-pressed", String(isDark()));
  }
}

function switchLanguage(): void {
  const content = document.getElementById("content");
  const other = document.getElementById("other-language");
  if (!content || !(other instanceof HTMLTemplateElement)) return;
  const shown = [...content.childNodes];
  content.append(...other.content.childNodes);
  other.content.append(...shown);
  [root.lang, other.lang] = [other.lang, root.lang];
}

// For the buttons of a language that comes into the page.
export function makeSwitches(restart: () => void): void {
  for (const tools of document.querySelectorAll<HTMLElement>(".tools[hidden]")) {
    tools.hidden = false;
    tools.querySelector("button.theme")?.addEventListener("click", () => {
      root.dataset["theme"] = isDark() ? "light" : "dark";
      root.dispatchEvent(new Event("colours"));
    });
    tools.querySelector("button.language")?.addEventListener("click", () => {
      switchLanguage();
      restart();
      document.querySelector<HTMLElement>("button.language")?.focus();
    });
  }
  showColours();
}

export function followColours(redraw: () => void): void {
  const changed = (): void => {
    showColours();
    redraw();
  };
  root.addEventListener("colours", changed);
  system.addEventListener("change", changed);
}
