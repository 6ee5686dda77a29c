// What the selected card may bring, in words, from the engine's preview in `state.ghosts`.

import { html, icon, formatText } from '../games/dom.js'
import { formatScoundrel } from './cards.js'
import { findLandings } from './choices.js'

export function renderPreview(table) {
  const { state, selected, texts } = table
  if (!selected || state.telling || !state.ghosts) return ''
  switch (selected.type) {
    case 'choose_jack':
    case 'rum_jack': {
      const landings = findLandings(table)
      const lines = landings.map(({ space }) => formatText(texts, 'ghost_jack', { dive: space + 1 }))
      return renderNote(null, lines, texts)
    }
    case 'rum': {
      const landings = state.ghosts.rum.filter(({ number }) => number === selected.number)
      const lines = landings.flatMap((landing) => describeLanding(landing, table))
      return renderNote(selected.number, lines, texts)
    }
    case 'choose':
      return renderCardPreview(table)
    default:
      return ''
  }
}

function renderCardPreview(table) {
  const { state, selected, texts } = table
  const ghost = state.ghosts.cards.find(({ card }) => card === selected.card)
  if (!ghost) return ''
  const cancelLine = ghost.cancelled_by.length > 0 && describeCancel(ghost, table)
  if (ghost.card === 'rum') return renderNote(null, [texts.ghost_rum, cancelLine], texts)
  return renderNote(ghost.card, [...describeLanding(ghost.landings[0], table), cancelLine], texts)
}

function renderNote(number, lines, texts) {
  return html`<div class="halunken-preview" role="status">
    ${icon('eye')}
    <div>
      ${number && html`<p><strong>${formatText(texts, 'ghost', { number })}</strong></p>`}
      <ul>
        ${lines.filter(Boolean).map((line) => html`<li>${line}</li> `)}
      </ul>
    </div>
  </div>`
}

// Whom the captain would take, rob and meet at this dive, and who might come first. Where it is, the ring
// shows too.
function describeLanding(landing, { texts, view }) {
  const where = formatText(texts, 'lands', { dive: landing.space + 1 })
  const lines = [html`<span class="preview-where">${where}</span>`]
  if (landing.takes) lines.push(formatText(texts, 'takes', { card: formatScoundrel(landing.takes, texts) }))
  else lines.push(texts.takes_nobody)
  if (landing.captain !== null) {
    const who = view.seats[landing.captain].name
    lines.push(formatText(texts, landing.robs ? 'brawls' : 'brawls_vainly', { who }))
  }
  if (landing.jack) lines.push(texts[landing.salvage ? 'meets' : 'meets_vainly'])
  if (landing.rivals.length > 0) {
    const rivals = landing.rivals.map((rival) => describeRival(rival, view, texts)).join(', ')
    lines.push(formatText(texts, 'rivals', { rivals }))
  }
  return lines
}

// Who could be there first, and by which cards: "Bernd (6, rum)".
function describeRival({ seat, cards }, view, texts) {
  const words = cards.map((card) => (card === 'rum' ? texts.rum : card)).join(', ')
  return `${view.seats[seat].name} (${words})`
}

// Whoever plays the same card cancels it; the captain then stays, and may take a card there.
function describeCancel(ghost, { state, texts, view }) {
  const who = ghost.cancelled_by.map((seat) => view.seats[seat].name).join(', ')
  const { stay } = state.ghosts
  if (!stay) return formatText(texts, 'cancel_vainly', { who })
  return formatText(texts, 'cancel', { who, card: formatScoundrel(stay, texts) })
}
