// What belongs to the seats of Macao: their panels, what the reader's cards yield, the result.

import { html, icon, formatText } from '../games/dom.js'
import { renderSign } from './things.js'

// What the panel of a player shows: coins, members on the way to seven, informants, establishments.
export function describeSeat(view, index, texts) {
  const seat = view.state.seats[index]
  const members = formatText(texts, 'members', { count: seat.red_count, end: seat.red_to_end })
  const informants = formatText(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })
  const shields = Array.from({ length: seat.red_to_end }, (_, i) => {
    return html`<i class="macao-shield ${i < seat.red_count ? 'full' : ''}"></i>`
  })
  return {
    score: seat.coins.total,
    scoreText: formatText(texts, 'coins', { count: seat.coins.total }),
    extra: html`<span class="macao-shields" aria-hidden="true" title="${members}">${shields}</span
      ><span class="macao-blues" aria-hidden="true" title="${informants}"
        >${seat.blue_count}/${seat.blue_limit}</span
      ><span class="visually-hidden">${members}, ${informants}</span>`,
  }
}

export function renderProduction(production, texts) {
  const croupiers = production.croupiers.length
  return html`<button class="macao-production" data-production data-key="production">
    <b>${texts.production}</b>
    <span class="production-units"
      >${production.groups.map((group) => renderGroup(group, texts))}
      ${production.jokers > 0 && html`<span>${renderSign('diamond', texts)} ${production.jokers}</span>`}
      ${croupiers > 0 && html`<span>${texts.types.croupier} −${croupiers}</span>`}</span
    >
  </button>`
}

function renderGroup({ units, resources }, texts) {
  const signs = resources.map((name, i) => html`${i > 0 && '/'}${renderSign(name, texts)}`)
  return html`<span class="${units ? '' : 'none'}">${signs} ${units}</span>`
}

// Where the coins come from, and how many gave them: their number breaks a tie.
export function renderResult({ texts, view, state }) {
  const heads = [texts.total, texts.members_of, texts.tiles_of]
  const renderRow = (seat, i) =>
    html`<tr class="${i === view.seat ? 'mine' : ''}" data-crew="${i}">
      <th scope="row">${view.outcome.winners.includes(i) && icon('trophy')} ${view.seats[i].name}</th>
      <td class="num"><strong>${view.outcome.scores[i]}</strong></td>
      <td class="num">${seat.coins.members} <small>(${seat.red_count})</small></td>
      <td class="num">${seat.coins.establishments} <small>(${seat.opened.length})</small></td>
    </tr>`
  const { winners, scores } = view.outcome
  const isTie = winners.length < scores.filter((score) => score === Math.max(...scores)).length
  return html`<div class="panel macao-final">
    ${isTie && html`<p>
      <strong>${formatText(texts, 'tie_broken', { who: view.seats[winners[0]].name })}</strong>
    </p>`}
    <p class="macao-kind" id="coins-from">${texts.coins_from}</p>
    <div class="table-scroll" role="region" tabindex="0" aria-labelledby="coins-from">
      <table class="macao-result" aria-labelledby="coins-from">
        <thead>
          <tr>
            <td></td>
            ${heads.map((head) => html`<th scope="col" class="num">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${state.seats.map(renderRow)}
        </tbody>
      </table>
    </div>
  </div>`
}
