// Macao: four piles, the establishments, my informants and members with what they yield, the others in rows.

import { html, icon, render, say } from '../dom.js'
import { same } from '../frame.js'

// One sign for each resource: told apart by shape, not by colour alone.
const SIGNS = {
  alcohol: 'M9 2h6v5l2 3v12H7V10l2-3z',
  weapons: 'M3 9h13l2-3 3 3-2 2v2H11v3H7v4H3z',
  money: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-3.5 6.5h7v7h-7z',
  opium: 'M12 3c2 3 6 4 6 9a6 6 0 0 1-12 0c0-5 4-6 6-9zM11 19h2v3h-2z',
  jade: 'M12 2l8 6-3 12H7L4 8z',
  diamond: 'M12 2l10 10-10 10L2 12z',
}

function sign(resource, texts, extra = '') {
  return html`<svg class="mc-sign res-${resource}" viewBox="0 0 24 24" role="img" aria-label="${texts.resources[resource]}"><path fill-rule="evenodd" d="${SIGNS[resource]}"/></svg>${extra}`
}

const signs = (names, texts) => html`<span class="mc-cost">${names.map((name) => sign(name, texts))}</span>`

class Macao extends HTMLElement {
  show({ view, texts, selected }) {
    Object.assign(this, { view, texts, selected, state: view.state })
    const { state } = view
    const me = view.seat ?? 0
    const others = state.seats.map((seat, index) => ({ ...seat, index })).filter((seat) => seat.index !== me)
    if (this.sheet && !this.payments(this.sheet).length) this.sheet = null
    render(this, html`
      <p class="mc-round">${say(texts, 'round_of', { round: state.round })} · ${texts.phases[state.phase]}${state.last_round && html` <span class="badge warn">${texts.last_round}</span>`}</p>
      <section class="mc-centre" aria-label="${texts.centre}">
        <ol class="mc-piles" aria-label="${texts.piles}">${state.piles.map((pile, i) => this.pile(pile, i))}</ol>
        <ul class="mc-tiles" aria-label="${texts.tiles_centre}">${state.tiles.map((name) => this.tile(name))}</ul>
      </section>
      <section class="mc-mine" aria-label="${view.seats[me].name}">
        <h3>${view.seats[me].name} <span class="badge">${say(texts, 'coins', { count: state.seats[me].coins.total })}</span>
          <span class="badge house">${say(texts, 'members', { count: state.seats[me].red_count, end: state.seats[me].red_to_end })}</span>
          <span class="badge">${say(texts, 'informants', { count: state.seats[me].blue_count, limit: state.seats[me].blue_limit })}</span></h3>
        ${state.mine && this.production(state.mine.production)}
        <ul class="mc-line">${this.line(state.seats[me], true)}</ul>
        ${(state.seats[me].reserved.length > 0 || state.seats[me].opened.length > 0) && html`<ul class="mc-tiles">${state.seats[me].reserved.map((name) => this.tile(name, 'reserved'))}${state.seats[me].opened.map((name) => this.tile(name, 'opened'))}</ul>`}
      </section>
      ${this.sheet && this.paymentSheet()}
      ${others.map((seat) => this.opponent(seat))}`)
  }

  // What the menu offers for a thing on the table.
  offers(test) {
    return this.view.menu.filter(test)
  }

  payments(thing) {
    return this.offers((action) => (action.type === 'recruit' && action.card === thing) || (action.type === 'open' && action.tile === thing))
  }

  pressable(key, actions, label, inside, look = '') {
    const chosen = actions.some((action) => same(action, this.selected))
    if (!actions.length) return html`<div class="mc-thing ${look}">${inside}</div>`
    return html`<button class="mc-thing ${look} ${chosen ? 'chosen' : ''}" data-thing="${key}" data-key="thing-${key}" aria-pressed="${chosen}"><span class="visually-hidden">${label}</span>${inside}</button>`
  }

  pile(pile, i) {
    const { texts } = this
    const actions = this.offers((action) => action.type === 'contact' && action.pile === i)
    const face = pile.top ? this.face(pile.top, 'blue') : html`<span class="mc-card empty"></span>`
    return html`<li>${this.pressable(`pile-${i}`, actions, this.label(actions[0]), html`${face}<span class="mc-count">${icon('cards')} ${pile.count}</span>`)}</li>`
  }

  label(action) {
    return action ? this.view.labels[this.view.menu.findIndex((known) => same(known, action))] : ''
  }

  face(name, colour, extra = '') {
    const { texts } = this
    const card = this.state.cards[name]
    const units = colour === 'red' && card.type === 'sailor' ? 2 : 1
    return html`<span class="mc-card ${colour}" data-key="card-${name}">
      <b>${texts.types[card.type]}</b>
      <span class="mc-yield">${Array.from({ length: units }, () => sign(card.resource ?? 'diamond', texts))}${card.pair && html`<span class="mc-pair">${sign(card.pair[0], texts)}↔${sign(card.pair[1], texts)}</span>`}</span>
      ${colour !== 'red' && html`<span class="mc-price"><span class="visually-hidden">${texts.cost}</span>${signs(card.cost, texts)}</span>`}
      <span class="mc-coins" title="${texts.coins_at_end}">${card.coins}<span class="visually-hidden"> ${texts.coins_at_end}</span></span>${extra}</span>`
  }

  line(seat, mine) {
    const { texts, state } = this
    const recruits = Object.fromEntries((mine && state.mine?.recruits || []).map((line) => [line.card, line]))
    const blue = seat.blue.map((name) => {
      const actions = mine ? [...this.payments(name), ...this.offers((action) => action.type === 'discard' && action.card === name)] : []
      const line = recruits[name]
      const note = line && !line.possible && line.short === 1 ? html`<span class="mc-short">${texts.one_short}</span>` : line?.possible && html`<span class="mc-ready">${icon('check')}<span class="visually-hidden">${texts.can_recruit}</span></span>`
      return html`<li>${this.pressable(name, actions, this.label(actions[0]), this.face(name, 'blue', note))}</li>`
    })
    const dead = seat.deceased.map((name) => html`<li><div class="mc-thing"><span class="mc-card dead" data-key="card-${name}"><b>${texts.deceased}</b></span></div></li>`)
    const red = seat.red.map((name) => html`<li><div class="mc-thing">${this.face(name, 'red')}</div></li>`)
    return [...blue, ...dead, ...red]
  }

  tile(name, look = 'central') {
    const { texts, state } = this
    const tile = state.establishments[name]
    const actions = look === 'opened' ? [] : [...this.payments(name), ...this.offers((action) => action.type === 'reserve' && action.tile === name)]
    const line = state.mine?.openings.find((opening) => opening.tile === name)
    const needs = tile.cost ? signs(tile.cost, texts) : html`<ul class="mc-needs">${Object.entries(tile.needs).map(([need, of]) => {
      const met = line?.checklist?.find((check) => check.need === need)
      return html`<li class="${met?.met ? 'met' : ''}">${met?.met ? icon('check') : ''} ${met && look !== 'opened' ? `${Math.min(met.have, of)}/` : ''}${of} ${texts.needs[need]}</li>`
    })}</ul>`
    const note = line && !line.possible && line.short === 1 && look !== 'opened' && html`<span class="mc-short">${texts.one_short}</span>`
    return html`<li data-key="tile-${name}">${this.pressable(name, actions, this.label(actions[0]), html`<span class="mc-tile ${look}"><b>${texts.tiles[name]}</b>${look !== 'opened' && needs}<span class="mc-coins">${tile.coins}</span>${look === 'reserved' && html`<span class="badge">${texts.reserved}</span>`}${note}</span>`)}</li>`
  }

  production(made) {
    const { texts } = this
    return html`<p class="mc-production" aria-label="${texts.production}">${made.groups.map((group) => html`<span class="${group.units ? '' : 'none'}">${group.units} × ${group.resources.map((name, i) => html`${i > 0 && '/'}${sign(name, texts)}`)}</span>`)}
      ${made.jokers > 0 && html`<span>${made.jokers} × ${sign('diamond', texts)}</span>`}
      ${made.croupiers.length > 0 && html`<span class="badge">${texts.types.croupier} −${made.croupiers.length}</span>`}</p>`
  }

  opponent(seat) {
    const { texts, view } = this
    return html`<details class="mc-opponent panel" data-key="opponent-${seat.index}"><summary><strong>${view.seats[seat.index].name}</strong>
      <span class="badge">${say(texts, 'coins', { count: seat.coins.total })}</span> <span class="badge house">${say(texts, 'members', { count: seat.red_count, end: seat.red_to_end })}</span>
      <span class="badge">${say(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })}</span></summary>
      <ul class="mc-line small">${this.line(seat, false)}</ul>
      ${(seat.opened.length > 0 || seat.reserved.length > 0) && html`<ul class="mc-tiles">${seat.reserved.map((name) => this.tile(name, 'reserved'))}${seat.opened.map((name) => this.tile(name, 'opened'))}</ul>`}</details>`
  }

  // Several ways to pay: each says what would be discarded.
  paymentSheet() {
    const { texts, view } = this
    const what = this.state.cards[this.sheet] ? texts.types[this.state.cards[this.sheet].type] : texts.tiles[this.sheet]
    return html`<section class="mc-sheet panel" role="group" aria-label="${say(texts, 'pay_for', { what })}"><h3>${say(texts, 'pay_for', { what })}</h3>
      <ul>${this.payments(this.sheet).map((action) => {
        const lost = action.pay.filter((name) => view.state.seats[view.seat].blue.includes(name))
        return html`<li><button class="button wide ${same(action, this.selected) ? 'selected' : ''}" data-menu="${view.menu.findIndex((known) => same(known, action))}" data-key="pay-${JSON.stringify(action)}">
          <span>${action.pay.map((name) => html`<span class="mc-chip ${lost.includes(name) ? 'blue' : 'red'}">${sign(this.state.cards[name].resource ?? 'diamond', texts)} ${texts.types[this.state.cards[name].type]}</span>`)}</span>
          <small>${lost.length ? say(texts, 'discards', { count: lost.length }) : texts.discards_nothing}${action.croupier?.length > 0 && html` · ${texts.types.croupier} −${action.croupier.length}`}</small></button></li>`
      })}</ul><button class="button small quiet" data-close-sheet>${texts.close}</button></section>`
  }

  connectedCallback() {
    this.addEventListener('click', (event) => {
      if (event.target.closest('[data-close-sheet]')) return this.openSheet(null)
      const thing = event.target.closest('[data-thing]')?.dataset.thing
      if (thing) this.touched(thing)
    })
  }

  openSheet(thing) {
    this.sheet = thing
    this.show(this)
    if (thing) this.querySelector('.mc-sheet button')?.focus()
  }

  touched(thing) {
    const pile = thing.startsWith('pile-') && Number(thing.slice(5))
    const actions = pile !== false ? this.offers((action) => action.pile === pile) : [...this.payments(thing), ...this.offers((action) => (action.type === 'discard' && action.card === thing) || (action.type === 'reserve' && action.tile === thing))]
    if (actions.length > 1) return this.openSheet(thing)
    if (actions.length) this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action: actions[0] } }))
  }
}

customElements.define('escale-board-macao', Macao)
