// How Halunken draws its luck, written from docs/game-record.md: checks the draws of a match without the
// server.

const VALUES_BY_COLOUR = {
  red: [4, 5, 6, 7, 8, 9, 10, 11, 15],
  purple: [3, 4, 5, 6, 7, 8, 9, 10, 11, 14],
  grey: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13],
  yellow: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}
const SCOUNDRELS = Object.entries(VALUES_BY_COLOUR).flatMap(([colour, values]) =>
  values.map((value) => `${colour}-${value}`),
)
const DIVES = 14
const CARDS_IN_DIVE = 3
const JACK_PILE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const JACK_HAND = [1, 2, 3, 4, 5, 6, 7, 'rum']

export class Luck {
  constructor({ seatCount, options }) {
    this.seatCount = seatCount
    this.hasPile = seatCount > 2 && options.black_jack
  }

  async drawSetup(stream) {
    const first = await stream.below(this.seatCount)
    const scoundrels = await stream.shuffle(SCOUNDRELS)
    const dives = Array.from({ length: DIVES }, (_, dive) =>
      scoundrels.slice(CARDS_IN_DIVE * dive, CARDS_IN_DIVE * (dive + 1)),
    )
    return this.hasPile ? { first, dives, jack: await stream.shuffle(JACK_PILE) } : { first, dives }
  }

  begin({ first, dives, jack }) {
    this.first = first
    this.dives = dives.map((dive) => [...dive])
    this.jackPile = jack && [...jack]
    this.jackHand = JACK_HAND
    this.chosenJack = null
  }

  async drawMove(stream, { action }, events) {
    const chance = {}
    if (action.type === 'choose_jack') this.playJack((this.chosenJack = action.card))
    if (events.some(({ type }) => type === 'jack_turned')) await this.drawJack(stream, chance)
    if (events.some(({ type }) => type === 'game_begun')) chance.setup = await this.drawSetup(stream)
    return chance
  }

  // Of two players, the one who rents Black Jack chooses his card; otherwise it is drawn.
  async drawJack(stream, chance) {
    if (this.hasPile) chance.jack = this.jackPile.shift()
    else if (this.chosenJack === null) {
      chance.jack = this.jackHand[await stream.below(this.jackHand.length)]
      this.playJack(chance.jack)
      if (chance.jack === 'rum') chance.number = 1 + (await stream.below(7))
    }
    this.turnedJack = this.chosenJack ?? chance.jack
    this.chosenJack = null
  }

  playJack(card) {
    this.jackHand = this.jackHand.filter((other) => other !== card)
  }

  // Pairs of what the events of a move show and what follows from the draws.
  follow(events, chance) {
    return events.flatMap((event) => {
      if (event.type === 'settled') return [[event.card, this.dives[event.space].shift()]]
      if (event.type === 'opened') return [[event.cards, this.dives.map((dive) => dive[0])]]
      if (event.type === 'took') return this.take(event)
      if (event.type === 'jack_turned') return this.turn(event, chance)
      if (event.type === 'game_begun') this.begin(chance.setup)
      return event.type === 'game_begun' ? [[event.first, chance.setup.first]] : []
    })
  }

  take({ space, card, next }) {
    const dive = this.dives[space]
    return [
      [card, dive.shift()],
      [next ?? null, dive[0] ?? null],
    ]
  }

  turn({ card, number }, chance) {
    const drawnNumber = chance.number ?? (chance.jack === 'rum' ? null : chance.jack) ?? number
    return [
      [card, this.turnedJack],
      [number, drawnNumber],
    ]
  }

  // The same for the position on the board.
  compareBoard({ phase, ring, first }) {
    const tops = this.dives.map((dive) => (phase === 'settling' ? null : (dive[0] ?? null)))
    return [
      [first, this.first],
      [ring.map(({ top }) => top), tops],
      [ring.map(({ left }) => left), this.dives.map((dive) => dive.length)],
    ]
  }
}
