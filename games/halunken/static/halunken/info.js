// What the things of Halunken tell about themselves, and the section about each of them.

import { html, formatText } from '../games/dom.js'
import { formatScoundrel, renderFace, renderScoundrel, splitCard } from './cards.js'
import { formatSum, groupByColour } from './crews.js'
import { SPACES } from './layout.js'
import { describeDive } from './ring.js'

const MAX_STEPS = 7

// A thing by the data of its element.
export function describeThing({ space, matrix, walk, typeOf, scoundrel }, table) {
  if (space !== undefined) return describeDiveCard(Number(space), table)
  if (matrix !== undefined) return describeMatrix(table)
  if (walk) return describeWalk(walk, typeOf, table)
  return scoundrel ? describeScoundrel(scoundrel, table) : describeBoat(table)
}

// A dive: who is inside, who stands there, and why the captain cannot come there now.
function describeDiveCard(space, table) {
  const { state, texts, view, ownSeat } = table
  const { top } = state.ring[space]
  const [title, words] = describeDive(view, texts, state, space).split(': ')
  return {
    title,
    art: top && renderScoundrel(top, null, table, 'small large'),
    facts: [[texts.crews, words], isTooFar(space, state, ownSeat) && ['', texts.too_far]],
    rule: chooseDiveRule(space, state, ownSeat),
    ask: askForSpace(space, state, ownSeat),
  }
}

function chooseDiveRule(space, state, ownSeat) {
  if (state.phase.startsWith('settling')) return 'setup'
  return isTooFar(space, state, ownSeat) ? 'movement' : 'recruit'
}

function countSteps(space, state, ownSeat) {
  return (space - (state.captains[ownSeat] ?? 0) + SPACES) % SPACES
}

// Whether no card leads from the own captain to this dive.
function isTooFar(space, state, ownSeat) {
  return state.phase === 'choosing' && ownSeat !== null && countSteps(space, state, ownSeat) > MAX_STEPS
}

// The action that one may have meant by tapping this dive.
function askForSpace(space, state, ownSeat) {
  if (state.phase === 'settling') return { type: 'settle', space }
  if (state.phase === 'settling_jack') return { type: 'settle_jack', space }
  const steps = countSteps(space, state, ownSeat)
  if (state.phase !== 'choosing' || !steps || steps > MAX_STEPS) return null
  return { type: 'choose', card: steps }
}

// A movement card that cannot be played now.
function describeWalk(card, type, { state, texts, ownSeat, view }) {
  const value = card === 'rum' ? 'rum' : Number(card)
  const round = state.hands[ownSeat].played.indexOf(value) + 1
  const nameOf = (seat) => view.seats[seat].name
  const holders = state.hands.flatMap(({ left }, seat) => (left.includes(value) ? [nameOf(seat)] : []))
  const field = type.startsWith('choose') ? 'card' : 'number'
  const label = formatText(texts, 'labelled', { name: texts.matrix, what: '' })
  return {
    title: html`${label}${renderFace(value, texts)}`,
    facts: [
      round > 0 && [nameOf(ownSeat), formatText(texts, 'played_in', { round })],
      [texts.not_played, holders.join(', ') || '–'],
    ],
    rule: value === 'rum' ? 'rum' : 'movement',
    ask: { type, [field]: value },
  }
}

function describeScoundrel(card, table) {
  const { colour } = splitCard(card)
  const { texts, state, view } = table
  const owner = state.crews.findIndex(({ cards }) => cards.includes(card))
  return {
    title: formatScoundrel(card, texts),
    art: renderScoundrel(card, null, table, 'small large'),
    facts: [owner >= 0 && [texts.suits[colour], view.seats[owner].name]],
    rule: 'scoring',
  }
}

// Who has played which card: a row tells about its seat, the head about the cards.
function describeMatrix({ texts }) {
  return { title: texts.matrix, facts: [['', texts.matrix_hint]], rule: 'movement' }
}

// Black Jack's boat and who lies beside it.
function describeBoat(table) {
  const { state, texts, view } = table
  const { jack, boat } = state
  const cards = boat.map((card) => renderScoundrel(card, null, table, 'small'))
  const left = jack.left.map((card) => html`<span class="halunken-shown">${renderFace(card, texts)}</span>`)
  return {
    title: texts.boat,
    facts: [
      [texts.boat, boat.length ? html`<span class="halunken-cards">${cards}</span>` : texts.boat_empty],
      ['Black Jack', html`<span class="halunken-cards">${left}</span>`],
      jack.renter !== null && ['', formatText(texts, 'hired', { who: view.seats[jack.renter].name })],
    ],
    rule: 'black-jack',
  }
}

// All scoundrels of a seat, colour by colour, and the cards that it can still play.
export function listCrew(index, { state, texts, view }) {
  const crew = state.crews[index]
  const table = { texts, selected: null }
  const renderSmall = (card) => renderScoundrel(card, null, table, 'small')
  const suits = groupByColour(crew.cards, texts).map(({ colour, cards }) => [
    html`${texts.suits[colour]} ${colour === crew.doubled && html`<b>×2</b>`}`,
    html`<span class="halunken-cards">${cards.map(renderSmall)}</span>
      <small class="halunken-sum">${formatSum(cards, colour === crew.doubled)}</small>`,
  ])
  const renderLeft = (card) => html`<span class="halunken-shown">${renderFace(card, texts)}</span>`
  const left = html`<span class="halunken-cards">${state.hands[index].left.map(renderLeft)}</span>`
  const isLong = state.options.games > 1
  const total = formatText(texts, 'total', crew)
  return {
    title: formatText(texts, 'labelled', { name: view.seats[index].name, what: total }),
    facts: [
      ...(suits.length ? suits : [[texts.crews, texts.crew_empty]]),
      [texts.matrix, left],
      isLong && ['', formatText(texts, 'games_total', { points: state.points[index] })],
    ],
    rule: 'scoring',
  }
}
