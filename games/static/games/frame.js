// Renders what stands above every board: status, seats, invitations, offers, the result. No network, no
// state.

import { formatText, html, icon } from './dom.js'

export function isSameAction(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function formatTimeLeft(due) {
  const minutes = Math.max(0, Math.round((new Date(due) - Date.now()) / 60000))
  return minutes > 120 ? `${Math.round(minutes / 60)} h` : `${minutes} min`
}

export function renderStatus(view, texts, connection) {
  const isYourTurn = view.decisions.length > 0
  const isReconnecting = connection === 'waiting'
  const clock = html`${icon('clock')} <time>${view.due && formatTimeLeft(view.due)}</time>`
  return html`<h2 class="match-prompt ${isYourTurn ? 'yours' : ''}">
      ${icon(isYourTurn ? 'play' : 'clock')} <span>${view.prompt}</span>
    </h2>
    ${view.due && html`<span class="badge" data-due="${view.due}">${clock}</span>`}
    ${isReconnecting && html`<span class="badge warn">${icon('warning')} ${texts.reconnecting}</span>`}`
}

// What people must know before they look at the board: an invitation, an offer, a pause, the result.
export function renderNotices(view, texts, { url, messages }) {
  const seat = view.seats[view.seat]
  const hasFreeSeat = view.status === 'open' && view.seats.some(({ taken }) => !taken)
  const isPlayedByBot = view.status === 'active' && seat?.relief && !seat.resigned
  return html`${renderSeats(view, texts, messages)} ${hasFreeSeat && renderInvitation(view, texts, url)}
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

function renderSeats(view, texts, messages) {
  return html`<ul class="match-seats">
    ${view.seats.map((seat) => renderSeat(seat, view, texts, messages[seat.index]))}
  </ul>`
}

function renderSeat(seat, view, texts, message) {
  return html`<li class="match-seat seat-${seat.index} ${seat.waiting ? 'waiting' : ''}">
    ${icon(seat.kind === 'bot' ? 'bot' : 'person')}
    <strong>${seat.taken ? seat.name : texts.free_seat}</strong>
    ${seat.index === view.seat && html`<span class="badge">${texts.you}</span>`}
    ${seat.relief && !seat.resigned && html`<span class="badge warn">${texts.relieved}</span>`}
    ${seat.resigned && html`<span class="badge warn">${texts.gave_up}</span>`}
    ${seat.waiting && html`<span class="badge house">${texts.must_decide}</span>`}
    ${seat.kind === 'human' && seat.taken && renderPresence(seat, texts)}
    ${message && html`<q class="match-said">${message}</q>`}
  </li>`
}

function renderPresence(seat, texts) {
  const words = html`<span class="visually-hidden">${seat.present ? texts.here : texts.away}</span>`
  return html`<span class="presence ${seat.present ? 'on' : ''}">${words}</span>`
}

function renderInvitation(view, texts, url) {
  const joinButton = (look, text) =>
    html`<button class="button ${look}" data-do="join">${icon('person')} ${text}</button>`
  if (view.seat === null) return html`<div class="actions">${joinButton('primary', texts.join)}</div>`
  return html`<section class="panel match-invite">
    <p>${texts.invite_how}</p>
    <div class="cluster">
      <input name="link" readonly value="${url}" aria-label="${texts.invite_link}">
      <button class="button primary" data-do="invite">${icon('share')} ${texts.invite}</button>
    </div>
    <p class="actions">${joinButton('', texts.join_here)}</p>
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
  const sentence = formatText(texts, winners.length > 1 ? 'shared_win' : 'won', { who: names })
  const isEarly = end !== 'complete'
  const rematch = view.log.findLast((entry) => entry.kind === 'rematch' && entry.seat !== view.seat)
  const renderScore = (seat) =>
    html`<span class="match-score">${seat.name} <b>${scores[seat.index]}</b></span>`
  return html`<div class="note good match-ending">
    ${icon('trophy')}
    <div>
      <p><strong>${sentence}</strong>${isEarly && html` ${texts.ended_early}`}</p>
      ${!isEarly && html`<p class="cluster">${view.seats.map(renderScore)}</p>`}
      ${rematch && html`<p>${rematch.text}</p>`}
    </div>
  </div>`
}

// What the others did since this seat last moved, the newest first: on a phone the log lies far below. A
// screen reader has already read it out.
export function renderLatestMoves(view) {
  if (view.outcome) return ''
  const ownMove = view.log.findLastIndex((entry) => entry.kind === 'move' && entry.seat === view.seat)
  const laterMoves = view.log.slice(ownMove + 1).filter((entry) => entry.kind === 'move' && entry.text)
  const sentences = laterMoves.map((entry) => entry.text).reverse()
  return html`<p class="match-latest" aria-hidden="true">${sentences.join(' ')}</p>`
}
