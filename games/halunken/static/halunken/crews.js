// The crews of the seats, and the card that each seat plays this round.

import { html, icon, formatText } from '../games/dom.js'
import { renderColourSign, renderFace, renderScoundrel, splitCard } from './cards.js'

// What the panel of a player shows: what the crew is worth, how many of each colour, the card played.
export function describeSeat(view, index, texts) {
  const { state } = view
  const crew = state.crews[index]
  const count = formatText(texts, 'count', { count: crew.cards.length })
  const total = formatText(texts, 'total', crew)
  const suits = Object.keys(texts.colours).map((colour) => renderSuitCount(colour, crew, texts))
  return {
    score: crew.total,
    scoreText: total,
    extra: html`<span class="halunken-suits">${suits}</span>${renderPlayedCard(index, { state, texts })}
      <span class="visually-hidden">${count}</span>`,
  }
}

function renderSuitCount(colour, crew, texts) {
  const count = crew.cards.filter((card) => splitCard(card).colour === colour).length
  const isDoubled = colour === crew.doubled
  const sum = crew.colours[colour]?.sum
  const inWords = [texts.suits[colour], count, count > 0 && `(${sum})`, isDoubled && texts.doubles]
  const words = html`<span class="visually-hidden">${inWords.filter((word) => word !== false).join(' ')}</span>`
  const classes = ['halunken-suit', colour, isDoubled && 'doubled', !count && 'none']
  const look = classes.filter(Boolean).join(' ')
  const sign = html`<span aria-hidden="true">${renderColourSign(colour)}${count}</span>`
  const worth = count > 0 && html`<small aria-hidden="true">${isDoubled ? '2×' : ''}${sum}</small>`
  return html`<span class="${look}">${sign}${words}${worth}</span>`
}

// The result: every crew with its cards.
export function renderFinalCrews(table) {
  const { state, texts, view } = table
  return html`<section class="halunken-crews" aria-label="${texts.crews}">
    ${state.crews.map((crew, seat) => renderFinalCrew(crew, seat, view, texts))}
  </section>`
}

function renderFinalCrew(crew, seat, view, texts) {
  const hasWon = view.outcome?.winners.includes(seat)
  const suits = groupByColour(crew.cards, texts).map(
    ({ colour, cards }) =>
      html`<li class="${colour === crew.doubled ? 'doubled' : ''}">
        ${cards.map((card) => renderScoundrel(card, null, { texts, selected: null }, 'small'))}
        <small class="halunken-sum">${formatSum(cards, colour === crew.doubled)}</small>
      </li>`,
  )
  const sums = Object.entries(crew.colours).filter(([, { count }]) => count > 0)
  const parts = sums.map(([colour, { sum }]) => (colour === crew.doubled ? `2 × ${sum}` : sum))
  const why = {
    colour: texts.colours[crew.doubled],
    count: crew.colours[crew.doubled]?.count,
    sum: parts.join(' + '),
  }
  const { name } = view.seats[seat]
  const total = formatText(texts, 'total', crew)
  return html`<article class="halunken-crew panel" data-crew="${seat}">
    <h3>
      ${hasWon && icon('trophy')} ${name} · <strong>${total}</strong>
    </h3>
    <ul class="halunken-cards">
      ${suits}
    </ul>
    ${crew.doubled && html`<p>${formatText(texts, 'why_total', { ...crew, ...why })}</p>`}
  </article>`
}

// "4 + 9 = 13", twice where the colour counts twice.
export function formatSum(cards, isDoubled) {
  const values = cards.map((card) => splitCard(card).value)
  const sum = values.reduce((total, value) => total + Number(value), 0)
  return `${values.length > 1 ? `${values.join(' + ')} = ` : ''}${sum}${isDoubled ? ' × 2' : ''}`
}

// The colours that have cards, in the order of the texts, each with its cards by their values.
export function groupByColour(cards, texts) {
  const suits = Object.keys(texts.colours).map((colour) => ({
    colour,
    cards: cards
      .filter((card) => splitCard(card).colour === colour)
      .sort((one, other) => splitCard(one).value - splitCard(other).value),
  }))
  return suits.filter((suit) => suit.cards.length > 0)
}

function renderPlayedCard(seat, { state, texts }) {
  const isRevealed = state.round > 0 && state.hands[seat].played.length === state.round
  const playedCard = state.chosen.numbers[seat] ?? state.hands[seat].played.at(-1)
  if (isRevealed) return html`<span class="halunken-shown">${renderFace(playedCard, texts)}</span>`
  const hasChosen = state.phase === 'choosing' && state.chosen.seats[seat]
  const words = html`<span class="visually-hidden">${texts.chosen}</span>`
  return hasChosen && html`<span class="halunken-shown back">${icon('check')}${words}</span>`
}
