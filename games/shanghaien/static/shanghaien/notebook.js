// What can come next in Shanghaien, for somebody who is told what happens and does not see the table: the
// order of a round and how many dice are left. It is no referee. Who takes a card, and whose dirty trick it
// was, the site says when it is told.

const [ROW, DICE_PER_ROLL, MIN_PLACED, MAX_FACE] = [6, 2, 2, 6]
// Phases in which the row has no number yet; a trick can be played in the others.
const PHASES_OF_DIRECTION = ['first', 'aim', 'aim_both']

export class Notebook {
  constructor({ view: { state, luck, status }, facts }) {
    const { seats, turn, phase, dice, direction, round, rounds, tavern } = state
    Object.assign(this, { turn, dice, direction, round, rounds, usesByCard: facts.uses })
    this.phase = status === 'active' ? phase : 'over'
    this.supplies = seats.map(({ supply }) => supply)
    this.havePlayedTrick = seats.map(({ trick_played }) => trick_played)
    this.awaitsStarter = luck?.awaits.some(({ among }) => !among) ?? false
    this.cardsToLay = luck?.awaits.filter(({ among }) => among).length ?? 0
    // Who took which card of the row is not known before the site says it: either may hold it.
    this.row = tavern.slice(0, ROW - this.cardsToLay).map(({ card }) => card)
    this.uses = seats.map(({ tricks }) => new Set(tricks.map(({ second }) => second)))
    this.nations = seats.map(({ crew }) => new Set(Object.keys(crew)))
  }

  // The places of the setup that must be entered before anything else.
  listPlaces() {
    const end = ROW * this.round
    const start = end - this.cardsToLay
    const cards = Array.from({ length: this.cardsToLay }, (_, index) => `deck[${start + index}]`)
    return this.awaitsStarter ? ['starter', ...cards] : cards
  }

  noteCard(place, value) {
    if (place === 'starter') {
      this.turn = value
      this.awaitsStarter = false
      return
    }
    this.cardsToLay -= 1
    this.row.push(value)
  }

  canBe(action) {
    if (this.phase === 'over') return false
    return this.rules[action.type](action)
  }

  rules = {
    roll: () => this.phase === 'turn' && this.supplies[this.turn] >= DICE_PER_ROLL,
    shanghai: () => this.phase === 'turn' && ROW - this.supplies[this.turn] >= MIN_PLACED,
    direction: () => PHASES_OF_DIRECTION.includes(this.phase),
    place: ({ die }) => ['rolled', 'place'].includes(this.phase) && this.dice.includes(die),
    trick: (action) => this.canBeTrick(action),
  }

  canBeTrick({ card, use, nation, die, delta }) {
    const isEarlyEnough = ['rolled', 'first'].includes(this.phase) && !this.havePlayedTrick[this.turn]
    if (!isEarlyEnough || !this.uses[this.turn].has(this.usesByCard[card])) return false
    if (use === 'joker') return this.nations[this.turn].has(nation)
    const face = this.dice[die] + delta
    return use !== 'adjust' || (face >= 1 && face <= MAX_FACE)
  }

  // What the action draws that `chance` does not tell.
  findQuestion({ type, use }, chance) {
    const isRoll = type === 'roll' || use === 'reroll'
    return isRoll && !chance?.dice ? { label: 'dice', dice: DICE_PER_ROLL } : null
  }

  // What is entered with the same tap as this action.
  listFollowUps({ type }) {
    const isPlacedNext = type === 'direction' && this.phase !== 'aim_both'
    return isPlacedNext ? this.dice.map((die) => ({ type: 'place', die })) : []
  }

  noteAction(action, chance) {
    this.steps[action.type](action, chance)
  }

  steps = {
    roll: (_action, { dice }) => {
      this.dice = dice
      this.phase = this.direction ? 'rolled' : 'first'
    },
    direction: ({ one }) => {
      this.direction = one
      if (this.phase === 'aim_both') this.placeBoth()
      else this.phase = 'place'
    },
    place: () => this.place(1),
    trick: (action, chance) => this.playTrick(action, chance),
    shanghai: () => this.beginNextRound(),
  }

  playTrick({ use, die, delta }, chance) {
    this.havePlayedTrick[this.turn] = true
    this.phase = this.direction ? 'place' : 'aim'
    if (use === 'adjust') this.dice = this.dice.with(die, this.dice[die] + delta)
    if (use === 'reroll') this.dice = chance.dice
    if (use !== 'both') return
    if (this.direction) this.placeBoth()
    else this.phase = 'aim_both'
  }

  placeBoth() {
    this.place(DICE_PER_ROLL)
  }

  place(count) {
    this.supplies[this.turn] -= count
    this.turn = 1 - this.turn
    this.phase = 'turn'
  }

  beginNextRound() {
    for (const card of this.row) {
      const use = this.usesByCard[card]
      for (const seat of [0, 1]) {
        if (use) this.uses[seat].add(use)
        else this.nations[seat].add(card.split('-')[0])
      }
    }
    this.row = []
    this.phase = this.round === this.rounds ? 'over' : 'turn'
    if (this.phase === 'over') return
    Object.assign(this, { round: this.round + 1, turn: 1 - this.turn, direction: null, cardsToLay: ROW })
    this.supplies = [ROW, ROW]
    this.havePlayedTrick = [false, false]
  }
}
