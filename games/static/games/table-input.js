// What clicks and keys mean at a table. Arrow keys belong to the boards.

const CLICKABLE_KEYS = ['do', 'menu', 'seat', 'phrase', 'block', 'rule', 'speed']
const CLICKABLE = CLICKABLE_KEYS.map((key) => `[data-${key}]`).join(', ')
const ADDRESS_OF_SECTION = /^\/r\/[^/]+\/([^/]+)$/
const NUMBER_KEY = /^[1-9]$/

export function handleClick(event, table) {
  closeFolds(table, event.target)
  const sectionKey = event.target.closest('.match-rule a')?.pathname.match(ADDRESS_OF_SECTION)?.[1]
  if (sectionKey) {
    event.preventDefault()
    table.openSection(sectionKey)
    return
  }
  const target = event.target.closest(CLICKABLE)
  if (target && table.contains(target)) handleTarget(event, target, table)
}

// A list of actions that was opened lies over the board: it closes when one goes on with something else.
function closeFolds(table, pressed) {
  for (const fold of table.querySelectorAll('.match-fold[open]')) {
    if (!pressed || !fold.contains(pressed)) fold.open = false
  }
}

function handleTarget(event, target, table) {
  const { do: command, menu, phrase, block, rule, reason, seat, speed } = target.dataset
  // What is answered above the board must be seen.
  if (block || rule || (command && command !== 'sound')) target.closest('[popover]')?.hidePopover()
  if (menu !== undefined) {
    table.play(table.view.menu[Number(menu)])
  } else if (seat) {
    table.parts.board.showSeat(Number(seat), target)
  } else if (phrase) {
    table.send('/messages/', { phrase })
  } else if (block) {
    table.commands.block(table.view.seats[Number(block)])
  } else if (speed) {
    table.commands.setSpeed(speed)
  } else if (rule) {
    event.preventDefault()
    closeFolds(table)
    // Where the section cannot be loaded, the browser opens the page of the rule.
    table.lateParts.openSection(rule, reason).catch(() => (location.href = target.href || target.dataset.href))
  } else if (command) {
    table.commands[command]?.()
  }
}

const STAGE = '[data-part=board], [data-part=status], [data-part=actions]'
const CONTROL = 'a, summary, input, select, [data-do]'

// While a scene is played a tap on the board skips it, and means nothing else.
export function skipScene(event, table) {
  if (!table.director.isRunning || !event.target.closest(STAGE) || event.target.closest(CONTROL)) return
  event.stopPropagation()
  table.director.skip()
}

const KEYS_WITHOUT_MEANING = ['Tab', 'Shift', 'Control', 'Alt', 'Meta']

const KEY_HANDLERS = {
  Escape: (table) => {
    closeFolds(table)
    table.cancel()
  },
  u: (table) => table.commands.undo(),
  h: (table) => table.commands.hint(),
  '?': (table) => table.openSection(),
  b: (table) => table.parts.board.querySelector('button, [tabindex="0"]')?.focus(),
}

// A number plays the action that shows it, Enter plays the selected one.
export function handleKey(event, table) {
  const isTyping = event.target.matches('input, textarea, select')
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey
  if (isTyping || isShortcut || !table.view || table.screen.curtainSeat) return
  if (table.director.isRunning) return skipByKey(event, table)
  const action = NUMBER_KEY.test(event.key) && table.view.menu[Number(event.key) - 1]
  const isOnControl = event.target.closest('button, a, summary')
  if (action) table.play(action)
  else if (event.key === 'Enter' && table.selected && !isOnControl) table.play(table.selected)
  else KEY_HANDLERS[event.key]?.(table)
}

function skipByKey(event, table) {
  const isForPage = KEYS_WITHOUT_MEANING.includes(event.key) || event.key.startsWith('Arrow')
  if (isForPage || event.target.closest('a, summary, [data-do]')) return
  event.preventDefault()
  table.director.skip()
}
