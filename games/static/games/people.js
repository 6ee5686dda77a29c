// Draws with the symbols of people.svg and of the games.

import { html } from './dom.js'

export function drawUse(symbol, viewBox, classes = '') {
  return html`<svg class="${classes}" viewBox="${viewBox}" aria-hidden="true">
    <use href="#${symbol}"></use>
  </svg>`
}

// A person down to the chest: `parts` are the symbols that lie over the face, the hat among them.
export function drawPerson(parts, classes = '') {
  const symbols = ['p-bust', 'p-head', ...parts]
  return html`<svg class="person ${classes}" viewBox="0 0 100 110" aria-hidden="true">
    ${symbols.map((symbol) => html`<use href="#${symbol}"></use>`)}
  </svg>`
}

// A figure that stands on the table, in the colour of a seat (`look-0` …) or in another one.
export function drawPawn(classes = '') {
  return html`<svg class="pawn ${classes}" viewBox="0 0 60 84" aria-hidden="true">
    <use href="#pawn"></use>
  </svg>`
}
