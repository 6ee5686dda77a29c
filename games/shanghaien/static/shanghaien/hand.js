// The tray with the rolled dice, and beside it the reader's trick cards.

import { html } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { drawUse } from '../games/people.js'
import { formatCardName, getSeatClass, renderDie } from './cards.js'

export function renderHand(table) {
  const { state, texts, ownSeat } = table
  const seatClass = state.turn === ownSeat ? 'mine' : 'theirs'
  return html`<div class="shanghaien-roll ${seatClass}" role="group" aria-label="${texts.dice}">
      ${state.dice.map((value, i) => renderRolledDie(value, i, table))}
      ${!state.dice.length && html`<button class="shanghaien-cup" data-tray
        >${drawUse('mug', '0 0 60 64')}<span
          class="visually-hidden"
          >${texts.dice}</span
        ></button>`}
    </div>
    <div class="shanghaien-tricks">
      ${state.seats[ownSeat].tricks.map((trick) => renderTrick(trick, table))}
    </div>`
}

function renderRolledDie(value, i, { view, state, selected, ownSeat }) {
  const action = view.menu.find(({ type, die }) => type === 'place' && die === value)
  const die = renderDie(value, getSeatClass(state.turn, ownSeat))
  const inside = html`${die}<span class="visually-hidden">${value}</span>`
  if (!action) {
    return html`<button class="rolling" data-try="${value}" data-tray data-key="rolled-${i}"
      >${inside}</button
    >`
  }
  const isSelected = isSameAction(action, selected)
  return html`<button data-die="${value}" data-key="rolled-${i}" aria-pressed="${isSelected}">
    ${inside}
  </button>`
}

// A trick card tells about itself, and offers what it can be used for now.
function renderTrick({ card, second }, { view, texts }) {
  const canPlay = view.menu.some((action) => action.type === 'trick' && action.card === card)
  return html`<button
    class="shanghaien-trick ${canPlay ? 'open' : ''}"
    data-kept="${card}"
    data-key="kept-${card}"
  >
    <span class="visually-hidden">${formatCardName({ second }, texts)}</span>
    <span class="trick-half" aria-hidden="true"
      >${drawUse('use-joker', '0 0 60 44')}<b>${texts.uses.joker}</b></span
    >
    <span class="trick-half second" aria-hidden="true"
      >${drawUse(`use-${second}`, '0 0 60 44')}<b>${texts.uses[second]}</b></span
    >
  </button>`
}
