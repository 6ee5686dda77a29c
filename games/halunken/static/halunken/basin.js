// What stands on the water: the round, the ship, and what the line above the table does not say.

import { html, formatText } from '../games/dom.js'
import { drawUse } from '../games/people.js'
import { formatScoundrel, renderScoundrel } from './cards.js'

// `isTelling`: the line above the table tells what happens in a scene. The place of the words is kept while there
// are none, so that the ship does not move.
export function renderBasin(table, isTelling) {
  const isSaidAbove = isTelling || table.menu.length > 0
  return html`<div class="halunken-centre">
    ${renderRound(table)}${renderShip(table)}
    <p class="halunken-situation">${describeSituation(table, isSaidAbove)}</p>
  </div>`
}

function renderRound({ state, texts }) {
  const { games } = state.options
  const game = formatText(texts, 'game', { game: state.match_game, games })
  return html`${games > 1 && html`<p class="small">${game}</p>`}
  ${state.round > 0 && html`<p class="halunken-round">${formatText(texts, 'round', state)}</p>`}`
}

// The boat of Black Jack, with the scoundrels that lie beside it. Without him a ship lies in the harbour.
function renderShip(table) {
  const { state, texts } = table
  const ship = drawUse('ship', '0 0 120 100', 'halunken-ship')
  if (!state.jack) return ship
  const cards = state.boat.map((card) => renderScoundrel(card, null, table, 'small'))
  return html`<button class="halunken-boat" data-boat aria-label="${texts.boat}">
    ${ship}<span class="halunken-cards">${cards}</span>
  </button>`
}

// What was bid for Black Jack; or what everybody does, unless it is said above the table; or whom he works for.
function describeSituation({ state, texts, view }, isSaidAbove) {
  const nameOf = (seat) => view.seats[seat].name
  if (state.auction) {
    const { best, bidder } = state.auction
    if (!best) return texts.no_bid
    return formatText(texts, 'best', { card: formatScoundrel(best, texts), who: nameOf(bidder) })
  }
  if (!isSaidAbove) return html`<strong>${texts.phases[state.phase]}</strong>`
  const renter = state.jack?.renter ?? null
  return renter !== null && formatText(texts, 'hired', { who: nameOf(renter) })
}
