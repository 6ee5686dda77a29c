// The end of a round as a scene: the shout, and the light on a tie while the dice beside it are counted. The
// sentences say the same to people who cannot see it; board.css moves it.

import { html } from '../games/dom.js'
import { findLook, renderPortrait } from '../games/panels.js'
import { getSeatClass, renderDie } from './cards.js'

const TYPES = ['shanghaied', 'given', 'opened', 'ended']

// The place in the row of the tied card that this shot decides, or null.
export function findTiedPlace(shot, { tavern }) {
  const event = shot?.event
  if (event?.type !== 'given' || !event.sums) return null
  return tavern.findIndex(({ card }) => card === event.card)
}

// What lies under and over the board: the dark of the room from the shout to the next row, and what is said.
export function renderRoundEnd(shot, table) {
  const event = shot?.event
  if (!TYPES.includes(event?.type)) return null
  const isTie = table.tiedPlace !== null
  return html`<div class="shanghaien-night ${event.type}"></div>
    ${event.type === 'shanghaied' && renderShout(event, table)}
    ${isTie && html`<div class="shanghaien-hush counting"></div>`}`
}

function renderShout({ seat: index }, { view, texts, ownSeat }) {
  const seat = view.seats[index]
  const look = findLook(view, index)
  return html`<div class="shanghaien-hush"></div>
    <div class="shanghaien-shout ${getSeatClass(index, ownSeat)} look-${look}" aria-hidden="true">
      <div class="shout-stage">
        <span class="shout-word">${texts.shout}</span>
        <span class="shouter"><span class="seat-face">${renderPortrait(seat, look)}</span
          ><b>${seat.name}</b></span>
      </div>
    </div>`
}

// The dice beside the tied card, and the sums of their pips.
export function renderCount({ event }, table) {
  const { texts, ownSeat } = table
  const seats = [1 - ownSeat, ownSeat] // as the two sit
  return html`<div class="shanghaien-count" aria-hidden="true">
    <b>${texts.tie}</b>
    ${seats.map((seat) => renderSum(seat, event, table))}
  </div>`
}

function renderSum(seat, { sums, to }, { state, view, ownSeat, tiedPlace }) {
  const seatClass = getSeatClass(seat, ownSeat)
  const isLevel = to === null || to === undefined
  const verdict = isLevel ? 'level' : to === seat ? 'wins' : 'loses'
  const arrow = isLevel ? '✕' : to === seat && (seat === ownSeat ? '▼' : '▲')
  const neighbours = [state.tavern[tiedPlace - 1], state.tavern[tiedPlace + 1]]
  const terms = neighbours.map((card, side) => renderTerm(card, side, seat, seatClass))
  return html`<span class="count-line ${seatClass} ${verdict}"
    ><span class="count-name">${view.seats[seat].name}</span>${terms}<b class="count-sum">= ${sums[seat]}</b
    ><i>${arrow}</i></span
  >`
}

// Three dice at a neighbour: 3 × the die.
function renderTerm(card, side, seat, seatClass) {
  if (!card?.dice[seat]) return null
  const place = side ? 'right' : 'left'
  const die = renderDie(card.number, seatClass)
  return html`<span class="count-term ${place}">${card.dice[seat]} × ${die}</span>`
}
