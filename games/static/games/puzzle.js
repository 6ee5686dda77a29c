// The board of a game is large: it is loaded when somebody wants to try the puzzle on it.
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-try]')
  if (!button) return
  const { openPosition } = await import(button.dataset.try)
  openPosition(button)
})
