// Renders what stands beside every board: the log, the board in words, messages, settings of the seat.

import { SPEEDS, readSpeed } from './director.js'
import { formatText, html, icon } from './dom.js'

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

export function renderExtras(view, texts, { isSoundOn, canClaim, isCoached, screenUrl }) {
  const screenLink = screenUrl && html`<a class="button small quiet" href="${screenUrl}">
    ${icon('eye')} ${texts.table_screen}
  </a>`
  if (view.seat === null) {
    return html`<p class="muted">${texts.watching}</p>${screenLink}${renderSpeeds(texts)}`
  }
  const claimButton = renderQuietButton('claim', 'person', texts.claim)
  const soundButton = isSoundOn
    ? renderQuietButton('sound', 'speaker', texts.sound_on)
    : renderQuietButton('sound', 'mute', texts.sound_off)
  return html`${canClaim && html`<div class="cluster">${claimButton}</div>`}
    ${view.status === 'open' && renderQuietButton('leave', 'out', texts.leave)}
    ${view.status === 'active' && !view.paused && renderOfferButtons(view, texts)}
    <div class="cluster">
      ${renderQuietButton('coach', 'lantern', isCoached ? texts.coach_is_on : texts.coach_is_off)}
      ${soundButton}${!view.outcome && renderQuietButton('notify', 'mail', texts.notify)}
      ${screenLink}
    </div>
    ${renderSpeeds(texts)}
    <dl class="properties small match-keys">${Object.entries(texts.keys).map(renderKey)}</dl>`
}

function renderSpeeds(texts) {
  const currentSpeed = readSpeed()
  const buttons = SPEEDS.map(
    (speed) =>
      html`<button
        class="button small ${speed === currentSpeed ? 'selected' : 'quiet'}"
        data-speed="${speed}"
        data-key="speed-${speed}"
        aria-pressed="${speed === currentSpeed}"
      >
        ${texts.speeds[speed]}
      </button>`,
  )
  return html`<div role="group" aria-label="${texts.speed}">
    <p class="small">${texts.speed}</p>
    <div class="cluster">${buttons}</div>
  </div>`
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
  const others = view.seats.filter((seat) => seat.index !== view.seat && seat.kind !== 'bot' && seat.taken)
  const phraseButtons = Object.entries(texts.phrases).map(renderPhraseButton)
  return html`<div class="cluster" role="group" aria-label="${texts.say}">${phraseButtons}</div>
    <div class="cluster">${others.map((seat) => renderBlockButton(seat, texts))}</div>`
}

function renderPhraseButton([name, text]) {
  return html`<button class="chip" data-phrase="${name}" data-key="phrase-${name}">${text}</button>`
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
