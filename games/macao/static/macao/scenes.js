// The scenes of Macao: what each event changes on the board, how long it takes, and what stays outlined. A
// thing that keeps its name flies by itself.

const doNothing = () => {}
const without = (names, name) => names.filter((other) => other !== name)
const markCard = ({ card, seat }) => [`card-${card}`, `seat-${seat}`]
const markTile = ({ tile, seat }) => [`tile-${tile}`, `seat-${seat}`]

// The next card of the pile is turned up after the scene.
function contact(state, { seat, card, pile }) {
  state.piles[pile] = { top: null, count: state.piles[pile].count - 1 }
  state.seats[seat].blue.push(card)
  state.seats[seat].blue_count += 1
}

function recruit(state, { seat, card }) {
  const owner = state.seats[seat]
  owner.blue = without(owner.blue, card)
  owner.red.push(card)
  owner.blue_count -= 1
  owner.red_count += 1
}

function discard(state, { seat, cards, pile }) {
  const owner = state.seats[seat]
  owner.blue = owner.blue.filter((card) => !cards.includes(card))
  owner.blue_count -= cards.length
  state.piles[pile].count += cards.length
}

function loseWidow(state, { seat, card }) {
  const owner = state.seats[seat]
  owner.blue = without(owner.blue, card)
  if (!owner.deceased.includes(card)) owner.deceased.push(card)
}

function takeTile(state, seat, tile) {
  state.tiles = without(state.tiles, tile)
  state.seats[seat].reserved = without(state.seats[seat].reserved, tile)
}

function open(state, { seat, tile }) {
  takeTile(state, seat, tile)
  state.seats[seat].opened.push(tile)
}

function reserve(state, { seat, tile }) {
  takeTile(state, seat, tile)
  state.seats[seat].reserved.push(tile)
}

export const scenes = {
  contacted: { seconds: 0.6, apply: contact, marks: markCard, sound: 'card' },
  recruited: { seconds: 0.7, apply: recruit, marks: markCard, sound: 'card' },
  discarded: { seconds: 0.5, apply: discard, marks: ({ pile }) => [`thing-pile-${pile}`], sound: 'card' },
  deceased: { seconds: 0.6, apply: loseWidow, marks: markCard },
  opened: { seconds: 0.7, apply: open, marks: markTile, sound: 'card' },
  reserved: { seconds: 0.5, apply: reserve, marks: markTile, sound: 'card' },
  gave_up: { seconds: 0.3, apply: doNothing },
  passed: { seconds: 0.4, apply: doNothing },
  ended: { seconds: 0.5 },
}
