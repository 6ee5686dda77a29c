// The crews of the seats, the card that each seat plays this round, and the boat of Black Jack.

import { html, icon, formatText } from '../games/dom.js'
import { renderFace, renderScoundrel, splitCard } from './cards.js'
import { renderBadge } from './ring.js'

export function renderCrews(table) {
  const { state, texts } = table
  return html`<section class="halunken-crews" aria-label="${texts.crews}">
    ${state.crews.map((crew, seat) => renderCrew(crew, seat, table))}
  </section>`
}

function renderCrew(crew, seat, table) {
  const { state, texts, view, ownSeat } = table
  const look = [seat === ownSeat && 'mine', state.victim === seat && 'victim'].filter(Boolean)
  const hasEarlierGames = state.finished.length > 0 && state.phase !== 'over'
  const hasWon = state.phase === 'over' && view.outcome?.winners.includes(seat)
  const count = formatText(texts, 'count', { count: crew.cards.length })
  const total = !state.telling && html` · <strong>${formatText(texts, 'total', crew)}</strong>`
  const gamesTotal = formatText(texts, 'games_total', { points: state.points[seat] })
  return html`<article class="halunken-crew panel ${look.join(' ')}">
    <h3>
      ${renderBadge(seat)}
      <span>${view.seats[seat].name}</span>${hasWon && icon('trophy')}${renderPlayedCard(seat, table)}
      <small>${count}${total}</small>
    </h3>
    ${hasEarlierGames && html`<p class="small">${gamesTotal}</p>`} ${renderCrewCards(crew, seat, table)}
  </article>`
}

function renderCrewCards(crew, seat, table) {
  const { state, texts } = table
  if (!crew.cards.length) return html`<p class="small muted">${texts.crew_empty}</p>`
  const doubledColour = state.telling ? null : crew.doubled
  const doubles = html`<span class="visually-hidden"> ${texts.doubles}</span>`
  const factor = html`<span class="halunken-times">×2${doubles}</span>`
  const renderSuit = ({ colour, cards }) => {
    const isDoubled = colour === doubledColour
    return html`<li class="halunken-suit ${isDoubled ? 'doubled' : ''}">
      ${isDoubled && factor}
      ${cards.map((card) => renderScoundrel(card, findActionOnCard(card, seat, table), table))}
    </li>`
  }
  return html`<ul class="halunken-cards">
    ${groupByColour(crew.cards, texts).map(renderSuit)}
  </ul>`
}

// The colours that have cards, in the order of the texts, each with its cards by their values.
function groupByColour(cards, texts) {
  const suits = Object.keys(texts.colours).map((colour) => ({
    colour,
    cards: cards
      .filter((card) => splitCard(card).colour === colour)
      .sort((one, other) => splitCard(one).value - splitCard(other).value),
  }))
  return suits.filter((suit) => suit.cards.length > 0)
}

// A card of another crew can be robbed, one of the own crew bid or lost.
function findActionOnCard(card, seat, { menu, ownSeat }) {
  return menu.find((action) => {
    if (action.card !== card) return false
    if (action.type === 'rob') return action.seat === seat
    return seat === ownSeat && ['bid', 'lose'].includes(action.type)
  })
}

function renderPlayedCard(seat, { state, texts }) {
  const isRevealed = state.round > 0 && state.hands[seat].played.length === state.round
  const playedCard = state.chosen.numbers[seat] ?? state.hands[seat].played.at(-1)
  if (isRevealed) return html`<span class="halunken-shown">${renderFace(playedCard, texts)}</span>`
  const hasChosen = state.phase === 'choosing' && state.chosen.seats[seat]
  return hasChosen && html`<span class="badge good">${icon('check')} ${texts.chosen}</span>`
}

// The scoundrels that lie in the boat of Black Jack.
export function renderBoat(table) {
  const { state, texts, menu } = table
  if (!state.jack) return ''
  const findSalvage = (card) => menu.find((action) => action.type === 'salvage' && action.card === card)
  const cards = html`<ul class="halunken-cards">
    ${state.boat.map((card) => html`<li>${renderScoundrel(card, findSalvage(card), table)}</li>`)}
  </ul>`
  return html`<section class="halunken-boat" aria-label="${texts.boat}">
    <h3>${icon('ship')} ${texts.boat}</h3>
    ${state.boat.length ? cards : html`<p class="small">${texts.boat_empty}</p>`}
  </section>`
}
