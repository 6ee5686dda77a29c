// What surrounds every board, drawn from the view: status, seats, actions, ending, extras. Pure: no network, no state.

import { html, icon, say } from './dom.js'

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

export function left(due) {
  const minutes = Math.max(0, Math.round((due - Date.now()) / 60000))
  return minutes > 120 ? `${Math.round(minutes / 60)} h` : `${minutes} min`
}

export function status(view, texts, line) {
  const yours = view.decisions.length > 0
  return html`<h2 class="match-prompt ${yours ? 'yours' : ''}">${icon(yours ? 'play' : 'clock')} <span>${view.prompt}</span></h2>
    ${view.due && html`<span class="badge" data-due="${view.due}">${icon('clock')} <time>${left(view.due)}</time></span>`}
    ${line === 'waiting' && html`<span class="badge warn">${icon('warning')} ${texts.reconnecting}</span>`}`
}

export function seats(view, texts) {
  return html`<ul class="match-seats">${view.seats.map((seat) => html`<li class="match-seat seat-${seat.index} ${seat.waiting ? 'waiting' : ''}">
    ${icon(seat.kind === 'bot' ? 'bot' : 'person')} <strong>${seat.taken ? seat.name : texts.free_seat}</strong>
    ${seat.index === view.seat && html`<span class="badge">${texts.you}</span>`}
    ${seat.relief && html`<span class="badge warn">${texts.relieved}</span>`}
    ${seat.waiting && html`<span class="badge house">${texts.must_decide}</span>`}
    ${seat.kind === 'human' && seat.taken && html`<span class="presence ${seat.present ? 'on' : ''}"><span class="visually-hidden">${seat.present ? texts.here : texts.away}</span></span>`}</li>`)}</ul>
    ${view.status === 'open' && view.seats.some((seat) => !seat.taken) && html`<div class="actions">
      <button class="button primary" data-do="join">${icon('person')} ${view.seat === null ? texts.join : texts.join_here}</button>
      <button class="button" data-do="invite">${icon('share')} ${texts.invite}</button></div>`}
    ${view.seat !== null && view.seats[view.seat].relief && !view.seats[view.seat].resigned && html`<button class="button primary" data-do="back">${icon('person')} ${texts.sit_back}</button>`}`
}

// Every action of the turn is here: what is possible as buttons with their keys, the rest with its reason and its rule.
export function actions(view, texts, selected) {
  const kinds = [...new Set(view.menu.map((action) => action.type))]
  const label = view.labels[view.menu.findIndex((known) => same(known, selected))]
  return html`<div class="match-choices">${selected && html`<button class="button primary" data-do="play" data-key="play">${icon('check')} ${say(texts, 'play', { what: label })} <kbd>↵</kbd></button>`}
    ${kinds.map((kind) => group(view, texts, kind, selected))}</div>
    ${view.disabled.length > 0 && html`<details class="more match-impossible" data-key="impossible"><summary>${say(texts, 'impossible', { count: view.disabled.length })}</summary>${view.disabled.map((entry, i) => impossible(entry, i, texts))}</details>`}`
}

const impossible = (entry, i, texts) => html`<div class="match-disabled">
  <button class="button small" aria-disabled="true" aria-describedby="why-${i}" data-rule="${entry.rule.key}" data-href="${entry.rule.url}">${entry.label}</button>
  <p class="why" id="why-${i}">${entry.reason} <a href="${entry.rule.url}" data-rule="${entry.rule.key}">${icon('book')} ${texts.rule}</a></p></div>`

const SHOWN = 9
// On a narrow screen the board is the menu; where the kind has a name, more than a few of its actions fold away.
const NARROW = 3
const narrow = matchMedia('(max-width: 40rem)')

function group(view, texts, kind, selected) {
  const indexes = view.menu.map((action, i) => (action.type === kind ? i : -1)).filter((i) => i >= 0)
  const look = (i) => (view.menu.length === 1 ? 'primary' : '') + (indexes.length > SHOWN ? ' small' : '') + (same(view.menu[i], selected) ? ' selected' : '')
  const buttons = indexes.map((i) => html`<button class="button ${look(i)}" data-menu="${i}" data-key="menu-${JSON.stringify(view.menu[i])}">${view.labels[i]}${i < SHOWN && html` <kbd>${i + 1}</kbd>`}</button>`)
  if (indexes.length <= (narrow.matches && texts.kinds?.[kind] ? NARROW : SHOWN)) return buttons
  return html`<details class="more" data-key="group-${kind}"><summary>${say(texts, 'choices', { count: indexes.length, what: texts.kinds?.[kind] ?? view.labels[indexes[0]] })}</summary><div class="cluster">${buttons}</div></details>`
}

// A long move is read sentence by sentence.
export function told(entry) {
  const said = entry.sentences?.filter(Boolean) ?? []
  return said.length > 1 ? said.map((sentence) => html`<span class="match-step">${sentence}</span> `) : entry.text
}

export function ending(view, texts, links) {
  const winners = view.outcome.winners.map((index) => view.seats[index].name).join(', ')
  return html`<div class="note good match-ending">${icon('trophy')}<div><p><strong>${say(texts, view.outcome.winners.length > 1 ? 'shared_win' : 'won', { who: winners })}</strong></p>
    <p class="cluster">${view.seats.map((seat) => html`<span class="badge">${seat.name} · ${view.outcome.scores[seat.index]}</span>`)}</p></div></div>
    ${view.seat !== null && html`<button class="button primary" data-do="rematch">${icon('dice')} ${texts.rematch}</button>`}
    <a class="button" href="${links.replay}">${icon('history')} ${texts.replay}</a>
    <a class="button" href="${links.record}" download>${icon('download')} ${texts.record}</a>`
}

export function extras(view, texts, { sound, hints }) {
  const button = (action, sign, text) => html`<button class="button small quiet" data-do="${action}">${icon(sign)} ${text}</button>`
  const offered = view.offer && !view.offer.agreed.includes(view.seat)
  if (view.seat === null) return html`<p class="muted">${texts.watching}</p>`
  return html`${offered && html`<p>${say(texts, `offer_${view.offer.kind}`, { who: view.seats[view.offer.seat].name })}</p>${button('agree', 'check', texts.agree)}${button('decline', 'cross', texts.decline)}`}
    ${view.paused && button('resume', 'play', texts.resume)}
    ${view.status === 'active' && !view.paused && html`<div class="cluster">${button('undo', 'undo', texts.undo)}${button('takeback', 'undo', texts.takeback)}
      ${hints && view.decisions.length > 0 && button('hint', 'hint', texts.hint)}${button('pause', 'pause', texts.pause)}${button('resign', 'flag', texts.resign)}</div>`}
    <div class="cluster">${button('sound', sound ? 'speaker' : 'mute', sound ? texts.sound_on : texts.sound_off)}${button('notify', 'mail', texts.notify)}</div>
    <div class="cluster" role="group" aria-label="${texts.say}">${Object.entries(texts.phrases).map(([name, text]) => html`<button class="chip" data-phrase="${name}">${text}</button>`)}</div>
    <div class="cluster">${view.seats.filter((seat) => seat.index !== view.seat && seat.kind === 'human').map((seat) => html`<button class="button small quiet" data-block="${seat.index}">${icon('mute')} ${say(texts, 'block', { who: seat.name })}</button>`)}</div>
    <dl class="properties small">${Object.entries(texts.keys).map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`)}</dl>`
}
