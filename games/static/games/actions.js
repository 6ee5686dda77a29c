// Renders the actions of a turn, and what stands in their place when the match is over.

import { formatText, html, icon } from './dom.js'
import { isSameAction } from './frame.js'

const MAX_NUMBERED_ACTIONS = 9
const MAX_BUTTONS = 5
const LONG_LABEL = 24 // letters
const VERY_LONG_LABEL = 90

// Every action of the turn: what is possible as buttons with their keys, the rest with its reason and its
// rule.
// `retried` is an action that could not be sent yet: until the server has answered nothing else can be
// played. `loudType` is a type of action that the board calls out: it keeps its place also while it is
// impossible.
export function renderActions(view, texts, { selected, retried, offersHints, loudType }) {
  if (retried) return renderRetriedAction(view, texts, retried)
  const hasDecision = view.decisions.length > 0
  const quiet = hasDecision && view.disabled.find(({ action }) => action.type === loudType)
  const others = [
    canUndo(view) && renderKeyButton('undo', texts.undo, 'U'),
    offersHints && hasDecision && renderKeyButton('hint', texts.hint, 'H'),
    view.disabled.length > 0 && renderImpossibleActions(view, texts),
  ].filter(Boolean)
  if (quiet && view.menu.length + others.length < MAX_BUTTONS) others.unshift(renderQuiet(quiet))
  const first = selected ? [renderPlayButton(view, texts, selected)] : []
  const room = MAX_BUTTONS - first.length - others.length
  const buttons = [...first, ...renderMenu(view, texts, selected, room), ...others]
  return html`${buttons.slice(0, MAX_BUTTONS)}`
}

// The actions of the menu in so many buttons, if possible: types with many actions fold. What is selected has
// a button of its own already.
function renderMenu(view, texts, selected, room) {
  const allTypes = [...new Set(view.menu.map((action) => action.type))]
  const isOpen = (index, type) => view.menu[index].type === type && !isSameAction(view.menu[index], selected)
  const indexesOf = (type) => [...view.menu.keys()].filter((index) => isOpen(index, type))
  const types = allTypes.filter((type) => indexesOf(type).length > 0)
  const byCount = types.map((type) => indexesOf(type)).sort((one, other) => one.length - other.length)
  let spare = room - types.length
  const unfolded = new Set()
  for (const indexes of byCount) {
    const isLong = indexes.some((index) => view.labels[index].length > LONG_LABEL)
    const canFold = indexes.length > 1 || texts.kinds?.[view.menu[indexes[0]].type]
    if (indexes.length - 1 > spare || (isLong && canFold)) continue
    spare -= indexes.length - 1
    unfolded.add(view.menu[indexes[0]].type)
  }
  return types.flatMap((type) => renderActionsOfType(view, texts, indexesOf(type), unfolded.has(type)))
}

function findLabel(view, action) {
  return view.labels[view.menu.findIndex((offered) => isSameAction(offered, action))]
}

function renderRetriedAction(view, texts, retried) {
  const label = findLabel(view, retried)
  return html`<button class="button primary" data-do="retry" data-key="play" aria-busy="true">
    ${label && formatText(texts, 'play', { what: label })} <em>${texts.sending_again}</em>
  </button>`
}

function renderPlayButton(view, texts, selected) {
  const text = formatText(texts, 'play', { what: findLabel(view, selected) })
  const look = text.length > VERY_LONG_LABEL ? 'match-long' : ''
  return html`<button class="button primary ${look}" data-do="play" data-key="play">
    ${icon('check')} ${text} <kbd>↵</kbd>
  </button>`
}

function renderKeyButton(command, text, key) {
  return html`<button class="button" data-do="${command}" data-key="${command}">
    ${icon(command)} <span>${text}</span> <kbd>${key}</kbd>
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

function renderQuiet({ label, reason, rule }) {
  return html`<button
    class="button match-quiet"
    aria-disabled="true"
    data-key="quiet"
    data-rule="${rule.key}"
    data-href="${rule.url}"
    data-reason="${reason}"
  >
    <span>${label}</span><small>${reason}</small>
  </button>`
}

function renderImpossibleActions(view, texts) {
  return html`<details class="match-fold match-impossible" name="match-actions" data-key="impossible">
    <summary>
      ${icon('lock')}<span>${formatText(texts, 'impossible', { count: view.disabled.length })}</span>
    </summary>
    <div class="fold-content">
      ${view.disabled.map((entry, index) => renderImpossibleAction(entry, index, texts))}
    </div>
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
      data-reason="${reason}"
    >
      ${label}
    </button>
    <p class="why" id="why-${index}">
      ${reason} <a href="${rule.url}" data-rule="${rule.key}">${icon('book')} ${texts.rule}</a>
    </p>
  </div>`
}

// Actions of one type; too many of them wait behind a fold.
function renderActionsOfType(view, texts, indexes, isUnfolded) {
  const { type } = view.menu[indexes[0]]
  const isSmall = indexes.length > MAX_NUMBERED_ACTIONS
  const buttons = indexes.map((index) => renderActionButton(view, index, isSmall))
  if (isUnfolded) return buttons
  const what = texts.kinds?.[type] ?? view.labels[indexes[0]]
  const summary = formatText(texts, 'choices', { count: indexes.length, what })
  return [
    html`<details class="match-fold" name="match-actions" data-key="group-${type}">
      <summary>${summary}</summary>
      <div class="fold-content cluster">${buttons}</div>
    </details>`,
  ]
}

function renderActionButton(view, index, isSmall) {
  const action = view.menu[index]
  const look = [view.menu.length === 1 && 'primary', isSmall && 'small']
  const classes = ['button', ...look.filter(Boolean)].join(' ')
  return html`<button
    class="${classes}"
    data-menu="${index}"
    data-type="${action.type}"
    data-key="menu-${JSON.stringify(action)}"
  >
    ${view.labels[index]}${index < MAX_NUMBERED_ACTIONS && html` <kbd>${index + 1}</kbd>`}
  </button>`
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
