// Tells what happened since the reader last looked, one event after the other in the order of the rule.

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

// How each event changes the state that is shown. The rules stay in the engine, which has sent the events.
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
    for (const { events, sentences } of log) {
      for (const [i, event] of (events ?? []).entries()) this.steps.push({ event, sentence: sentences[i] })
    }
  }

  get isWorthTelling() {
    const toldCount = this.steps.filter(({ event }) => TOLD_TYPES.has(event.type)).length
    const hasBegunNewGame = this.steps.some(({ event }) => event.type === 'game_begun')
    if (hasBegunNewGame || toldCount > MAX_TOLD_EVENTS) return false
    return toldCount > 0 || Boolean(this.timer)
  }

  next() {
    const step = this.steps.shift()
    if (!step) return this.end()
    const { event, sentence } = step
    APPLY_BY_TYPE[event.type]?.(this.state, event)
    this.state.waiting = event.seat === undefined ? [] : [event.seat]
    if (!TOLD_TYPES.has(event.type)) return this.next()
    this.draw(this.state, sentence)
    this.timer = setTimeout(() => this.next(), PAUSE_MILLISECONDS)
  }

  end() {
    clearTimeout(this.timer)
    if (this.hasEnded) return
    this.hasEnded = true
    this.onEnd()
  }
}
