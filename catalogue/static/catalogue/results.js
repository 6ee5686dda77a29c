// The catalogue answers while one types or chooses. The same addresses work without this file.
const form = document.getElementById("question");
const answer = document.getElementById("answer");
const status = () => answer.querySelector("[role=status]");
let running = null;
let waiting = 0;
let shown = location.search;

function address() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) query.append(name, value.trim());
  const text = query.toString();
  return form.getAttribute("action") + (text && `?${text}`);
}

// Replaces only what differs, so that focus, open lists and the keyboard stay where they are.
function exchange(id, fresh) {
  const old = document.getElementById(id);
  const open = [...old.querySelectorAll("details[open][id]")].map((details) => details.id);
  const focus = old.contains(document.activeElement) ? document.activeElement.id : "";
  const caret = document.activeElement?.selectionStart;
  old.replaceChildren(...fresh.getElementById(id).childNodes);
  for (const name of open) document.getElementById(name)?.setAttribute("open", "");
  const again = focus && document.getElementById(focus);
  if (again) {
    again.focus({ preventScroll: true });
    if (again.type === "text" && caret != null) again.setSelectionRange(caret, caret);
  }
}

async function show(url, { push = false, replace = false } = {}) {
  running?.abort();
  const mine = (running = new AbortController());
  answer.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, { headers: { "X-Part": "results" }, signal: mine.signal });
    if (!response.ok) throw new Error(response.status);
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    exchange("facet-panels", fresh);
    exchange("results", fresh);
    if (push) history.pushState(null, "", url);
    if (replace) history.replaceState(null, "", url);
    shown = location.search;
  } catch (error) {
    if (error.name === "AbortError") return;
    location.assign(url);
  } finally {
    if (running === mine) {
      running = null;
      answer.removeAttribute("aria-busy");
    }
  }
}

// Typing changes the address in place; a choice is a step that "back" undoes.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  show(address(), { push: address() !== location.pathname + shown });
});
document.addEventListener("input", (event) => {
  if (event.target.form !== form || !["search", "text"].includes(event.target.type)) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => show(address(), { replace: true }), 120);
});
document.addEventListener("change", (event) => {
  if (event.target.form !== form || ["search", "text"].includes(event.target.type)) return;
  clearTimeout(waiting);
  show(address(), { push: true });
});
answer.addEventListener("click", (event) => {
  const link = event.target.closest(".chips a, .pagination a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link.href, { push: true }).then(() => {
    if (link.closest(".pagination")) answer.scrollIntoView();
    restoreText();
  });
});

function restoreText() {
  form.q.value = new URLSearchParams(location.search).get("q") || "";
}
addEventListener("popstate", () => {
  if (location.search === shown) return;
  restoreText();
  show(location.href);
});
