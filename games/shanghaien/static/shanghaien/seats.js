// What belongs to the seats of Shanghaien: the captains beside the tavern, the dice left, the crews.

import { html, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { drawPawn } from '../games/people.js'
import { formatCardName, getSeatClass, renderDie, renderFlag } from './cards.js'

const DICE = 6 // of each seat
const LOOK_BY_SEAT_CLASS = { mine: 'look-0', theirs: 'look-1' }

// The grey captains left and right: the chosen one stands where number 1 is. A coloured captain has cheated.
export function renderCaptain(end, table) {
  const { state, texts, view, selected } = table
  const action = view.menu.find(({ type, one }) => type === 'direction' && one === end)
  const words = html`<span class="visually-hidden">${texts[`end_${end}`]}</span>`
  if (action) {
    const isSelected = isSameAction(action, selected)
    return html`<button
      class="shanghaien-captain open"
      data-end="${end}"
      data-key="captain-${end}"
      aria-pressed="${isSelected}"
    >
      ${drawPawn()}<b aria-hidden="true">1</b>${words}
    </button>`
  }
  if (state.direction !== end) return html`<span class="shanghaien-captain"></span>`
  const cheats = [0, 1].filter((seat) => state.seats[seat].trick_played)
  const captains = cheats.length ? cheats.map((seat) => renderCheat(seat, table)) : drawPawn()
  return html`<button class="shanghaien-captain" data-captain="${end}" data-key="captain-${end}">
    ${captains}${words}
  </button>`
}

// A captain in the colour of the seat that has cheated.
function renderCheat(seat, { view, texts, ownSeat }) {
  const words = formatText(texts, 'cheated', { who: view.seats[seat].name })
  const seatClass = getSeatClass(seat, ownSeat)
  return html`<span class="cheat ${seatClass} ${LOOK_BY_SEAT_CLASS[seatClass]}"
    >${drawPawn()}<span class="visually-hidden">${words}</span></span
  >`
}

// What the panel of a player shows: the score of the moment, dice left, tricks kept.
export function describeSeat(view, index, texts) {
  const { supply, tricks, score } = view.state.seats[index]
  const seatClass = getSeatClass(index, view.seat ?? 0)
  const dice = Array.from({ length: supply }, () => renderDie(0, seatClass))
  const spentDice = Array.from({ length: DICE - supply }, () => html`<i class="shanghaien-spent"></i>`)
  const words = formatText(texts, 'supply', { count: supply })
  const keptTricks = tricks.map(() => html`<i class="shanghaien-kept"></i>`)
  return {
    score,
    scoreText: formatText(texts, 'points', { count: score }),
    extra: html`<span class="shanghaien-left" aria-hidden="true">${dice}${spentDice}${keptTricks}</span
      ><span class="visually-hidden">${words}</span>`,
  }
}

// The sailors and tricks that a seat has, nation by nation.
export function listCrew(seat, { state, texts }) {
  const { crew, tricks, supply } = state.seats[seat]
  const nations = Object.entries(crew).map(([nation, names]) => [
    html`${renderFlag(nation)} ${texts.nations[nation]}`,
    formatValues(names, texts),
  ])
  const keptTricks = tricks.map((trick) => [texts.dirty_trick, formatCardName(trick, texts)])
  return [['', formatText(texts, 'supply', { count: supply })], ...nations, ...keptTricks]
}

// The values of sailors; a dirty trick counts as one of two.
export function formatValues(names = [], texts) {
  const readValue = (name) => name.split('-')[1][0]
  const describeValue = (name) => (name.startsWith('trick') ? `2 (${texts.uses.joker})` : readValue(name))
  const values = names.map(describeValue)
  return values.join(' + ')
}
