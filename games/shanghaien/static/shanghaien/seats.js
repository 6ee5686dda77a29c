// What belongs to the seats of Shanghaien: the captains beside the tavern, the dice left, the crews.

import { html, icon, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { formatCardName, getSeatClass, renderDie } from './cards.js'

// The grey captains left and right: the chosen one stands where number 1 is. A coloured captain has cheated.
export function renderCaptain(end, table) {
  const { state, texts, view, selected } = table
  const action = view.menu.find(({ type, one }) => type === 'direction' && one === end)
  if (action) {
    return html`<button
      class="shanghaien-captain"
      data-end="${end}"
      data-key="captain-${end}"
      aria-pressed="${isSameAction(action, selected)}"
    >
      ${icon('captain')}<span>1</span><span class="visually-hidden">${texts[`end_${end}`]}</span>
    </button>`
  }
  if (state.direction !== end) return html`<span class="shanghaien-captain"></span>`
  const cheats = [0, 1].filter((seat) => state.seats[seat].trick_played)
  const captains = cheats.length ? cheats.map((seat) => renderCheat(seat, table)) : icon('captain')
  return html`<span class="shanghaien-captain">${captains}</span>`
}

// A captain in the colour of the seat that has cheated.
function renderCheat(seat, { view, texts, ownSeat }) {
  const words = formatText(texts, 'cheated', { who: view.seats[seat].name })
  return html`<span class="${getSeatClass(seat, ownSeat)}"
    >${icon('captain')}<span class="visually-hidden">${words}</span></span
  >`
}

export function renderSupply(seat, table) {
  const { state, texts, view, ownSeat } = table
  const { supply, tricks, crew } = state.seats[seat]
  const isOver = state.phase === 'over'
  const namesByNation = Object.entries(crew)
  const count = namesByNation.reduce((sum, [, names]) => sum + names.length, 0)
  const dice = Array.from({ length: isOver ? 1 : supply }, () => renderDie(0, getSeatClass(seat, ownSeat)))
  const supplyText = !isOver && html`<span>${formatText(texts, 'supply', { count: supply })}</span>`
  return html`<div class="shanghaien-supply">
    <p>
      <span class="shanghaien-supply-dice">${dice}</span>
      <strong>${view.seats[seat].name}</strong>${supplyText}
    </p>
    <details data-key="crew-${seat}" ${isOver ? 'open' : ''}>
      <summary>${formatText(texts, 'crew', { count, tricks: tricks.length })}</summary>
      <ul class="shanghaien-crew">
        ${namesByNation.map(([nation, names]) => renderSailors(nation, names, texts))}
        ${tricks.map((trick) => html`<li>${icon('star')} ${formatCardName(trick, texts)}</li>`)}
      </ul>
    </details>
  </div>`
}

// The sailors of one nation by their values; a dirty trick counts as one of two.
function renderSailors(nation, names, texts) {
  const values = names.map((name) => {
    if (name.startsWith('trick')) return `2 (${texts.uses.joker})`
    return name.split('-')[1][0]
  })
  return html`<li>
    <span class="shanghaien-flag nation-${nation}"></span> ${texts.nations[nation]} ${values.join(' + ')}
  </li>`
}
