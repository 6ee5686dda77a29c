// The list of the pieces of a box by keyboard: Enter ticks a line and goes on, a digit says how many are
// missing.
for (const list of document.querySelectorAll("[data-pieces]")) {
  const rows = [...list.querySelectorAll("li")];
  const tickOf = (row) => row.querySelector("[type=checkbox]");
  const numberOf = (row) => row.querySelector("[type=number]");

  // After the last line the focus leaves the list, to what is written under it.
  const goTo = (index) => {
    const next = rows[index] ? tickOf(rows[index]) : list.parentElement.querySelector(".field input");
    next.focus();
  };

  list.addEventListener("keydown", (event) => {
    const index = rows.findIndex((row) => row.contains(event.target));
    if (index < 0) return;
    const isTick = event.target === tickOf(rows[index]);
    if (event.key === "Enter") {
      event.preventDefault(); // Otherwise Enter would send the form.
      if (isTick) event.target.checked = true;
      goTo(index + 1);
    } else if (isTick && /^[0-9]$/.test(event.key)) {
      event.preventDefault();
      const number = numberOf(rows[index]);
      number.value = event.key;
      number.focus();
      number.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (isTick && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const next = index + (event.key === "ArrowDown" ? 1 : -1);
      if (rows[next]) goTo(next);
    }
  });

  list.addEventListener("input", (event) => {
    const row = event.target.closest("li");
    row?.classList.toggle("lacks", Number(numberOf(row).value) > 0);
  });

  list.querySelector("[data-all-there]").addEventListener("click", () => {
    for (const row of rows) tickOf(row).checked = true;
    goTo(rows.length);
  });
}
