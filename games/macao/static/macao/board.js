// The board of Macao: four piles, the establishments, the reader's characters. Whoever pays lifts cards.

import { loadArt } from '../games/art.js'
import { html, icon, render, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { PaymentLights } from './lights.js'
import { Payment } from './payment.js'
import { scenes } from './scenes.js'
import { describeSeat, renderProduction, renderResult } from './seats.js'
import { renderCard, renderPortrait, renderTile } from './things.js'

loadArt(new URL('art.svg', import.meta.url).href)

const PRESSABLE = 'button, [data-about], [data-crew]'

class MacaoBoard extends HTMLElement {
  scenes = scenes
  lights = new PaymentLights(this)

  connectedCallback() {
    this.lights.start()
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('contextmenu', (event) => this.handleLongPress(event))
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.payment) this.setPayment(null)
    })
  }

  disconnectedCallback() {
    this.lights.stop()
  }

  renderPicture() {
    return html`${['killer', 'widow', 'croupier'].map((type) => renderPortrait(type))}`
  }

  describeSeat(view, index, texts) {
    return describeSeat(view, index, texts)
  }

  show({ view, texts, selected }) {
    Object.assign(this, { view, texts, selected, state: view.state })
    const { state } = view
    const ownSeat = view.seat ?? 0
    const isLastRound = state.last_round && state.phase !== 'over'
    if (this.payment && !this.payment.payments.length) this.payment = null
    render(
      this,
      html`<div class="macao-table ${view.outcome ? 'over' : ''}">
        <p class="macao-round">
          ${formatText(texts, 'round_of', { round: state.round })}
          <span class="macao-phase">· ${texts.phases[state.phase]}</span>
          ${isLastRound && html`<b class="last-round">${texts.last_round}</b>`}
        </p>
        ${view.outcome && html`<div class="macao-middle">${renderResult(this)}</div>`}
        <section class="macao-centre" aria-label="${texts.centre}">
          <ol class="macao-piles" aria-label="${texts.piles}">
            ${state.piles.map((pile, i) => this.renderPile(pile, i))}
          </ol>
          <ul class="macao-tiles" aria-label="${texts.tiles_centre}">
            ${state.tiles.map((name) => this.renderTileItem(name))}
          </ul>
        </section>
        ${!view.outcome && html`<div class="macao-middle">${this.renderMiddle()}</div>`}
        ${this.renderOwnSeat(state.seats[ownSeat], view.seats[ownSeat].name)}
        ${this.payment && html`<svg class="macao-lights" aria-hidden="true"></svg>`}
      </div>`,
    )
    this.lights.draw()
  }

  renderMiddle() {
    if (this.payment) return this.payment.render()
    return this.state.mine && renderProduction(this.state.mine.production, this.texts)
  }

  renderOwnSeat(seat, name) {
    const { texts } = this
    const members = formatText(texts, 'members', { count: seat.red_count, end: seat.red_to_end })
    const informants = formatText(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })
    return html`<section class="macao-mine" aria-label="${name}">
      <div class="macao-group members">
        <h3>${members} <small>· ${texts.members_stay}</small></h3>
        <ul class="macao-line">
          ${seat.red.map((card) => this.renderOwnCard(card, 'red'))}
          ${seat.opened.map((tile) => this.renderTileItem(tile, 'opened'))}
          ${seat.reserved.map((tile) => this.renderTileItem(tile, 'reserved'))}
          ${Array.from({ length: Math.max(0, seat.red_to_end - seat.red_count) }, renderSocket)}
        </ul>
      </div>
      <div class="macao-group informants">
        <h3>${informants} <small>· ${texts.informants_leave}</small></h3>
        <ul class="macao-line">
          ${seat.blue.map((card) => this.renderOwnCard(card, 'blue'))}
          ${seat.deceased.map((card) => this.renderOwnCard(card, 'dead'))}
        </ul>
      </div>
    </section>`
  }

  // What the menu offers for a thing on the table.
  findActions(test) {
    return this.view.menu.filter(test)
  }

  findPayments(thing) {
    return this.findActionsFor(thing).filter((action) => action.pay?.length > 0)
  }

  // Everything that a thing of this name can be chosen for.
  findActionsFor(name) {
    return this.findActions((action) => action.card === name || action.tile === name)
  }

  // A thing is a button always: what cannot be chosen tells about itself.
  renderPressable(key, actions, inside, look = '') {
    const isSelected = actions.some((action) => isSameAction(action, this.selected))
    const classes = ['macao-thing', actions.length && 'open', isSelected && 'chosen', look]
    return html`<button
      class="${classes.filter(Boolean).join(' ')}"
      data-thing="${key}"
      data-key="thing-${key}"
      ${actions.length > 0 && html`aria-pressed="${isSelected}"`}
    >
      ${actions.length > 0 &&
      html`<span class="visually-hidden">${this.describeActions(actions)}</span>`}${inside}
    </button>`
  }

  describeActions(actions) {
    const [action] = actions
    if (actions.length > 1) return this.texts.kinds[action.type]
    const index = this.view.menu.findIndex((offered) => isSameAction(offered, action))
    return this.view.labels[index]
  }

  renderPile(pile, i) {
    const actions = this.findActions((action) => action.type === 'contact' && action.pile === i)
    const top = pile.top
      ? renderCard(pile.top, this.state.cards[pile.top], 'blue', this.texts)
      : html`<span class="macao-card empty"></span>`
    const count = html`<span class="macao-count"><b>${i + 1}</b> ${icon('cards')} ${pile.count}</span>`
    return html`<li>${this.renderPressable(`pile-${i}`, actions, html`${top}${count}`)}</li>`
  }

  renderOwnCard(name, look) {
    const card = this.state.cards[name]
    const canPay = this.payment && look !== 'dead' && name !== this.payment.thing
    if (canPay) return this.renderPayer(name, card, look)
    const actions = look === 'blue' ? this.findActionsFor(name) : []
    const note = look === 'blue' && !this.view.outcome ? this.renderNote(name) : ''
    const inside = renderCard(name, card, look, this.texts, note)
    const isPaidFor = this.payment?.thing === name ? 'paid-for' : ''
    return html`<li>${this.renderPressable(name, actions, inside, isPaidFor)}</li>`
  }

  // While one pays, each own card can be lifted.
  renderPayer(name, card, look) {
    const isChosen = this.payment.chosenCards.has(name)
    const fillsSocket = this.payment.fillSockets().some((unit) => unit?.card === name)
    return html`<li>
      <button
        class="macao-thing payer ${isChosen ? 'lifted' : ''} ${fillsSocket ? '' : 'idle'}"
        data-own="${name}"
        data-key="thing-${name}"
        aria-pressed="${isChosen}"
      >
        ${renderCard(name, card, look, this.texts)}
      </button>
    </li>`
  }

  // Whether the card can be recruited now, or lacks a single unit.
  renderNote(name) {
    const recruit = this.state.mine?.recruits.find(({ card }) => card === name)
    if (recruit?.possible) {
      return html`<span class="macao-ready"
        >${icon('check')}<span class="visually-hidden">${this.texts.can_recruit}</span></span
      >`
    }
    if (recruit?.short !== 1) return ''
    return html`<span class="macao-short" title="${this.texts.one_short}"
      ><span aria-hidden="true">−1</span><span class="visually-hidden">${this.texts.one_short}</span></span
    >`
  }

  renderTileItem(name, look = 'central') {
    const { texts, state } = this
    const line = state.mine?.openings.find((opening) => opening.tile === name)
    const inside = renderTile(name, state.establishments[name], look, texts, { line })
    const actions = look === 'opened' ? [] : this.findActionsFor(name)
    const tile = this.renderPressable(name, actions, inside)
    return html`<li data-key="tile-${name}" class="for-tile">${tile}</li>`
  }

  // --- clicks

  handleClick(event) {
    const target = event.target.closest(PRESSABLE)
    if (!target) return
    const { thing, own, way, about, crew } = target.dataset
    if ('payOwn' in target.dataset) return this.dispatch('escale-play', this.payment.action)
    if ('closeSheet' in target.dataset) return this.setPayment(null)
    if (thing) return this.handleTouch(thing, target)
    if (about) return this.showInfo(this.describeThing(about, { ask: null }), target)
    if (crew) return this.showSeat(Number(crew), target)
    if ('clearPay' in target.dataset && !this.payment.chosenCards.size) return this.showNothingLaid(target)
    const isChosenWay = way && Number(way) === this.payment.discountIndex
    if (isChosenWay) return this.showInfo({ title: this.texts.types.croupier, rule: 'croupier' }, target)
    if ('complete' in target.dataset) this.payment.complete()
    else if ('clearPay' in target.dataset) this.payment.clear()
    else if (own) this.payment.toggle(own)
    else if (way) this.payment.discountIndex = Number(way)
    else return this.showInfo({ title: this.texts.production, rule: 'pay' }, target)
    this.show(this)
  }

  // What can be chosen tells about itself when it is pressed longer, or with the other button of the mouse.
  handleLongPress(event) {
    const target = event.target.closest('[data-thing], [data-own]')
    if (!target) return
    event.preventDefault()
    this.showInfo(this.describeThing(target.dataset.thing ?? target.dataset.own), target)
  }

  // Begins a payment for a card or a tile, or ends it (null). The focus goes to its buttons, and back.
  setPayment(thing) {
    const oldThing = this.payment?.thing
    this.payment = thing && new Payment(this, thing)
    this.show(this)
    const focused = this.querySelector(thing ? '[data-complete]' : `[data-thing="${oldThing}"]`)
    focused?.focus({ preventScroll: true })
  }

  // A thing is a card or a tile by its name, or a pile as "pile-0".
  handleTouch(thing, target) {
    if (thing === this.payment?.thing) return this.setPayment(null)
    if (this.findPayments(thing).length) return this.setPayment(thing)
    const [action] = thing.startsWith('pile-')
      ? this.findActions((offered) => offered.pile === Number(thing.slice('pile-'.length)))
      : this.findActionsFor(thing)
    if (action) this.dispatch('escale-choose', action)
    else this.showInfo(this.describeThing(thing), target)
  }

  // What the first board does without.
  loadTheRest() {
    return import('./info.js')
  }

  async describeThing(thing, changes = {}) {
    const info = await this.loadTheRest()
    return { ...this.findDescription(thing, info), ...changes }
  }

  findDescription(thing, { describeCard, describePile, describeTile }) {
    if (thing.startsWith('pile-')) return describePile(Number(thing.slice('pile-'.length)), this)
    return this.state.cards[thing] ? describeCard(thing, this) : describeTile(thing, this)
  }

  showNothingLaid(target) {
    this.showInfo({ title: this.texts.clear, facts: [['', this.texts.nothing_laid]], rule: 'pay' }, target)
  }

  showSeat(index, target) {
    this.showInfo(this.loadTheRest().then(({ listCrew }) => listCrew(index, this)), target)
  }

  showInfo(detail, target) {
    this.pressedThing = target
    this.dispatchEvent(new CustomEvent('escale-info', { bubbles: true, detail }))
  }

  dispatch(eventName, action) {
    this.dispatchEvent(new CustomEvent(eventName, { bubbles: true, detail: { action } }))
  }
}

// The place of a member who is still missing.
function renderSocket() {
  return html`<li class="macao-socket" aria-hidden="true"></li>`
}

customElements.define('escale-board-macao', MacaoBoard)
