// The rolled dice, and beside them the tricks that could be played now.

import { html, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { getSeatClass, renderDie } from './cards.js'

export function renderHand(table) {
  const { state, texts, view } = table
  if (!state.dice.length) return null
  const tricks = view.menu.filter(({ type }) => type === 'trick')
  const cards = [...new Set(tricks.map(({ card }) => card))]
  const renderTricksOfCard = (card) => renderTrick(tricks.filter((action) => action.card === card), table)
  return html`<div class="shanghaien-hand">
    <div class="shanghaien-roll" role="group" aria-label="${texts.dice}">
      ${state.dice.map((value, i) => renderRolledDie(value, i, table))}
    </div>
    ${cards.map(renderTricksOfCard)}
  </div>`
}

function renderRolledDie(value, i, { view, state, selected, ownSeat }) {
  const action = view.menu.find(({ type, die }) => type === 'place' && die === value)
  const die = renderDie(value, getSeatClass(state.turn, ownSeat))
  const inside = html`${die}<span class="visually-hidden">${value}</span>`
  if (!action) return html`<span class="rolling" data-key="rolled-${i}">${inside}</span>`
  const isSelected = isSameAction(action, selected)
  return html`<button data-die="${value}" data-key="rolled-${i}" aria-pressed="${isSelected}">
    ${inside}
  </button>`
}

// The two halves of a trick card: the joker, which every card has, and a second use.
function renderTrick(actions, table) {
  const jokers = actions.filter(({ use }) => use === 'joker')
  const others = actions.filter(({ use }) => use !== 'joker')
  const secondUse = others[0]?.use
  const seconds = others.filter(({ use }) => use === secondUse)
  return html`<div class="shanghaien-trick" role="group" aria-label="${table.texts.tricks}">
    ${renderHalf('joker', jokers, table)}${renderHalf(secondUse, seconds, table)}
  </div>`
}

function renderHalf(use, actions, table) {
  if (!actions.length) return ''
  return html`<div class="shanghaien-half">
    <b>${table.texts.uses[use]}</b>${actions.map((action) => renderTrickButton(action, table))}
  </div>`
}

function renderTrickButton(action, table) {
  const { view, selected } = table
  const index = view.menu.findIndex((other) => isSameAction(other, action))
  const label = view.labels[index]
  const isSelected = isSameAction(action, selected)
  return html`<button
    class="button small ${isSelected ? 'selected' : ''}"
    data-trick="${index}"
    data-key="trick-${JSON.stringify(action)}"
    aria-label="${label}"
    aria-pressed="${isSelected}"
  >
    ${renderShortLabel(action, label, table)}
  </button>`
}

// Beside the heading of its half, a trick needs only its nation, or what the die would show.
function renderShortLabel({ use, nation, die: index, delta }, label, { texts, state }) {
  const flag = html`<span class="shanghaien-flag nation-${nation}"></span>`
  if (use === 'joker') return html`${flag} ${texts.nations[nation]}`
  if (use === 'adjust') return `${state.dice[index]} → ${state.dice[index] + delta}`
  return label
}
