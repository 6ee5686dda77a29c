// A score sheet: totals and ranks as one types, kept in this browser, with a clock that keeps the screen
// awake.
const form = document.querySelector("[data-sheet]");
const STORAGE_KEY = `sheet:${form.dataset.sheet}`;
const CLOCK_KEY = `${STORAGE_KEY}:clock`;
const store = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A private window stores nothing: the sheet lasts as long as the page.
    }
  },
  remove(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored.
    }
  },
};

// The expansions are kept by their names: the catalogue may know another number of them tomorrow.
const isKeptByPlace = ({ name, type }) =>
  name && name !== "expansion" && !["hidden", "submit"].includes(type);
const fields = () => [...form.elements].filter(isKeptByPlace);
const all = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
const lines = [...form.querySelectorAll("tbody tr")];
const readNumber = (text) => Number(text.trim().replace("−", "-").replace(",", ".") || 0);
const round = (number) => Math.round(number * 100) / 100;

// ── Totals ──────────────────────────────────────────────────────────────────────────────────────

function addUp() {
  const totals = all("name").map(() => 0);
  for (const line of lines) {
    for (const [player, field] of [...line.querySelectorAll(".score")].entries()) {
      const number = readNumber(field.value);
      field.setAttribute("aria-invalid", String(Number.isNaN(number)));
      if (!Number.isNaN(number)) totals[player] += number;
    }
  }
  for (const [player, output] of [...form.querySelectorAll(".total")].entries()) {
    output.value = round(totals[player]);
  }
  showStandings(totals.map(round));
}

function showStandings(totals) {
  const place = form.querySelector("[data-standings]");
  const mode = form.elements.mode.value;
  form.dataset.mode = mode;
  place.replaceChildren();
  if (mode === "together" || totals.every((total) => total === 0)) return;
  const totalByKey = new Map();
  for (const [n, field] of all("name").entries()) {
    const team = mode === "teams" && all("team")[n].value.trim();
    const name = team || field.value.trim() || field.getAttribute("aria-label");
    const key = team ? name : `${name}\u0000${n}`;
    totalByKey.set(key, (totalByKey.get(key) ?? 0) + totals[n]);
  }
  const sign = form.elements.lowest_wins.checked ? 1 : -1;
  const bestFirst = [...totalByKey].sort((a, b) => sign * (a[1] - b[1]));
  const list = document.createElement("ol");
  for (const [key, total] of bestFirst) {
    const item = document.createElement("li");
    item.value = bestFirst.findIndex((other) => other[1] === total) + 1;
    const name = document.createElement("strong");
    name.textContent = key.split("\u0000")[0];
    item.append(name, ` ${round(total)}`);
    list.append(item);
  }
  place.append(list);
}

// ── Kept in this browser ────────────────────────────────────────────────────────────────────────

function saveSheet() {
  const isTicked = (field) => ["radio", "checkbox"].includes(field.type);
  const values = fields().map((field) => (isTicked(field) ? field.checked : field.value));
  const expansions = all("expansion").filter((field) => field.checked);
  store.write(STORAGE_KEY, {
    players: all("name").length,
    lines: lines.length,
    values,
    expansions: expansions.map((field) => field.value),
  });
}

function restoreSheet() {
  const saved = store.read(STORAGE_KEY);
  if (!saved || !("fresh" in form.dataset)) return;
  if (saved.values.length !== fields().length) {
    // The sheet had another size: ask for a page with that size, once.
    const query = `?players=${saved.players}&lines=${saved.lines}`;
    if (location.search !== query) location.replace(query);
    return;
  }
  for (const [n, field] of fields().entries()) {
    if (["radio", "checkbox"].includes(field.type)) field.checked = saved.values[n];
    else field.value = saved.values[n];
  }
  for (const field of all("expansion")) field.checked = saved.expansions?.includes(field.value) ?? false;
}

form.addEventListener("input", () => {
  addUp();
  saveSheet();
});
form.addEventListener("submit", (event) => {
  // What is kept at the house needs no second place.
  if (event.submitter?.value === "keep") store.remove(STORAGE_KEY);
});
form.querySelector("[data-sheet-clear]")?.addEventListener("click", () => {
  store.remove(STORAGE_KEY);
  store.remove(CLOCK_KEY);
  location.assign(location.pathname);
});

// ── The clock ───────────────────────────────────────────────────────────────────────────────────

const clock = form.querySelector("[data-clock]");
const startLabel = clock.textContent;
let wakeLock = null;

async function keepAwake() {
  try {
    wakeLock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    wakeLock = null; // The browser or the battery does not allow it.
  }
}

function showClock() {
  const isRunning = store.read(CLOCK_KEY) !== null;
  clock.textContent = isRunning ? clock.dataset.stop : startLabel;
  clock.setAttribute("aria-pressed", String(isRunning));
  if (isRunning) keepAwake();
  else wakeLock?.release();
}

clock.addEventListener("click", () => {
  const startedAt = store.read(CLOCK_KEY);
  if (startedAt === null) store.write(CLOCK_KEY, Date.now());
  else {
    form.elements.minutes.value = Math.max(1, Math.round((Date.now() - startedAt) / 60_000));
    store.remove(CLOCK_KEY);
    saveSheet();
  }
  showClock();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && store.read(CLOCK_KEY) !== null) keepAwake();
});

restoreSheet();
if (!("fresh" in form.dataset)) saveSheet();
addUp();
showClock();
