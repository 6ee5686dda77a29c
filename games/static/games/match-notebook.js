// A notebook that is told a match from its beginning: what the site knows already, then the notes. It says
// what must be told next. Whether that is allowed, and what it counts, the site says when it is told.
//
// A game extends it with `*play()`, a generator: each thing that it yields must be told before it goes on.

// Yielded where cards that lie open must be known.
export const OPEN_CARDS = { kind: 'cards' }
const OVER = { kind: 'over' }

// Yielded where a seat decides; the answer is its action.
export function decide(seat, kind) {
  return { kind, seat }
}

// Yielded where something is drawn; the answer is one of these values, or of the stock that has this name.
export function draw(label, values = null) {
  return { kind: 'draw', label, groups: values && { all: values } }
}

export class MatchNotebook {
  constructor({ known, moves }) {
    // Place of the setup -> the card that has come to light there. A card is called by its place until then.
    this.known = { ...known }
    this.moves = [...moves]
    this.drawn = moves.flatMap(({ chance }) => Object.entries(chance))
    this.firstToMove = moves[0]?.seat // Once somebody has acted, it is clear who begins.
  }

  begin() {
    this.story = this.play()
    this.goOn()
  }

  get turn() {
    return this.next.seat
  }

  get kind() {
    return this.next.kind
  }

  get first() {
    return this.known.first ?? this.firstToMove
  }

  // Goes on until something must be told that is not known.
  goOn(answer) {
    while (true) {
      this.next = this.story.next(answer).value ?? OVER
      answer = this.findAnswer()
      if (answer === undefined) return
    }
  }

  findAnswer() {
    const { kind, label, seat } = this.next
    if (kind === 'cards') return this.listPlaces().length ? undefined : null
    if (kind === 'draw') return takeFirst(this.drawn, ([name]) => name === label)?.[1]
    // Seats that choose at the same time may have been told in any order.
    return takeFirst(this.moves, (move) => move.seat === seat)?.action
  }

  // The places of the setup that must be told before anything else: who begins, and cards that lie open and
  // are not known.
  listPlaces() {
    const cards = this.kind === OVER.kind ? this.listCountedCards() : this.listOpenCards()
    const unknown = cards.filter((card) => card.endsWith(']') && !(card in this.known))
    unknown.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    return this.first === undefined ? ['first', ...unknown] : unknown
  }

  // The open cards that count when the match is over.
  listCountedCards() {
    return []
  }

  noteCard(place, value) {
    this.known[place] = value
    if (this.next === OPEN_CARDS && !this.listPlaces().length) this.goOn(null)
  }

  noteAction(action, chance) {
    this.drawn.push(...Object.entries(chance ?? {}))
    this.goOn(action)
  }

  // The name of a card: it is called by its place as long as nobody has entered it.
  nameCard(card) {
    return this.known[card] ?? card
  }

  hasCard(cards, name) {
    return cards.some((card) => this.nameCard(card) === name)
  }

  takeCard(cards, name) {
    return takeFirst(cards, (card) => this.nameCard(card) === name)
  }

  // What the action draws that `chance` does not tell. The book cannot be used any more then.
  findQuestion(action, chance) {
    this.noteAction(action, chance)
    return this.kind === 'draw' ? this.next : null
  }
}

function takeFirst(items, isWanted) {
  const index = items.findIndex(isWanted)
  return index < 0 ? undefined : items.splice(index, 1)[0]
}
