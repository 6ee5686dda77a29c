// The payment sheet of Macao: the proposed payments, and the reader's own choice of cards. The server judges both.

import { html, icon, say } from '../games/dom.js'
import { same } from '../games/frame.js'
import { chip, house, sign, signs } from './things.js'

export class Payment {
  constructor(board, thing) {
    Object.assign(this, { board, thing, own: new Set(), way: 0 })
  }

  get offers() {
    return this.board.payments(this.thing)
  }

  // What the seat may use and how croupiers may lower the cost, as the server tells it.
  get line() {
    const { recruits, openings } = this.board.state.mine
    return recruits.find((line) => line.card === this.thing) ?? openings.find((line) => line.tile === this.thing)
  }

  get ways() {
    return this.line.card && this.line.discounts.length ? this.line.discounts : [[]]
  }

  // The action that the reader put together.
  get action() {
    const pay = [...this.own]
    return this.line.card
      ? { type: 'recruit', card: this.thing, pay, croupier: this.ways[this.way] }
      : { type: 'open', tile: this.thing, pay }
  }

  press({ own, way }) {
    if (own !== undefined && !this.own.delete(own)) this.own.add(own)
    if (way !== undefined) this.way = Number(way)
  }

  sheet() {
    const { board, thing } = this
    const { texts, state } = board
    const card = state.cards[thing]
    const what = card ? chip(card, 'blue', texts) : html`<strong>${house(thing, texts)}</strong>`
    const [before, after] = texts.pay_for.split('{what}')
    return html`<section class="macao-sheet panel" role="group" aria-labelledby="pay-for">
      <h3 id="pay-for">${before}${what}${after}</h3>
      <p class="macao-asked"><span>${texts.cost}</span> ${signs((card ?? state.establishments[thing]).cost, texts)}</p>
      <ul>
        ${this.offers.map((action) => html`<li>${this.proposal(action)}</li>`)}
      </ul>
      ${this.planner()}
      <button class="button small quiet" data-close-sheet data-key="close-sheet">${texts.close}</button>
    </section>`
  }

  proposal(action) {
    const { texts, view, selected } = this.board
    const lost = action.pay.filter((name) => this.blue.includes(name))
    const index = view.menu.findIndex((known) => same(known, action))
    return html`<button
      class="button wide macao-pay ${same(action, selected) ? 'selected' : ''}"
      data-menu="${index}"
      data-key="pay-${JSON.stringify(action)}"
    >
      <span class="macao-chips">${action.pay.map((name) => this.chip(name))}</span>
      <small
        >${lost.length ? say(texts, 'discards', { count: lost.length }) : texts.discards_nothing}${action.croupier?.length > 0 && html` · ${this.spared(action.croupier)}`}</small
      >
    </button>`
  }

  spared(resources) {
    const { texts } = this.board
    return html`${texts.types.croupier} − ${resources.map((name) => sign(name, texts))}`
  }

  get blue() {
    return this.board.state.seats[this.board.view.seat].blue
  }

  chip(name) {
    return chip(this.board.state.cards[name], this.blue.includes(name) ? 'blue' : 'red', this.board.texts)
  }

  // Paying otherwise than proposed is allowed too, for who wants to get rid of a card or to keep one.
  planner() {
    const { texts, state, view } = this.board
    const { blue, red } = state.seats[view.seat]
    const usable = [...blue, ...red].filter((name) => name !== this.thing)
    return html`<details class="more" data-key="planner">
      <summary>${texts.pay_otherwise}</summary>
      <div class="macao-chips" role="group" aria-label="${texts.pay_otherwise}">
        ${usable.map((name) => html`<button class="macao-toggle" data-own="${name}" data-key="own-${name}" aria-pressed="${this.own.has(name)}">${this.own.has(name) && icon('check')}${this.chip(name)}</button>`)}
      </div>
      ${this.ways.length > 1 && html`<div class="macao-chips">${this.ways.map((way, i) => html`<button class="macao-toggle" data-way="${i}" data-key="way-${i}" aria-pressed="${i === this.way}">${i === this.way && icon('check')}${this.spared(way)}</button>`)}</div>`}
      <button class="button" data-pay-own data-key="pay-own">${texts.pay_so}</button>
    </details>`
  }
}
