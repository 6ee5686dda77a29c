// The cards and dice of Shanghaien. The reader's dice are red and always lie below the cards.

import { html, icon, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'

// Which of nine places of a die have a pip, counted from the upper left.
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }

export function getSeatClass(seat, ownSeat) {
  return seat === ownSeat ? 'mine' : 'theirs'
}

export function renderDie(value, seatClass) {
  const renderPip = (place) => {
    const [column, row] = [(place - 1) % 3, Math.floor((place - 1) / 3)]
    return html`<circle cx="${7 + 9 * column}" cy="${7 + 9 * row}" r="3" />`
  }
  return html`<svg class="die ${seatClass}" viewBox="0 0 32 32" aria-hidden="true">
    <rect x="1" y="1" width="30" height="30" rx="6" />
    ${(PIPS[value] ?? []).map(renderPip)}
  </svg>`
}

export function formatCardName(card, texts) {
  if (!card.nation) return formatText(texts, 'trick', { use: texts.uses[card.second] })
  return formatText(texts, 'card', { nation: texts.nations[card.nation], value: card.value })
}

// A sailor of a nation, or a dirty trick.
export function renderFace(card, texts) {
  const [long, brief] = card.nation
    ? [texts.nations[card.nation], texts.nations_short[card.nation]]
    : [texts.uses[card.second] ?? '', texts.uses_short[card.second] ?? '']
  return html`<span class="shanghaien-face nation-${card.nation ?? 'trick'}" aria-hidden="true"
    ><b>${card.value ?? icon('star')}</b
    ><small
      ><span class="shanghaien-long">${long}</span><span class="shanghaien-brief">${brief}</span></small
    ></span
  >`
}

// A card of the tavern with the dice at it: a button where a die can be placed.
export function renderCard(card, table) {
  const { view, texts, ownSeat, selected } = table
  const action = view.menu.find(({ type, die }) => type === 'place' && die === card.number)
  const name = html`<span class="visually-hidden">${formatCardName(card, texts)}</span>`
  const number = html`<span class="shanghaien-number">${card.number ?? '·'}</span>`
  const inside = html`${renderDiceAtCard(card, 1 - ownSeat, table)}${number}${renderFace(card, texts)}${name}
  ${renderVerdict(card, table)}${renderDiceAtCard(card, ownSeat, table)}`
  const button = html`<button
    data-die="${card.number}"
    data-key="place-${card.card}"
    aria-pressed="${isSameAction(action, selected)}"
  >
    ${inside}
  </button>`
  return html`<li data-key="card-${card.card}" class="shanghaien-card">
    ${action ? button : html`<div data-try="${card.number}">${inside}</div>`}
  </li>`
}

function renderDiceAtCard(card, seat, table) {
  const seatClass = getSeatClass(seat, table.ownSeat)
  const count = card.dice[seat]
  const dice = Array.from({ length: count }, (_, i) => {
    return html`<span data-key="die-${card.card}-${seat}-${i}">${renderDie(card.number, seatClass)}</span>`
  })
  const words = html`<span class="visually-hidden">${describeDice(seat, count, table)}</span>`
  return html`<span class="shanghaien-dice ${seatClass}">${words}${dice}</span>`
}

function describeDice(seat, count, { view, texts, ownSeat }) {
  if (view.seat === null) return formatText(texts, 'dice_of', { who: view.seats[seat].name, count })
  return formatText(texts, getSeatClass(seat, ownSeat), { count })
}

// What would happen to the card if the round ended now.
function renderVerdict(card, { view, texts, ownSeat }) {
  if (!card.now || !card.dice.some(Boolean)) return html`<span></span>`
  const { to, sums } = card.now
  const { verdict, arrow } = judgeCard(to, ownSeat)
  const isWatching = view.seat === null && to !== null
  const sentence = isWatching ? formatText(texts, 'now_to', { who: view.seats[to].name }) : texts[verdict]
  const [mine, theirs] = sums ? [sums[ownSeat], sums[1 - ownSeat]] : []
  const words = `${sentence} ${sums ? formatText(texts, 'sums', { mine, theirs }) : ''}`
  const shownSums = sums && html` <small>${mine}:${theirs}</small>`
  return html`<span class="shanghaien-now ${verdict}" title="${words}"
    >${arrow}${shownSums}<span class="visually-hidden">${words}</span></span
  >`
}

function judgeCard(winner, ownSeat) {
  if (winner === null) return { verdict: 'now_nobody', arrow: '✕' }
  if (winner === ownSeat) return { verdict: 'now_mine', arrow: '↓' }
  return { verdict: 'now_theirs', arrow: '↑' }
}
