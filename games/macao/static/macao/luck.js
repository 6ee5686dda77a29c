// How Macao draws its luck, written from docs/game-record.md: checks the draws of a match without the server.

const PILES = [0, 1, 2, 3]

export class Luck {
  constructor({ seatCount, setup }) {
    this.seatCount = seatCount
    this.box = setup.deck
  }

  async drawSetup(stream) {
    const { seatCount, box } = this
    const first = await stream.below(seatCount)
    const characters = box.characters.map(({ id }) => id)
    const freeWidows = Array.from({ length: seatCount - 1 }, (_, i) => `widow-${seatCount + 1 + i}`)
    const cards = await stream.shuffle([...characters, ...freeWidows])
    const tiles = await stream.shuffle(box.tiles.map(({ id }) => id))
    return {
      first,
      piles: PILES.map((pile) => cards.filter((_, i) => i % PILES.length === pile)),
      tiles: tiles.slice(0, box.tiles_in_play[seatCount]),
      deck: box,
    }
  }

  begin({ first, piles, tiles }) {
    this.first = first
    this.piles = piles.map((pile) => [...pile])
    this.tiles = tiles
    this.tilesInCentre = tiles
  }

  // Nothing is drawn after the start.
  async drawMove() {
    return {}
  }

  // Pairs of what the events of a move show and what follows from the draws.
  follow(events) {
    const pairs = []
    for (const event of events) {
      if (event.type === 'contacted') pairs.push([event.card, this.piles[event.pile].shift()])
      if (event.type === 'discarded') this.piles[event.pile].push(...event.cards)
      if (event.type === 'opened' || event.type === 'reserved') {
        pairs.push([this.tiles.includes(event.tile) && event.tile, event.tile])
        this.tilesInCentre = this.tilesInCentre.filter((tile) => tile !== event.tile)
      }
    }
    return pairs
  }

  // The same for the position on the board.
  compareBoard({ first, piles, tiles }) {
    const expectedPiles = this.piles.map((pile) => ({ top: pile[0] ?? null, count: pile.length }))
    return [
      [first, this.first],
      [piles, expectedPiles],
      [tiles, this.tilesInCentre],
    ]
  }
}
