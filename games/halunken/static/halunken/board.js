// The harbour of Halunken: ring, hand, crews, cards played. Things that can be played are buttons, and commit when tapped twice.

import { html, icon, render, say } from '../games/dom.js'
import { same } from '../games/frame.js'
import { LAYOUTS, LETTERS, captain, diveWords, ring, sign, split, standing, walk } from './ring.js'
import { Story } from './story.js'

const still = matchMedia('(prefers-reduced-motion: reduce)')
const ROUND_CARDS = [1, 2, 3, 4, 5, 6, 7, 'rum']
// More scoundrels than this have no room in the middle of the harbour: they lie below it.
const ON_THE_WATER = 7
const NAMED = { choose: 'hand', choose_jack: 'jack_hand', rum: 'numbers', rum_jack: 'numbers' }
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

class Halunken extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => this.clicked(event))
    this.addEventListener('keydown', (event) => this.pressed(event))
    this.skip = (event) => this.story && !this.contains(event.target.closest?.('a, summary')) && this.story.end()
    document.addEventListener('pointerdown', this.skip)
    this.sizes = new ResizeObserver(
      () => this.view && this.at !== this.layout() && this.draw(this.shownState, this.sentence),
    )
    this.sizes.observe(this)
  }

  disconnectedCallback() {
    document.removeEventListener('pointerdown', this.skip)
    this.sizes.disconnect()
    this.story?.end()
  }

  layout() {
    return this.clientWidth < 600 ? LAYOUTS.tall : LAYOUTS.wide
  }

  show({ view, texts, selected }) {
    const before = this.view
    Object.assign(this, { view, texts, selected })
    this.me = view.seat
    const news = before ? view.log.filter((entry) => entry.kind === 'move' && entry.number > before.number) : []
    if (this.story) return this.goOn(news)
    if (news.length && before.state && !still.matches) return this.tell(before.state, news)
    this.draw(view.state)
  }

  // What comes while a story is told is told after it; whoever chooses a card has read enough.
  goOn(news) {
    this.story.add(news)
    if (this.selected || !this.story.worthTelling) this.story.end()
  }

  tell(from, news) {
    const story = new Story(
      from,
      news,
      (state, sentence) => this.draw(state, sentence),
      () => {
        this.story = null
        this.draw(this.view.state)
      },
    )
    if (!story.worthTelling) return this.draw(this.view.state)
    this.story = story
    story.next()
    this.querySelector('.halunken-harbour').scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }

  draw(state, sentence = null) {
    const before = this.shownState ? standing(this.shownState) : {}
    Object.assign(this, { shownState: state, sentence, at: this.layout() })
    this.menu = state.telling ? [] : this.view.menu
    this.current ??= state.captains[this.me] ?? 0
    const roomy = this.at.name === 'wide' && state.boat.length <= ON_THE_WATER
    render(
      this,
      html` <div class="halunken-harbour ${this.at.name}">
          ${ring(state, this.at, this.texts, (space) => this.about(state, space), { landings: this.landings(state) })}
          <div class="halunken-centre">
            ${sentence ? this.told(sentence) : this.now(state)}${roomy && this.boat(state)}
          </div>
          ${!roomy && this.boat(state)}
        </div>
        ${this.hands(state)}${this.preview(state)}
        <section class="halunken-crews" aria-label="${this.texts.crews}">
          ${state.crews.map((crew, seat) => this.crew(state, crew, seat))}
        </section>
        ${this.matrix(state)}`,
    )
    walk(this, this.at, before, still.matches)
  }

  // --- the ring

  about(state, space) {
    const action = this.actionAt(state, space)
    const landing = this.landings(state).find((each) => each.space === space)
    const label = diveWords(this.view, this.texts, state, space)
    const more = landing ? `; ${landing.piece === 'jack' ? this.texts.jack_landing : this.texts.landing}` : ''
    return {
      action,
      label: label + more,
      current: space === this.current,
      landing: Boolean(landing),
      selected: Boolean(action) && same(action, this.selected),
    }
  }

  // A dive stands for settling there, or for the card or number that leads there.
  actionAt(state, space) {
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
      leads[action.type]?.some((fields) => same(action, { type: action.type, ...fields })),
    )
  }

  // Where the selected card would lead: {space, piece, from}.
  landings(state) {
    const { selected, me } = this
    if (!selected || state.telling || !state.ghosts) return []
    const mine = (landing) => ({ space: landing.space, piece: me, from: state.captains[me] })
    const jacks = (landing) => ({ space: landing.space, piece: 'jack', from: state.jack.space })
    if (selected.type === 'choose')
      return state.ghosts.cards.find(({ card }) => card === selected.card)?.landings.map(mine) ?? []
    if (selected.type === 'rum') return state.ghosts.rum.filter(({ number }) => number === selected.number).map(mine)
    if (!['choose_jack', 'rum_jack'].includes(selected.type)) return []
    return state.ghosts.jack.filter(({ number }) => number === (selected.card ?? selected.number)).map(jacks)
  }

  now(state) {
    const { texts, view } = this
    const best =
      state.auction &&
      (state.auction.best
        ? say(texts, 'best', { card: this.name(state.auction.best), who: view.seats[state.auction.bidder].name })
        : texts.no_bid)
    return html`${state.options.games > 1 && html`<p class="small">${say(texts, 'game', { game: state.match_game, games: state.options.games })}</p>`}
      ${state.round > 0 && html`<p class="halunken-round">${say(texts, 'round', state)}</p>`}
      <p><strong>${texts.phases[state.phase]}</strong></p>
      ${best && html`<p>${best}</p>`}${state.jack && state.jack.renter !== null && state.phase !== 'over' && html`<p>${say(texts, 'hired', { who: view.seats[state.jack.renter].name })}</p>`}`
  }

  told(sentence) {
    return html`<p class="halunken-told">${sentence}</p>
      <button class="button small" data-skip>${icon('step')} ${this.texts.skip}</button>`
  }

  // --- cards

  name(card) {
    const { colour, value } = split(card)
    return say(this.texts, 'scoundrel', { colour: this.texts.colours[colour], value })
  }

  scoundrel(card, action) {
    const { colour, value } = split(card)
    const face = html`<b>${value}</b>${sign(colour)}<span class="visually-hidden">${this.name(card)}</span>`
    if (!action) return html`<span class="halunken-card ${colour}" data-key="card-${card}">${face}</span>`
    return html`<button
      class="halunken-card ${colour}"
      data-key="card-${card}"
      data-action="${JSON.stringify(action)}"
      aria-pressed="${same(action, this.selected)}"
    >
      ${face}
    </button>`
  }

  boat(state) {
    if (!state.jack) return ''
    const { texts } = this
    const taking = (card) => this.menu.find((action) => action.type === 'salvage' && action.card === card)
    return html`<section class="halunken-boat" aria-label="${texts.boat}">
      <h3>${icon('ship')} ${texts.boat}</h3>
      ${
        state.boat.length
          ? html`<ul class="halunken-cards">
              ${state.boat.map((card) => html`<li>${this.scoundrel(card, taking(card))}</li>`)}
            </ul>`
          : html`<p class="small">${texts.boat_empty}</p>`
      }
    </section>`
  }

  badge(seat) {
    return html`<svg class="halunken-badge" viewBox="-20 -20 40 40" aria-hidden="true">
      ${captain(seat, 15)}
      <text class="halunken-letter">${LETTERS[seat]}</text>
    </svg>`
  }

  crew(state, crew, seat) {
    const { texts, view, me } = this
    const doing = (card) =>
      this.menu.find(
        (action) =>
          action.card === card &&
          (action.type === 'rob' ? action.seat === seat : seat === me && ['bid', 'lose'].includes(action.type)),
      )
    const order = Object.keys(texts.colours)
    const groups = order
      .map((colour) => [
        colour,
        crew.cards
          .filter((card) => split(card).colour === colour)
          .sort((one, other) => split(one).value - split(other).value),
      ])
      .filter(([, cards]) => cards.length)
    const doubled = state.telling ? null : crew.doubled
    const earlier = state.finished.length > 0 && state.phase !== 'over'
    return html`<article
      class="halunken-crew panel ${seat === me ? 'mine' : ''} ${state.victim === seat ? 'victim' : ''}"
    >
      <h3>
        ${this.badge(seat)}
        <span>${view.seats[seat].name}</span
        >${state.phase === 'over' && view.outcome?.winners.includes(seat) && icon('trophy')}${this.revealed(state, seat)}
        <small
          >${say(texts, 'count', { count: crew.cards.length })}${!state.telling && html` · <strong>${say(texts, 'total', crew)}</strong>`}</small
        >
      </h3>
      ${earlier && html`<p class="small">${say(texts, 'games_total', { points: state.points[seat] })}</p>`}
      ${
        groups.length
          ? html`<ul class="halunken-cards">
              ${groups.map(
                ([colour, cards]) =>
                  html`<li class="halunken-suit ${colour === doubled ? 'doubled' : ''}">
                    ${colour === doubled && html`<span class="halunken-times">×2<span class="visually-hidden"> ${texts.doubles}</span></span>`}
                    ${cards.map((card) => this.scoundrel(card, doing(card)))}
                  </li>`,
              )}
            </ul>`
          : html`<p class="small muted">${texts.crew_empty}</p>`
      }
    </article>`
  }

  revealed(state, seat) {
    const turned = state.round > 0 && state.hands[seat].played.length === state.round
    if (turned)
      return html`<span class="halunken-shown"
        >${this.face(state.chosen.numbers[seat] ?? state.hands[seat].played.at(-1))}</span
      >`
    return (
      state.phase === 'choosing' &&
      state.chosen.seats[seat] &&
      html`<span class="badge good">${icon('check')} ${this.texts.chosen}</span>`
    )
  }

  face(card) {
    return card === 'rum' ? html`<span class="halunken-rum">${this.texts.rum}</span>` : card
  }

  // --- the hand: movement cards, or numbers for a rum

  hands(state) {
    if (this.me === null) return ''
    const deciding = Object.keys(NAMED).find((type) => this.menu.some((action) => action.type === type))
    const own = state.hands[this.me]
    const rows = [this.hand('choose', ROUND_CARDS, own.left, state.chosen.own?.card, deciding)]
    if (deciding === 'choose_jack') rows.push(this.hand('choose_jack', ROUND_CARDS, state.jack.left, null, deciding))
    if (deciding === 'rum' || deciding === 'rum_jack')
      rows.push(this.hand(deciding, ROUND_CARDS.slice(0, 7), null, null, deciding))
    return rows
  }

  hand(type, cards, left, chosen, deciding) {
    const field = type.startsWith('choose') ? 'card' : 'number'
    const one = (card) => {
      const action = type === deciding && this.menu.find((each) => each.type === type && each[field] === card)
      const inside = html`<b>${this.face(card)}</b>`
      if (action)
        return html`<button
          class="halunken-walk"
          data-key="${type}-${card}"
          data-action="${JSON.stringify(action)}"
          aria-pressed="${same(action, this.selected)}"
        >
          ${inside}
        </button>`
      return html`<span
        class="halunken-walk ${left && !left.includes(card) ? 'gone' : ''} ${chosen === card ? 'chosen' : ''}"
        >${inside}${chosen === card && html`<span class="visually-hidden">${this.texts.chosen}</span>`}</span
      >`
    }
    return html`<section class="halunken-hand" aria-label="${this.texts[NAMED[type]]}">
      <h3>${this.texts[NAMED[type]]}</h3>
      <div class="halunken-row">${cards.map(one)}</div>
    </section>`
  }

  // What the selected card may bring, from the engine's preview.
  preview(state) {
    const { selected, texts } = this
    if (!selected || state.telling || !state.ghosts) return ''
    if (selected.type === 'choose_jack' || selected.type === 'rum_jack') {
      return this.note(
        null,
        this.landings(state).map(({ space }) => say(texts, 'ghost_jack', { dive: space + 1 })),
      )
    }
    if (selected.type === 'rum') {
      return this.note(
        selected.number,
        state.ghosts.rum.filter(({ number }) => number === selected.number).flatMap((landing) => this.lines(landing)),
      )
    }
    const ghost = selected.type === 'choose' && state.ghosts.cards.find(({ card }) => card === selected.card)
    if (!ghost) return ''
    const cancel = ghost.cancelled_by.length > 0 && this.cancel(ghost, state)
    if (ghost.card === 'rum') return this.note(null, [texts.ghost_rum, cancel])
    return this.note(ghost.card, [...this.lines(ghost.landings[0]), cancel])
  }

  note(number, lines) {
    return html`<div class="note halunken-preview" role="status">
      ${icon('eye')}
      <div>
        ${number && html`<p><strong>${say(this.texts, 'ghost', { number })}</strong></p>`}
        <ul>
          ${lines.filter(Boolean).map((line) => html`<li>${line}</li>`)}
        </ul>
      </div>
    </div>`
  }

  lines(landing) {
    const { texts, view } = this
    const who = (seat) => view.seats[seat].name
    return [
      say(texts, 'lands', { dive: landing.space + 1 }),
      landing.takes ? say(texts, 'takes', { card: this.name(landing.takes) }) : texts.takes_nobody,
      landing.captain !== null && say(texts, landing.robs ? 'brawls' : 'brawls_vainly', { who: who(landing.captain) }),
      landing.jack && texts[landing.salvage ? 'meets' : 'meets_vainly'],
      ...landing.rivals.map((rival) =>
        say(texts, 'rival', {
          who: who(rival.seat),
          cards: rival.cards.map((card) => (card === 'rum' ? texts.rum : card)).join(', '),
        }),
      ),
    ]
  }

  cancel(ghost, state) {
    const who = ghost.cancelled_by.map((seat) => this.view.seats[seat].name).join(', ')
    const stay = state.ghosts.stay
    return say(this.texts, stay ? 'cancel' : 'cancel_vainly', { who, card: stay && this.name(stay) })
  }

  // --- who has played what

  matrix(state) {
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
              ${ROUND_CARDS.map((card) => html`<th scope="col">${this.face(card)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${state.hands.map(
              (hand, seat) =>
                html`<tr>
                  <th scope="row">${this.badge(seat)} <span class="halunken-who">${view.seats[seat].name}</span></th>
                  ${ROUND_CARDS.map((card) => this.cell(hand.played.indexOf(card) + 1))}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${
        jackCards &&
        html`<h4>Black Jack</h4>
          <ul class="halunken-jacks">
            ${jackCards.map((card) => html`<li class="${state.jack.played.includes(card) ? 'gone' : ''}">${this.face(card)}<span class="visually-hidden"> ${state.jack.played.includes(card) ? '' : texts.not_played}</span></li>`)}
          </ul>`
      }
    </section>`
  }

  cell(round) {
    const words = round ? say(this.texts, 'played_in', { round }) : this.texts.not_played
    return html`<td class="${round ? 'gone' : 'left'}">
      <span aria-hidden="true">${round || '●'}</span><span class="visually-hidden">${words}</span>
    </td>`
  }

  // --- what people do

  propose(action) {
    if (action) this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
  }

  clicked(event) {
    if (event.target.closest('[data-skip]')) return this.story?.end()
    const thing = event.target.closest('[data-action]')
    if (thing) return this.propose(JSON.parse(thing.dataset.action))
    const dive = event.target.closest('[data-space]')
    if (!dive) return
    this.walkTo(Number(dive.dataset.space), false)
    this.propose(this.actionAt(this.shownState, this.current))
  }

  walkTo(space, focus = true) {
    this.querySelector(`[data-space="${this.current}"]`)?.setAttribute('tabindex', '-1')
    this.current = space
    const dive = this.querySelector(`[data-space="${space}"]`)
    dive.setAttribute('tabindex', '0')
    if (focus) dive.focus()
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return this.story?.end()
    const dive = event.target.closest('[data-space]')
    if (!dive) return
    if (event.key in STEPS) this.walkTo((this.current + STEPS[event.key] + 14) % 14)
    else if (event.key === 'Home' && this.shownState.captains[this.me] != null)
      this.walkTo(this.shownState.captains[this.me])
    else if (event.key === 'Enter' || event.key === ' ') this.propose(this.actionAt(this.shownState, this.current))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

customElements.define('escale-board-halunken', Halunken)
