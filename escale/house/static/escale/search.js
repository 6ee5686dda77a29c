// Suggestions below every search box: titles and rules at once, from one address. Without this the form still searches.
const PAUSE = 120;
let made = 0;

for (const form of document.querySelectorAll("form[data-suggest]")) {
  const input = form.querySelector("input[type=search]");
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `suggestions-${++made}`;
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

  let timer,
    request,
    chosen = -1;

  const options = () => [...list.querySelectorAll("[role=option]")];
  const close = () => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (index) => {
    const all = options();
    chosen = (index + all.length + 1) % (all.length + 1); // one place more: back in the box
    all.forEach((option, at) => option.setAttribute("aria-selected", at === chosen));
    if (all[chosen]) {
      input.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const option = (result, index) => {
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
  const ask = async () => {
    request?.abort();
    const text = input.value.trim();
    if (text.length < 2) return close();
    request = new AbortController();
    const address = `${form.dataset.suggest}?${new URLSearchParams({ q: text, lang: document.documentElement.lang })}`;
    try {
      const answer = await fetch(address, { signal: request.signal });
      const { results } = answer.ok ? await answer.json() : { results: [] };
      chosen = -1;
      list.replaceChildren(...results.map(option));
      list.hidden = !results.length || document.activeElement !== input;
      input.setAttribute("aria-expanded", String(!list.hidden));
    } catch {
      close();
    }
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? options().length - 1 : chosen - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && options()[chosen]) location.assign(options()[chosen].dataset.url);
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
