// The clocks of a table: an element with `data-due` counts down to that time, by the clock of the server; an
// element with `data-clock` is the clock of that seat, and empty while the seat has nothing to decide.

const TICK_MILLISECONDS = 250
const AMBER_SECONDS = 30
const RED_SECONDS = 10

export class TurnClock {
  // `onUrgency(seconds)` is called once at 30 and once at 10 seconds.
  constructor(table, serverClock, onUrgency) {
    Object.assign(this, { table, serverClock, onUrgency })
    this.announcedSecondsByDue = new Map()
    this.timer = setInterval(() => this.update(), TICK_MILLISECONDS)
  }

  stop() {
    clearInterval(this.timer)
  }

  update() {
    const { view } = this.table
    for (const element of this.table.querySelectorAll('[data-due]')) {
      this.show(element, element.querySelector('time'), element.dataset.due)
    }
    for (const element of this.table.querySelectorAll('[data-clock]')) {
      const isRunning = view?.due && view.seats[element.dataset.clock]?.waiting
      if (isRunning) this.show(element, element, view.due)
      else element.replaceChildren()
    }
  }

  show(element, textElement, due) {
    const seconds = Math.max(0, Math.ceil((Date.parse(due) - this.serverClock.now()) / 1000))
    const text = formatDuration(seconds)
    if (textElement.textContent !== text) textElement.textContent = text
    const urgency = getUrgency(seconds)
    if (element.dataset.urgency !== urgency) element.dataset.urgency = urgency
    this.announce(due, seconds)
  }

  announce(due, seconds) {
    const limit = [RED_SECONDS, AMBER_SECONDS].find((candidate) => seconds <= candidate)
    if (!limit || this.announcedSecondsByDue.get(due) <= limit) return
    this.announcedSecondsByDue.set(due, limit)
    this.onUrgency(seconds)
  }
}

function getUrgency(seconds) {
  if (seconds <= RED_SECONDS) return 'red'
  return seconds <= AMBER_SECONDS ? 'amber' : ''
}

// 9 → 0:09, 182 → 3:02; from an hour on without seconds: 2 h 05.
function formatDuration(seconds) {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)}`
}

function pad(number) {
  return String(number).padStart(2, '0')
}
