// Updates the results of the catalogue while the reader types or chooses. The same addresses work without
// this file.
const form = document.getElementById("question");
const answer = document.getElementById("answer");
const PAUSE_MILLISECONDS = 120;
let runningRequest = null;
let timer = 0;
let shownQuery = location.search;

function createAddress() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) query.append(name, value.trim());
  const text = query.toString();
  return form.getAttribute("action") + (text && `?${text}`);
}

// Replaces only what differs, so that focus, open lists and the keyboard stay where they are.
function replaceContent(id, newPage) {
  const old = document.getElementById(id);
  const openIds = [...old.querySelectorAll("details[open][id]")].map((details) => details.id);
  const focusedId = old.contains(document.activeElement) ? document.activeElement.id : "";
  const caret = document.activeElement?.selectionStart;
  old.replaceChildren(...newPage.getElementById(id).childNodes);
  for (const openId of openIds) document.getElementById(openId)?.setAttribute("open", "");
  const element = focusedId && document.getElementById(focusedId);
  if (element) {
    element.focus({ preventScroll: true });
    if (element.type === "text" && caret != null) element.setSelectionRange(caret, caret);
  }
}

async function showResults(url, { push = false, replace = false } = {}) {
  runningRequest?.abort();
  const request = (runningRequest = new AbortController());
  answer.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, { headers: { "X-Part": "results" }, signal: request.signal });
    if (!response.ok) throw new Error(response.status);
    const newPage = new DOMParser().parseFromString(await response.text(), "text/html");
    replaceContent("facet-panels", newPage);
    replaceContent("results", newPage);
    if (push) history.pushState(null, "", url);
    if (replace) history.replaceState(null, "", url);
    shownQuery = location.search;
  } catch (error) {
    if (error.name === "AbortError") return;
    location.assign(url);
  } finally {
    if (runningRequest === request) {
      runningRequest = null;
      answer.removeAttribute("aria-busy");
    }
  }
}

// Typing changes the address in place; a choice is a step that "back" undoes.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  showResults(createAddress(), { push: createAddress() !== location.pathname + shownQuery });
});
document.addEventListener("input", (event) => {
  if (event.target.form !== form || !["search", "text"].includes(event.target.type)) return;
  clearTimeout(timer);
  timer = setTimeout(() => showResults(createAddress(), { replace: true }), PAUSE_MILLISECONDS);
});
document.addEventListener("change", (event) => {
  if (event.target.form !== form || ["search", "text"].includes(event.target.type)) return;
  clearTimeout(timer);
  showResults(createAddress(), { push: true });
});
answer.addEventListener("click", (event) => {
  const link = event.target.closest(".chips a, .pagination a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  showResults(link.href, { push: true }).then(() => {
    if (link.closest(".pagination")) answer.scrollIntoView();
    restoreText();
  });
});

function restoreText() {
  form.q.value = new URLSearchParams(location.search).get("q") || "";
}
addEventListener("popstate", () => {
  if (location.search === shownQuery) return;
  restoreText();
  showResults(location.href);
});
