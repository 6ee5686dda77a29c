// The hand of the reader: movement cards, and the numbers that a rum or Black Jack may get.

import { html } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { NUMBER_CARDS, ROUND_CARDS, renderFace } from './cards.js'

const HEADING_BY_ACTION = { choose: 'hand', choose_jack: 'jack_hand', rum: 'numbers', rum_jack: 'numbers' }

export function renderHands(table) {
  const { state, ownSeat, menu } = table
  if (ownSeat === null) return ''
  const isOffered = (type) => menu.some((action) => action.type === type)
  const hand = state.hands[ownSeat]
  const offeredType = Object.keys(HEADING_BY_ACTION).find(isOffered)
  const rows = [renderHand('choose', ROUND_CARDS, hand.left, state.chosen.own?.card, table)]
  if (offeredType === 'choose_jack') {
    rows.push(renderHand('choose_jack', ROUND_CARDS, state.jack.left, null, table))
  }
  if (offeredType === 'rum' || offeredType === 'rum_jack') {
    rows.push(renderHand(offeredType, NUMBER_CARDS, NUMBER_CARDS, null, table))
  }
  return rows
}

// A row of cards for one type of action: those that are left, and the one that was chosen.
function renderHand(type, cards, leftCards, chosenCard, table) {
  const heading = table.texts[HEADING_BY_ACTION[type]]
  const renderCard = (card) => {
    const action = findAction(type, card, table.menu)
    if (action) return renderCardButton(type, card, action, table)
    return renderPlainCard(card, !leftCards.includes(card), card === chosenCard, table.texts)
  }
  return html`<section class="halunken-hand" aria-label="${heading}">
    <h3>${heading}</h3>
    <div class="halunken-row">${cards.map(renderCard)}</div>
  </section>`
}

function findAction(type, card, menu) {
  const field = type.startsWith('choose') ? 'card' : 'number'
  return menu.find((action) => action.type === type && action[field] === card)
}

function renderCardButton(type, card, action, { texts, selected }) {
  return html`<button
    class="halunken-walk"
    data-key="${type}-${card}"
    data-action="${JSON.stringify(action)}"
    aria-pressed="${isSameAction(action, selected)}"
  >
    <b>${renderFace(card, texts)}</b>
  </button>`
}

function renderPlainCard(card, isGone, isChosen, texts) {
  const look = [isGone && 'gone', isChosen && 'chosen'].filter(Boolean)
  const words = isChosen && html`<span class="visually-hidden">${texts.chosen}</span>`
  return html`<span class="halunken-walk ${look.join(' ')}"><b>${renderFace(card, texts)}</b>${words}</span>`
}
