// The cards of the tavern with the dice at them. The reader's own dice are red and always lie below the
// cards.

import { html, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { drawPerson, drawUse } from '../games/people.js'

// Which of nine places of a die have a pip, counted from the upper left.
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }
const HATS = {
  red: 'h-dixie',
  lightblue: 'h-pompon',
  blue: 'h-flat',
  yellow: 'h-round',
  orange: 'h-knit',
  purple: 'h-fez',
  green: 'h-lepanto',
  grey: 'h-straw',
}
// The face of each rank: from the ship's boy to the captain with his epaulettes.
const BEARDS = {
  red: [null, null, 'p-whiskers', 'p-moustache'],
  lightblue: [null, 'p-moustache', 'p-curl', 'p-goatee'],
  blue: [null, 'p-moustache', 'p-beard', 'p-curl'],
  yellow: [null, null, 'p-goatee', 'p-beard'],
  orange: [null, null, 'p-whiskers', 'p-beard'],
  purple: [null, 'p-moustache', 'p-curl', 'p-beard'],
  green: [null, 'p-moustache', 'p-goatee', 'p-curl'],
  grey: [null, null, 'p-curl', 'p-beard'],
}

export function getSeatClass(seat, ownSeat) {
  return seat === ownSeat ? 'mine' : 'theirs'
}

// A die of the reader is round and hatched, one of the opponent square and stitched.
export function renderDie(value, seatClass) {
  const renderPip = (place) => {
    const [column, row] = [(place - 1) % 3, Math.floor((place - 1) / 3)]
    return html`<circle cx="${8 + 8 * column}" cy="${8 + 8 * row}" r="2.800" />`
  }
  const radius = seatClass === 'mine' ? 9 : 4
  return html`<svg class="die ${seatClass}" viewBox="0 0 32 35" aria-hidden="true">
    <rect class="die-weight" x="1" y="4" width="30" height="30" rx="${radius}" />
    <rect class="die-body" x="1" y="1" width="30" height="30" rx="${radius}" />
    <rect class="die-sign" x="2.500" y="2.500" width="27" height="27" rx="${radius - 1}" />
    ${(PIPS[value] ?? []).map(renderPip)}
  </svg>`
}

export function formatCardName(card, texts) {
  if (!card.nation) return formatText(texts, 'trick', { use: texts.uses[card.second] })
  const label = formatText(texts, 'card', { nation: texts.sailors[card.nation], value: card.value })
  return label[0].toUpperCase() + label.slice(1)
}

export function renderFlag(nation) {
  return drawUse(`flag-${nation}`, '0 0 30 20', 'shanghaien-flag')
}

// A sailor of a nation, or a dirty trick with its two halves.
export function renderFace(card, texts) {
  return card.nation ? renderSailor(card, texts) : renderTrickFace(card, texts)
}

function renderSailor({ nation, value }, texts) {
  const rank = Number(value)
  const clothes = rank === 4 ? ['p-lapels', 'p-epaulettes'] : ['p-collar']
  const face = rank === 1 ? 'p-young' : BEARDS[nation][rank - 1]
  const parts = [...clothes, face, HATS[nation]].filter(Boolean)
  return html`<span class="shanghaien-face nation-${nation} rank-${rank}" aria-hidden="true"
    ><span class="face-picture"
      ><svg class="face-ground" viewBox="0 0 100 110" preserveAspectRatio="xMidYMid slice">
        <rect width="100" height="110" /></svg
      >${drawPerson(parts)}</span
    ><b>${value}</b>${renderFlag(nation)}<small class="face-name">${texts.sailors[nation]}</small
    ><small class="face-rank">${texts.ranks[rank]}</small
    >${drawUse(`rank-${rank}`, '0 0 24 28', 'face-chevrons')}</span
  >`
}

function renderTrickFace({ second }, texts) {
  return html`<span class="shanghaien-face trick-face" aria-hidden="true"
    ><span class="trick-half">${drawUse('use-joker', '0 0 60 44')}<small>${texts.uses.joker}</small></span
    ><span class="trick-half second"
      >${second && drawUse(`use-${second}`, '0 0 60 44')}<small>${texts.uses[second]}</small></span
    ></span
  >`
}

// A card of the tavern with the dice at it. Where a die can be placed it is chosen; any other card tells
// about itself.
export function renderCard(card, table, index) {
  const { view, texts, ownSeat, selected, state } = table
  const action = view.menu.find(({ type, die }) => type === 'place' && die === card.number)
  const name = html`<span class="visually-hidden">${formatCardName(card, texts)}</span>`
  const possibleNumber = findPossibleNumber(index, table)
  const number = html`<span class="shanghaien-number ${possibleNumber && 'possible'}"
    >${card.number ?? possibleNumber ?? '·'}</span
  >`
  const slotNumber = action ? card.number : state.dice.includes(possibleNumber) && possibleNumber
  const slot = slotNumber && html`<span class="shanghaien-slot" aria-hidden="true">${slotNumber}</span>`
  const face = card.given ? renderGone(card, table) : renderFace(card, texts)
  const inside = html`${renderDiceAtCard(card, 1 - ownSeat, table)}${number}<span
      class="shanghaien-held"
      data-key="face-${card.card}"
      >${face}</span
    >${name} ${renderVerdict(card, table)}${renderDiceAtCard(card, ownSeat, table, slot)}`
  const press = action
    ? html`data-die="${card.number}" aria-pressed="${isSameAction(action, selected)}"`
    : html`data-try="${card.number}"`
  const isSettled = table.settledCard === card.card
  const classes = [card.given && 'given', isSettled && 'settled', findLight(index, table)].filter(Boolean)
  return html`<li data-key="card-${card.card}" class="shanghaien-card ${classes.join(' ')}">
    <button class="${action ? 'open' : ''}" data-card="${card.card}" data-key="place-${card.card}" ${press}>
      ${inside}
    </button>
  </li>`
}

// Whether the card is tied and counted now, or lies beside such a card.
function findLight(index, { tiedPlace }) {
  if (tiedPlace === null) return null
  return ['tied', 'beside'][Math.abs(index - tiedPlace)]
}

// The number that the card would have, where an end of the row is selected for number 1.
function findPossibleNumber(index, { selected, state }) {
  if (selected?.type !== 'direction') return null
  return selected.one === 'left' ? index + 1 : state.tavern.length - index
}

function renderDiceAtCard(card, seat, table, slot = '') {
  const seatClass = getSeatClass(seat, table.ownSeat)
  const count = card.dice[seat]
  const dice = Array.from({ length: count }, (_, i) => {
    return html`<span data-key="die-${card.card}-${seat}-${i}">${renderDie(card.number, seatClass)}</span>`
  })
  const words = html`<span class="visually-hidden">${describeDice(seat, count, table)}</span>`
  return html`<span class="shanghaien-dice ${seatClass} of-${count}">${words}${dice}${slot}</span>`
}

export function describeDice(seat, count, { view, texts, ownSeat }) {
  if (view.seat === null) return formatText(texts, 'dice_of', { who: view.seats[seat].name, count })
  return formatText(texts, getSeatClass(seat, ownSeat), { count })
}

// Where a card lay that has gone to its crew, or into the water: why.
function renderGone(card, { texts, ownSeat }) {
  const { to, dice, sums } = card.given
  const { verdict, arrow } = judgeCard(to ?? null, ownSeat)
  const counts = sums ?? dice
  const sinks = verdict === 'now_nobody'
  const sinking = html`<span class="sinking">${renderFace(card, texts)}</span><i class="water"></i>`
  return html`<span class="shanghaien-gone ${verdict}" aria-hidden="true"
    >${sinks && sinking}<b>${sinks ? texts.splash : arrow}</b
    ><span>${sums && '= '}${counts[ownSeat]} – ${counts[1 - ownSeat]}</span></span
  >`
}

// What would happen to the card if the round ended now.
function renderVerdict(card, table) {
  if (!card.now || !card.dice.some(Boolean)) return html`<span class="shanghaien-now"></span>`
  const { ownSeat } = table
  const { verdict, arrow } = judgeCard(card.now.to, ownSeat)
  const [mine, theirs] = [card.dice[ownSeat], card.dice[1 - ownSeat]]
  const neighbours = card.now.sums
  const sums = neighbours && html` <small>= ${neighbours[ownSeat]}:${neighbours[1 - ownSeat]}</small>`
  const counts = html`<span class="now-counts">${mine}–${theirs}</span>`
  const words = describeVerdict(card, table)
  return html`<span class="shanghaien-now ${verdict}" title="${words}"
    ><span aria-hidden="true">${arrow} ${counts}${sums}</span
    ><span class="visually-hidden">${words}</span></span
  >`
}

export function describeVerdict(card, { view, texts, ownSeat }) {
  const { to, sums } = card.now
  const isWatching = view.seat === null && to !== null
  const sentence = isWatching
    ? formatText(texts, 'now_to', { who: view.seats[to].name })
    : texts[judgeCard(to, ownSeat).verdict]
  const [mine, theirs] = sums ? [sums[ownSeat], sums[1 - ownSeat]] : []
  return `${sentence} ${sums ? formatText(texts, 'neighbour_dice', { mine, theirs }) : ''}`
}

function judgeCard(winner, ownSeat) {
  if (winner === null) return { verdict: 'now_nobody', arrow: '✕' }
  if (winner === ownSeat) return { verdict: 'now_mine', arrow: '▼' }
  return { verdict: 'now_theirs', arrow: '▲' }
}
