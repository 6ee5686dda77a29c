// The tavern of Shanghaien. Both players look from the same side; my dice always lie below the cards and are red.

import { html, icon, render, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }

function renderDie(value, owner) {
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
    Object.assign(this, { view, texts, selected, state: view.state, ownSeat: view.seat ?? 0 })
    const { state, ownSeat } = this
    const isOver = state.phase === 'over'
    const isBetweenRounds = !isOver && state.last_round && !this.hasRolled()
    const round = formatText(texts, 'round', state)
    const pile = formatText(texts, 'pile', { count: state.draw_pile })
    render(
      this,
      html`${!isOver && html`<p class="shanghaien-round">${round} · ${pile}</p>`}
        ${isBetweenRounds && this.renderLastRound(state.last_round)}
        ${
          state.tavern.length > 0 &&
          html`<div class="shanghaien-row">
            ${this.renderCaptain('left')}
            <ol class="shanghaien-tavern" aria-label="${texts.tavern}">
              ${state.tavern.map((card) => this.renderCard(card))}
            </ol>
            ${this.renderCaptain('right')}
          </div>`
        }
        ${this.renderHand()} ${isOver && this.renderScore()}
        <div class="shanghaien-supplies">${[ownSeat, 1 - ownSeat].map((seat) => this.renderSupply(seat))}</div>
        ${!isOver && this.renderScore()}
        ${
          !isBetweenRounds &&
          state.last_round &&
          html`<details class="panel shanghaien-score" data-key="sharing">
            <summary>${formatText(texts, 'last_round', state.last_round)}</summary>
            ${this.renderSharing(state.last_round)}
          </details>`
        }`,
    )
  }

  // Has the reader rolled in this round? Nobody else's haste, a bot's least of all, takes the last round out of sight.
  hasRolled() {
    const { state, view } = this
    const hasDice = (seat) =>
      state.tavern.some((card) => card.dice[seat]) || (state.dice.length > 0 && state.turn === seat)
    return view.seat === null ? hasDice(0) || hasDice(1) : hasDice(view.seat)
  }

  classOfSeat(seat) {
    return seat === this.ownSeat ? 'mine' : 'theirs'
  }

  findActions(type) {
    return this.view.menu.filter((action) => action.type === type)
  }

  formatCardName(card) {
    const { texts } = this
    if (card.nation) return formatText(texts, 'card', { nation: texts.nations[card.nation], value: card.value })
    return formatText(texts, 'trick', { use: texts.uses[card.second] })
  }

  renderFace(card) {
    const { texts } = this
    const [long, brief] = card.nation
      ? [texts.nations[card.nation], texts.nations_short[card.nation]]
      : [texts.uses[card.second] ?? '', texts.uses_short[card.second] ?? '']
    return html`<span class="shanghaien-face nation-${card.nation ?? 'trick'}" aria-hidden="true"
      ><b>${card.value ?? icon('star')}</b
      ><small><span class="shanghaien-long">${long}</span><span class="shanghaien-brief">${brief}</span></small></span
    >`
  }

  renderCard(card) {
    const { texts, ownSeat } = this
    const action = this.findActions('place').find((each) => each.die === card.number)
    const renderOneDie = (seat, i) =>
      html`<span data-key="die-${card.card}-${seat}-${i}">${renderDie(card.number, this.classOfSeat(seat))}</span>`
    const dice = (seat) =>
      html`<span class="shanghaien-dice ${this.classOfSeat(seat)}"
        ><span class="visually-hidden">${this.describeDice(seat, card.dice[seat])}</span
        >${Array.from({ length: card.dice[seat] }, (_, i) => renderOneDie(seat, i))}</span
      >`
    const inside = html`${dice(1 - ownSeat)}<span class="shanghaien-number">${card.number ?? '·'}</span
      >${this.renderFace(card)}<span class="visually-hidden">${this.formatCardName(card)}</span
      >${this.renderVerdict(card)}${dice(ownSeat)}`
    if (!action)
      return html`<li data-key="card-${card.card}" class="shanghaien-card">
        <div data-try="${card.number}">${inside}</div>
      </li>`
    return html`<li data-key="card-${card.card}" class="shanghaien-card">
      <button
        data-die="${card.number}"
        data-key="place-${card.card}"
        aria-pressed="${isSameAction(action, this.selected)}"
      >
        ${inside}
      </button>
    </li>`
  }

  describeDice(seat, count) {
    if (this.view.seat === null) return formatText(this.texts, 'dice_of', { who: this.view.seats[seat].name, count })
    return formatText(this.texts, this.classOfSeat(seat), { count })
  }

  // Faintly: what would happen to the card if somebody shouted now.
  renderVerdict(card) {
    const { texts, ownSeat } = this
    if (!card.now || !card.dice.some(Boolean)) return html`<span></span>`
    const otherwise = card.now.to === ownSeat ? 'now_mine' : 'now_theirs'
    const now = card.now.to === null ? 'now_nobody' : otherwise
    const sentence =
      this.view.seat !== null || card.now.to === null
        ? texts[now]
        : formatText(texts, 'now_to', { who: this.view.seats[card.now.to].name })
    const [mine, theirs] = card.now.sums ? [card.now.sums[ownSeat], card.now.sums[1 - ownSeat]] : []
    const sums = card.now.sums ? formatText(texts, 'sums', { mine, theirs }) : ''
    const arrow = { now_nobody: '✕', now_mine: '↓', now_theirs: '↑' }[now]
    return html`<span class="shanghaien-now ${now}" title="${sentence} ${sums}"
      >${arrow}${card.now.sums && html` <small>${mine}:${theirs}</small>`}<span class="visually-hidden"
        >${sentence} ${sums}</span
      ></span
    >`
  }

  // The grey captains left and right: the one that is chosen stands where number 1 is. Coloured, they have cheated.
  renderCaptain(end) {
    const { state, texts } = this
    const action = this.findActions('direction').find((each) => each.one === end)
    if (action)
      return html`<button
        class="shanghaien-captain"
        data-end="${end}"
        data-key="captain-${end}"
        aria-pressed="${isSameAction(action, this.selected)}"
      >
        ${icon('captain')}<span>1</span><span class="visually-hidden">${texts[`end_${end}`]}</span>
      </button>`
    const here = state.direction === end
    const cheats = here ? [0, 1].filter((seat) => state.seats[seat].trick_played) : []
    return html`<span class="shanghaien-captain"
      >${here && !cheats.length && icon('captain')}${cheats.map((seat) => this.renderCheat(seat))}</span
    >`
  }

  // A captain in the colour of the seat that has cheated.
  renderCheat(seat) {
    const words = formatText(this.texts, 'cheated', { who: this.view.seats[seat].name })
    return html`<span class="${this.classOfSeat(seat)}"
      >${icon('captain')}<span class="visually-hidden">${words}</span></span
    >`
  }

  // The rolled dice, and beside them the tricks that could be played now, each in two halves.
  renderHand() {
    const { state, texts } = this
    if (!state.dice.length) return null
    const tricks = this.findActions('trick')
    const cards = [...new Set(tricks.map((action) => action.card))]
    const half = (use, actions) =>
      actions.length > 0 &&
      html`<div class="shanghaien-half">
        <b>${texts.uses[use]}</b>${actions.map((action) => this.renderTrickButton(action))}
      </div>`
    return html`<div class="shanghaien-hand">
      <div class="shanghaien-roll" role="group" aria-label="${texts.dice}">
        ${state.dice.map((value, i) => {
          const action = this.findActions('place').find((each) => each.die === value)
          const isSelected = isSameAction(action, this.selected)
          const shown = html`${renderDie(value, this.classOfSeat(state.turn))}<span class="visually-hidden"
              >${value}</span
            >`
          return action
            ? html`<button data-die="${value}" data-key="rolled-${i}" aria-pressed="${isSelected}">${shown}</button>`
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

  renderTrickButton(action) {
    const index = this.view.menu.findIndex((other) => isSameAction(other, action))
    const label = this.view.labels[index]
    const isSelected = isSameAction(action, this.selected)
    return html`<button
      class="button small ${isSelected ? 'selected' : ''}"
      data-trick="${index}"
      data-key="trick-${JSON.stringify(action)}"
      aria-label="${label}"
      aria-pressed="${isSelected}"
    >
      ${this.renderShortLabel(action, label)}
    </button>`
  }

  // Beside the heading of its half, a trick needs only its nation, or what the die would show.
  renderShortLabel({ use, nation, die: which, delta }, label) {
    const { texts, state } = this
    if (use === 'joker') return html`<span class="shanghaien-flag nation-${nation}"></span> ${texts.nations[nation]}`
    if (use === 'adjust') return `${state.dice[which]} → ${state.dice[which] + delta}`
    return label
  }

  renderSupply(seat) {
    const { state, texts, view } = this
    const { supply, tricks, crew } = state.seats[seat]
    const isOver = state.phase === 'over'
    const cards = Object.entries(crew)
    const count = cards.reduce((sum, [, list]) => sum + list.length, 0)
    return html`<div class="shanghaien-supply">
      <p>
        <span class="shanghaien-supply-dice"
          >${Array.from({ length: isOver ? 1 : supply }, () => renderDie(0, this.classOfSeat(seat)))}</span
        >
        <strong>${view.seats[seat].name}</strong
        >${!isOver && html`<span>${formatText(texts, 'supply', { count: supply })}</span>`}
      </p>
      <details data-key="crew-${seat}" ${isOver ? 'open' : ''}>
        <summary>${formatText(texts, 'crew', { count, tricks: tricks.length })}</summary>
        <ul class="shanghaien-crew">
          ${cards.map(([nation, list]) => this.renderSailors(nation, list))}
          ${tricks.map((trick) => html`<li>${icon('star')} ${this.formatCardName(trick)}</li>`)}
        </ul>
      </details>
    </div>`
  }

  // The sailors of one nation by their values; a dirty trick counts as one of two.
  renderSailors(nation, names) {
    const { texts } = this
    const values = names.map((name) => (name.startsWith('trick') ? `2 (${texts.uses.joker})` : name.split('-')[1][0]))
    return html`<li>
      <span class="shanghaien-flag nation-${nation}"></span> ${texts.nations[nation]} ${values.join(' + ')}
    </li>`
  }

  // How the last round was shared out stays in sight until the reader rolls.
  renderLastRound(round) {
    return html`<section class="shanghaien-sharing note" aria-label="${formatText(this.texts, 'last_round', round)}">
      ${icon('history')}
      <div>
        <p><strong>${formatText(this.texts, 'last_round', round)}</strong></p>
        ${this.renderSharing(round)}
      </div>
    </section>`
  }

  // Up to the opponent or down to the reader, as the two sit; what has no arrow leaves the game.
  renderSharing(round) {
    const { texts, ownSeat, view } = this
    const name = (seat) => view.seats[seat].name
    return html`<p class="small" aria-hidden="true">↑ ${name(1 - ownSeat)}</p>
      <ol class="shanghaien-shared">
        ${round.cards.map((card) => this.renderShare(card))}
      </ol>
      <p class="small" aria-hidden="true">↓ ${name(ownSeat)} · ✕ ${texts.leaves}</p>`
  }

  renderShare({ card, to, dice, sums }) {
    const { texts, ownSeat, view } = this
    const [nation, value] = card.split('-')
    const isSailor = nation !== 'trick'
    const what = isSailor ? this.formatCardName({ nation, value: value[0] }) : texts.dirty_trick
    const gone = to === null || to === undefined
    return html`<li data-key="card-${card}">
      <b class="theirs" aria-hidden="true">${to === 1 - ownSeat && '↑'}</b
      >${this.renderFace(isSailor ? { nation, value: value[0] } : {})}
      <span class="visually-hidden">${what}, ${gone ? texts.leaves : view.seats[to].name},</span
      ><b class="mine" aria-hidden="true">${gone ? '✕' : to === ownSeat && '↓'}</b>
      <small>${dice[ownSeat]}:${dice[1 - ownSeat]}</small
      ><small>${sums && `(${sums[ownSeat]}:${sums[1 - ownSeat]})`}</small>
    </li>`
  }

  renderScore() {
    const { state, texts, ownSeat, view } = this
    const isOver = state.phase === 'over'
    const title = isOver ? texts.final_score : texts.score
    const heads =
      view.seat === null
        ? [view.seats[ownSeat].name, view.seats[1 - ownSeat].name]
        : [texts.you_short, texts.them_short]
    const [mine, theirs] = [ownSeat, 1 - ownSeat].map((seat) => state.seats[seat].tricks.length)
    const column = (text) => html`<th scope="col" class="num">${text}</th>`
    return html`<details class="panel shanghaien-score" data-key="score" open>
      <summary>${title} · <b>${state.seats[ownSeat].score} – ${state.seats[1 - ownSeat].score}</b></summary>
      <div class="table-scroll" role="region" tabindex="0" aria-label="${title}">
        <table>
          <thead>
            <tr>
              <th scope="col">${texts.nation}</th>
              ${heads.map(column)}${!isOver && column(texts.left)}${column(texts.counts_now)}
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
                  ${!isOver && html`<td class="num">${line.points_left} <small>(${line.cards_left})</small></td>`}
                  <td class="num">${line.mine_now}:${line.opponent_now}</td>
                </tr>`,
            )}
            <tr>
              <th scope="row">${icon('star')} ${texts.tricks}</th>
              <td class="num mine">${mine}</td>
              <td class="num theirs">${theirs}</td>
              ${!isOver && html`<td></td>`}
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
      if ('try' in target.dataset) return this.tryCard(Number(target.dataset.try))
      const { die: value, end, trick } = target.dataset
      const action =
        trick !== undefined
          ? this.view.menu[Number(trick)]
          : value
            ? { type: 'place', die: Number(value) }
            : { type: 'direction', one: end }
      this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
    })
    this.addEventListener('keydown', (event) => this.handleArrow(event))
  }

  // A card that cannot be chosen now: the answer says why, with the rule. The list of impossible actions says the same
  // to those who use a keyboard.
  tryCard(number) {
    if (!number || !this.view.decisions.length) return
    this.dispatchEvent(
      new CustomEvent('escale-play', { bubbles: true, detail: { action: { type: 'place', die: number } } }),
    )
  }

  // Arrow keys walk along whatever can be pressed.
  handleArrow(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const places = [...this.querySelectorAll('.shanghaien-row button, .shanghaien-hand button')]
    const at = places.indexOf(document.activeElement)
    if (!step || at < 0) return
    event.preventDefault()
    places[(at + step + places.length) % places.length].focus()
  }
}

customElements.define('escale-board-shanghaien', Shanghaien)
