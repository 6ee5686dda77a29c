// The hand of the reader: movement cards, and the numbers that a rum or Black Jack may get.

import { html } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { NUMBER_CARDS, ROUND_CARDS, renderFace, renderScoundrel } from './cards.js'

const HEADING_BY_ACTION = { choose: 'hand', choose_jack: 'jack_hand', rum: 'numbers', rum_jack: 'numbers' }

export function renderHands(table) {
  const { state, ownSeat, menu } = table
  if (ownSeat === null) return ''
  const isOffered = (type) => menu.some((action) => action.type === type)
  const hand = state.hands[ownSeat]
  const offeredType = Object.keys(HEADING_BY_ACTION).find(isOffered)
  const scoundrels = findScoundrelActions(table)
  if (scoundrels.length) return renderChoice(scoundrels, table)
  if (offeredType === 'choose_jack') {
    return renderHand('choose_jack', ROUND_CARDS, state.jack.left, null, table)
  }
  if (offeredType === 'rum' || offeredType === 'rum_jack') {
    return renderHand(offeredType, NUMBER_CARDS, NUMBER_CARDS, null, table)
  }
  return renderHand('choose', ROUND_CARDS, hand.left, state.chosen.own?.card, table)
}

// Scoundrels that can be robbed, saved, bid or lost lie in the place of the hand.
function findScoundrelActions({ menu }) {
  return menu.filter(({ type }) => ['rob', 'salvage', 'bid', 'lose'].includes(type))
}

function renderChoice(actions, table) {
  const { texts } = table
  const cards = actions.map((action) => renderScoundrel(action.card, action, table))
  return html`<section class="halunken-hand" aria-label="${texts.kinds[actions[0].type]}">
    <div class="halunken-choice">${cards}</div>
  </section>`
}

// A row of cards for one type of action: those that are left, and the one that was chosen.
function renderHand(type, cards, leftCards, chosenCard, table) {
  const heading = table.texts[HEADING_BY_ACTION[type]]
  const renderCard = (card) => {
    const action = findAction(type, card, table.menu)
    if (action) return renderCardButton(type, card, action, table)
    return renderPlainCard(type, card, !leftCards.includes(card), card === chosenCard, table.texts)
  }
  return html`<section class="halunken-hand" aria-label="${heading}">
    <h3 class="visually-hidden">${heading}</h3>
    <div class="halunken-row">${cards.map(renderCard)}</div>
  </section>`
}

function findAction(type, card, menu) {
  const field = type.startsWith('choose') ? 'card' : 'number'
  return menu.find((action) => action.type === type && action[field] === card)
}

function renderCardButton(type, card, action, { texts, selected }) {
  return html`<button
    class="halunken-walk open"
    data-key="${type}-${card}"
    data-action="${JSON.stringify(action)}"
    aria-pressed="${isSameAction(action, selected)}"
  >
    <b>${renderFace(card, texts)}</b>${card !== 'rum' && renderSteps(card)}
  </button>`
}

// As many footprints as the captain makes steps.
function renderSteps(count) {
  const left = 42 - 6 * count
  const renderStep = (_, i) =>
    html`<use href="#step" x="${left + 12 * i}" y="${i % 2}" width="12" height="14" />`
  return html`<svg class="walk-steps" viewBox="0 0 84 15" aria-hidden="true">
    ${Array.from({ length: count }, renderStep)}
  </svg>`
}

function renderPlainCard(type, card, isGone, isChosen, texts) {
  const look = [isGone && 'gone', isChosen && 'chosen'].filter(Boolean)
  const words = isChosen && html`<span class="visually-hidden">${texts.chosen}</span>`
  const classes = ['halunken-walk', ...look].join(' ')
  return html`<button
    class="${classes}"
    data-walk="${card}"
    data-type-of="${type}"
    data-key="${type}-${card}"
  >
    <b>${renderFace(card, texts)}</b>${words}
  </button>`
}
