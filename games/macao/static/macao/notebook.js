// What can come next in Les Ombres de Macao, for somebody who is told what happens and does not see the
// table: whose turn it is, which cards lie before whom and on top of which pile. It is no referee: whether a
// payment covers a cost, or a condition is met, the site says when it is told.

import { MatchNotebook, OPEN_CARDS, decide } from '../games/match-notebook.js'

const WIDOW = 'widow'

export class Notebook extends MatchNotebook {
  constructor({ view: { seats, luck }, facts, places }) {
    super(luck.entered)
    Object.assign(this, facts)
    const cards = Object.keys(places)
    this.piles = groupByPile(cards.filter((card) => card.startsWith('piles')))
    this.tiles = cards.filter((card) => card.startsWith('tiles'))
    const beginRow = (seat) => ({ blue: [`${WIDOW}-${seat + 1}`], deceased: 0, red: [], reserved: [] })
    this.rows = seats.map((_, seat) => beginRow(seat))
    this.begin()
  }

  listOpenCards() {
    const tops = this.piles.filter((pile) => pile.length).map(([top]) => top)
    const inRows = this.rows.flatMap(({ blue, red, reserved }) => [...blue, ...red, ...reserved])
    return [...tops, ...this.tiles, ...inRows]
  }

  get row() {
    return this.rows[this.turn]
  }

  canBe(action) {
    return Boolean(this.rules[action.type](action))
  }

  rules = {
    contact: ({ pile }) => ['turn', 'contact'].includes(this.kind) && this.piles[pile].length,
    recruit: ({ card }) => this.kind === 'turn' && this.hasCard(this.row.blue, card),
    open: ({ tile }) => this.kind === 'turn' && this.hasCard([...this.tiles, ...this.row.reserved], tile),
    discard: ({ card }) => ['discard', 'victim'].includes(this.kind) && this.hasCard(this.row.blue, card),
    reserve: ({ tile }) => this.kind === 'reserve' && this.hasCard(this.tiles, tile),
    pass: () => this.kind === 'turn',
  }

  // Which cards pay, and what a croupier saves.
  findQuestion(action) {
    if (action.type === 'recruit' && !action.pay) return this.askPayment(action.card)
    const opensForCost = action.type === 'open' && this.tilesWithCost.includes(action.tile)
    if (opensForCost && !action.pay) return this.askPayment()
    if (action.type === 'recruit' && !action.croupier) return this.askCroupiers(action.card)
    return null
  }

  askPayment(recruited) {
    const list = (cards) => cards.map((card) => this.nameCard(card)).filter((card) => card !== recruited)
    return { field: 'pay', groups: { blue: list(this.row.blue), red: list(this.row.red) } }
  }

  askCroupiers(recruited) {
    const hasCroupier = this.row.red.some((card) => this.kinds[this.nameCard(card)] === 'croupier')
    const repeated = this.repeated[recruited] ?? []
    return hasCroupier && repeated.length ? { field: 'croupier', groups: { all: repeated } } : null
  }

  *play() {
    if (this.first === undefined) yield OPEN_CARDS
    for (let round = 1; ; round += 1) {
      let passes = 0
      for (const seat of this.listSeatsFrom(this.first)) {
        const action = yield decide(seat, 'turn')
        if (action.type === 'pass') passes += 1
        yield* this.act(seat, action)
      }
      if (passes === this.rows.length || round === this.maxRounds || this.isLastRound()) return
    }
  }

  listSeatsFrom(start) {
    return this.rows.map((_, step) => (start + step) % this.rows.length)
  }

  isLastRound() {
    return !this.tiles.length || this.rows.some(({ red }) => red.length >= this.redToEnd)
  }

  *act(seat, action) {
    const row = this.rows[seat]
    if (action.type === 'contact') yield* this.contact(seat, action)
    if (action.type === 'open') {
      this.pay(row, action.pay)
      this.takeCard(this.hasCard(this.tiles, action.tile) ? this.tiles : row.reserved, action.tile)
    }
    if (action.type !== 'recruit') return
    this.pay(row, action.pay)
    row.red.push(this.takeCard(row.blue, action.card))
    yield* this.playEffect(seat, this.kinds[action.card])
  }

  *contact(seat, { pile }) {
    const row = this.rows[seat]
    row.blue.push(this.piles[pile].shift())
    const innkeepers = row.red.filter((card) => this.kinds[this.nameCard(card)] === 'innkeeper').length
    if (row.blue.length + row.deceased <= this.blueLimit + innkeepers) return
    const { card } = yield decide(seat, 'discard')
    this.putUnderPile([this.takeCard(row.blue, card)])
  }

  // A widow that pays stays where she is and gives nothing any more; the other blue cards go under one pile.
  pay(row, names = []) {
    const discarded = []
    for (const name of names) {
      if (!this.hasCard(row.blue, name)) continue
      const card = this.takeCard(row.blue, name)
      if (this.kinds[name] === WIDOW) row.deceased += 1
      else discarded.push(card)
    }
    this.putUnderPile(discarded)
  }

  putUnderPile(cards) {
    const shortest = Math.min(...this.piles.map(({ length }) => length))
    this.piles.find(({ length }) => length === shortest).push(...cards)
  }

  *playEffect(seat, kind) {
    if (kind === 'killer') yield* this.kill(seat)
    if (kind === 'dancer' && this.piles.some(({ length }) => length)) {
      yield* this.contact(seat, yield decide(seat, 'contact'))
    }
    if (kind === 'policeman' && this.tiles.length) {
      const { tile } = yield decide(seat, 'reserve')
      this.rows[seat].reserved.push(this.takeCard(this.tiles, tile))
    }
  }

  // All victims choose before the first card goes under a pile.
  *kill(attacker) {
    const choices = []
    for (const [seat, { blue }] of this.rows.entries()) {
      if (seat !== attacker && blue.length) choices[seat] = (yield decide(seat, 'victim')).card
    }
    for (const seat of this.listSeatsFrom(attacker)) {
      if (choices[seat]) this.putUnderPile([this.takeCard(this.rows[seat].blue, choices[seat])])
    }
  }
}

function groupByPile(cards) {
  const piles = []
  for (const card of cards) {
    const number = Number(card.match(/\d+/))
    piles[number] = [...(piles[number] ?? []), card]
  }
  return piles
}
