// How Shanghaien draws its luck, written from docs/game-record.md: checks the draws of a match without the
// server.

const COLOURS = ['red', 'lightblue', 'blue', 'yellow', 'orange', 'purple', 'green', 'grey']
const SAILORS = COLOURS.flatMap((colour) => ['1', '2', '3a', '3b', '4'].map((value) => `${colour}-${value}`))
const TRICKS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `trick-${number}`)
const CARDS_IN_ROW = 6

export class Luck {
  async drawSetup(stream) {
    return { starter: await stream.below(2), deck: await stream.shuffle([...SAILORS, ...TRICKS]) }
  }

  begin({ starter, deck }) {
    this.deck = deck
    this.starter = starter
    this.round = 1
  }

  async drawMove(stream, { action }) {
    const isRoll = action.type === 'roll' || action.use === 'reroll'
    return isRoll ? { dice: await stream.dice(2) } : {}
  }

  // Pairs of what the events of a move show and what follows from the draws.
  follow(events, chance) {
    const pairs = []
    this.dice = chance.dice
    for (const event of events) {
      if (event.type === 'rolled') pairs.push([event.dice, chance.dice])
      if (event.type === 'given') pairs.push([this.row().includes(event.card) && event.card, event.card])
      if (event.type === 'opened') {
        this.round = event.round
        this.starter = event.starter
      }
    }
    return pairs
  }

  // The same for the position on the board.
  compareBoard({ phase, tavern, starter, dice }) {
    if (phase === 'over') return []
    const pairs = [
      [tavern.map(({ card }) => card), this.row()],
      [starter, this.starter],
    ]
    return this.dice ? [...pairs, [dice, this.dice]] : pairs
  }

  row() {
    return this.deck.slice(CARDS_IN_ROW * (this.round - 1), CARDS_IN_ROW * this.round)
  }
}
