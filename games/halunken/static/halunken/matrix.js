// The table of who has played which card.

import { html, formatText } from '../games/dom.js'
import { ROUND_CARDS, renderFace } from './cards.js'
import { renderBadge } from './ring.js'

export function renderMatrix({ state, texts, view, lookOf }) {
  return html`<section class="halunken-matrix panel">
    <h3 data-matrix>${texts.matrix}</h3>
    <p class="small muted">${texts.matrix_hint}</p>
    <div class="table-scroll" role="region" tabindex="0" aria-label="${texts.matrix}">
      <table>
        <tbody>
          ${state.hands.map((hand, seat) =>
            renderRow(hand, seat, view.seats[seat].name, lookOf(seat), texts),
          )}
        </tbody>
      </table>
    </div>
    ${state.jack && renderJackCards(state.jack, texts)}
  </section>`
}

function renderRow(hand, seat, name, look, texts) {
  return html`<tr data-crew="${seat}">
    <th scope="row">${renderBadge(seat, look)} <span class="halunken-who">${name}</span></th>
    ${ROUND_CARDS.map((card) => renderCell(card, hand.played.indexOf(card) + 1, texts))}
  </tr>`
}

// A card, and the round in which it was played; 0 while it is in the hand.
function renderCell(card, round, texts) {
  const name = card === 'rum' ? texts.rum : card
  const what = round ? formatText(texts, 'played_in', { round }) : texts.not_played
  const words = formatText(texts, 'labelled', { name, what })
  return html`<td class="${round ? 'gone' : 'left'}">
    <span aria-hidden="true">${renderFace(card, texts)}</span><span class="visually-hidden">${words}</span>
  </td>`
}

function renderJackCards(jack, texts) {
  const cards = [...jack.played, ...jack.left].sort(compareCards)
  return html`<h4>Black Jack</h4>
    <ul class="halunken-jacks" data-jacks>
      ${cards.map((card) => renderJackCard(card, jack.played.includes(card), texts))}
    </ul>`
}

// Numbers first, then the rum.
function compareCards(one, other) {
  if (one === 'rum' || other === 'rum') return (one === 'rum') - (other === 'rum')
  return one - other
}

function renderJackCard(card, isPlayed, texts) {
  const words = isPlayed ? '' : texts.not_played
  return html`<li class="${isPlayed ? 'gone' : ''}">
    ${renderFace(card, texts)}<span class="visually-hidden"> ${words}</span>
  </li>`
}
