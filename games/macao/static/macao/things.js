// What lies on the table of Macao, drawn: resources, characters large and small, establishments.

import { html, icon } from '../games/dom.js'

// One sign for each resource: told apart by shape, not by colour alone.
const SIGNS = {
  alcohol: 'M9 2h6v5l2 3v12H7V10l2-3z',
  weapons: 'M3 9h13l2-3 3 3-2 2v2H11v3H7v4H3z',
  money: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-3.5 6.5h7v7h-7z',
  opium: 'M12 3c2 3 6 4 6 9a6 6 0 0 1-12 0c0-5 4-6 6-9zM11 19h2v3h-2z',
  jade: 'M12 2l8 6-3 12H7L4 8z',
  diamond: 'M12 2l10 10-10 10L2 12z',
}

// A record may bring a deck of its own: what has no sign or name here has a plain one, and is called as it is
// there.
const PLAIN_SIGN = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'

export function renderSign(resource, texts) {
  return html`<svg
    class="macao-sign res-${resource}"
    viewBox="0 0 24 24"
    role="img"
    aria-label="${texts.resources[resource] ?? resource}"
  >
    <path fill-rule="evenodd" d="${SIGNS[resource] ?? PLAIN_SIGN}" />
  </svg>`
}

export const findTileName = (name, texts) => texts.tiles[name] ?? name

export const renderSigns = (names, texts) =>
  html`<span class="macao-cost">${names.map((name) => renderSign(name, texts))}</span>`

// What a character gives to a payment: red sailors twice, widows anything.
function renderYield(card, colour, texts) {
  const units = colour === 'red' && card.type === 'sailor' ? 2 : 1
  const signs = Array.from({ length: units }, () => renderSign(card.resource ?? 'diamond', texts))
  return html`<span class="macao-yield">${signs}${card.pair && renderPair(card.pair, texts)}</span>`
}

// Two resources that this character exchanges for each other.
function renderPair([first, second], texts) {
  return html`<span class="macao-pair">${renderSign(first, texts)}↔${renderSign(second, texts)}</span>`
}

export function renderCard(name, card, colour, texts, note = '') {
  const price = html`<span class="macao-price"
    ><span class="visually-hidden">${texts.cost}</span>${renderSigns(card.cost ?? [], texts)}</span
  >`
  return html`<span class="macao-card ${colour}" data-key="card-${name}">
    <b>${texts.types[card.type]}</b>${renderYield(card, colour, texts)} ${colour !== 'red' && price}
    <span class="macao-coins" title="${texts.coins_at_end}"
      >${card.coins}<span class="visually-hidden"> ${texts.coins_at_end}</span></span
    >${note}</span
  >`
}

// A character as one word with its sign, for rows of other players and for payments.
export function renderChip(card, colour, texts) {
  const resources = renderYield(card, colour, texts)
  return html`<span class="macao-chip ${colour}">${resources} ${texts.types[card.type]}</span>`
}

// What a seat must have to open an establishment; `line` says what it has already.
export function renderNeeds(tile, line, texts) {
  return html`<ul class="macao-needs">
    ${Object.entries(tile.needs).map(([need, count]) => {
      const check = line?.checklist?.find((entry) => entry.need === need)
      const progress = check ? `${Math.min(check.have, count)}/${count}` : count
      return html`<li>${check?.met && icon('check')} ${texts.needs[need]} <b>${progress}</b></li>`
    })}
  </ul>`
}
