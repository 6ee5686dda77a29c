// What happened since the reader last looked, told one event after the other in the order of the rule.

const TOLD_TYPES = new Set([
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
const PAUSE_MILLISECONDS = 1500
const MAX_TOLD_EVENTS = 60

const removeCard = (cards, card) => cards.splice(cards.indexOf(card), 1)

// How each event looks on the board. Nothing is decided here: the engine has already onEnd it.
const APPLY_BY_TYPE = {
  revealed: (state, event) => {
    state.chosen.numbers = []
    state.hands.forEach((hand, seat) => {
      hand.played.push(event.cards[seat])
      removeCard(hand.left, event.cards[seat])
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
    removeCard(state.crews[event.victim].cards, event.card)
    state.crews[event.seat].cards.push(event.card)
  },
  salvaged: (state, event) => {
    removeCard(state.boat, event.card)
    state.crews[event.seat].cards.push(event.card)
  },
  lost: (state, event) => {
    removeCard(state.crews[event.seat].cards, event.card)
    state.boat.push(event.card)
  },
  round_begun: (state, event) => (state.round = event.round),
  rented: (state, event) => {
    removeCard(state.crews[event.seat].cards, event.card)
    state.boat.push(event.card)
    state.jack.renter = event.seat
  },
}

export class Story {
  // `draw(state, sentence)` shows a step; `onEnd()` comes once, at the end or when it is skipped.
  constructor(before, log, draw, onEnd) {
    this.state = { ...structuredClone(before), waiting: [], telling: true }
    this.steps = []
    this.add(log)
    this.draw = draw
    this.onEnd = onEnd
  }

  add(log) {
    this.steps.push(
      ...log.flatMap((entry) => (entry.events ?? []).map((event, i) => ({ event, sentence: entry.sentences[i] }))),
    )
  }

  get isWorthTelling() {
    const toldCount = this.steps.filter(({ event }) => TOLD_TYPES.has(event.type)).length
    return (
      toldCount <= MAX_TOLD_EVENTS &&
      (toldCount > 0 || Boolean(this.timer)) &&
      !this.steps.some(({ event }) => event.type === 'game_begun')
    )
  }

  next() {
    const step = this.steps.shift()
    if (!step) return this.end()
    APPLY_BY_TYPE[step.event.type]?.(this.state, step.event)
    this.state.waiting = step.event.seat === undefined ? [] : [step.event.seat]
    if (!TOLD_TYPES.has(step.event.type)) return this.next()
    this.draw(this.state, step.sentence)
    this.timer = setTimeout(() => this.next(), PAUSE_MILLISECONDS)
  }

  end() {
    clearTimeout(this.timer)
    if (this.hasEnded) return
    this.hasEnded = true
    this.onEnd()
  }
}
