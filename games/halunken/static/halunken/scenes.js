// The scenes of Halunken: what each event changes on the board, in the order of the rule, and how long it
// takes. Worth and totals are not known between two events: they follow when the move is over.

const removeCard = (cards, card) => cards.splice(cards.indexOf(card), 1)
const markCard = ({ card, seat }) => [`card-${card}`, `seat-${seat}`]
const markEnd = ({ end }) => [`dive-${end}`]

function settle(state, { seat, space, card }) {
  state.captains[seat] = space
  state.ring[space].left -= 1
  state.crews[seat].cards.push(card)
}

function reveal(state, { cards }) {
  state.chosen.numbers = []
  state.hands.forEach((hand, seat) => {
    hand.played.push(cards[seat])
    removeCard(hand.left, cards[seat])
  })
}

function nameNumber(state, { seat, number }) {
  state.chosen.numbers[seat] = number
}

function moveCaptain(state, { seat, end }) {
  state.captains[seat] = end
}

function moveJack(state, { end }) {
  state.jack.space = end
}

function take(state, { seat, space, card, next }) {
  state.ring[space].top = next ?? null
  state.ring[space].left -= 1
  state.crews[seat].cards.push(card)
}

function rob(state, { seat, victim, card }) {
  removeCard(state.crews[victim].cards, card)
  state.crews[seat].cards.push(card)
}

function salvage(state, { seat, card }) {
  removeCard(state.boat, card)
  state.crews[seat].cards.push(card)
}

function loseToBoat(state, { seat, card }) {
  removeCard(state.crews[seat].cards, card)
  state.boat.push(card)
}

function hireJack(state, event) {
  loseToBoat(state, event)
  state.jack.renter = event.seat
}

// While an event is told the seat that it is about is lit, and nothing is counted.
function tell(apply = () => {}) {
  return (state, event) => {
    Object.assign(state, { telling: true, waiting: event.seat === undefined ? [] : [event.seat] })
    apply(state, event)
  }
}

export const scenes = {
  settled: { seconds: 0.6, apply: tell(settle), marks: markCard, sound: 'card' },
  opened: { seconds: 0.6 },
  jack_settled: { seconds: 0.5, marks: ({ space }) => [`dive-${space}`] },
  bid: { seconds: 0.4, marks: markCard, sound: 'card' },
  rented: { seconds: 0.5, apply: tell(hireJack), marks: markCard, sound: 'card' },
  unrented: { seconds: 0.3, apply: tell() },
  revealed: { seconds: 0.8, apply: tell(reveal), sound: 'card' },
  rum: { seconds: 0.4, apply: tell(nameNumber) },
  rum_jack: { seconds: 0.4, apply: tell() },
  cancelled: { seconds: 0.4, apply: tell() },
  moved: { seconds: 0.6, apply: tell(moveCaptain), marks: markEnd },
  took: { seconds: 0.45, apply: tell(take), marks: markCard, sound: 'card' },
  robbed: { seconds: 0.5, apply: tell(rob), marks: markCard, sound: 'card' },
  spared: { seconds: 0.3, apply: tell() },
  pushed: { seconds: 0.4, apply: tell(moveCaptain), marks: markEnd },
  jack_pushed: { seconds: 0.4, apply: tell(moveJack), marks: markEnd },
  salvaged: { seconds: 0.45, apply: tell(salvage), marks: markCard, sound: 'card' },
  declined: { seconds: 0.3, apply: tell() },
  jack_turned: { seconds: 0.4, apply: tell(), sound: 'card' },
  jack_moved: { seconds: 0.6, apply: tell(moveJack), marks: markEnd },
  lost: { seconds: 0.5, apply: tell(loseToBoat), marks: markCard, sound: 'card' },
  game_scored: { seconds: 0.8, apply: tell() },
  game_begun: { seconds: 0.5 },
}
