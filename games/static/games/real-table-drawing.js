// The page for a real table: whose turn it is, what happened, what can be tapped, and what waits for the
// network.

import { formatText, html, icon } from './dom.js'
import { drawChoices } from './real-table-choices.js'

const [SHOWN_EVENTS, EXPLAINED_NOTES] = [12, 3]

export function drawPage(table) {
  return html`${drawStatus(table)}${drawNews(table)}${drawNotes(table)}
    ${drawChoices(table)}${drawTools(table)}
    ${drawTable(table)}`
}

function drawStatus(table) {
  const { view, texts } = table
  const { seats, seat, decisions, luck, status, prompt } = view
  if (status === 'finished') return drawResult(table)
  const [decision] = decisions
  const who = seat !== null && seats[seat].name
  if (seat === null) return html`<h2 class="real-who">${prompt}</h2><p>${texts.watching}</p>`
  const awaited = luck?.awaits[0]
  if (awaited) return html`<div role="status"><h2 class="real-who">${awaited.text}</h2></div>`
  const title = decision && who ? formatText(texts, 'turn_of', { who }) : prompt
  return html`<h2 class="real-who">${title}</h2>
    ${decision && html`<p class="real-task" role="status">${decision.text}</p>`}`
}

function drawResult(table) {
  const { view: { outcome, seats }, texts, path } = table
  const who = outcome.winners.map((seat) => seats[seat].name).join(', ')
  const name = outcome.winners.length > 1 ? 'shared_win' : 'won'
  const title = who ? formatText(texts, name, { who }) : texts.nobody_won
  return html`<h2 class="real-who">${title}</h2>
    <ul class="real-points">
      ${seats.map((seat, index) => {
        const values = { who: seat.name, points: outcome.scores[index] }
        return html`<li>${formatText(texts, 'points', values)}</li>`
      })}
    </ul>
    <p class="actions">
      <a class="button" href="${table.getAttribute('replay')}">${icon('play')} ${texts.replay}</a>
      <a class="button" href="/api/v1${path}/record/">${icon('download')} ${texts.record}</a>
    </p>`
}

// The last move in words, and what is wrong with the last entry.
function drawNews({ view, texts, problem, notice }) {
  const last = view.log.findLast(({ kind }) => kind === 'move')
  const { detail, errors, rule } = problem ?? {}
  return html`${
      last && html`<ul class="real-news">
        ${last.sentences.filter(Boolean).map((line) => html`<li>${line}</li>`)}
      </ul>`
    }
    <div role="alert">
      ${notice && html`<div class="note"><p>${notice}</p></div>`}
      ${problem && html`<div class="note bad"><p>
        ${detail} ${Object.keys(errors ?? {}).join(', ')}
        ${rule && html`<a href="${rule.url}">${icon('book')} ${rule.title ?? texts.rule}</a>`}
      </p></div>`}
    </div>`
}

// What waits for the network, and why it stopped. The explanation comes with the first notes: later it would
// only push the buttons down.
function drawNotes({ notes, texts, stopped }) {
  if (!notes.areKept) return ''
  const isNew = notes.notes.length <= EXPLAINED_NOTES
  const count = formatText(texts, 'noted', { count: notes.notes.length })
  if (!stopped) {
    return html`<div class="note" role="status"><p>${isNew && texts.noting} <b>${count}</b></p></div>`
  }
  return html`<div class="note"><div>
    <p>${formatText(texts, 'notes_stopped', { note: notes.tellOldest() })} <b>${count}</b></p>
    <p class="actions">
      <button class="button" data-do="retry">${texts.notes_retry}</button>
      <button class="button" data-do="skip">${texts.notes_skip}</button>
      <button class="button" data-do="forget">${texts.notes_forget}</button>
    </p>
  </div></div>`
}

function drawTools({ view, texts, keeper, notes }) {
  if (view.seat === null) return ''
  return html`<p class="actions">
    <button class="button big" data-do="undo" data-key="undo">${icon('undo')} ${texts.undo}</button>
  </p>
  ${keeper?.isKept && notes.Notebook && html`<p class="small muted">${icon('check')} ${texts.kept}</p>`}`
}

function drawTable(table) {
  const { view: { board_words: words, log, status, seat }, texts } = table
  return html`${words && html`<details class="real-more" data-key="table" open>
      <summary>${texts.table}</summary>
      ${words.map(({ heading, lines }) => html`<h3>${heading}</h3>
        <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`)}
    </details>`}
    <details class="real-more" data-key="log">
      <summary>${texts.log}</summary>
      <ol>${log.slice(-SHOWN_EVENTS).map(({ text }) => text && html`<li>${text}</li>`)}</ol>
    </details>
    <details class="real-more" data-key="others">
      <summary>${texts.others}</summary>
      <p class="actions">
        <a class="button" href="${table.getAttribute('screen')}">${icon('eye')} ${texts.screen}</a>
        ${seat !== null && html`<button class="button" data-do="share">
          ${icon('link')} ${texts.share}
        </button>`}
        ${seat !== null && status === 'active' && html`<button class="button" data-do="end">${icon('flag')}
          ${texts.end}</button>`}
      </p>
    </details>`
}
