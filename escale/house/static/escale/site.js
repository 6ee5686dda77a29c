// Loaded before the first paint: applies the stored theme, then adds small comforts. Every page works without
// it.
(() => {
  "use strict";
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  root.classList.add("js");

  const readTheme = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const isDark = () => (root.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const updateSwitches = () => {
    for (const button of document.querySelectorAll("[data-theme-switch]"))
      button.setAttribute("aria-pressed", isDark());
  };
  // The page around an embedded table may ask for a theme.
  const isFramed = location.pathname.startsWith("/embed/");
  const theme = (isFramed && new URLSearchParams(location.search).get("theme")) || readTheme();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  dark.addEventListener("change", updateSwitches);
  document.addEventListener("DOMContentLoaded", updateSwitches);

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : root;
    if (target.closest("[data-theme-switch]")) {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("theme", root.dataset.theme);
      } catch {
        // In a private window the switch lasts for this page.
      }
      updateSwitches();
    }
    const opener = target.closest("[data-dialog]");
    if (opener) document.getElementById(opener.dataset.dialog)?.showModal();
    if (target.closest("[data-close]")) target.closest("dialog")?.close();
    if (target.closest("[data-print]")) print();
    const copyButton = target.closest("[data-copy]");
    if (copyButton) navigator.clipboard?.writeText(copyButton.dataset.copy);
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    const isTyping = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const box = [...document.querySelectorAll("input[type=search]")].find(
        (input) => input.checkVisibility?.() ?? true,
      );
      if (box) {
        event.preventDefault();
        box.focus();
      }
    }
  });

  // Forms that apply at once; their button stays for those without scripts.
  document.addEventListener("change", (event) => event.target.closest("form[data-live]")?.requestSubmit());
  addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));
})();
