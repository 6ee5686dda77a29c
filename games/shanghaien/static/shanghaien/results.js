// How the last round was shared out, and the score of the match.

import { html, icon, formatText } from '../games/dom.js'
import { describeDice, formatCardName, renderDie, renderFace, renderFlag } from './cards.js'
import { formatValues } from './seats.js'

// Stays in sight until the reader rolls. Up to the opponent or down to the reader, as the two sit; what has
// no arrow leaves the game.
export function renderLastRound(round, table) {
  const { texts } = table
  const heading = formatText(texts, 'last_round', round)
  return html`<section class="shanghaien-sharing" aria-label="${heading}">
    <p><strong>${heading}</strong> <span aria-hidden="true">▲▼ · ✕ ${texts.leaves}</span></p>
    <ol class="shanghaien-shared">
      ${round.cards.map((share) => renderShare(share, table))}
    </ol>
  </section>`
}

function renderShare({ card, to, dice, sums }, { texts, ownSeat, view }) {
  const face = readFace(card)
  const name = face.nation ? formatCardName(face, texts) : texts.dirty_trick
  const leaves = to === null || to === undefined
  const [look, arrow] = leaves ? ['nobody', '✕'] : to === ownSeat ? ['mine', '▼'] : ['theirs', '▲']
  const words = `${name}, ${leaves ? texts.leaves : view.seats[to].name},`
  return html`<li data-key="card-${card}" class="share ${look}">
    <button data-share="${card}" data-key="share-${card}">
      ${renderFace(face, texts)}
      <span class="visually-hidden">${words}</span>
      <span class="share-sums"><b aria-hidden="true">${arrow}</b> <small
        >${sums ? `= ${sums[ownSeat]}:${sums[1 - ownSeat]}` : `${dice[ownSeat]}:${dice[1 - ownSeat]}`}</small
      ></span>
    </button>
  </li>`
}

// A card of the last round in words: the dice at it, the sums of a tie, and who has it now.
export function describeShare(name, table) {
  const { state, texts, ownSeat, view } = table
  const { to, dice, sums } = state.last_round.cards.find(({ card }) => card === name)
  const face = readFace(name)
  const neighbourDice = sums && { mine: sums[ownSeat], theirs: sums[1 - ownSeat] }
  const isTie = sums && formatText(texts, 'neighbour_dice', neighbourDice)
  const describeSeat = (seat) => html`<div>${describeDice(seat, dice[seat], table)}</div>`
  return {
    title: face.nation ? formatCardName(face, texts) : texts.dirty_trick,
    art: renderFace(face, texts),
    facts: [
      [texts.dice, [ownSeat, 1 - ownSeat].map(describeSeat)],
      isTie && ['=', isTie],
      [formatText(texts, 'last_round', state.last_round), view.seats[to]?.name ?? texts.leaves],
    ],
    rule: 'distribution',
  }
}

// What a card shows by its name; the uses of a dirty trick are not known any more.
function readFace(card) {
  const [nation, value] = card.split('-')
  return nation === 'trick' ? {} : { nation, value: value[0] }
}

// The slate: what both have of each nation, and what it would count if the match ended now. It opens the
// crews.
export function renderSlate(table) {
  const { state, texts, ownSeat, view } = table
  const title = state.phase === 'over' ? texts.final_score : texts.score
  const [score, otherScore] = [state.seats[ownSeat].score, state.seats[1 - ownSeat].score]
  const isWatching = view.seat === null
  const headings = isWatching ? view.seats.map(({ name }) => name) : [texts.you_short, texts.them_short]
  const ownTricks = state.seats[ownSeat].tricks.length
  const otherTricks = state.seats[1 - ownSeat].tricks.length
  return html`<button class="shanghaien-slate" data-slate data-key="score">
    <span class="slate-title">${title} <b>${score} – ${otherScore}</b></span>
    <span class="slate-heads"
      ><span></span>${headings.map(renderHeading)}<span>${texts.counts_now}</span></span
    >
    ${state.table.map((line) => renderNation(line, texts))}
    <span class="slate-line" data-mine-now="${ownTricks}" data-theirs-now="${otherTricks}"
      ><span class="slate-name">${icon('star')}<span class="slate-long">${texts.tricks}</span></span
      ><span class="mine">${ownTricks}</span><span class="theirs">${otherTricks}</span></span
    >
    <span class="slate-why">${texts.why.stronger}</span>
  </button>`
}

// Whose column it is: the dice of a seat have its colour and its pattern.
function renderHeading(name, column) {
  const die = renderDie(0, column ? 'theirs' : 'mine')
  return html`<span>${die}<span class="visually-hidden">${name}</span></span>`
}

function renderNation({ nation, mine, opponent, mine_now: ownNow, opponent_now: otherNow }, texts) {
  return html`<span class="slate-line" data-mine-now="${ownNow}" data-theirs-now="${otherNow}"
    ><span class="slate-name"
      >${renderFlag(nation)}<span class="slate-long">${texts.nations[nation]}</span></span
    ><span class="mine ${mine > ownNow ? 'lost' : ''}">${mine || '·'}</span
    ><span class="theirs ${opponent > otherNow ? 'lost' : ''}">${opponent || '·'}</span
    >${renderCounts(ownNow, otherNow)}</span
  >`
}

function renderCounts(own, other) {
  if (own) return html`<b class="mine">▼ ${own}</b>`
  return html`<b class="theirs">${other ? `▲ ${other}` : '–'}</b>`
}

// Why a nation counts what it counts, for each nation, with the sailors of both.
export function listNations({ state, texts, ownSeat, view }) {
  const [own, other] = [state.seats[ownSeat], state.seats[1 - ownSeat]]
  const [ownName, otherName] = [view.seats[ownSeat].name, view.seats[1 - ownSeat].name]
  const label = (name) => formatText(texts, 'labelled', { name, what: '' })
  return state.table.map((line) => {
    const { nation, mine, opponent } = line
    const ownValues = formatValues(own.crew[nation], texts)
    const otherValues = formatValues(other.crew[nation], texts)
    const values = [
      mine > 0 && html`<div>${label(ownName)}${ownValues} = ${mine}</div>`,
      opponent > 0 && html`<div>${label(otherName)}${otherValues} = ${opponent}</div>`,
    ]
    const canCome = line.cards_left > 0
    const pointsToCome = html`${label(texts.points_to_come)}${line.points_left} (${line.cards_left})`
    const left = canCome && html`<small>${pointsToCome}</small>`
    const name = html`${renderFlag(nation)} ${texts.nations[nation]}`
    return [name, html`${values}<div>${explainNation(line, texts, [ownName, otherName])}</div>${left}`]
  })
}

// The unused tricks, and what all that counts comes to.
export function listSums({ state, texts, ownSeat, view }) {
  const seats = [ownSeat, 1 - ownSeat]
  const label = (name) => formatText(texts, 'labelled', { name, what: '' })
  const countTricks = (seat) => state.seats[seat].tricks.length
  const counted = { [ownSeat]: 'mine_now', [1 - ownSeat]: 'opponent_now' }
  const renderSum = (seat) => {
    const points = [...state.table.map((line) => line[counted[seat]]), countTricks(seat)].filter(Boolean)
    const sum = points.length > 1 ? html`${points.join(' + ')} = ` : ''
    return html`<div>${label(view.seats[seat].name)}${sum}<b>${state.seats[seat].score}</b></div>`
  }
  const renderTricks = (seat) => html`<div>${label(view.seats[seat].name)}${countTricks(seat)}</div>`
  return [
    [texts.tricks, html`${seats.map(renderTricks)}<div>${texts.why.tricks}</div>`],
    [texts.total, html`${seats.map(renderSum)}`],
  ]
}

// "16 Americans count 3: that is what the other side had."
function explainNation({ mine, opponent }, texts, [ownName, otherName]) {
  if (!mine && !opponent) return texts.why.none
  if (mine === opponent) return texts.why.level
  const isAlone = !mine || !opponent
  if (isAlone) {
    return formatText(texts.why, 'alone', { who: mine ? ownName : otherName, count: mine || opponent })
  }
  const [who, many, few] = mine > opponent ? [ownName, mine, opponent] : [otherName, opponent, mine]
  return formatText(texts.why, 'takes', { who, many, few })
}
