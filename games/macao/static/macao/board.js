// Macao: four piles, the establishments, my informants and members with what they yield, the others in rows.

import { html, icon, render, say } from '../games/dom.js'
import { same } from '../games/frame.js'
import { Payment } from './payment.js'
import { chip, face, house, needs, sign, signs } from './things.js'

class Macao extends HTMLElement {
  show({ view, texts, selected }) {
    Object.assign(this, { view, texts, selected, state: view.state })
    const { state } = view
    const me = view.seat ?? 0
    const others = state.seats.map((seat, index) => ({ ...seat, index })).filter((seat) => seat.index !== me)
    if (this.payment && !this.payment.offers.length) this.payment = null
    render(
      this,
      html` <p class="macao-round">
          ${say(texts, 'round_of', { round: state.round })} ·
          ${texts.phases[state.phase]}${state.last_round && state.phase !== 'over' && html` <span class="badge warn">${texts.last_round}</span>`}
        </p>
        ${view.outcome && this.result()}
        <section class="macao-centre" aria-label="${texts.centre}">
          <ol class="macao-piles" aria-label="${texts.piles}">
            ${state.piles.map((pile, i) => this.pile(pile, i))}
          </ol>
          <ul class="macao-tiles" aria-label="${texts.tiles_centre}">
            ${state.tiles.map((name) => this.tile(name))}
          </ul>
        </section>
        ${this.mine(state.seats[me], view.seats[me].name)} ${this.payment?.sheet()}
        <div class="macao-others">${others.map((seat) => this.opponent(seat))}</div>`,
    )
  }

  mine(seat, name) {
    const { texts, state } = this
    return html`<section class="macao-mine" aria-label="${name}">
      <h3>
        ${name} <span class="badge">${say(texts, 'coins', { count: seat.coins.total })}</span>
        <span class="badge house">${say(texts, 'members', { count: seat.red_count, end: seat.red_to_end })}</span>
        <span class="badge">${say(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })}</span>
      </h3>
      ${state.mine && this.production(state.mine.production)}
      <ul class="macao-line">
        ${this.line(seat)}
      </ul>
      ${
        (seat.reserved.length > 0 || seat.opened.length > 0) &&
        html`<ul class="macao-tiles">
          ${seat.reserved.map((tile) => this.tile(tile, 'reserved'))}${seat.opened.map((tile) => this.tile(tile, 'opened'))}
        </ul>`
      }
    </section>`
  }

  // What the menu offers for a thing on the table.
  offers(test) {
    return this.view.menu.filter(test)
  }

  payments(thing) {
    return this.offers((action) => action.pay?.length > 0 && (action.card === thing || action.tile === thing))
  }

  // Everything that a thing of this name can be chosen for.
  uses(name) {
    return this.offers((action) => action.card === name || action.tile === name)
  }

  pressable(key, actions, inside) {
    const chosen = actions.some((action) => same(action, this.selected))
    if (!actions.length) return html`<div class="macao-thing">${inside}</div>`
    return html`<button
      class="macao-thing ${chosen ? 'chosen' : ''}"
      data-thing="${key}"
      data-key="thing-${key}"
      aria-pressed="${chosen}"
    >
      <span class="visually-hidden">${this.label(actions)}</span>${inside}
    </button>`
  }

  label(actions) {
    const [action] = actions
    return actions.length > 1
      ? this.texts.kinds[action.type]
      : this.view.labels[this.view.menu.findIndex((known) => same(known, action))]
  }

  pile(pile, i) {
    const actions = this.offers((action) => action.type === 'contact' && action.pile === i)
    const top = pile.top
      ? face(pile.top, this.state.cards[pile.top], 'blue', this.texts)
      : html`<span class="macao-card empty"></span>`
    return html`<li>
      ${this.pressable(`pile-${i}`, actions, html`${top}<span class="macao-count"><b>${i + 1}</b> ${icon('cards')} ${pile.count}</span>`)}
    </li>`
  }

  line(seat) {
    const { texts, state } = this
    const recruits = Object.fromEntries(
      (this.view.outcome ? [] : (state.mine?.recruits ?? [])).map((line) => [line.card, line]),
    )
    const blue = seat.blue.map(
      (name) =>
        html`<li>
          ${this.pressable(name, this.uses(name), face(name, state.cards[name], 'blue', texts, this.note(recruits[name])))}
        </li>`,
    )
    const dead = seat.deceased.map(
      (name) =>
        html`<li>
          <div class="macao-thing">
            <span class="macao-card dead" data-key="card-${name}"><b>${texts.deceased}</b></span>
          </div>
        </li>`,
    )
    const red = seat.red.map(
      (name) => html`<li><div class="macao-thing">${face(name, state.cards[name], 'red', texts)}</div></li>`,
    )
    return [...blue, ...dead, ...red]
  }

  note(line) {
    if (line?.possible)
      return html`<span class="macao-ready"
        >${icon('check')}<span class="visually-hidden">${this.texts.can_recruit}</span></span
      >`
    return line?.short === 1 ? html`<span class="macao-short">${this.texts.one_short}</span>` : ''
  }

  tile(name, look = 'central') {
    const { texts, state } = this
    const tile = state.establishments[name]
    const opened = look === 'opened'
    const line = state.mine?.openings.find((opening) => opening.tile === name)
    const asks = tile.cost ? signs(tile.cost, texts) : needs(tile, line, texts)
    const inside = html`<span class="macao-tile ${look}"
      ><b>${house(name, texts)}</b>${!opened && asks}
      ${look === 'reserved' && html`<span class="badge">${texts.reserved}</span>`}${!opened && line?.short === 1 && html`<span class="macao-short">${texts.one_short}</span>`}
      <span class="macao-coins" title="${texts.coins_at_end}"
        >${tile.coins}<span class="visually-hidden"> ${texts.coins_at_end}</span></span
      ></span
    >`
    return html`<li data-key="tile-${name}">${this.pressable(name, opened ? [] : this.uses(name), inside)}</li>`
  }

  production(made) {
    const { texts } = this
    return html`<p class="macao-production">
      <span class="visually-hidden">${texts.production}</span
      >${made.groups.map((group) => html`<span class="${group.units ? '' : 'none'}">${group.units} × ${group.resources.map((name, i) => html`${i > 0 && '/'}${sign(name, texts)}`)}</span>`)}
      ${made.jokers > 0 && html`<span>${made.jokers} × ${sign('diamond', texts)}</span>`}
      ${made.croupiers.length > 0 && html`<span class="badge">${texts.types.croupier} −${made.croupiers.length}</span>`}
    </p>`
  }

  opponent(seat) {
    const { texts, view, state } = this
    const chips = (names, colour) =>
      names.map((name) => html`<li data-key="card-${name}">${chip(state.cards[name], colour, texts)}</li>`)
    const dead = seat.deceased.map(() => html`<li><span class="macao-chip dead">${texts.deceased}</span></li>`)
    const tiles = [
      ...seat.reserved.map((name) => this.plate(name, 'reserved')),
      ...seat.opened.map((name) => this.plate(name, 'opened')),
    ]
    return html`<section class="macao-opponent panel" aria-label="${view.seats[seat.index].name}">
      <h3>
        ${view.seats[seat.index].name} <span class="badge">${say(texts, 'coins', { count: seat.coins.total })}</span>
      </h3>
      <p class="macao-kind">${say(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })}</p>
      <ul class="macao-chips">
        ${chips(seat.blue, 'blue')}${dead}
      </ul>
      <p class="macao-kind">${say(texts, 'members', { count: seat.red_count, end: seat.red_to_end })}</p>
      ${
        seat.red.length > 0 &&
        html`<ul class="macao-chips">
          ${chips(seat.red, 'red')}
        </ul>`
      }
      ${
        tiles.length > 0 &&
        html`<p class="macao-kind">${texts.tiles_of}</p>
          <ul class="macao-chips">
            ${tiles}
          </ul>`
      }
    </section>`
  }

  plate(name, look) {
    const { texts, state } = this
    return html`<li data-key="tile-${name}">
      <span class="macao-chip ${look}"
        >${house(name, texts)} ${look === 'reserved' ? `(${texts.reserved})` : state.establishments[name].coins}</span
      >
    </li>`
  }

  // Where the coins come from, and how many gave them: their number breaks a tie.
  result() {
    const { texts, view, state } = this
    const row = (seat, i) =>
      html`<tr class="${i === view.seat ? 'mine' : ''}">
        <th scope="row">${view.outcome.winners.includes(i) && icon('trophy')} ${view.seats[i].name}</th>
        <td class="num"><strong>${view.outcome.scores[i]}</strong></td>
        <td class="num">${seat.coins.members} <small>(${seat.red_count})</small></td>
        <td class="num">${seat.coins.establishments} <small>(${seat.opened.length})</small></td>
      </tr>`
    return html`<p class="macao-kind" id="coins-from">${texts.coins_from}</p>
      <div class="table-scroll" role="region" tabindex="0" aria-labelledby="coins-from">
        <table class="macao-result" aria-labelledby="coins-from">
          <thead>
            <tr>
              <td></td>
              ${[texts.total, texts.members_of, texts.tiles_of].map((head) => html`<th scope="col" class="num">${head}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${state.seats.map(row)}
          </tbody>
        </table>
      </div>`
  }

  connectedCallback() {
    this.addEventListener('click', (event) => {
      const target = event.target.closest('[data-close-sheet], [data-pay-own], [data-own], [data-way], [data-thing]')
      if (!target) return
      if ('payOwn' in target.dataset) return this.tell('escale-play', this.payment.action)
      if ('closeSheet' in target.dataset) return this.openSheet(null)
      if (target.dataset.thing) return this.touched(target.dataset.thing)
      this.payment.press(target.dataset)
      this.show(this)
    })
    this.addEventListener('keydown', (event) => event.key === 'Escape' && this.payment && this.openSheet(null))
  }

  // Opened, the sheet has the focus; closed, the thing that it was about.
  openSheet(thing) {
    const left = this.payment?.thing
    this.payment = thing && new Payment(this, thing)
    this.show(this)
    this.querySelector(thing ? '.macao-sheet button' : `[data-thing="${left}"]`)?.focus()
  }

  touched(thing) {
    const pile = thing.startsWith('pile-') && Number(thing.slice(5))
    if (this.payments(thing).length) return this.openSheet(thing)
    const [action] = pile === false ? this.uses(thing) : this.offers((offered) => offered.pile === pile)
    if (action) this.tell('escale-choose', action)
  }

  tell(what, action) {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, detail: { action } }))
  }
}

customElements.define('escale-board-macao', Macao)
