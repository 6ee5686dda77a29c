// Where the cards of one type are now, as far as everybody at the table can see.

import { formatText, html } from '../games/dom.js'
import { renderSign } from './things.js'

const LOOKS = ['red', 'blue', 'dead']

// `shownName` is the card that the reader asks about.
export function renderCopies(shownName, { state, texts, view }) {
  const { type } = state.cards[shownName]
  const count = state.copies[type]
  const isOfType = ({ name }) => state.cards[name].type === type
  const places = [...listSeats(view, state), ...listPiles(state, texts)]
  const rows = places.map(([place, cards]) => [place, cards.filter(isOfType)]).filter(([, cards]) => cards.length)
  const hiddenCount = count - rows.flatMap(([, cards]) => cards).length
  return html`<section class="macao-copies">
    <h3>${texts.on_table} · ${texts.types[type]} × ${count}</h3>
    <dl class="info-facts">
      ${rows.map(([place, cards]) => renderRow(place, renderCards(cards, { state, texts, shownName })))}
      ${hiddenCount > 0 && renderRow(texts.further_down, `× ${hiddenCount}`)}
    </dl>
  </section>`
}

// The reader first.
function listSeats({ seat, seats }, state) {
  return seats.map((_, i) => {
    const index = ((seat ?? 0) + i) % seats.length
    const { red, blue, deceased } = state.seats[index]
    const namesByLook = [red, blue, deceased]
    const cards = LOOKS.flatMap((look, place) => namesByLook[place].map((name) => ({ name, look })))
    return [seats[index].name, cards]
  })
}

function listPiles({ piles }, texts) {
  return piles.map(({ top }, i) => {
    const place = formatText(texts, 'pile_number', { number: i + 1 })
    return [place, top ? [{ name: top, look: 'blue' }] : []]
  })
}

// The cards of one side as one chip with their signs.
function renderCards(cards, facts) {
  return LOOKS.map((look) => {
    const names = cards.filter((card) => card.look === look).map(({ name }) => name)
    return names.length > 0 && renderChip(names, look, facts)
  })
}

function renderChip(names, look, { state, texts, shownName }) {
  const words = { red: texts.member, blue: texts.informant, dead: texts.deceased }
  const signs = names.map((name) => {
    const isShown = name === shownName
    const note = isShown && html`<span class="visually-hidden"> (${texts.this_card})</span>`
    const sign = look !== 'dead' && renderSign(state.cards[name].resource ?? 'diamond', texts)
    return html`<span class="${isShown ? 'shown-sign' : ''}">${sign}</span>${note}`
  })
  return html`<span class="macao-chip ${look}">${signs} ${words[look]}</span>`
}

function renderRow(place, content) {
  return html`<div>
    <dt>${place}</dt>
    <dd class="macao-chips">${content}</dd>
  </div>`
}
