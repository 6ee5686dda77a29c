// Renders the players around the table. A board adds what only its game knows, by optional methods:
//
//   board.showSeat(index, element)           opens the card that tells more about the seat
//   board.describeSeat(view, index, texts)   {score, scoreText, extra}: the score now, the same in words,
//                                            and markup with what the seat has left

import { html, icon, render } from './dom.js'
import { drawPerson, drawUse } from './people.js'

const LOOKS = 4
const PORTRAITS = [
  ['h-captain', 'p-beard'],
  ['h-captain', 'p-moustache'],
  ['h-captain', 'p-whiskers'],
  ['h-captain', 'p-young'],
]
// A captain of tin, with lamps for eyes.
const BOT_PORTRAIT = ['p-tin', 'h-captain']

// Which of the four colours with their patterns a seat has: the first one belongs to the reader.
export function findLook(view, index) {
  const count = view.seats.length
  return (index - (view.seat ?? 0) + count) % count % LOOKS
}

// The panels around a board at which nobody talks: a replay, a first game.
export function drawPanels({ others, mine, board }, view, texts) {
  render(others, renderOthers(view, texts, board, {}))
  render(mine, renderOwn(view, texts, board, {}))
}

// Whoever presses a panel reads what the board tells about the seat.
export function openPressedSeat(event, board) {
  const opener = event.target.closest('[data-seat]')
  if (opener) board.showSeat(Number(opener.dataset.seat), opener)
}

export function renderOthers(view, texts, board, messages) {
  const own = view.seat ?? 0
  const others = view.seats.map((_, i) => view.seats[(own + 1 + i) % view.seats.length]).slice(0, -1)
  return html`${others.map((seat) => renderPanel(seat, view, texts, board, messages[seat.index]))}`
}

export function renderOwn(view, texts, board, messages) {
  const seat = view.seats[view.seat ?? 0]
  return renderPanel(seat, view, texts, board, messages[seat.index])
}

function renderPanel(seat, view, texts, board, message) {
  const look = findLook(view, seat.index)
  const details = (seat.taken && view.state && board.describeSeat?.(view, seat.index, texts)) || {}
  const isLit = seat.waiting || seat.acting
  const classes = ['match-seat', `look-${look}`, isLit && 'waiting', seat.index === view.seat && 'yours']
  const hasPresence = seat.kind !== 'bot' && seat.taken && seat.present !== undefined
  const opens = seat.taken && view.state && board.showSeat
  // In a first game the reader has no other name than "you".
  const isOwn = seat.index === view.seat && seat.name.toLowerCase() !== texts.you.toLowerCase()
  return html`<li class="${classes.filter(Boolean).join(' ')}" data-key="seat-${seat.index}">
    ${opens && renderOpener(seat)}
    <span class="seat-face" aria-hidden="true"
      >${renderPortrait(seat, look)}${hasPresence &&
        html`<i class="presence ${seat.present ? 'on' : ''}"></i>`}</span
    >
    <span class="seat-name"
      ><strong>${seat.taken ? seat.name : texts.free_seat}</strong>
      ${isOwn && html`<span class="seat-you">(${texts.you})</span>`}
      ${seat.kind === 'program' && html`<span class="seat-you">(${texts.program})</span>`}
      ${hasPresence &&
        html`<span class="visually-hidden">${seat.present ? texts.here : texts.away}</span>`}</span
    >
    ${details.score !== undefined && renderScore(details)}
    ${seat.waiting && view.due && renderClock(view.due, texts)}
    ${renderSituation(seat, view, texts)}
    ${details.extra && html`<span class="seat-extra">${details.extra}</span>`}
    ${message && html`<q class="match-said">${message}</q>`}
  </li>`
}

// The whole panel can be pressed: the board tells more about the seat.
function renderOpener({ index, name }) {
  const key = `open-seat-${index}`
  return html`<button class="seat-open" data-seat="${index}" data-key="${key}" aria-label="${name}"></button>`
}

export function renderPortrait(seat, look) {
  const isBot = seat.kind === 'bot'
  const parts = [...(isBot ? BOT_PORTRAIT : PORTRAITS[look]), 'p-collar']
  const portrait = drawPerson(parts, `portrait person-${look} ${isBot ? 'is-robot' : ''}`)
  return html`${portrait}${isBot && drawUse('robot', '0 0 24 24', 'seat-robot')}`
}

function renderScore({ score, scoreText }) {
  return html`<span class="seat-score"
    ><b aria-hidden="true">${`${score}`.replace('-', '−')}</b
      ><span class="visually-hidden">${scoreText}</span></span
  >`
}

// What the seat is about to do, or did last.
function renderSituation(seat, view, texts) {
  if (seat.resigned) return html`<span class="seat-last">${icon('flag')} ${texts.gave_up}</span>`
  if (seat.relief) return html`<span class="seat-last">${icon('bot')} ${texts.relieved}</span>`
  const isOwn = seat.index === view.seat
  const turnText = isOwn ? texts.your_turn : texts.must_decide
  if (seat.waiting) return html`<span class="seat-last now">${turnText}</span>`
  const isOwnMove = (entry) => entry.kind === 'move' && entry.seat === seat.index && entry.text
  const lastMove = view.log.findLast(isOwnMove)
  const text = lastMove && dropName(findOwnSentence(lastMove, seat.name), seat.name)
  return html`<span class="seat-last" aria-hidden="true" title="${lastMove?.text}">${text}</span>`
}

// What the seat did itself: its move may have brought something to others too.
function findOwnSentence({ sentences, text }, name) {
  const told = sentences?.filter(Boolean) ?? []
  return told.find((sentence) => sentence.startsWith(`${name} `)) ?? told[0] ?? text
}

// The panel has the name already: "Anna rolls 2 and 3." is "rolls 2 and 3" there.
function dropName(sentence, name) {
  const words = sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence
  return words.replace(/\.$/, '')
}

// TurnClock writes the time that is left, and says by `data-urgency` how little it is.
function renderClock(due, texts) {
  return html`<span class="seat-clock badge match-clock" role="timer" data-due="${due}">
    ${icon('clock')}${icon('warning')} <time></time> <small>${texts.bot_soon}</small>
  </span>`
}
