// Renders what surrounds every board: status, seats, actions, ending, extras. Pure: no network, no state.

import { formatText, html, icon } from './dom.js'

const MAX_NUMBERED_ACTIONS = 9
const MAX_PHONE_ACTIONS = 1
const MAX_LONG_ACTIONS = 2
const LONG_LABEL = 40
const narrowScreen = matchMedia('(max-width: 40rem)')

export function isSameAction(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function formatTimeLeft(due) {
  const minutes = Math.max(0, Math.round((new Date(due) - Date.now()) / 60000))
  return minutes > 120 ? `${Math.round(minutes / 60)} h` : `${minutes} min`
}

// --- above the board

export function renderStatus(view, texts, connection) {
  const isYourTurn = view.decisions.length > 0
  const clock = html`${icon('clock')} <time>${view.due && formatTimeLeft(view.due)}</time>`
  return html`<h2 class="match-prompt ${isYourTurn ? 'yours' : ''}">
      ${icon(isYourTurn ? 'play' : 'clock')} <span>${view.prompt}</span>
    </h2>
    ${view.due && html`<span class="badge" data-due="${view.due}">${clock}</span>`}
    ${connection === 'waiting' && html`<span class="badge warn">${icon('warning')} ${texts.reconnecting}</span>`}`
}

// What people must know before they look at the board: an invitation, an offer, a pause, the result.
export function renderNotices(view, texts, { url, messages }) {
  const seat = view.seats[view.seat]
  const hasFreeSeat = view.status === 'open' && view.seats.some((each) => !each.taken)
  const isPlayedByBot = view.status === 'active' && seat?.relief && !seat.resigned
  return html`${renderSeats(view, texts, messages)} ${hasFreeSeat && renderInvitation(view, texts, url)}
  ${view.offer && renderOffer(view, texts)} ${view.paused && seat && renderNoticeButton('resume', 'play', texts.resume)}
  ${isPlayedByBot && renderNoticeButton('back', 'person', texts.sit_back)} ${view.outcome && renderResult(view, texts)}`
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
  const words = seat.present ? texts.here : texts.away
  return html`<span class="presence ${seat.present ? 'on' : ''}"><span class="visually-hidden">${words}</span></span>`
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

// What the others did since this seat last moved, the newest first: on a phone the log lies far below. A screen reader
// has already read it out.
export function renderLatestMoves(view) {
  if (view.outcome) return ''
  const ownMove = view.log.findLastIndex((entry) => entry.kind === 'move' && entry.seat === view.seat)
  const laterMoves = view.log.slice(ownMove + 1).filter((entry) => entry.kind === 'move' && entry.text)
  const sentences = laterMoves.map((entry) => entry.text).reverse()
  return html`<p class="match-latest" aria-hidden="true">${sentences.join(' ')}</p>`
}

// --- the actions

// Every action of the turn: what is possible as buttons with their keys, the rest with its reason and its rule.
export function renderActions(view, texts, selected, offersHints) {
  const types = [...new Set(view.menu.map((action) => action.type))]
  const hasDecision = view.decisions.length > 0
  return html`${selected && renderPlayButton(view, texts, selected)}
  ${types.map((type) => renderActionsOfType(view, texts, type, selected))}
  ${offersHints && hasDecision && renderKeyButton('hint', texts.hint, 'H')}
  ${canUndo(view) && renderKeyButton('undo', texts.undo, 'U')}
  ${view.disabled.length > 0 && renderImpossibleActions(view, texts)}`
}

function renderPlayButton(view, texts, selected) {
  const label = view.labels[view.menu.findIndex((action) => isSameAction(action, selected))]
  const text = formatText(texts, 'play', { what: label })
  return html`<button class="button primary" data-do="play" data-key="play">
    ${icon('check')} ${text} <kbd>↵</kbd>
  </button>`
}

function renderKeyButton(command, text, key) {
  return html`<button class="button" data-do="${command}" data-key="${command}">
    ${icon(command)} ${text} <kbd>${key}</kbd>
  </button>`
}

// The last move that still counts is this seat's; it drew nothing and revealed nothing.
function canUndo(view) {
  if (view.status !== 'active' || view.paused) return false
  const undoneNumbers = new Set(view.log.filter((entry) => entry.kind === 'undo').flatMap((entry) => entry.of))
  const lastMove = view.log.findLast((entry) => entry.kind === 'move' && !undoneNumbers.has(entry.number))
  return Boolean(lastMove) && lastMove.seat === view.seat && Boolean(lastMove.harmless)
}

function renderImpossibleActions(view, texts) {
  return html`<details class="match-fold match-impossible" data-key="impossible">
    <summary>${formatText(texts, 'impossible', { count: view.disabled.length })}</summary>
    ${view.disabled.map((entry, index) => renderImpossibleAction(entry, index, texts))}
  </details>`
}

function renderImpossibleAction({ label, reason, rule }, index, texts) {
  return html`<div class="match-disabled">
    <button
      class="button small"
      aria-disabled="true"
      aria-describedby="why-${index}"
      data-rule="${rule.key}"
      data-href="${rule.url}"
    >
      ${label}
    </button>
    <p class="why" id="why-${index}">
      ${reason} <a href="${rule.url}" data-rule="${rule.key}">${icon('book')} ${texts.rule}</a>
    </p>
  </div>`
}

// Actions of one type; too many of them wait behind a fold.
function renderActionsOfType(view, texts, type, selected) {
  const indexes = [...view.menu.keys()].filter((index) => view.menu[index].type === type)
  const labels = indexes.map((index) => view.labels[index])
  const isSmall = indexes.length > MAX_NUMBERED_ACTIONS
  const buttons = indexes.map((index) => renderActionButton(view, index, selected, isSmall))
  if (indexes.length <= countShownActions(texts, type, labels)) return buttons
  const summary = formatText(texts, 'choices', { count: indexes.length, what: texts.kinds?.[type] ?? labels[0] })
  return html`<details class="match-fold" data-key="group-${type}">
    <summary>${summary}</summary>
    <div class="cluster">${buttons}</div>
  </details>`
}

function renderActionButton(view, index, selected, isSmall) {
  const action = view.menu[index]
  const look = [
    view.menu.length === 1 && 'primary',
    isSmall && 'small',
    isSameAction(action, selected) && 'selected',
  ]
  const classes = ['button', ...look.filter(Boolean)].join(' ')
  return html`<button class="${classes}" data-menu="${index}" data-key="menu-${JSON.stringify(action)}">
    ${view.labels[index]}${index < MAX_NUMBERED_ACTIONS && html` <kbd>${index + 1}</kbd>`}
  </button>`
}

// A type with a name of its own can fold: on a narrow screen the board is the menu, and payments have their sheet.
function countShownActions(texts, type, labels) {
  if (!texts.kinds?.[type]) return MAX_NUMBERED_ACTIONS
  if (narrowScreen.matches) return MAX_PHONE_ACTIONS
  return labels.some((label) => label.length > LONG_LABEL) ? MAX_LONG_ACTIONS : MAX_NUMBERED_ACTIONS
}

// Where the match is over, these stand in the place of the actions.
export function renderEnding(view, texts, links) {
  const rematch = html`<button class="button primary" data-do="rematch">${icon('dice')} ${texts.rematch}</button>`
  return html`${view.seat !== null && rematch}
    <a class="button" href="${links.replay}">${icon('history')} ${texts.replay}</a>
    <a class="button" href="${links.record}" download>${icon('download')} ${texts.record}</a>`
}

// --- beside the board

// A long move is shown sentence by sentence.
export function renderEntry(entry) {
  const sentences = entry.sentences?.filter(Boolean) ?? []
  if (sentences.length < 2) return entry.text
  return sentences.map((sentence) => html`<span class="match-step">${sentence}</span> `)
}

export function renderLog(view) {
  const entries = view.log.filter((entry) => entry.text)
  return html`${entries.map(
    (entry) => html`<li class="${entry.kind}" data-key="log-${entry.number}">${renderEntry(entry)}</li>`,
  )}`
}

// The board in words, for those who cannot see it.
export function renderBoardWords(view) {
  return html`${view.board_words.map(
    (part) =>
      html`<h3>${part.heading}</h3>
        <ul>
          ${part.lines.map((line) => html`<li>${line}</li>`)}
        </ul>`,
  )}`
}

function renderQuietButton(command, iconName, text) {
  return html`<button class="button small quiet" data-do="${command}">${icon(iconName)} ${text}</button>`
}

export function renderExtras(view, texts, { isSoundOn, canClaim }) {
  if (view.seat === null) return html`<p class="muted">${texts.watching}</p>`
  const claimButton = renderQuietButton('claim', 'person', texts.claim)
  const soundButton = isSoundOn
    ? renderQuietButton('sound', 'speaker', texts.sound_on)
    : renderQuietButton('sound', 'mute', texts.sound_off)
  return html`${canClaim && html`<div class="cluster">${claimButton}</div>`}
    ${view.status === 'open' && renderQuietButton('leave', 'out', texts.leave)}
    ${view.status === 'active' && !view.paused && renderOfferButtons(view, texts)}
    <div class="cluster">${soundButton}${!view.outcome && renderQuietButton('notify', 'mail', texts.notify)}</div>
    <dl class="properties small match-keys">${Object.entries(texts.keys).map(renderKey)}</dl>`
}

function renderOfferButtons(view, texts) {
  return html`<div class="cluster">
    ${!view.offer && renderQuietButton('takeback', 'undo', texts.takeback)}
    ${!view.offer && renderQuietButton('pause', 'pause', texts.pause)}
    ${renderQuietButton('resign', 'flag', texts.resign)}
  </div>`
}

function renderKey([key, text]) {
  return html`<dt><kbd>${key}</kbd></dt>
    <dd>${text}</dd>`
}

// Preset phrases for everyone, and buttons that hide what another player writes.
export function renderTalk(view, texts) {
  const others = view.seats.filter((seat) => seat.index !== view.seat && seat.kind === 'human' && seat.taken)
  const phraseButtons = Object.entries(texts.phrases).map(
    ([name, text]) => html`<button class="chip" data-phrase="${name}" data-key="phrase-${name}">${text}</button>`,
  )
  return html`<div class="cluster" role="group" aria-label="${texts.say}">${phraseButtons}</div>
    <div class="cluster">${others.map((seat) => renderBlockButton(seat, texts))}</div>`
}

function renderBlockButton(seat, texts) {
  const text = formatText(texts, seat.blocked ? 'unblock' : 'block', { who: seat.name })
  return html`<button class="button small quiet" data-block="${seat.index}" data-key="block-${seat.index}">
    ${icon(seat.blocked ? 'eye' : 'mute')} ${text}
  </button>`
}

export function renderMessageForm(texts) {
  return html`<form class="cluster" data-chat>
    <label class="visually-hidden" for="match-chat">${texts.write}</label>
    <input id="match-chat" name="text" maxlength="300" autocomplete="off" placeholder="${texts.write}">
    <button class="button small">${texts.send}</button>
  </form>`
}
