// What is being tapped on the page for a real table before it is sent: an action of the menu, and the answers
// to what dice and cards say about it, one question after the other.
//
// A question has a `label` of luck (so many `dice`, or one card `among` these) or a `field` of the action:
// then the cards `among` these are put in an order, all of them, or as many as one likes if it `isOpen`.

export class Entry {
  constructor() {
    this.forget()
  }

  forget() {
    Object.assign(this, { index: undefined, action: null, chance: {}, answered: new Set() })
    this.ask(null)
  }

  get isBegun() {
    return this.index !== undefined
  }

  begin({ menu }, index) {
    this.forget()
    Object.assign(this, { index, action: menu[index] })
  }

  ask(question) {
    Object.assign(this, { asked: question, dice: [], cards: [], rest: question?.among ?? [] })
  }

  // The next question that the view has about this action; the server may ask more when it gets the action.
  findQuestion({ orders, draws }) {
    const ownOrders = orders.filter(({ index }) => index === this.index)
    const questions = [...ownOrders, draws[this.index]].filter(Boolean)
    return questions.find(({ label, field }) => !this.answered.has(label ?? field)) ?? null
  }

  // The methods that add something return true when the question is answered.

  addDie(face) {
    this.dice.push(face)
    return this.dice.length === this.asked.dice && this.answerDraw(this.dice)
  }

  answerDraw(value) {
    this.chance = { ...this.chance, [this.asked.label]: value }
    return this.close(this.asked.label)
  }

  // The last card of an order follows by itself.
  addCard(card) {
    const place = this.rest.findIndex((other) => other.card === card)
    this.cards.push(this.rest[place])
    this.rest = this.rest.toSpliced(place, 1)
    if (this.asked.isOpen || this.rest.length > 1) return false
    this.cards.push(...this.rest)
    return this.answerField()
  }

  // Other cards of the field, whose order does not matter, come first.
  answerField() {
    const { field } = this.asked
    const cards = this.cards.map(({ card }) => card)
    const others = (this.action[field] ?? []).filter((other) => !cards.includes(other))
    this.action = { ...this.action, [field]: [...others, ...cards] }
    return this.close(field)
  }

  close(name) {
    this.answered.add(name)
    this.asked = null
    return true
  }
}

// The place in the menu of an action that only rolls dice; -1 if there is none.
export function findRoll({ menu, luck }) {
  return menu.findIndex((action, index) => luck.draws[index]?.dice && Object.keys(action).length === 1)
}

export function isSameAction(action, other) {
  const write = (fields) => JSON.stringify(Object.entries(fields).sort())
  return write(action) === write(other)
}
