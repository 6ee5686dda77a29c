// The cards of Halunken: scoundrels of four colours, and the cards that captains walk by.

import { html, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { drawUse } from '../games/people.js'

export const ROUND_CARDS = [1, 2, 3, 4, 5, 6, 7, 'rum']
export const NUMBER_CARDS = ROUND_CARDS.filter((card) => card !== 'rum')

// Each colour of scoundrels has a sign of its own, so that nobody needs the colour.
export const SIGN_PATHS = {
  red: 'M0-5 5 4-5 4Z',
  purple: 'M-4.5-4.5h9v9h-9Z',
  grey: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z',
  yellow: 'M0-6 1.7-2 6-1.7 2.7 1.2 3.7 5.4 0 3-3.7 5.4-2.7 1.2-6-1.7-1.7-2Z',
}

export function renderColourSign(colour) {
  return html`<svg class="halunken-sign" viewBox="-7 -7 14 14" aria-hidden="true">
    <path d="${SIGN_PATHS[colour]}" />
  </svg>`
}

// The card "red-3" is the red scoundrel with the value 3.
export function splitCard(card) {
  const [colour, value] = card.split('-')
  return { colour, value }
}

export function formatScoundrel(card, texts) {
  const { colour, value } = splitCard(card)
  return formatText(texts, 'scoundrel', { colour: texts.colours[colour], value })
}

// A scoundrel: chosen where the menu has an action for it, else it tells about itself. `size` is "" or
// "small".
export function renderScoundrel(card, action, { texts, selected }, size = '') {
  const { colour, value } = splitCard(card)
  const name = html`<span class="visually-hidden">${formatScoundrel(card, texts)}</span>`
  const face = html`${drawUse(`scoundrel-${colour}`, '0 0 100 110', 'halunken-portrait')}<b>${value}</b
    >${renderColourSign(colour)}${name}`
  const classes = ['halunken-card', colour, size, action && 'open'].filter(Boolean).join(' ')
  if (size) return html`<span class="${classes}" data-key="card-${card}">${face}</span>`
  const press = action
    ? html`data-action="${JSON.stringify(action)}" aria-pressed="${isSameAction(action, selected)}"`
    : html`data-scoundrel="${card}"`
  return html`<button class="${classes}" data-key="card-${card}" ${press}>${face}</button>`
}

// The face of a card that a captain walks by.
export function renderFace(card, texts) {
  if (card !== 'rum') return card
  return html`<span class="halunken-rum"
    >${drawUse('bottle', '0 0 40 60')}<span class="visually-hidden">${texts.rum}</span></span
  >`
}
