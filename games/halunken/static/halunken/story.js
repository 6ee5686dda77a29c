// What happened since the reader last looked, told one event after the other in the order of the rule.

const TOLD = new Set([
  'revealed',
  'rum',
  'rum_jack',
  'cancelled',
  'moved',
  'took',
  'robbed',
  'spared',
  'pushed',
  'jack_pushed',
  'salvaged',
  'declined',
  'jack_turned',
  'jack_moved',
  'lost',
])
const PAUSE = 1500
const LONGEST = 60

const leave = (cards, card) => cards.splice(cards.indexOf(card), 1)

// How each event looks on the board. Nothing is decided here: the engine has already done it.
const SHOWN = {
  revealed: (state, event) => {
    state.chosen.numbers = []
    state.hands.forEach((hand, seat) => {
      hand.played.push(event.cards[seat])
      leave(hand.left, event.cards[seat])
    })
  },
  rum: (state, event) => (state.chosen.numbers[event.seat] = event.number),
  moved: (state, event) => (state.captains[event.seat] = event.end),
  pushed: (state, event) => (state.captains[event.seat] = event.end),
  jack_pushed: (state, event) => (state.jack.space = event.end),
  jack_moved: (state, event) => (state.jack.space = event.end),
  took: (state, event) => {
    state.ring[event.space].top = event.next ?? null
    state.ring[event.space].left -= 1
    state.crews[event.seat].cards.push(event.card)
  },
  robbed: (state, event) => {
    leave(state.crews[event.victim].cards, event.card)
    state.crews[event.seat].cards.push(event.card)
  },
  salvaged: (state, event) => {
    leave(state.boat, event.card)
    state.crews[event.seat].cards.push(event.card)
  },
  lost: (state, event) => {
    leave(state.crews[event.seat].cards, event.card)
    state.boat.push(event.card)
  },
  round_begun: (state, event) => (state.round = event.round),
  rented: (state, event) => {
    leave(state.crews[event.seat].cards, event.card)
    state.boat.push(event.card)
    state.jack.renter = event.seat
  },
}

export class Story {
  // `draw(state, sentence)` shows a step; `done()` comes once, at the end or when it is skipped.
  constructor(before, log, draw, done) {
    this.state = { ...structuredClone(before), waiting: [], telling: true }
    this.steps = []
    this.add(log)
    this.draw = draw
    this.done = done
  }

  add(log) {
    this.steps.push(
      ...log.flatMap((entry) => (entry.events ?? []).map((event, i) => ({ event, sentence: entry.sentences[i] }))),
    )
  }

  get worthTelling() {
    const told = this.steps.filter(({ event }) => TOLD.has(event.type)).length
    return (
      told <= LONGEST &&
      (told > 0 || Boolean(this.timer)) &&
      !this.steps.some(({ event }) => event.type === 'game_begun')
    )
  }

  next() {
    const step = this.steps.shift()
    if (!step) return this.end()
    SHOWN[step.event.type]?.(this.state, step.event)
    this.state.waiting = step.event.seat === undefined ? [] : [step.event.seat]
    if (!TOLD.has(step.event.type)) return this.next()
    this.draw(this.state, step.sentence)
    this.timer = setTimeout(() => this.next(), PAUSE)
  }

  end() {
    clearTimeout(this.timer)
    if (this.over) return
    this.over = true
    this.done()
  }
}
