// A payment of Macao: it happens on the cards, which lift when they pay, while the sockets of the cost fill.
// The server judges it.

import { formatText, html, icon } from '../games/dom.js'
import { findTileName, renderCard, renderSign, renderTile } from './things.js'

export class Payment {
  constructor(board, thing) {
    Object.assign(this, { board, thing, chosenCards: new Set(), discountIndex: 0, proposalIndex: -1 })
  }

  get payments() {
    return this.board.findPayments(this.thing)
  }

  // What the seat may use and how croupiers may lower the cost, as the server tells it.
  get line() {
    const { recruits, openings } = this.board.state.mine
    const recruit = recruits.find(({ card }) => card === this.thing)
    return recruit ?? openings.find(({ tile }) => tile === this.thing)
  }

  get discounts() {
    return this.line.card && this.line.discounts.length ? this.line.discounts : [[]]
  }

  // The action that the reader put together.
  get action() {
    const pay = [...this.chosenCards]
    return this.line.card
      ? { type: 'recruit', card: this.thing, pay, croupier: this.discounts[this.discountIndex] }
      : { type: 'open', tile: this.thing, pay }
  }

  get cost() {
    const { cards, establishments } = this.board.state
    const cost = [...(cards[this.thing] ?? establishments[this.thing]).cost]
    for (const resource of this.discounts[this.discountIndex]) cost.splice(cost.indexOf(resource), 1)
    return cost
  }

  toggle(card) {
    if (!this.chosenCards.delete(card)) this.chosenCards.add(card)
  }

  // Lays the next of the payments that the server proposes.
  complete() {
    this.proposalIndex = (this.proposalIndex + 1) % this.payments.length
    const { pay, croupier } = this.payments[this.proposalIndex]
    this.chosenCards = new Set(pay)
    const isSame = (discount) => JSON.stringify(discount) === JSON.stringify(croupier ?? [])
    this.discountIndex = Math.max(0, this.discounts.findIndex(isSame))
  }

  clear() {
    this.chosenCards.clear()
  }

  // The unit that fills each socket of the cost, or null. Each unit goes where it fits; if no such socket is
  // free, others give way if they can.
  fillSockets() {
    const { cost } = this
    const unitBySocket = cost.map(() => null)
    const place = (unit, tried) => {
      const sockets = [...cost.keys()].filter((socket) => unit.resources.includes(cost[socket]))
      const freeFirst = sockets.sort((one, other) => Boolean(unitBySocket[one]) - Boolean(unitBySocket[other]))
      return freeFirst.some((socket) => {
        if (tried.has(socket)) return false
        tried.add(socket)
        if (unitBySocket[socket] && !place(unitBySocket[socket], tried)) return false
        unitBySocket[socket] = unit
        return true
      })
    }
    for (const unit of this.listUnits()) place(unit, new Set())
    return unitBySocket
  }

  // What the chosen cards give: the card, which of its signs stands for the unit, and the resources that the
  // unit can be.
  listUnits() {
    const { sources } = this.board.state.mine.production
    const isChosen = ({ card }) => this.chosenCards.has(card)
    const inOrderOfTable = [...sources].sort((one, other) => other.colour.localeCompare(one.colour))
    return inOrderOfTable.filter(isChosen).flatMap(({ card, units, stands_for: resources }) =>
      Array.from({ length: units }, (_, sign) => ({ card, sign, resources })),
    )
  }

  render() {
    const { board, thing, cost } = this
    const { texts, state } = board
    const unitBySocket = this.fillSockets()
    const count = unitBySocket.filter(Boolean).length
    const card = state.cards[thing]
    const picture = card
      ? renderCard(`pay-${thing}`, card, 'blue', texts)
      : renderTile(thing, state.establishments[thing], 'central', texts)
    const name = card ? texts.types[card.type] : findTileName(thing, texts)
    const [before, after] = texts.pay_for.split('{what}')
    return html`<section class="macao-pay" role="group" aria-labelledby="pay-for">
      <button
        class="pay-thing"
        data-about="${thing}"
        data-key="about-${thing}"
        aria-label="${name}"
      >${picture}</button>
      <h3 id="pay-for"><span>${before}${name}${after}</span> <b>${count}/${cost.length}</b></h3>
      <p class="pay-sockets" data-about="${thing}">
        ${cost.map((resource, i) => renderSocket(resource, state.cards[unitBySocket[i]?.card], texts))}
      </p>
      ${this.discounts.length > 1 && this.renderDiscounts()}
      <p class="pay-buttons">
        <button class="button primary ${count < cost.length ? 'short' : ''}" data-pay-own data-key="pay-own">
          ${icon('check')} ${texts.pay_so}
        </button>
        <button class="button" data-complete data-key="complete">${texts.complete}</button>
        <button
          class="button ${this.chosenCards.size ? '' : 'short'}"
          data-clear-pay
          data-key="clear-pay"
          aria-disabled="${!this.chosenCards.size}"
        >
          ${icon('undo')} <span>${texts.clear}</span>
        </button>
        <button class="button icon-only" data-close-sheet data-key="close-sheet" aria-label="${texts.close}">
          ${icon('cross')}
        </button>
      </p>
    </section>`
  }

  renderDiscounts() {
    const { texts } = this.board
    const renderDiscount = (discount, index) => html`<button
      class="macao-toggle"
      data-way="${index}"
      data-key="way-${index}"
      aria-pressed="${index === this.discountIndex}"
    >
      <span>${texts.types.croupier}</span> − ${discount.map((name) => renderSign(name, texts))}
    </button>`
    return html`<p class="pay-ways">${this.discounts.map(renderDiscount)}</p>`
  }
}

function renderSocket(resource, payer, texts) {
  const words = payer && formatText(texts, 'paid_with', { card: texts.types[payer.type] })
  return html`<span class="pay-socket ${payer ? 'filled' : ''}"
    >${renderSign(resource, texts)}${payer && icon('check')}<span class="visually-hidden">${words}</span></span
  >`
}
