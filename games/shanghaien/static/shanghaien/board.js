// The tavern of Shanghaien. Both players look from the same side; my dice always lie below the cards and are red.

import { html, icon, render, say } from '../games/dom.js'
import { same } from '../games/frame.js'

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }

function die(value, owner) {
  const pips = (PIPS[value] || []).map(
    (at) => html`<circle cx="${7 + 9 * ((at - 1) % 3)}" cy="${7 + 9 * Math.floor((at - 1) / 3)}" r="3" />`,
  )
  return html`<svg class="die ${owner}" viewBox="0 0 32 32" aria-hidden="true">
    <rect x="1" y="1" width="30" height="30" rx="6" />
    ${pips}
  </svg>`
}

class Shanghaien extends HTMLElement {
  show({ view, texts, selected }) {
    Object.assign(this, { view, texts, selected, state: view.state, me: view.seat ?? 0 })
    const { state, me } = this
    const over = state.phase === 'over'
    const resting = !over && state.last_round && !this.begun()
    render(
      this,
      html` ${!over && html`<p class="shanghaien-round">${say(texts, 'round', state)} · ${say(texts, 'pile', { count: state.draw_pile })}</p>`}
        ${resting && this.sharing(state.last_round)}
        ${
          state.tavern.length > 0 &&
          html`<div class="shanghaien-row">
            ${this.captain('left')}
            <ol class="shanghaien-tavern" aria-label="${texts.tavern}">
              ${state.tavern.map((card) => this.card(card))}
            </ol>
            ${this.captain('right')}
          </div>`
        }
        ${this.hand()} ${over && this.score()}
        <div class="shanghaien-supplies">${[me, 1 - me].map((seat) => this.supply(seat))}</div>
        ${!over && this.score()}
        ${
          !resting &&
          state.last_round &&
          html`<details class="panel shanghaien-score" data-key="sharing">
            <summary>${say(texts, 'last_round', state.last_round)}</summary>
            ${this.shared(state.last_round)}
          </details>`
        }`,
    )
  }

  // Has the reader rolled in this round? Nobody else's haste, a bot's least of all, takes the last round out of sight.
  begun() {
    const { state, view } = this
    const lies = (seat) =>
      state.tavern.some((card) => card.dice[seat]) || (state.dice.length > 0 && state.turn === seat)
    return view.seat === null ? lies(0) || lies(1) : lies(view.seat)
  }

  owner(seat) {
    return seat === this.me ? 'mine' : 'theirs'
  }

  offers(type) {
    return this.view.menu.filter((action) => action.type === type)
  }

  name(card) {
    const { texts } = this
    if (card.nation) return say(texts, 'card', { nation: texts.nations[card.nation], value: card.value })
    return say(texts, 'trick', { use: texts.uses[card.second] })
  }

  face(card) {
    const { texts } = this
    const [long, brief] = card.nation
      ? [texts.nations[card.nation], texts.nations_short[card.nation]]
      : [texts.uses[card.second] ?? '', texts.uses_short[card.second] ?? '']
    return html`<span class="shanghaien-face nation-${card.nation ?? 'trick'}" aria-hidden="true"
      ><b>${card.value ?? icon('star')}</b
      ><small><span class="shanghaien-long">${long}</span><span class="shanghaien-brief">${brief}</span></small></span
    >`
  }

  card(card) {
    const { texts, me } = this
    const action = this.offers('place').find((each) => each.die === card.number)
    const dice = (seat) =>
      html`<span class="shanghaien-dice ${this.owner(seat)}"
        ><span class="visually-hidden">${this.lying(seat, card.dice[seat])}</span
        >${Array.from({ length: card.dice[seat] }, (_, i) => html`<span data-key="die-${card.card}-${seat}-${i}">${die(card.number, this.owner(seat))}</span>`)}</span
      >`
    const inside = html`${dice(1 - me)}<span class="shanghaien-number">${card.number ?? '·'}</span
      >${this.face(card)}<span class="visually-hidden">${this.name(card)}</span>${this.verdict(card)}${dice(me)}`
    if (!action)
      return html`<li data-key="card-${card.card}" class="shanghaien-card">
        <div data-try="${card.number}">${inside}</div>
      </li>`
    return html`<li data-key="card-${card.card}" class="shanghaien-card">
      <button data-die="${card.number}" data-key="place-${card.card}" aria-pressed="${same(action, this.selected)}">
        ${inside}
      </button>
    </li>`
  }

  lying(seat, count) {
    if (this.view.seat === null) return say(this.texts, 'dice_of', { who: this.view.seats[seat].name, count })
    return say(this.texts, this.owner(seat), { count })
  }

  // Faintly: what would happen to the card if somebody shouted now.
  verdict(card) {
    const { texts, me } = this
    if (!card.now || !card.dice.some(Boolean)) return html`<span></span>`
    const now = card.now.to === null ? 'now_nobody' : card.now.to === me ? 'now_mine' : 'now_theirs'
    const told =
      this.view.seat !== null || card.now.to === null
        ? texts[now]
        : say(texts, 'now_to', { who: this.view.seats[card.now.to].name })
    const sums = card.now.sums ? say(texts, 'sums', { mine: card.now.sums[me], theirs: card.now.sums[1 - me] }) : ''
    return html`<span class="shanghaien-now ${now}" title="${told} ${sums}"
      >${now === 'now_nobody' ? '✕' : now === 'now_mine' ? '↓' : '↑'}${card.now.sums && html` <small>${card.now.sums[me]}:${card.now.sums[1 - me]}</small>`}<span
        class="visually-hidden"
        >${told} ${sums}</span
      ></span
    >`
  }

  // The grey captains left and right: the one that is chosen stands where number 1 is. Coloured, they have cheated.
  captain(end) {
    const { state, texts } = this
    const action = this.offers('direction').find((each) => each.one === end)
    if (action)
      return html`<button
        class="shanghaien-captain"
        data-end="${end}"
        data-key="captain-${end}"
        aria-pressed="${same(action, this.selected)}"
      >
        ${icon('captain')}<span>1</span><span class="visually-hidden">${texts[`end_${end}`]}</span>
      </button>`
    const here = state.direction === end
    const cheats = here ? [0, 1].filter((seat) => state.seats[seat].trick_played) : []
    return html`<span class="shanghaien-captain"
      >${here && !cheats.length && icon('captain')}${cheats.map((seat) => html`<span class="${this.owner(seat)}">${icon('captain')}<span class="visually-hidden">${say(texts, 'cheated', { who: this.view.seats[seat].name })}</span></span>`)}</span
    >`
  }

  // The rolled dice, and beside them the tricks that could be played now, each in two halves.
  hand() {
    const { state, texts, view } = this
    if (!state.dice.length) return null
    const tricks = this.offers('trick')
    const cards = [...new Set(tricks.map((action) => action.card))]
    const at = (action) => view.menu.findIndex((known) => same(known, action))
    const half = (use, actions) =>
      actions.length > 0 &&
      html`<div class="shanghaien-half">
        <b>${texts.uses[use]}</b
        >${actions.map((action) => html`<button class="button small ${same(action, this.selected) ? 'selected' : ''}" data-trick="${at(action)}" data-key="trick-${JSON.stringify(action)}" aria-label="${view.labels[at(action)]}" aria-pressed="${same(action, this.selected)}">${this.short(action, view.labels[at(action)])}</button>`)}
      </div>`
    return html`<div class="shanghaien-hand">
      <div class="shanghaien-roll" role="group" aria-label="${texts.dice}">
        ${state.dice.map((value, i) => {
          const action = this.offers('place').find((each) => each.die === value)
          const shown = html`${die(value, this.owner(state.turn))}<span class="visually-hidden">${value}</span>`
          return action
            ? html`<button data-die="${value}" data-key="rolled-${i}" aria-pressed="${same(action, this.selected)}">
                ${shown}
              </button>`
            : html`<span class="rolling" data-key="rolled-${i}">${shown}</span>`
        })}
      </div>
      ${cards.map((card) => {
        const mine = tricks.filter((action) => action.card === card)
        const second = mine.find((action) => action.use !== 'joker')?.use
        return html`<div class="shanghaien-trick" role="group" aria-label="${texts.tricks}">
          ${half(
            'joker',
            mine.filter((action) => action.use === 'joker'),
          )}${
            second &&
            half(
              second,
              mine.filter((action) => action.use === second),
            )
          }
        </div>`
      })}
    </div>`
  }

  // Beside the heading of its half, a trick needs only its nation, or what the die would show.
  short({ use, nation, die: which, delta }, label) {
    const { texts, state } = this
    if (use === 'joker') return html`<span class="shanghaien-flag nation-${nation}"></span> ${texts.nations[nation]}`
    if (use === 'adjust') return `${state.dice[which]} → ${state.dice[which] + delta}`
    return label
  }

  supply(seat) {
    const { state, texts, view } = this
    const { supply, tricks, crew } = state.seats[seat]
    const over = state.phase === 'over'
    const cards = Object.entries(crew)
    return html`<div class="shanghaien-supply">
      <p>
        <span class="shanghaien-supply-dice"
          >${Array.from({ length: over ? 1 : supply }, () => die(0, this.owner(seat)))}</span
        >
        <strong>${view.seats[seat].name}</strong
        >${!over && html`<span>${say(texts, 'supply', { count: supply })}</span>`}
      </p>
      <details data-key="crew-${seat}" ${over ? 'open' : ''}>
        <summary>
          ${say(texts, 'crew', { count: cards.reduce((sum, [, list]) => sum + list.length, 0), tricks: tricks.length })}
        </summary>
        <ul class="shanghaien-crew">
          ${cards.map(([nation, list]) => html`<li><span class="shanghaien-flag nation-${nation}"></span> ${texts.nations[nation]} ${list.map((name) => (name.startsWith('trick') ? `2 (${texts.uses.joker})` : name.split('-')[1][0])).join(' + ')}</li>`)}
          ${tricks.map((trick) => html`<li>${icon('star')} ${say(texts, 'trick', { use: texts.uses[trick.second] })}</li>`)}
        </ul>
      </details>
    </div>`
  }

  // How the last round was shared out stays in sight until the reader rolls.
  sharing(round) {
    return html`<section class="shanghaien-sharing note" aria-label="${say(this.texts, 'last_round', round)}">
      ${icon('history')}
      <div>
        <p><strong>${say(this.texts, 'last_round', round)}</strong></p>
        ${this.shared(round)}
      </div>
    </section>`
  }

  // Up to the opponent or down to the reader, as the two sit; what has no arrow leaves the game.
  shared(round) {
    const { texts, me, view } = this
    const name = (seat) => view.seats[seat].name
    return html`<p class="small" aria-hidden="true">↑ ${name(1 - me)}</p>
      <ol class="shanghaien-shared">
        ${round.cards.map((card) => this.share(card))}
      </ol>
      <p class="small" aria-hidden="true">↓ ${name(me)} · ✕ ${texts.leaves}</p>`
  }

  share({ card, to, dice, sums }) {
    const { texts, me, view } = this
    const [nation, value] = card.split('-')
    const sailor = nation !== 'trick'
    const what = sailor ? say(texts, 'card', { nation: texts.nations[nation], value: value[0] }) : texts.dirty_trick
    const gone = to === null || to === undefined
    return html`<li data-key="card-${card}">
      <b class="theirs" aria-hidden="true">${to === 1 - me && '↑'}</b
      >${this.face(sailor ? { nation, value: value[0] } : {})}
      <span class="visually-hidden">${what}, ${gone ? texts.leaves : view.seats[to].name},</span
      ><b class="mine" aria-hidden="true">${gone ? '✕' : to === me && '↓'}</b> <small>${dice[me]}:${dice[1 - me]}</small
      ><small>${sums && `(${sums[me]}:${sums[1 - me]})`}</small>
    </li>`
  }

  score() {
    const { state, texts, me, view } = this
    const over = state.phase === 'over'
    const title = over ? texts.final_score : texts.score
    const heads =
      view.seat === null ? [view.seats[me].name, view.seats[1 - me].name] : [texts.you_short, texts.them_short]
    const [mine, theirs] = [me, 1 - me].map((seat) => state.seats[seat].tricks.length)
    const column = (text) => html`<th scope="col" class="num">${text}</th>`
    return html`<details class="panel shanghaien-score" data-key="score" open>
      <summary>${title} · <b>${state.seats[me].score} – ${state.seats[1 - me].score}</b></summary>
      <div class="table-scroll" role="region" tabindex="0" aria-label="${title}">
        <table>
          <thead>
            <tr>
              <th scope="col">${texts.nation}</th>
              ${heads.map(column)}${!over && column(texts.left)}${column(texts.counts_now)}
            </tr>
          </thead>
          <tbody>
            ${state.table.map(
              (line) =>
                html`<tr>
                  <th scope="row" class="shanghaien-nation">
                    <span class="shanghaien-flag nation-${line.nation}"></span>
                    <span class="shanghaien-wide">${texts.nations[line.nation]}</span
                    ><span class="shanghaien-tiny">${texts.nations_short[line.nation]}</span>
                  </th>
                  <td class="num mine">${line.mine}</td>
                  <td class="num theirs">${line.opponent}</td>
                  ${!over && html`<td class="num">${line.points_left} <small>(${line.cards_left})</small></td>`}
                  <td class="num">${line.mine_now}:${line.opponent_now}</td>
                </tr>`,
            )}
            <tr>
              <th scope="row">${icon('star')} ${texts.tricks}</th>
              <td class="num mine">${mine}</td>
              <td class="num theirs">${theirs}</td>
              ${!over && html`<td></td>`}
              <td class="num">${mine}:${theirs}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </details>`
  }

  connectedCallback() {
    this.addEventListener('click', (event) => {
      const target = event.target.closest('[data-die], [data-end], [data-trick], [data-try]')
      if (!target) return
      if ('try' in target.dataset) return this.attempt(Number(target.dataset.try))
      const { die: value, end, trick } = target.dataset
      const action =
        trick !== undefined
          ? this.view.menu[Number(trick)]
          : value
            ? { type: 'place', die: Number(value) }
            : { type: 'direction', one: end }
      this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
    })
    this.addEventListener('keydown', (event) => this.arrows(event))
  }

  // A card that cannot be chosen now: the answer says why, with the rule. (By keyboard the list of what is impossible says the same.)
  attempt(number) {
    if (!number || !this.view.decisions.length) return
    this.dispatchEvent(
      new CustomEvent('escale-play', { bubbles: true, detail: { action: { type: 'place', die: number } } }),
    )
  }

  // Arrow keys walk along whatever can be pressed.
  arrows(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const places = [...this.querySelectorAll('.shanghaien-row button, .shanghaien-hand button')]
    const at = places.indexOf(document.activeElement)
    if (!step || at < 0) return
    event.preventDefault()
    places[(at + step + places.length) % places.length].focus()
  }
}

customElements.define('escale-board-shanghaien', Shanghaien)
