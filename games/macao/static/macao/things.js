// What lies on the table of Macao, drawn: resources, characters, establishments.

import { html, icon } from '../games/dom.js'
import { drawPerson, drawUse } from '../games/people.js'

// The symbols over the face of each profession. A record may bring a deck of its own: who has no drawing here
// has a plain face.
const FACES = {
  killer: ['p-lapels', 'm-killer'],
  dancer: ['m-dancer'],
  policeman: ['p-moustache', 'm-policeman'],
  croupier: ['p-lapels', 'm-croupier'],
  trader: ['p-lapels', 'm-trader'],
  innkeeper: ['m-apron', 'p-beard'],
  sailor: ['p-collar', 'h-dixie'],
  politician: ['p-lapels', 'm-politician'],
  widow: ['m-veil'],
}
const RESOURCES = ['alcohol', 'weapons', 'money', 'opium', 'jade', 'diamond']

export function renderSign(resource, texts) {
  const symbol = RESOURCES.includes(resource) ? `res-${resource}` : 'res-plain'
  return html`<svg
    class="macao-sign"
    viewBox="0 0 24 24"
    role="img"
    aria-label="${texts.resources[resource] ?? resource}"
  >
    <use href="#${symbol}"></use>
  </svg>`
}

export const findTileName = (name, texts) => texts.tiles[name] ?? name

export const renderSigns = (names, texts) =>
  html`<span class="macao-cost">${names.map((name) => renderSign(name, texts))}</span>`

// What a character gives to a payment: red sailors twice, widows anything.
export function renderYield(card, colour, texts) {
  const units = colour === 'red' && card.type === 'sailor' ? 2 : 1
  const signs = Array.from({ length: units }, () => renderSign(card.resource ?? 'diamond', texts))
  return html`<span class="macao-yield">${signs}${card.pair && renderPair(card.pair, texts)}</span>`
}

// Two resources that this character exchanges for each other.
function renderPair([first, second], texts) {
  return html`<span class="macao-pair">${renderSign(first, texts)}↔${renderSign(second, texts)}</span>`
}

export function renderPortrait(type) {
  return html`<span class="macao-portrait of-${type}"
    ><svg class="macao-ground" viewBox="0 0 100 110" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="100" height="110" /></svg
    >${drawPerson(FACES[type] ?? [])}</span
  >`
}

// A character. `look` is "blue" (informant), "red" (member) or "dead" (widow).
export function renderCard(name, card, look, texts, note = '') {
  const price = html`<span class="macao-price"
    ><span class="visually-hidden">${texts.cost}</span>${renderSigns(card.cost ?? [], texts)}</span
  >`
  const sign = drawUse(`do-${card.type}`, '0 0 24 24')
  const effect = html`<span class="macao-effect" aria-hidden="true">${sign}</span>`
  return html`<span class="macao-card ${look}" data-key="card-${name}">
    ${renderPortrait(card.type)}${look !== 'dead' && renderYield(card, look, texts)}${effect}
    <b class="macao-name">${look === 'dead' ? texts.deceased : texts.types[card.type]}</b>
    ${look === 'blue' && price} ${look !== 'dead' && renderCoins(card.coins, texts)}${note}</span
  >`
}

// With a minus, not a hyphen.
export function formatCoins(coins) {
  return String(coins).replace('-', '−')
}

export function renderCoins(coins, texts) {
  return html`<span class="macao-coins" title="${texts.coins_at_end}"
    >${formatCoins(coins)}<span class="visually-hidden"> ${texts.coins_at_end}</span></span
  >`
}

// A character as one word with its sign, for rows of other players.
export function renderChip(card, colour, texts) {
  const resources = renderYield(card, colour, texts)
  return html`<span class="macao-chip ${colour}">${resources} ${texts.types[card.type]}</span>`
}

// An establishment: dark while it waits, lit when it is opened. `look` is "central", "reserved" or "opened".
export function renderTile(name, tile, look, texts, { line, isFull } = {}) {
  const price = tile.cost ? renderSigns(tile.cost, texts) : renderNeeds(tile, line, texts)
  return html`<span class="macao-tile ${look}"
    ><span class="macao-house" aria-hidden="true"
      >${drawUse('house', '0 0 80 60')}${drawUse(`s-${name}`, '0 0 24 24', 'macao-shop')}</span
    ><b class="macao-name">${findTileName(name, texts)}</b
    >${look === 'reserved' && html`<span class="visually-hidden">${texts.reserved}</span>`}
    ${(look !== 'opened' || isFull) && price} ${renderCoins(tile.coins, texts)}</span
  >`
}

// What a seat must have to open an establishment; `line` says what it has already.
export function renderNeeds(tile, line, texts) {
  return html`<span class="macao-needs">
    ${Object.entries(tile.needs).map(([need, count]) => {
      const check = line?.checklist?.find((entry) => entry.need === need)
      const progress = check ? `${Math.min(check.have, count)}/${count}` : count
      return html`<span class="macao-need" data-need="${need}"
        >${check?.met && icon('check')} <span class="need-text">${texts.needs[need]}</span>
        <b>${progress}</b></span
      >`
    })}
  </span>`
}
