// What can come next in Halunken, for somebody who is told what happens and does not see the table: who acts,
// and which scoundrel has come to light where. It moves the pieces as it is told, because where they stand
// decides who acts next. It is no referee: whether a bid is high enough, and who has won, the site says when
// it is told.

import { MatchNotebook, OPEN_CARDS, decide, draw } from '../games/match-notebook.js'

const [SPACES, PER_DIVE, RUM] = [14, 3, 'rum']
const NUMBERS = [1, 2, 3, 4, 5, 6, 7]

export class Notebook extends MatchNotebook {
  constructor({ view: { state, luck }, facts }) {
    super(luck.entered)
    this.seats = state.seats
    this.rounds = state.rounds
    this.hasJack = state.options.black_jack
    this.isDuel = this.hasJack && state.seats === 2
    this.strengths = facts.strengths
    this.captains = this.listSeats().map(() => null)
    this.crews = this.listSeats().map(() => [])
    this.hands = this.listSeats().map(() => [...NUMBERS, RUM])
    this.jackHand = [...NUMBERS, RUM]
    this.taken = Array.from({ length: SPACES }, () => 0)
    this.boat = []
    this.begin()
  }

  listSeats() {
    return Array.from({ length: this.seats }, (_, seat) => seat)
  }

  findNextSeat(seat) {
    return (seat + 1) % this.seats
  }

  listOpenCards() {
    const tops = this.areTopsOpen ? this.taken.map((_, space) => this.findTop(space)).filter(Boolean) : []
    return [...tops, ...this.boat, ...this.crews.flat()]
  }

  listCountedCards() {
    return this.crews.flat()
  }

  findTop(space) {
    return this.taken[space] < PER_DIVE ? `dives[${space}][${this.taken[space]}]` : null
  }

  rules = {
    settle: () => this.kind === 'settle',
    settle_jack: () => this.kind === 'settle_jack',
    bid: ({ card }) => this.kind === 'bid' && this.hasCard(this.crews[this.turn], card),
    pass: () => this.kind === 'bid',
    choose: ({ card }) => this.kind === 'choose' && this.hands[this.turn].includes(card),
    choose_jack: ({ card }) => this.kind === 'choose_jack' && this.jackHand.includes(card),
    rum: () => this.kind === 'rum',
    rum_jack: () => this.kind === 'rum_jack',
    rob: ({ seat, card }) => seat === this.victim && this.hasCard(this.crews[seat], card),
    salvage: ({ card }) => this.kind === 'salvage' && this.hasCard(this.boat, card),
    decline: () => this.kind === 'salvage',
    lose: ({ card }) => this.kind === 'lose' && this.hasCard(this.crews[this.turn], card),
  }

  canBe(action) {
    return this.rules[action.type](action)
  }

  *play() {
    yield* this.settle()
    if (this.hasJack) yield* this.settleJack()
    for (let round = 1; round <= this.rounds; round += 1) {
      this.renter = null
      if (this.hasJack) yield* this.holdAuction()
      yield* this.chooseCards()
      yield* this.moveCaptains()
      if (this.hasJack) yield* this.moveJack()
    }
  }

  *settle() {
    if (this.first === undefined) yield OPEN_CARDS
    for (let count = 0, seat = this.first; count < this.seats; count += 1, seat = this.findNextSeat(seat)) {
      this.captains[seat] = (yield decide(seat, 'settle')).space
      this.recruit(seat)
    }
    this.areTopsOpen = true
  }

  *settleJack() {
    yield OPEN_CARDS
    const order = this.listSeats().sort((one, other) => this.judge(one) - this.judge(other))
    this.jack = (yield decide(order[0], 'settle_jack')).space
    this.opener = order.at(-1)
  }

  judge(seat) {
    return this.strengths.indexOf(this.nameCard(this.crews[seat][0]))
  }

  *holdAuction() {
    let [best, bidder] = [null, null]
    let due = this.seats
    for (let seat = this.opener; due > 0; seat = this.findNextSeat(seat)) {
      const { type, card } = yield decide(seat, 'bid')
      if (type === 'bid') {
        ;[best, bidder] = [card, seat]
        if (this.seats > 2 || due === 1) due -= 1 // Two players go on until one passes.
      } else {
        due = this.seats === 2 && bidder !== null ? 0 : due - 1
      }
    }
    if (bidder === null) return
    this.renter = this.opener = bidder
    this.boat.push(this.takeCard(this.crews[bidder], best))
  }

  *chooseCards() {
    const chosen = []
    let jackCard = null
    for (const seat of this.listSeats()) {
      chosen[seat] = (yield decide(seat, 'choose')).card
      if (this.isDuel && seat === this.renter) jackCard = (yield decide(seat, 'choose_jack')).card
    }
    chosen.forEach((card, seat) => remove(this.hands[seat], card))
    if (jackCard) remove(this.jackHand, jackCard)
    const isAlone = (card) => chosen.filter((other) => other === card).length === 1
    this.numbers = chosen.map((card) => (isAlone(card) ? card : 0))
    const drinker = this.numbers.indexOf(RUM)
    if (drinker >= 0) this.numbers[drinker] = (yield decide(drinker, 'rum')).number
    this.jackNumber = jackCard === RUM ? (yield decide(this.renter, 'rum_jack')).number : jackCard
  }

  *moveCaptains() {
    const { numbers } = this
    const isMoving = (seat) => numbers[seat] > 0
    for (const seat of this.listSeats()) if (!isMoving(seat)) this.recruit(seat)
    const movers = this.listSeats().filter(isMoving).sort((one, other) => numbers[one] - numbers[other])
    for (const seat of movers) yield* this.moveCaptain(seat)
  }

  *moveCaptain(seat) {
    const space = (this.captains[seat] + this.numbers[seat]) % SPACES
    const other = this.captains.indexOf(space)
    this.captains[seat] = space
    this.recruit(seat)
    if (other >= 0) {
      if (this.canRob(seat, other)) yield* this.rob(seat, other, 'rob')
      this.captains[other] = this.findFreeSpace(space)
    } else if (space === this.jack) {
      yield* this.meetJack(seat)
      this.jack = this.findFreeSpace(space)
    }
  }

  recruit(seat) {
    const space = this.captains[seat]
    const card = this.findTop(space)
    if (!card) return
    this.taken[space] += 1
    this.crews[seat].push(card)
  }

  canRob(seat, other) {
    const count = this.crews[other].length
    return count > 0 && this.crews[seat].length <= count
  }

  *rob(seat, victim, kind) {
    this.victim = victim
    this.takeOver(seat, yield decide(seat, kind))
    this.victim = null
  }

  // The scoundrel comes from another crew, or from beside the boat.
  takeOver(seat, { seat: other, card }) {
    this.crews[seat].push(this.takeCard(other === undefined ? this.boat : this.crews[other], card))
  }

  *meetJack(seat) {
    const canRob = this.seats === 2 && this.renter === 1 - seat && this.canRob(seat, this.renter)
    if (!canRob && !this.boat.length) return
    this.victim = canRob ? this.renter : null
    const action = yield decide(seat, 'salvage')
    this.victim = null
    if (action.type !== 'decline') this.takeOver(seat, action)
  }

  findFreeSpace(start) {
    let space = start
    do space = (space + 1) % SPACES
    while (space === this.jack || this.captains.includes(space))
    return space
  }

  *moveJack() {
    const number = this.jackNumber ?? (yield* this.drawJackCard())
    const passed = []
    for (let steps = 1; steps <= number || this.captains.includes(this.jack); steps += 1) {
      this.jack = (this.jack + 1) % SPACES
      const victim = this.captains.indexOf(this.jack)
      if (victim >= 0 && victim !== this.renter) passed.push(victim)
    }
    for (const victim of passed) {
      if (this.renter === null) yield* this.lose(victim)
      else if (this.canRob(this.renter, victim)) yield* this.rob(this.renter, victim, 'rob')
    }
  }

  *drawJackCard() {
    if (!this.isDuel) return yield draw('jack')
    const card = yield draw('jack', [...this.jackHand])
    remove(this.jackHand, card)
    return card === RUM ? yield draw('number', NUMBERS) : card
  }

  *lose(victim) {
    if (!this.crews[victim].length) return
    const { card } = yield decide(victim, 'lose')
    this.boat.push(this.takeCard(this.crews[victim], card))
  }
}

function remove(items, item) {
  items.splice(items.indexOf(item), 1)
}
