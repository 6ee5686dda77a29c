// Renders what stands above every board: status, invitations, offers, the result. No network, no state.

import { formatText, html, icon, trustedHtml } from './dom.js'
import { findLook, renderPortrait } from './panels.js'

export function isSameAction(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}

export function renderStatus(view, texts, connection, advice) {
  const isYourTurn = view.decisions.length > 0
  const isReconnecting = connection === 'waiting'
  return html`<h2 class="match-prompt ${isYourTurn ? 'yours' : ''}">
      ${icon(isYourTurn ? 'play' : 'clock')} <span>${view.prompt}</span>
    </h2>
    ${isYourTurn && advice}
    ${isReconnecting && html`<span class="badge warn">${icon('warning')} ${texts.reconnecting}</span>`}`
}

// What people must know before they look at the board: an invitation, an offer, a pause, the result.
export function renderNotices(view, texts, url, board) {
  const seat = view.seats[view.seat]
  const hasFreeSeat = view.status === 'open' && view.seats.some(({ taken }) => !taken)
  const isPlayedByBot = view.status === 'active' && seat?.relief && !seat.resigned
  return html`${hasFreeSeat && renderInvitation(view, texts, url, board)}
  ${view.offer && renderOffer(view, texts)}
  ${view.paused && seat && renderNoticeButton('resume', 'play', texts.resume)}
  ${isPlayedByBot && renderNoticeButton('back', 'person', texts.sit_back)}
  ${view.outcome && renderResult(view, texts)}`
}

function renderNoticeButton(command, iconName, text) {
  return html`<div class="actions">
    <button class="button primary" data-do="${command}">${icon(iconName)} ${text}</button>
  </div>`
}

// Before one sits down one reads what game it is, who invites, and how it is played.
function renderIdea(board) {
  const idea = document.getElementById('match-invitation')?.innerHTML
  if (!idea) return ''
  const picture = board.renderPicture?.()
  return html`<div class="match-idea">
    ${picture && html`<div class="idea-picture" aria-hidden="true">${picture}</div>`}
    <div>${trustedHtml(idea)}</div>
  </div>`
}

function renderInvitation(view, texts, url, board) {
  const joinButton = (look, text) =>
    html`<button class="button ${look}" data-do="join">${icon('person')} ${text}</button>`
  if (view.seat === null) {
    return html`<section class="panel match-invite">
      ${renderIdea(board)}
      <p class="actions">${joinButton('primary', texts.join)}</p>
    </section>`
  }
  return html`<section class="panel match-invite">
    <p>${texts.invite_how}</p>
    <div class="cluster">
      <input name="link" readonly value="${url}" aria-label="${texts.invite_link}">
      <button class="button primary" data-do="invite">${icon('share')} ${texts.invite}</button>
    </div>
    <p class="actions">${joinButton('', texts.join_here)}</p>
    <div class="match-host">${renderIdea(board)}</div>
  </section>`
}

function renderOffer(view, texts) {
  const { offer, seat, seats } = view
  const question = formatText(texts, `offer_${offer.kind}`, { who: seats[offer.seat].name })
  const mustAnswer = seat !== null && !offer.agreed.includes(seat)
  const pending = html`<p><strong>${question}</strong> ${texts.offer_pending}</p>`
  const answers = html`<p><strong>${question}</strong></p>
    <p class="cluster">
      <button class="button primary small" data-do="agree">${icon('check')} ${texts.agree}</button>
      <button class="button small" data-do="decline">${icon('cross')} ${texts.decline}</button>
    </p>`
  return html`<div class="note warn match-offer">
    ${icon('people')}
    <div>${mustAnswer ? answers : pending}</div>
  </div>`
}

function renderResult(view, texts) {
  const { winners, scores, end } = view.outcome
  const names = winners.map((index) => view.seats[index].name).join(', ')
  const winnersText = formatText(texts, winners.length > 1 ? 'shared_win' : 'won', { who: names })
  const sentence = winners.length ? winnersText : view.prompt
  const isEarly = end !== 'complete'
  const rematch = view.log.findLast((entry) => entry.kind === 'rematch' && entry.seat !== view.seat)
  const renderSeat = (seat) => {
    const look = findLook(view, seat.index)
    const hasWon = winners.includes(seat.index)
    return html`<li class="ending-seat look-${look} ${hasWon ? 'won' : ''}">
      <span class="seat-face" aria-hidden="true">${renderPortrait(seat, look)}</span>
      <span class="ending-name">${seat.name}</span>
      ${!isEarly && html`<b>${scores[seat.index]}</b>`}
    </li>`
  }
  return html`<section class="match-ending">
    <p class="ending-words">
      ${icon('trophy')} <strong>${sentence}</strong>${isEarly && html` ${texts.ended_early}`}
    </p>
    <ol class="ending-seats">${view.seats.map(renderSeat)}</ol>
    ${rematch && html`<p>${rematch.text}</p>`}
  </section>`
}
