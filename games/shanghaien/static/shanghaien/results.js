// How the last round was shared out, and the score of the match.

import { html, icon, formatText } from '../games/dom.js'
import { formatCardName, renderFace } from './cards.js'

// Stays in sight until the reader rolls.
export function renderLastRound(round, table) {
  const heading = formatText(table.texts, 'last_round', round)
  return html`<section class="shanghaien-sharing note" aria-label="${heading}">
    ${icon('history')}
    <div>
      <p><strong>${heading}</strong></p>
      ${renderSharing(round, table)}
    </div>
  </section>`
}

export function renderFoldedLastRound(round, table) {
  return html`<details class="panel shanghaien-score" data-key="sharing">
    <summary>${formatText(table.texts, 'last_round', round)}</summary>
    ${renderSharing(round, table)}
  </details>`
}

// Up to the opponent or down to the reader, as the two sit; what has no arrow leaves the game.
function renderSharing(round, table) {
  const { texts, ownSeat, view } = table
  return html`<p class="small" aria-hidden="true">↑ ${view.seats[1 - ownSeat].name}</p>
    <ol class="shanghaien-shared">
      ${round.cards.map((share) => renderShare(share, table))}
    </ol>
    <p class="small" aria-hidden="true">↓ ${view.seats[ownSeat].name} · ✕ ${texts.leaves}</p>`
}

function renderShare({ card, to, dice, sums }, { texts, ownSeat, view }) {
  const [nation, value] = card.split('-')
  const isTrick = nation === 'trick'
  const face = isTrick ? {} : { nation, value: value[0] }
  const name = isTrick ? texts.dirty_trick : formatCardName(face, texts)
  const leaves = to === null || to === undefined
  const downArrow = to === ownSeat && '↓'
  const words = `${name}, ${leaves ? texts.leaves : view.seats[to].name},`
  return html`<li data-key="card-${card}">
    <b class="theirs" aria-hidden="true">${to === 1 - ownSeat && '↑'}</b>${renderFace(face, texts)}
    <span class="visually-hidden">${words}</span
    ><b class="mine" aria-hidden="true">${leaves ? '✕' : downArrow}</b>
    <small>${dice[ownSeat]}:${dice[1 - ownSeat]}</small
    ><small>${sums && `(${sums[ownSeat]}:${sums[1 - ownSeat]})`}</small>
  </li>`
}

export function renderScore({ state, texts, ownSeat, view }) {
  const isOver = state.phase === 'over'
  const title = isOver ? texts.final_score : texts.score
  const names = [view.seats[ownSeat].name, view.seats[1 - ownSeat].name]
  const headings = view.seat === null ? names : [texts.you_short, texts.them_short]
  const [score, otherScore] = [state.seats[ownSeat].score, state.seats[1 - ownSeat].score]
  const renderHeading = (text) => html`<th scope="col" class="num">${text}</th>`
  return html`<details class="panel shanghaien-score" data-key="score" open>
    <summary>${title} · <b>${score} – ${otherScore}</b></summary>
    <div class="table-scroll" role="region" tabindex="0" aria-label="${title}">
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.nation}</th>
            ${headings.map(renderHeading)}${!isOver && renderHeading(texts.left)}
            ${renderHeading(texts.counts_now)}
          </tr>
        </thead>
        <tbody>
          ${state.table.map((line) => renderNationRow(line, isOver, texts))}
          ${renderTricksRow(state.seats[ownSeat].tricks, state.seats[1 - ownSeat].tricks, isOver, texts)}
        </tbody>
      </table>
    </div>
  </details>`
}

function renderNationRow(line, isOver, texts) {
  const left = html`<td class="num">${line.points_left} <small>(${line.cards_left})</small></td>`
  return html`<tr>
    <th scope="row" class="shanghaien-nation">
      <span class="shanghaien-flag nation-${line.nation}"></span>
      <span class="shanghaien-wide">${texts.nations[line.nation]}</span
      ><span class="shanghaien-tiny">${texts.nations_short[line.nation]}</span>
    </th>
    <td class="num mine">${line.mine}</td>
    <td class="num theirs">${line.opponent}</td>
    ${!isOver && left}
    <td class="num">${line.mine_now}:${line.opponent_now}</td>
  </tr>`
}

function renderTricksRow(ownTricks, otherTricks, isOver, texts) {
  return html`<tr>
    <th scope="row">${icon('star')} ${texts.tricks}</th>
    <td class="num mine">${ownTricks.length}</td>
    <td class="num theirs">${otherTricks.length}</td>
    ${!isOver && html`<td></td>`}
    <td class="num">${ownTricks.length}:${otherTricks.length}</td>
  </tr>`
}
