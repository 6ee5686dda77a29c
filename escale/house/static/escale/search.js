// Shows suggestions below every search box: titles and rules in one list. Without this file the form still
// searches.
const PAUSE_MILLISECONDS = 120;
let listCount = 0;

for (const form of document.querySelectorAll("form[data-suggest]")) {
  const input = form.querySelector("input[type=search]");
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `suggestions-${++listCount}`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.dataset.label);
  list.hidden = true;
  form.append(list);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
  }))
    input.setAttribute(name, value);

  let timer;
  let request;
  let chosenIndex = -1;

  const findOptions = () => [...list.querySelectorAll("[role=option]")];
  const close = () => {
    list.hidden = true;
    chosenIndex = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (index) => {
    const options = findOptions();
    const placeCount = options.length + 1; // The options, and the search box itself.
    chosenIndex = (index + placeCount) % placeCount;
    options.forEach((option, at) => option.setAttribute("aria-selected", at === chosenIndex));
    if (options[chosenIndex]) {
      input.setAttribute("aria-activedescendant", options[chosenIndex].id);
      options[chosenIndex].scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const createOption = (result, index) => {
    const item = document.createElement("li");
    item.id = `${list.id}-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.url = result.url;
    const name = item.appendChild(document.createElement("span"));
    name.textContent = result.name;
    const note = item.appendChild(document.createElement("span"));
    note.className = "muted";
    note.textContent = result.note;
    return item;
  };
  const loadSuggestions = async () => {
    request?.abort();
    const text = input.value.trim();
    if (text.length < 2) return close();
    request = new AbortController();
    const query = new URLSearchParams({ q: text, lang: document.documentElement.lang });
    const address = `${form.dataset.suggest}?${query}`;
    try {
      const answer = await fetch(address, { signal: request.signal });
      const { results } = answer.ok ? await answer.json() : { results: [] };
      chosenIndex = -1;
      list.replaceChildren(...results.map(createOption));
      list.hidden = !results.length || document.activeElement !== input;
      input.setAttribute("aria-expanded", String(!list.hidden));
    } catch {
      close();
    }
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(loadSuggestions, PAUSE_MILLISECONDS);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") choose(chosenIndex + 1);
    else if (event.key === "ArrowUp") choose(chosenIndex < 0 ? findOptions().length - 1 : chosenIndex - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && findOptions()[chosenIndex])
      location.assign(findOptions()[chosenIndex].dataset.url);
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("[role=option]");
    if (item) {
      event.preventDefault();
      location.assign(item.dataset.url);
    }
  });
  input.addEventListener("blur", close);
}
