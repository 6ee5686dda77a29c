// What surrounds every board, drawn from the view: status, seats, actions, ending, extras. Pure: no network, no state.

import { html, icon, say, trusted } from './dom.js'

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

export function left(due) {
  const minutes = Math.max(0, Math.round((new Date(due) - Date.now()) / 60000))
  return minutes > 120 ? `${Math.round(minutes / 60)} h` : `${minutes} min`
}

export function status(view, texts, line) {
  const yours = view.decisions.length > 0
  return html`<h2 class="match-prompt ${yours ? 'yours' : ''}">
      ${icon(yours ? 'play' : 'clock')} <span>${view.prompt}</span>
    </h2>
    ${view.due && html`<span class="badge" data-due="${view.due}">${icon('clock')} <time>${left(view.due)}</time></span>`}
    ${line === 'waiting' && html`<span class="badge warn">${icon('warning')} ${texts.reconnecting}</span>`}`
}

export function seats(view, texts, spoken = {}) {
  return html`<ul class="match-seats">
    ${view.seats.map(
      (seat) =>
        html`<li class="match-seat seat-${seat.index} ${seat.waiting ? 'waiting' : ''}">
          ${icon(seat.kind === 'bot' ? 'bot' : 'person')}
          <strong>${seat.taken ? seat.name : texts.free_seat}</strong>
          ${seat.index === view.seat && html`<span class="badge">${texts.you}</span>`}
          ${seat.relief && !seat.resigned && html`<span class="badge warn">${texts.relieved}</span>`}
          ${seat.resigned && html`<span class="badge warn">${texts.gave_up}</span>`}
          ${seat.waiting && html`<span class="badge house">${texts.must_decide}</span>`}
          ${seat.kind === 'human' && seat.taken && html`<span class="presence ${seat.present ? 'on' : ''}"><span class="visually-hidden">${seat.present ? texts.here : texts.away}</span></span>`}
          ${spoken[seat.index] && html`<q class="match-said">${spoken[seat.index]}</q>`}
        </li>`,
    )}
  </ul>`
}

// What people must know before they look at the board: an invitation, a wish of another seat, a pause, the result.
export function notices(view, texts, { url, spoken }) {
  const away =
    view.seat !== null && view.seats[view.seat].relief && !view.seats[view.seat].resigned && view.status === 'active'
  return html`${seats(view, texts, spoken)}
  ${view.status === 'open' && view.seats.some((seat) => !seat.taken) && invitation(view, texts, url)}
  ${view.offer && offer(view, texts)}
  ${view.paused && view.seat !== null && html`<div class="actions"><button class="button primary" data-do="resume">${icon('play')} ${texts.resume}</button></div>`}
  ${away && html`<div class="actions"><button class="button primary" data-do="back">${icon('person')} ${texts.sit_back}</button></div>`}
  ${view.outcome && result(view, texts)}`
}

function invitation(view, texts, url) {
  const join = (look, text) => html`<button class="button ${look}" data-do="join">${icon('person')} ${text}</button>`
  if (view.seat === null) return html`<div class="actions">${join('primary', texts.join)}</div>`
  return html`<section class="panel match-invite">
    <p>${texts.invite_how}</p>
    <div class="cluster">
      <input name="link" readonly value="${url}" aria-label="${texts.invite_link}" />
      <button class="button primary" data-do="invite">${icon('share')} ${texts.invite}</button>
    </div>
    <p class="actions">${join('', texts.join_here)}</p>
  </section>`
}

function offer(view, texts) {
  const asked = say(texts, `offer_${view.offer.kind}`, { who: view.seats[view.offer.seat].name })
  const mine = view.seat !== null && !view.offer.agreed.includes(view.seat)
  return html`<div class="note warn match-offer">
    ${icon('people')}
    <div>
      <p><strong>${asked}</strong>${!mine && html` ${texts.offer_pending}`}</p>
      ${mine && html`<p class="cluster"><button class="button primary small" data-do="agree">${icon('check')} ${texts.agree}</button> <button class="button small" data-do="decline">${icon('cross')} ${texts.decline}</button></p>`}
    </div>
  </div>`
}

function result(view, texts) {
  const winners = view.outcome.winners.map((index) => view.seats[index].name).join(', ')
  const again = view.log.findLast((entry) => entry.kind === 'rematch' && entry.seat !== view.seat)
  const early = view.outcome.end !== 'complete'
  return html`<div class="note good match-ending">
    ${icon('trophy')}
    <div>
      <p>
        <strong>${say(texts, view.outcome.winners.length > 1 ? 'shared_win' : 'won', { who: winners })}</strong
        >${early && html` ${texts.ended_early}`}
      </p>
      ${!early && html`<p class="cluster">${view.seats.map((seat) => html`<span class="match-score">${seat.name} <b>${view.outcome.scores[seat.index]}</b></span>`)}</p>`}
      ${again && html`<p>${again.text}</p>`}
    </div>
  </div>`
}

// Where the log lies far below: what the others did since this seat last moved, the newest first. Whoever hears the page has heard it.
export function latest(view) {
  const own = view.log.findLastIndex((entry) => entry.kind === 'move' && entry.seat === view.seat)
  const news = view.log
    .slice(own + 1)
    .filter((entry) => entry.kind === 'move' && entry.text)
    .reverse()
  return (
    !view.outcome && html`<p class="match-latest" aria-hidden="true">${news.map((entry) => entry.text).join(' ')}</p>`
  )
}

// Every action of the turn is here: what is possible as buttons with their keys, the rest with its reason and its rule.
export function actions(view, texts, selected, hints) {
  const kinds = [...new Set(view.menu.map((action) => action.type))]
  const label = view.labels[view.menu.findIndex((known) => same(known, selected))]
  return html`${selected && html`<button class="button primary" data-do="play" data-key="play">${icon('check')} ${say(texts, 'play', { what: label })} <kbd>↵</kbd></button>`}
  ${kinds.map((kind) => group(view, texts, kind, selected))}
  ${hints && view.decisions.length > 0 && html`<button class="button" data-do="hint" data-key="hint">${icon('hint')} ${texts.hint} <kbd>H</kbd></button>`}
  ${undoable(view) && html`<button class="button" data-do="undo" data-key="undo">${icon('undo')} ${texts.undo} <kbd>U</kbd></button>`}
  ${
    view.disabled.length > 0 &&
    html`<details class="match-fold match-impossible" data-key="impossible">
      <summary>${say(texts, 'impossible', { count: view.disabled.length })}</summary>
      ${view.disabled.map((entry, i) => impossible(entry, i, texts))}
    </details>`
  }`
}

// The last move that still counts is mine, drew nothing and revealed nothing.
function undoable(view) {
  if (view.status !== 'active' || view.paused) return false
  const undone = new Set(view.log.filter((entry) => entry.kind === 'undo').flatMap((entry) => entry.of))
  const last = view.log.findLast((entry) => entry.kind === 'move' && !undone.has(entry.number))
  return Boolean(last) && last.seat === view.seat && Boolean(last.harmless)
}

const impossible = (entry, i, texts) =>
  html`<div class="match-disabled">
    <button
      class="button small"
      aria-disabled="true"
      aria-describedby="why-${i}"
      data-rule="${entry.rule.key}"
      data-href="${entry.rule.url}"
    >
      ${entry.label}
    </button>
    <p class="why" id="why-${i}">
      ${entry.reason} <a href="${entry.rule.url}" data-rule="${entry.rule.key}">${icon('book')} ${texts.rule}</a>
    </p>
  </div>`

const SHOWN = 9
// Where the kind has a name: on a narrow screen the board is the menu, and payments are chosen on their sheet.
const narrow = matchMedia('(max-width: 40rem)')
const LONG = 40

function room(texts, kind, labels) {
  if (!texts.kinds?.[kind]) return SHOWN
  if (narrow.matches) return 1
  return labels.some((label) => label.length > LONG) ? 2 : SHOWN
}

function group(view, texts, kind, selected) {
  const indexes = view.menu.map((action, i) => (action.type === kind ? i : -1)).filter((i) => i >= 0)
  const look = (i) =>
    (view.menu.length === 1 ? 'primary' : '') +
    (indexes.length > SHOWN ? ' small' : '') +
    (same(view.menu[i], selected) ? ' selected' : '')
  const buttons = indexes.map(
    (i) =>
      html`<button class="button ${look(i)}" data-menu="${i}" data-key="menu-${JSON.stringify(view.menu[i])}">
        ${view.labels[i]}${i < SHOWN && html` <kbd>${i + 1}</kbd>`}
      </button>`,
  )
  if (
    indexes.length <=
    room(
      texts,
      kind,
      indexes.map((i) => view.labels[i]),
    )
  )
    return buttons
  return html`<details class="match-fold" data-key="group-${kind}">
    <summary>
      ${say(texts, 'choices', { count: indexes.length, what: texts.kinds?.[kind] ?? view.labels[indexes[0]] })}
    </summary>
    <div class="cluster">${buttons}</div>
  </details>`
}

// A long move is read sentence by sentence.
export function told(entry) {
  const said = entry.sentences?.filter(Boolean) ?? []
  return said.length > 1 ? said.map((sentence) => html`<span class="match-step">${sentence}</span> `) : entry.text
}

export function ending(view, texts, links) {
  return html`${view.seat !== null && html`<button class="button primary" data-do="rematch">${icon('dice')} ${texts.rematch}</button>`}
    <a class="button" href="${links.replay}">${icon('history')} ${texts.replay}</a>
    <a class="button" href="${links.record}" download>${icon('download')} ${texts.record}</a>`
}

const quiet = (action, sign, text) =>
  html`<button class="button small quiet" data-do="${action}">${icon(sign)} ${text}</button>`

export function extras(view, texts, { sound, claims }) {
  if (view.seat === null) return html`<p class="muted">${texts.watching}</p>`
  return html`${claims && html`<div class="cluster">${quiet('claim', 'person', texts.claim)}</div>`}${view.status === 'open' && quiet('leave', 'out', texts.leave)}${view.status === 'active' && !view.paused && html`<div class="cluster">${!view.offer && html`${quiet('takeback', 'undo', texts.takeback)}${quiet('pause', 'pause', texts.pause)}`}${quiet('resign', 'flag', texts.resign)}</div>`}
    <div class="cluster">
      ${quiet('sound', sound ? 'speaker' : 'mute', sound ? texts.sound_on : texts.sound_off)}${!view.outcome && quiet('notify', 'mail', texts.notify)}
    </div>
    <dl class="properties small match-keys">
      ${Object.entries(texts.keys).map(
        ([key, text]) =>
          html`<dt><kbd>${key}</kbd></dt>
            <dd>${text}</dd>`,
      )}
    </dl>`
}

// Preset phrases for everyone, and whose words one would rather not read.
export function talk(view, texts) {
  const others = view.seats.filter((seat) => seat.index !== view.seat && seat.kind === 'human' && seat.taken)
  const hide = (seat) =>
    html`<button class="button small quiet" data-block="${seat.index}" data-key="block-${seat.index}">
      ${icon(seat.blocked ? 'eye' : 'mute')} ${say(texts, seat.blocked ? 'unblock' : 'block', { who: seat.name })}
    </button>`
  return html`<div class="cluster" role="group" aria-label="${texts.say}">
      ${Object.entries(texts.phrases).map(([name, text]) => html`<button class="chip" data-phrase="${name}" data-key="phrase-${name}">${text}</button>`)}
    </div>
    <div class="cluster">${others.map(hide)}</div>`
}

export const writing = (texts) =>
  html`<form class="cluster" data-chat>
    <label class="visually-hidden" for="match-chat">${texts.write}</label>
    <input id="match-chat" name="text" maxlength="300" autocomplete="off" placeholder="${texts.write}" />
    <button class="button small">${texts.send}</button>
  </form>`

const FIELDS = {
  name: html`<input name="answer" maxlength="40" autocomplete="nickname" />`,
  mail: html`<input name="answer" type="email" maxlength="254" autocomplete="email" />`,
}

// Something to be answered in words, or only agreed to (no field).
export function question(text, field, texts) {
  return html`<form class="note cluster">
    <label>${text} ${FIELDS[field]}</label>
    <button class="button primary small">${icon('check')} ${field === 'name' ? texts.join : texts.yes}</button>
    <button type="button" class="button small quiet" data-do="dismiss">${texts.close}</button>
  </form>`
}

// What the page itself says, until it is closed.
export function note(look, sign, content, texts) {
  return html`<div class="note ${look}">
    ${icon(sign)}
    <div>
      ${content}
      <p><button class="button small" data-do="dismiss">${texts.close}</button></p>
    </div>
  </div>`
}

// The words of the glossary open on the rule's own page; here they are only words.
const TERM = /<button[^>]* class="term"[^>]*>(.*?)<\/button>/g

export function section(rule) {
  return html`<section class="match-rule" lang="${rule.language}">
    <h3><a href="${rule.url}" target="_blank">${icon('book')} ${rule.title ?? rule.heading}</a></h3>
    ${trusted((rule.html ?? '').replace(TERM, '$1'))}
  </section>`
}

export function problem({ title, detail, rule }, texts) {
  return note(
    'bad',
    'warning',
    html`<p><strong>${title}</strong> ${detail}</p>
      ${rule && section(rule)}`,
    texts,
  )
}

export function missed(entries, texts) {
  return note(
    '',
    'history',
    html`<p><strong>${texts.meanwhile}</strong></p>
      <ul>
        ${entries.map((entry) => html`<li>${entry.text}</li>`)}
      </ul>`,
    texts,
  )
}
