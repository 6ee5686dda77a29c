// The board of Shanghaien: the tavern, the rolled dice, the supplies, the score.

import { html, render, formatText } from '../games/dom.js'
import { renderCard } from './cards.js'
import { renderHand } from './hand.js'
import { renderFoldedLastRound, renderLastRound, renderScore } from './results.js'
import { renderCaptain, renderSupply } from './seats.js'

const PRESSABLE = '[data-die], [data-end], [data-trick], [data-try]'
const FOCUSABLE = '.shanghaien-row button, .shanghaien-hand button'
const STEP_BY_KEY = { ArrowLeft: -1, ArrowRight: 1 }

class ShanghaienBoard extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('keydown', (event) => this.handleArrow(event))
  }

  show({ view, texts, selected }) {
    this.view = view
    // What all parts of the board are rendered from.
    const table = { view, texts, selected, state: view.state, ownSeat: view.seat ?? 0 }
    const { state, ownSeat } = table
    const isOver = state.phase === 'over'
    const isBetweenRounds = !isOver && state.last_round && !hasRolled(table)
    const seats = [ownSeat, 1 - ownSeat]
    const score = renderScore(table)
    render(
      this,
      html`${!isOver && renderRound(table)} ${isBetweenRounds && renderLastRound(state.last_round, table)}
      ${state.tavern.length > 0 && renderTavern(table)} ${renderHand(table)} ${isOver && score}
      <div class="shanghaien-supplies">${seats.map((seat) => renderSupply(seat, table))}</div>
      ${!isOver && score}
      ${!isBetweenRounds && state.last_round && renderFoldedLastRound(state.last_round, table)}`,
    )
  }

  handleClick(event) {
    const target = event.target.closest(PRESSABLE)
    if (!target) return
    const { die, end, trick, try: number } = target.dataset
    if (number !== undefined) this.tryCard(Number(number))
    else if (trick !== undefined) this.dispatch('escale-choose', this.view.menu[Number(trick)])
    else if (die) this.dispatch('escale-choose', { type: 'place', die: Number(die) })
    else this.dispatch('escale-choose', { type: 'direction', one: end })
  }

  // A card that cannot be chosen now: the answer says why, with the rule. The list of impossible actions does
  // the same for those who use a keyboard.
  tryCard(number) {
    if (number && this.view.decisions.length) this.dispatch('escale-play', { type: 'place', die: number })
  }

  dispatch(eventName, action) {
    this.dispatchEvent(new CustomEvent(eventName, { bubbles: true, detail: { action } }))
  }

  // Arrow keys walk along whatever can be pressed.
  handleArrow(event) {
    const step = STEP_BY_KEY[event.key]
    const buttons = [...this.querySelectorAll(FOCUSABLE)]
    const index = buttons.indexOf(document.activeElement)
    if (!step || index < 0) return
    event.preventDefault()
    buttons[(index + step + buttons.length) % buttons.length].focus()
  }
}

// Whether the reader has rolled in this round; for a watcher, whether anybody has. The last round stays in
// sight until then, however fast the opponent moves.
function hasRolled({ state, view }) {
  const hasDice = (seat) => {
    const hasPlaced = state.tavern.some((card) => card.dice[seat])
    return hasPlaced || (state.dice.length > 0 && state.turn === seat)
  }
  return view.seat === null ? hasDice(0) || hasDice(1) : hasDice(view.seat)
}

function renderRound({ state, texts }) {
  const round = formatText(texts, 'round', state)
  const pile = formatText(texts, 'pile', { count: state.draw_pile })
  return html`<p class="shanghaien-round">${round} · ${pile}</p>`
}

function renderTavern(table) {
  const { state, texts } = table
  return html`<div class="shanghaien-row">
    ${renderCaptain('left', table)}
    <ol class="shanghaien-tavern" aria-label="${texts.tavern}">
      ${state.tavern.map((card) => renderCard(card, table))}
    </ol>
    ${renderCaptain('right', table)}
  </div>`
}

customElements.define('escale-board-shanghaien', ShanghaienBoard)
