// The payment sheet of Macao: the proposed payments, and the reader's own choice of cards. The server judges
// both.

import { html, icon, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { findTileName, renderChip, renderSign, renderSigns } from './things.js'

export class Payment {
  constructor(board, thing) {
    Object.assign(this, { board, thing, chosenCards: new Set(), discountIndex: 0 })
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

  // A toggle was pressed: of a card (`data-own`) or of a discount (`data-way`).
  press({ own: card, way: discount }) {
    if (card !== undefined && !this.chosenCards.delete(card)) this.chosenCards.add(card)
    if (discount !== undefined) this.discountIndex = Number(discount)
  }

  render() {
    const { board, thing } = this
    const { texts, state } = board
    const card = state.cards[thing]
    const what = card ? renderChip(card, 'blue', texts) : html`<strong>${findTileName(thing, texts)}</strong>`
    const [before, after] = texts.pay_for.split('{what}')
    return html`<section class="macao-sheet panel" role="group" aria-labelledby="pay-for">
      <h3 id="pay-for">${before}${what}${after}</h3>
      <p class="macao-asked">
        <span>${texts.cost}</span> ${renderSigns((card ?? state.establishments[thing]).cost, texts)}
      </p>
      <ul>
        ${this.payments.map((action) => html`<li>${this.renderProposal(action)}</li>`)}
      </ul>
      ${this.renderPlanner()}
      <button class="button small quiet" data-close-sheet data-key="close-sheet">${texts.close}</button>
    </section>`
  }

  renderProposal(action) {
    const { texts, view, selected } = this.board
    const lostCards = action.pay.filter((name) => this.blue.includes(name))
    const count = lostCards.length
    const loss = count ? formatText(texts, 'discards', { count }) : texts.discards_nothing
    const index = view.menu.findIndex((offered) => isSameAction(offered, action))
    return html`<button
      class="button wide macao-pay ${isSameAction(action, selected) ? 'selected' : ''}"
      data-menu="${index}"
      data-key="pay-${JSON.stringify(action)}"
    >
      <span class="macao-chips">${action.pay.map((name) => this.renderOwnChip(name))}</span>
      <small>${loss}${action.croupier?.length > 0 && html` · ${this.renderDiscount(action.croupier)}`}</small>
    </button>`
  }

  renderDiscount(resources) {
    const { texts } = this.board
    return html`${texts.types.croupier} − ${resources.map((name) => renderSign(name, texts))}`
  }

  get blue() {
    return this.board.state.seats[this.board.view.seat].blue
  }

  renderOwnChip(name) {
    const { state, texts } = this.board
    return renderChip(state.cards[name], this.blue.includes(name) ? 'blue' : 'red', texts)
  }

  // Paying otherwise than proposed is allowed too, for who wants to get rid of a card or to keep one.
  renderPlanner() {
    const { texts, state, view } = this.board
    const { blue, red } = state.seats[view.seat]
    const usableCards = [...blue, ...red].filter((name) => name !== this.thing)
    const renderToggle = (discount, index) => this.renderDiscountToggle(discount, index)
    const discountToggles = this.discounts.map(renderToggle)
    return html`<details class="more" data-key="planner">
      <summary>${texts.pay_otherwise}</summary>
      <div class="macao-chips" role="group" aria-label="${texts.pay_otherwise}">
        ${usableCards.map((name) => this.renderCardToggle(name))}
      </div>
      ${this.discounts.length > 1 && html`<div class="macao-chips">${discountToggles}</div>`}
      <button class="button" data-pay-own data-key="pay-own">${texts.pay_so}</button>
    </details>`
  }

  renderCardToggle(name) {
    const isChosen = this.chosenCards.has(name)
    return html`<button
      class="macao-toggle"
      data-own="${name}"
      data-key="own-${name}"
      aria-pressed="${isChosen}"
    >
      ${isChosen && icon('check')}${this.renderOwnChip(name)}
    </button>`
  }

  renderDiscountToggle(discount, index) {
    const isChosen = index === this.discountIndex
    return html`<button
      class="macao-toggle"
      data-way="${index}"
      data-key="way-${index}"
      aria-pressed="${isChosen}"
    >
      ${isChosen && icon('check')}${this.renderDiscount(discount)}
    </button>`
  }
}
