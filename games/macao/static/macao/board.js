// The board of Macao: four piles, the establishments, the reader's characters, the opponents in rows.

import { html, icon, render, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { Payment } from './payment.js'
import { findTileName, renderCard, renderChip, renderNeeds, renderSign, renderSigns } from './things.js'

const PRESSABLE = '[data-close-sheet], [data-pay-own], [data-own], [data-way], [data-thing]'

class MacaoBoard extends HTMLElement {
  show({ view, texts, selected }) {
    Object.assign(this, { view, texts, selected, state: view.state })
    const { state } = view
    const ownSeat = view.seat ?? 0
    const seats = state.seats.map((seat, index) => ({ ...seat, index }))
    const others = seats.filter((seat) => seat.index !== ownSeat)
    const isLastRound = state.last_round && state.phase !== 'over'
    if (this.payment && !this.payment.payments.length) this.payment = null
    render(
      this,
      html` <p class="macao-round">
          ${formatText(texts, 'round_of', { round: state.round })} · ${texts.phases[state.phase]}
          ${isLastRound && html`<span class="badge warn">${texts.last_round}</span>`}
        </p>
        ${view.outcome && this.renderResult()}
        <section class="macao-centre" aria-label="${texts.centre}">
          <ol class="macao-piles" aria-label="${texts.piles}">
            ${state.piles.map((pile, i) => this.renderPile(pile, i))}
          </ol>
          <ul class="macao-tiles" aria-label="${texts.tiles_centre}">
            ${state.tiles.map((name) => this.renderTile(name))}
          </ul>
        </section>
        ${this.renderOwnSeat(state.seats[ownSeat], view.seats[ownSeat].name)} ${this.payment?.render()}
        <div class="macao-others">${others.map((seat) => this.renderOpponent(seat))}</div>`,
    )
  }

  renderOwnSeat(seat, name) {
    const { texts, state } = this
    return html`<section class="macao-mine" aria-label="${name}">
      <h3>
        ${name} <span class="badge">${formatText(texts, 'coins', { count: seat.coins.total })}</span>
        <span class="badge house"
          >${formatText(texts, 'members', { count: seat.red_count, end: seat.red_to_end })}</span
        >
        <span class="badge"
          >${formatText(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })}</span
        >
      </h3>
      ${state.mine && this.renderProduction(state.mine.production)}
      <ul class="macao-line">
        ${this.renderCharacters(seat)}
      </ul>
      ${
        (seat.reserved.length > 0 || seat.opened.length > 0) &&
        html`<ul class="macao-tiles">
          ${seat.reserved.map((tile) => this.renderTile(tile, 'reserved'))}
          ${seat.opened.map((tile) => this.renderTile(tile, 'opened'))}
        </ul>`
      }
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

  renderPressable(key, actions, inside) {
    const chosen = actions.some((action) => isSameAction(action, this.selected))
    if (!actions.length) return html`<div class="macao-thing">${inside}</div>`
    return html`<button
      class="macao-thing ${chosen ? 'chosen' : ''}"
      data-thing="${key}"
      data-key="thing-${key}"
      aria-pressed="${chosen}"
    >
      <span class="visually-hidden">${this.describeActions(actions)}</span>${inside}
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

  renderCharacters(seat) {
    const { texts, state } = this
    const recruits = this.view.outcome ? [] : (state.mine?.recruits ?? [])
    const recruitByCard = Object.fromEntries(recruits.map((recruit) => [recruit.card, recruit]))
    const blue = seat.blue.map((name) => {
      const card = renderCard(name, state.cards[name], 'blue', texts, this.renderNote(recruitByCard[name]))
      return html`<li>${this.renderPressable(name, this.findActionsFor(name), card)}</li>`
    })
    const dead = seat.deceased.map(
      (name) =>
        html`<li>
          <div class="macao-thing">
            <span class="macao-card dead" data-key="card-${name}"><b>${texts.deceased}</b></span>
          </div>
        </li>`,
    )
    const red = seat.red.map(
      (name) =>
        html`<li>
          <div class="macao-thing">${renderCard(name, state.cards[name], 'red', texts)}</div>
        </li>`,
    )
    return [...blue, ...dead, ...red]
  }

  // Whether the card can be recruited now, or lacks a single unit.
  renderNote(recruit) {
    if (recruit?.possible) {
      return html`<span class="macao-ready"
        >${icon('check')}<span class="visually-hidden">${this.texts.can_recruit}</span></span
      >`
    }
    return recruit?.short === 1 ? html`<span class="macao-short">${this.texts.one_short}</span>` : ''
  }

  renderTile(name, look = 'central') {
    const { texts, state } = this
    const tile = state.establishments[name]
    const opened = look === 'opened'
    const line = state.mine?.openings.find((opening) => opening.tile === name)
    const isShort = !opened && line?.short === 1
    const short = html`<span class="macao-short">${texts.one_short}</span>`
    const price = tile.cost ? renderSigns(tile.cost, texts) : renderNeeds(tile, line, texts)
    const inside = html`<span class="macao-tile ${look}"
      ><b>${findTileName(name, texts)}</b>${!opened && price}
      ${look === 'reserved' && html`<span class="badge">${texts.reserved}</span>`}${isShort && short}
      <span class="macao-coins" title="${texts.coins_at_end}"
        >${tile.coins}<span class="visually-hidden"> ${texts.coins_at_end}</span></span
      ></span
    >`
    return html`<li data-key="tile-${name}">
      ${this.renderPressable(name, opened ? [] : this.findActionsFor(name), inside)}
    </li>`
  }

  renderProduction(production) {
    const { texts } = this
    const croupiers = production.croupiers.length
    return html`<p class="macao-production">
      <span class="visually-hidden">${texts.production}</span
      >${production.groups.map((group) => this.renderProductionGroup(group))}
      ${production.jokers > 0 && html`<span>${production.jokers} × ${renderSign('diamond', texts)}</span>`}
      ${croupiers > 0 && html`<span class="badge">${texts.types.croupier} −${croupiers}</span>`}
    </p>`
  }

  renderProductionGroup({ units, resources }) {
    const resourceSigns = resources.map((name, i) => html`${i > 0 && '/'}${renderSign(name, this.texts)}`)
    return html`<span class="${units ? '' : 'none'}">${units} × ${resourceSigns}</span>`
  }

  renderOpponent(seat) {
    const { texts, view } = this
    const deadChip = html`<span class="macao-chip dead">${texts.deceased}</span>`
    const dead = seat.deceased.map(() => html`<li>${deadChip}</li>`)
    const informants = { count: seat.blue_count, limit: seat.blue_limit }
    const members = { count: seat.red_count, end: seat.red_to_end }
    const tiles = [
      ...seat.reserved.map((name) => this.renderTileChip(name, 'reserved')),
      ...seat.opened.map((name) => this.renderTileChip(name, 'opened')),
    ]
    return html`<section class="macao-opponent panel" aria-label="${view.seats[seat.index].name}">
      <h3>
        ${view.seats[seat.index].name}
        <span class="badge">${formatText(texts, 'coins', { count: seat.coins.total })}</span>
      </h3>
      <p class="macao-kind">${formatText(texts, 'informants', informants)}</p>
      <ul class="macao-chips">
        ${this.renderChips(seat.blue, 'blue')}${dead}
      </ul>
      <p class="macao-kind">${formatText(texts, 'members', members)}</p>
      ${
        seat.red.length > 0 &&
        html`<ul class="macao-chips">
          ${this.renderChips(seat.red, 'red')}
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

  renderChips(names, colour) {
    const { texts, state } = this
    const renderItem = (name) =>
      html`<li data-key="card-${name}">${renderChip(state.cards[name], colour, texts)}</li>`
    return names.map(renderItem)
  }

  renderTileChip(name, look) {
    const { texts, state } = this
    return html`<li data-key="tile-${name}">
      <span class="macao-chip ${look}"
        >${findTileName(name, texts)}
        ${look === 'reserved' ? `(${texts.reserved})` : state.establishments[name].coins}</span
      >
    </li>`
  }

  // Where the coins come from, and how many gave them: their number breaks a tie.
  renderResult() {
    const { texts, view, state } = this
    const heads = [texts.total, texts.members_of, texts.tiles_of]
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
              ${heads.map((head) => html`<th scope="col" class="num">${head}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${state.seats.map(row)}
          </tbody>
        </table>
      </div>`
  }

  connectedCallback() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.payment) this.openSheet(null)
    })
  }

  handleClick(event) {
    const target = event.target.closest(PRESSABLE)
    if (!target) return
    if ('payOwn' in target.dataset) return this.dispatch('escale-play', this.payment.action)
    if ('closeSheet' in target.dataset) return this.openSheet(null)
    if (target.dataset.thing) return this.handleTouch(target.dataset.thing)
    this.payment.press(target.dataset)
    this.show(this)
  }

  // Opens the payment sheet for a card or a tile, or closes it (null). An open sheet gets the focus; when it
  // closes, the focus goes back to the thing that it was about.
  openSheet(thing) {
    const oldThing = this.payment?.thing
    this.payment = thing && new Payment(this, thing)
    this.show(this)
    this.querySelector(thing ? '.macao-sheet button' : `[data-thing="${oldThing}"]`)?.focus()
  }

  // A thing is a card or a tile by its name, or a pile as "pile-0".
  handleTouch(thing) {
    if (this.findPayments(thing).length) return this.openSheet(thing)
    const [action] = thing.startsWith('pile-')
      ? this.findActions((offered) => offered.pile === Number(thing.slice('pile-'.length)))
      : this.findActionsFor(thing)
    if (action) this.dispatch('escale-choose', action)
  }

  dispatch(eventName, action) {
    this.dispatchEvent(new CustomEvent(eventName, { bubbles: true, detail: { action } }))
  }
}

customElements.define('escale-board-macao', MacaoBoard)
