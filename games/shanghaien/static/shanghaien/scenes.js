// The scenes of Shanghaien: what each event changes on the board, how long it takes, and what flies.

const SHARING_SECONDS = 6 // all cards of a round together
const CARD_SECONDS = 0.7
const MAX_TIE_SECONDS = 2
const COUNTING_SHARE = 0.7 // of the flight of a tied card, which waits until the winner is known

const keyOfDie = (card, seat, index) => `die-${card}-${seat}-${index}`
const doNothing = () => {}

function findCard(state, name) {
  return state.tavern.find(({ card }) => card === name)
}

function roll(state, { seat, dice }) {
  Object.assign(state, { turn: seat, dice: [...dice] })
}

function direct(state, { one }) {
  state.direction = one
  state.tavern.forEach((card, place) => {
    card.number = one === 'left' ? place + 1 : state.tavern.length - place
  })
}

function place(state, { seat, die, card }) {
  findCard(state, card).dice[seat] += 1
  state.seats[seat].supply -= 1
  state.dice.splice(state.dice.indexOf(die), 1)
}

function playTrick(state, { seat, card }) {
  const owner = state.seats[seat]
  owner.trick_played = true
  owner.tricks = owner.tricks.filter((trick) => trick.card !== card)
}

// The cards go to their crews one by one, and the score with them.
function give(state, { card, to, dice, sums }) {
  const facts = findCard(state, card)
  facts.given = { to, dice, sums }
  if (to === null || to === undefined) return
  const { crew, tricks } = state.seats[to]
  if (facts.nation) {
    crew[facts.nation] = [...(crew[facts.nation] ?? []), card]
    countSailor(state, facts, to)
  } else {
    tricks.push({ card, second: facts.second, nations: [] })
  }
  countScores(state)
}

const getOwnSeat = (state) => (state.seat === 1 ? 1 : 0)

// rules: scoring. The stronger crew counts what the other has, or itself where the other has nobody.
function countSailor(state, { nation, value }, seat) {
  const line = state.table.find((candidate) => candidate.nation === nation)
  line[seat === getOwnSeat(state) ? 'mine' : 'opponent'] += Number(value)
  const { mine, opponent } = line
  line.mine_now = mine > opponent ? opponent || mine : 0
  line.opponent_now = opponent > mine ? mine || opponent : 0
}

function countScores(state) {
  const fieldBySeat = getOwnSeat(state) ? ['opponent_now', 'mine_now'] : ['mine_now', 'opponent_now']
  state.seats.forEach((seat, index) => {
    const nations = state.table.map((line) => line[fieldBySeat[index]])
    seat.score = nations.reduce((sum, points) => sum + points, seat.tricks.length)
  })
}

function flyDie({ card, seat, die }, { before }) {
  const index = findCard(before, card).dice[seat]
  return [{ from: `rolled-${before.dice.indexOf(die)}`, to: keyOfDie(card, seat, index) }]
}

// The dice stay at the place of the card. A tied card waits for the count; what sinks is drawn in its place.
function flyCard({ card, to, sums }) {
  if (to === null || to === undefined) return []
  const wait = sums ? COUNTING_SHARE : 0
  return [{ from: `face-${card}`, to: [`seat-${to}`, `crew-${to}`], isCopy: true, wait }]
}

// A tie is counted in sight, as long as the other cards leave time for it.
function timeCard({ sums }, { events }) {
  if (!sums) return CARD_SECONDS
  const cards = events.filter(({ type }) => type === 'given')
  const tieCount = cards.filter((card) => card.sums).length
  const secondsForTies = SHARING_SECONDS - CARD_SECONDS * (cards.length - tieCount)
  return Math.min(MAX_TIE_SECONDS, secondsForTies / tieCount)
}

function dealRow(event, { state }) {
  return state.tavern.map(({ card }, index) => ({ to: `card-${card}`, index }))
}

const markDice = (event, { state }) => state.dice.map((value, index) => `rolled-${index}`)
const tumbleDice = (event, { state }) =>
  state.dice.map((value, index) => ({ to: `rolled-${index}`, isTumbling: true }))

export const scenes = {
  rolled: { seconds: 0.6, apply: roll, flights: tumbleDice, marks: markDice, sound: 'dice' },
  directed: { seconds: 0.4, apply: direct, marks: ({ one }) => [`captain-${one}`] },
  placed: {
    seconds: 0.65,
    apply: place,
    flights: flyDie,
    marks: ({ card, seat }, { state }) => [keyOfDie(card, seat, findCard(state, card).dice[seat] - 1)],
    sound: 'card',
  },
  played: { seconds: 0.4, apply: playTrick, marks: ({ seat }) => [`seat-${seat}`], sound: 'card' },
  adjusted: { seconds: 0.3, apply: roll, marks: markDice, sound: 'card' },
  shanghaied: { seconds: 1.2, apply: doNothing, sound: 'shout' },
  given: { seconds: timeCard, apply: give, flights: flyCard, sound: 'card' },
  opened: { seconds: 0.6, flights: dealRow },
  ended: { seconds: 0.5 },
}
