// The harbour of Halunken: ring, hand, crews, cards played. What can be played is a button; the second tap plays it.

import { html, icon, render, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { LAYOUTS, LETTERS, describeDive, findPieces } from './ring.js'
import { animateWalk, renderCaptain, renderColourSign, renderRing, splitCard } from './ring.js'
import { Story } from './story.js'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const ROUND_CARDS = [1, 2, 3, 4, 5, 6, 7, 'rum']
// More scoundrels than this have no room in the middle of the harbour: they lie below it.
const MAX_IN_HARBOUR = 7
const TEXT_BY_ACTION = { choose: 'hand', choose_jack: 'jack_hand', rum: 'numbers', rum_jack: 'numbers' }
const STEP_BY_KEY = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

class Halunken extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('keydown', (event) => this.handleKey(event))
    this.skipStory = (event) => this.story && !this.contains(event.target.closest?.('a, summary')) && this.story.end()
    document.addEventListener('pointerdown', this.skipStory)
    this.sizeObserver = new ResizeObserver(
      () => this.view && this.currentLayout !== this.chooseLayout() && this.draw(this.shownState, this.sentence),
    )
    this.sizeObserver.observe(this)
  }

  disconnectedCallback() {
    document.removeEventListener('pointerdown', this.skipStory)
    this.sizeObserver.disconnect()
    this.story?.end()
  }

  chooseLayout() {
    return this.clientWidth < 600 ? LAYOUTS.tall : LAYOUTS.wide
  }

  show({ view, texts, selected }) {
    const before = this.view
    Object.assign(this, { view, texts, selected })
    this.ownSeat = view.seat
    const newEntries = before ? view.log.filter((entry) => entry.kind === 'move' && entry.number > before.number) : []
    if (this.story) return this.continueStory(newEntries)
    if (newEntries.length && before.state && !reducedMotion.matches) return this.tellStory(before.state, newEntries)
    this.draw(view.state)
  }

  // What comes while a story is told is told after it; whoever chooses a card has read enough.
  continueStory(newEntries) {
    this.story.add(newEntries)
    if (this.selected || !this.story.isWorthTelling) this.story.end()
  }

  tellStory(from, newEntries) {
    const story = new Story(
      from,
      newEntries,
      (state, sentence) => this.draw(state, sentence),
      () => {
        this.story = null
        this.draw(this.view.state)
      },
    )
    if (!story.isWorthTelling) return this.draw(this.view.state)
    this.story = story
    story.next()
    this.querySelector('.halunken-harbour').scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }

  draw(state, sentence = null) {
    const before = this.shownState ? findPieces(this.shownState) : {}
    Object.assign(this, { shownState: state, sentence, currentLayout: this.chooseLayout() })
    this.menu = state.telling ? [] : this.view.menu
    this.focusedSpace ??= state.captains[this.ownSeat] ?? 0
    const describe = (space) => this.describeSpace(state, space)
    const preview = { landings: this.findLandings(state) }
    const hasRoom = this.currentLayout.name === 'wide' && state.boat.length <= MAX_IN_HARBOUR
    render(
      this,
      html` <div class="halunken-harbour ${this.currentLayout.name}">
          ${renderRing(state, this.currentLayout, this.texts, describe, preview)}
          <div class="halunken-centre">
            ${sentence ? this.renderSentence(sentence) : this.renderNow(state)}${hasRoom && this.renderBoat(state)}
          </div>
          ${!hasRoom && this.renderBoat(state)}
        </div>
        ${this.renderHands(state)}${this.renderPreview(state)}
        <section class="halunken-crews" aria-label="${this.texts.crews}">
          ${state.crews.map((crew, seat) => this.renderCrew(state, crew, seat))}
        </section>
        ${this.renderMatrix(state)}`,
    )
    animateWalk(this, this.currentLayout, before, reducedMotion.matches)
  }

  // --- the ring

  describeSpace(state, space) {
    const action = this.findActionAt(state, space)
    const landing = this.findLandings(state).find((each) => each.space === space)
    const label = describeDive(this.view, this.texts, state, space)
    const more = landing ? `; ${landing.piece === 'jack' ? this.texts.jack_landing : this.texts.landing}` : ''
    return {
      action,
      label: label + more,
      current: space === this.focusedSpace,
      landing: Boolean(landing),
      selected: Boolean(action) && isSameAction(action, this.selected),
    }
  }

  // A dive stands for settling there, or for the card or number that leads there.
  findActionAt(state, space) {
    const ghosts = state.ghosts
    const leads = {
      settle: [{ space }],
      settle_jack: [{ space }],
      choose: (ghosts?.cards ?? [])
        .filter(({ card, landings }) => card !== 'rum' && landings[0].space === space)
        .map(({ card }) => ({ card })),
      choose_jack: (ghosts?.jack ?? []).filter((each) => each.space === space).map(({ number }) => ({ card: number })),
      rum: (ghosts?.rum ?? []).filter((each) => each.space === space).map(({ number }) => ({ number })),
      rum_jack: (ghosts?.jack ?? []).filter((each) => each.space === space).map(({ number }) => ({ number })),
    }
    return this.menu.find((action) =>
      leads[action.type]?.some((fields) => isSameAction(action, { type: action.type, ...fields })),
    )
  }

  // Where the selected card would lead: {space, piece, from}.
  findLandings(state) {
    const { selected, ownSeat } = this
    if (!selected || state.telling || !state.ghosts) return []
    const toOwnLanding = (landing) => ({ space: landing.space, piece: ownSeat, from: state.captains[ownSeat] })
    const toJackLanding = (landing) => ({ space: landing.space, piece: 'jack', from: state.jack.space })
    if (selected.type === 'choose')
      return state.ghosts.cards.find(({ card }) => card === selected.card)?.landings.map(toOwnLanding) ?? []
    if (selected.type === 'rum')
      return state.ghosts.rum.filter(({ number }) => number === selected.number).map(toOwnLanding)
    if (!['choose_jack', 'rum_jack'].includes(selected.type)) return []
    return state.ghosts.jack.filter(({ number }) => number === (selected.card ?? selected.number)).map(toJackLanding)
  }

  renderNow(state) {
    const { texts, view } = this
    const best =
      state.auction &&
      (state.auction.best
        ? formatText(texts, 'best', {
            card: this.formatCardName(state.auction.best),
            who: view.seats[state.auction.bidder].name,
          })
        : texts.no_bid)
    const { games } = state.options
    const game = formatText(texts, 'game', { game: state.match_game, games })
    const isJackHired = state.jack && state.jack.renter !== null && state.phase !== 'over'
    return html`${games > 1 && html`<p class="small">${game}</p>`}
      ${state.round > 0 && html`<p class="halunken-round">${formatText(texts, 'round', state)}</p>`}
      <p><strong>${texts.phases[state.phase]}</strong></p>
      ${best && html`<p>${best}</p>`}
      ${isJackHired && html`<p>${formatText(texts, 'hired', { who: view.seats[state.jack.renter].name })}</p>`}`
  }

  renderSentence(sentence) {
    return html`<p class="halunken-told">${sentence}</p>
      <button class="button small" data-skip>${icon('step')} ${this.texts.skip}</button>`
  }

  // --- cards

  formatCardName(card) {
    const { colour, value } = splitCard(card)
    return formatText(this.texts, 'scoundrel', { colour: this.texts.colours[colour], value })
  }

  renderScoundrel(card, action) {
    const { colour, value } = splitCard(card)
    const face = html`<b>${value}</b>${renderColourSign(colour)}<span class="visually-hidden"
        >${this.formatCardName(card)}</span
      >`
    if (!action) return html`<span class="halunken-card ${colour}" data-key="card-${card}">${face}</span>`
    return html`<button
      class="halunken-card ${colour}"
      data-key="card-${card}"
      data-action="${JSON.stringify(action)}"
      aria-pressed="${isSameAction(action, this.selected)}"
    >
      ${face}
    </button>`
  }

  renderBoat(state) {
    if (!state.jack) return ''
    const { texts } = this
    const findSalvage = (card) => this.menu.find((action) => action.type === 'salvage' && action.card === card)
    return html`<section class="halunken-boat" aria-label="${texts.boat}">
      <h3>${icon('ship')} ${texts.boat}</h3>
      ${
        state.boat.length
          ? html`<ul class="halunken-cards">
              ${state.boat.map((card) => html`<li>${this.renderScoundrel(card, findSalvage(card))}</li>`)}
            </ul>`
          : html`<p class="small">${texts.boat_empty}</p>`
      }
    </section>`
  }

  renderBadge(seat) {
    return html`<svg class="halunken-badge" viewBox="-20 -20 40 40" aria-hidden="true">
      ${renderCaptain(seat, 15)}
      <text class="halunken-letter">${LETTERS[seat]}</text>
    </svg>`
  }

  renderCrew(state, crew, seat) {
    const { texts, view, ownSeat } = this
    const findActionOf = (card) =>
      this.menu.find(
        (action) =>
          action.card === card &&
          (action.type === 'rob' ? action.seat === seat : seat === ownSeat && ['bid', 'lose'].includes(action.type)),
      )
    const order = Object.keys(texts.colours)
    const groups = order
      .map((colour) => [
        colour,
        crew.cards
          .filter((card) => splitCard(card).colour === colour)
          .sort((one, other) => splitCard(one).value - splitCard(other).value),
      ])
      .filter(([, cards]) => cards.length)
    const doubled = state.telling ? null : crew.doubled
    const hasEarlierGames = state.finished.length > 0 && state.phase !== 'over'
    const gamesTotal = formatText(texts, 'games_total', { points: state.points[seat] })
    const hasWon = state.phase === 'over' && view.outcome?.winners.includes(seat)
    const count = formatText(texts, 'count', { count: crew.cards.length })
    const factor = html`<span class="halunken-times">×2<span class="visually-hidden"> ${texts.doubles}</span></span>`
    return html`<article
      class="halunken-crew panel ${seat === ownSeat ? 'mine' : ''} ${state.victim === seat ? 'victim' : ''}"
    >
      <h3>
        ${this.renderBadge(seat)}
        <span>${view.seats[seat].name}</span>${hasWon && icon('trophy')}${this.renderPlayedCard(state, seat)}
        <small>${count}${!state.telling && html` · <strong>${formatText(texts, 'total', crew)}</strong>`}</small>
      </h3>
      ${hasEarlierGames && html`<p class="small">${gamesTotal}</p>`}
      ${
        groups.length
          ? html`<ul class="halunken-cards">
              ${groups.map(
                ([colour, cards]) =>
                  html`<li class="halunken-suit ${colour === doubled ? 'doubled' : ''}">
                    ${colour === doubled && factor}
                    ${cards.map((card) => this.renderScoundrel(card, findActionOf(card)))}
                  </li>`,
              )}
            </ul>`
          : html`<p class="small muted">${texts.crew_empty}</p>`
      }
    </article>`
  }

  renderPlayedCard(state, seat) {
    const isRevealed = state.round > 0 && state.hands[seat].played.length === state.round
    const playedCard = state.chosen.numbers[seat] ?? state.hands[seat].played.at(-1)
    if (isRevealed) return html`<span class="halunken-shown">${this.renderFace(playedCard)}</span>`
    return (
      state.phase === 'choosing' &&
      state.chosen.seats[seat] &&
      html`<span class="badge good">${icon('check')} ${this.texts.chosen}</span>`
    )
  }

  renderFace(card) {
    return card === 'rum' ? html`<span class="halunken-rum">${this.texts.rum}</span>` : card
  }

  // --- the hand: movement cards, or numbers for a rum

  renderHands(state) {
    if (this.ownSeat === null) return ''
    const decisionType = Object.keys(TEXT_BY_ACTION).find((type) => this.menu.some((action) => action.type === type))
    const own = state.hands[this.ownSeat]
    const rows = [this.renderHand('choose', ROUND_CARDS, own.left, state.chosen.own?.card, decisionType)]
    if (decisionType === 'choose_jack')
      rows.push(this.renderHand('choose_jack', ROUND_CARDS, state.jack.left, null, decisionType))
    if (decisionType === 'rum' || decisionType === 'rum_jack')
      rows.push(this.renderHand(decisionType, ROUND_CARDS.slice(0, 7), null, null, decisionType))
    return rows
  }

  renderHand(type, cards, left, chosen, decisionType) {
    const field = type.startsWith('choose') ? 'card' : 'number'
    const renderCard = (card) => {
      const action = type === decisionType && this.menu.find((each) => each.type === type && each[field] === card)
      const inside = html`<b>${this.renderFace(card)}</b>`
      if (action)
        return html`<button
          class="halunken-walk"
          data-key="${type}-${card}"
          data-action="${JSON.stringify(action)}"
          aria-pressed="${isSameAction(action, this.selected)}"
        >
          ${inside}
        </button>`
      const isGone = left && !left.includes(card)
      const isChosen = chosen === card
      const words = isChosen && html`<span class="visually-hidden">${this.texts.chosen}</span>`
      return html`<span class="halunken-walk ${isGone ? 'gone' : ''} ${isChosen ? 'chosen' : ''}"
        >${inside}${words}</span
      >`
    }
    return html`<section class="halunken-hand" aria-label="${this.texts[TEXT_BY_ACTION[type]]}">
      <h3>${this.texts[TEXT_BY_ACTION[type]]}</h3>
      <div class="halunken-row">${cards.map(renderCard)}</div>
    </section>`
  }

  // What the selected card may bring, from the engine's preview.
  renderPreview(state) {
    const { selected, texts } = this
    if (!selected || state.telling || !state.ghosts) return ''
    if (selected.type === 'choose_jack' || selected.type === 'rum_jack') {
      return this.renderPreviewNote(
        null,
        this.findLandings(state).map(({ space }) => formatText(texts, 'ghost_jack', { dive: space + 1 })),
      )
    }
    if (selected.type === 'rum') {
      return this.renderPreviewNote(
        selected.number,
        state.ghosts.rum
          .filter(({ number }) => number === selected.number)
          .flatMap((landing) => this.describeLanding(landing)),
      )
    }
    const ghost = selected.type === 'choose' && state.ghosts.cards.find(({ card }) => card === selected.card)
    if (!ghost) return ''
    const cancel = ghost.cancelled_by.length > 0 && this.describeCancel(ghost, state)
    if (ghost.card === 'rum') return this.renderPreviewNote(null, [texts.ghost_rum, cancel])
    return this.renderPreviewNote(ghost.card, [...this.describeLanding(ghost.landings[0]), cancel])
  }

  renderPreviewNote(number, lines) {
    return html`<div class="note halunken-preview" role="status">
      ${icon('eye')}
      <div>
        ${number && html`<p><strong>${formatText(this.texts, 'ghost', { number })}</strong></p>`}
        <ul>
          ${lines.filter(Boolean).map((line) => html`<li>${line}</li>`)}
        </ul>
      </div>
    </div>`
  }

  describeLanding(landing) {
    const { texts, view } = this
    const who = (seat) => view.seats[seat].name
    return [
      formatText(texts, 'lands', { dive: landing.space + 1 }),
      landing.takes ? formatText(texts, 'takes', { card: this.formatCardName(landing.takes) }) : texts.takes_nobody,
      landing.captain !== null &&
        formatText(texts, landing.robs ? 'brawls' : 'brawls_vainly', { who: who(landing.captain) }),
      landing.jack && texts[landing.salvage ? 'meets' : 'meets_vainly'],
      ...landing.rivals.map((rival) =>
        formatText(texts, 'rival', {
          who: who(rival.seat),
          cards: rival.cards.map((card) => (card === 'rum' ? texts.rum : card)).join(', '),
        }),
      ),
    ]
  }

  describeCancel(ghost, state) {
    const who = ghost.cancelled_by.map((seat) => this.view.seats[seat].name).join(', ')
    const stay = state.ghosts.stay
    return formatText(this.texts, stay ? 'cancel' : 'cancel_vainly', { who, card: stay && this.formatCardName(stay) })
  }

  // --- who has played what

  renderMatrix(state) {
    const { texts, view } = this
    const jackCards =
      state.jack &&
      [...state.jack.played, ...state.jack.left].sort(
        (one, other) => (one === 'rum') - (other === 'rum') || one - other,
      )
    return html`<section class="halunken-matrix panel">
      <h3>${texts.matrix}</h3>
      <p class="small muted">${texts.matrix_hint}</p>
      <div class="table-scroll" role="region" tabindex="0" aria-label="${texts.matrix}">
        <table>
          <thead>
            <tr>
              <th scope="col">${texts.who}</th>
              ${ROUND_CARDS.map((card) => html`<th scope="col">${this.renderFace(card)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${state.hands.map(
              (hand, seat) =>
                html`<tr>
                  <th scope="row">
                    ${this.renderBadge(seat)} <span class="halunken-who">${view.seats[seat].name}</span>
                  </th>
                  ${ROUND_CARDS.map((card) => this.renderMatrixCell(hand.played.indexOf(card) + 1))}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${
        jackCards &&
        html`<h4>Black Jack</h4>
          <ul class="halunken-jacks">
            ${jackCards.map((card) => this.renderJackCard(card, state.jack.played.includes(card)))}
          </ul>`
      }
    </section>`
  }

  renderJackCard(card, isPlayed) {
    const words = isPlayed ? '' : this.texts.not_played
    return html`<li class="${isPlayed ? 'gone' : ''}">
      ${this.renderFace(card)}<span class="visually-hidden"> ${words}</span>
    </li>`
  }

  renderMatrixCell(round) {
    const words = round ? formatText(this.texts, 'played_in', { round }) : this.texts.not_played
    return html`<td class="${round ? 'gone' : 'left'}">
      <span aria-hidden="true">${round || '●'}</span><span class="visually-hidden">${words}</span>
    </td>`
  }

  // --- what people do

  propose(action) {
    if (action) this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
  }

  handleClick(event) {
    if (event.target.closest('[data-skip]')) return this.story?.end()
    const thing = event.target.closest('[data-action]')
    if (thing) return this.propose(JSON.parse(thing.dataset.action))
    const dive = event.target.closest('[data-space]')
    if (!dive) return
    this.focusSpace(Number(dive.dataset.space), false)
    this.propose(this.findActionAt(this.shownState, this.focusedSpace))
  }

  focusSpace(space, focus = true) {
    this.querySelector(`[data-space="${this.focusedSpace}"]`)?.setAttribute('tabindex', '-1')
    this.focusedSpace = space
    const dive = this.querySelector(`[data-space="${space}"]`)
    dive.setAttribute('tabindex', '0')
    if (focus) dive.focus()
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return this.story?.end()
    const dive = event.target.closest('[data-space]')
    if (!dive) return
    if (event.key in STEP_BY_KEY) this.focusSpace((this.focusedSpace + STEP_BY_KEY[event.key] + 14) % 14)
    else if (event.key === 'Home' && this.shownState.captains[this.ownSeat] != null)
      this.focusSpace(this.shownState.captains[this.ownSeat])
    else if (event.key === 'Enter' || event.key === ' ')
      this.propose(this.findActionAt(this.shownState, this.focusedSpace))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

customElements.define('escale-board-halunken', Halunken)
