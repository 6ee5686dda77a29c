// Renders the actions of a turn, and what stands in their place when the match is over.

import { formatText, html, icon } from './dom.js'
import { isSameAction } from './frame.js'

const MAX_NUMBERED_ACTIONS = 9
const MAX_PHONE_ACTIONS = 1
const MAX_LONG_ACTIONS = 2
const LONG_LABEL = 40 // letters
const narrowScreen = matchMedia('(max-width: 40rem)')

// Every action of the turn: what is possible as buttons with their keys, the rest with its reason and its
// rule.
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
  const undoEntries = view.log.filter((entry) => entry.kind === 'undo')
  const undoneNumbers = new Set(undoEntries.flatMap((entry) => entry.of))
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
  const what = texts.kinds?.[type] ?? labels[0]
  const summary = formatText(texts, 'choices', { count: indexes.length, what })
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

// A type with a name of its own can fold: on a narrow screen the board is the menu, and payments have their
// sheet.
function countShownActions(texts, type, labels) {
  if (!texts.kinds?.[type]) return MAX_NUMBERED_ACTIONS
  if (narrowScreen.matches) return MAX_PHONE_ACTIONS
  return labels.some((label) => label.length > LONG_LABEL) ? MAX_LONG_ACTIONS : MAX_NUMBERED_ACTIONS
}

// Where the match is over, these stand in the place of the actions.
export function renderEnding(view, texts, links) {
  const rematch = html`<button class="button primary" data-do="rematch">
    ${icon('dice')} ${texts.rematch}
  </button>`
  return html`${view.seat !== null && rematch}
    <a class="button" href="${links.replay}">${icon('history')} ${texts.replay}</a>
    <a class="button" href="${links.record}" download>${icon('download')} ${texts.record}</a>`
}
