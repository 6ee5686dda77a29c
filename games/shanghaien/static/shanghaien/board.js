// The board of Shanghaien: the tavern, the tray with dice and tricks, the slate with the score.

import { loadArt } from '../games/art.js'
import { html, render, formatText } from '../games/dom.js'
import { describeDice, describeVerdict, formatCardName, renderCard, renderFace } from './cards.js'
import { renderHand } from './hand.js'
import { describeShare, listNations, listSums, renderLastRound, renderSlate } from './results.js'
import { findTiedPlace, renderCount, renderRoundEnd } from './round-end.js'
import { scenes } from './scenes.js'
import { describeSeat, listCrew, renderCaptain } from './seats.js'

loadArt(new URL('art.svg', import.meta.url).href)

const PRESSABLE = 'button, [data-pile], [data-final]'
const FOCUSABLE = '.shanghaien-row button, .shanghaien-tray button, .shanghaien-slate'
const STEP_BY_KEY = { ArrowLeft: -1, ArrowRight: 1 }

class ShanghaienBoard extends HTMLElement {
  scenes = scenes
  loudType = 'shanghai'

  connectedCallback() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('contextmenu', (event) => this.handleLongPress(event))
    this.addEventListener('keydown', (event) => this.handleArrow(event))
  }

  renderPicture() {
    const sailors = [
      { nation: 'lightblue', value: 2 },
      { nation: 'yellow', value: 4 },
      { nation: 'green', value: 3 },
    ]
    const texts = { sailors: {}, ranks: {} }
    return html`${sailors.map((sailor) => renderFace(sailor, texts))}`
  }

  describeSeat(view, index, texts) {
    return describeSeat(view, index, texts)
  }

  show({ view, texts, selected, shot }) {
    this.view = view
    // What all parts of the board are rendered from.
    const event = shot?.event
    const state = event?.type === 'ended' ? shot.before : view.state // The result comes after the scene.
    const tiedPlace = findTiedPlace(shot, state)
    const settledCard = event?.type === 'given' ? event.card : null
    const ownSeat = view.seat ?? 0
    this.table = { view, texts, selected, tiedPlace, settledCard, state, ownSeat }
    const { table } = this
    const isOver = state.phase === 'over'
    // The score on the slate follows the card that is on its way.
    const scored = event?.type === 'given' ? { ...table, state: shot.before } : table
    const isBetweenRounds = state.last_round && !hasRolled(table)
    render(
      this,
      html`${renderRoundEnd(shot, table)}
        <div class="shanghaien-table ${isOver ? 'over' : ''}">
        ${!isOver && renderRound(table)} ${state.tavern.length > 0 && renderTavern(table)}
        <div class="shanghaien-tray">
          ${!isOver && renderHand(table)} ${isBetweenRounds && renderLastRound(state.last_round, table)}
        </div>
        ${renderSlate(scored)} ${isOver && renderFinalScore(table)}
        ${tiedPlace !== null && renderCount(shot, table)}
        </div>`,
    )
  }

  handleClick(event) {
    const target = event.target.closest(PRESSABLE)
    if (!target) return
    const { die, end } = target.dataset
    if (die) this.dispatch('escale-choose', { type: 'place', die: Number(die) })
    else if (end) this.dispatch('escale-choose', { type: 'direction', one: end })
    else this.showInfo(target)
  }

  // What can be chosen tells about itself when it is pressed longer, or with the other button of the mouse.
  handleLongPress(event) {
    const target = event.target.closest(PRESSABLE)
    if (!target) return
    event.preventDefault()
    this.showInfo(target)
  }

  // --- what a thing tells about itself

  showInfo(target) {
    this.pressedThing = target
    const detail = this.describeThing(target.dataset)
    this.dispatchEvent(new CustomEvent('escale-info', { bubbles: true, detail }))
  }

  showSeat(index, target) {
    const { view, texts } = this.table
    this.pressedThing = target
    const { score } = view.state.seats[index]
    const what = formatText(texts, 'points', { count: score })
    const title = formatText(texts, 'labelled', { name: view.seats[index].name, what })
    const detail = { title, facts: listCrew(index, this.table), rule: 'scoring' }
    this.dispatchEvent(new CustomEvent('escale-info', { bubbles: true, detail }))
  }

  describeThing({ card: name, kept, share, captain, end, slate, final, pile, try: number, die }) {
    const { texts } = this.table
    if (name) return this.describeCard(name)
    if (share) return describeShare(share, this.table)
    if (pile !== undefined) {
      return { title: formatRound(this.table), facts: [['', formatPile(this.table)]], rule: 'round' }
    }
    if (slate !== undefined || final !== undefined) {
      return { title: texts.score, facts: listNations(this.table), rule: 'scoring' }
    }
    if (kept) return this.describeTrick(kept)
    if (captain || end) return this.describeCaptain(captain ?? end)
    const value = Number(number ?? die)
    const ask = value ? { type: 'place', die: value } : { type: 'place', die: 1 }
    return { title: texts.dice, rule: value ? 'place' : 'roll', ask: die ? null : ask }
  }

  describeCard(name) {
    const { table } = this
    const { state, texts, ownSeat, view } = table
    const card = state.tavern.find((candidate) => candidate.card === name)
    const line = state.table.find(({ nation }) => nation === card.nation)
    const seats = [ownSeat, 1 - ownSeat]
    const describeSeat = (seat) => html`<div>${describeDice(seat, card.dice[seat], table)}</div>`
    const hasDice = card.now && card.dice.some(Boolean)
    const canPlace = view.menu.some(({ type, die }) => type === 'place' && die === card.number)
    return {
      title: formatCardName(card, texts),
      art: renderFace(card, texts),
      facts: [
        hasDice && [texts.dice, seats.map(describeSeat)],
        hasDice && [texts.now, describeVerdict(card, this.table)],
        ...(line ? listNations({ ...this.table, state: { ...state, table: [line] } }) : []),
      ],
      rule: card.nation ? 'distribution' : `trick-${card.second}`,
      ask: canPlace ? null : { type: 'place', die: card.number ?? 1 },
    }
  }

  describeCaptain(end) {
    return { title: this.table.texts[`end_${end}`], rule: 'direction', ask: { type: 'direction', one: end } }
  }

  describeTrick(name) {
    const { state, texts, view } = this.table
    const trick = state.seats.flatMap(({ tricks }) => tricks).find(({ card }) => card === name)
    const isUse = (index) => view.menu[index].type === 'trick' && view.menu[index].card === name
    const actions = [...view.menu.keys()].filter(isUse)
    return {
      title: formatCardName(trick, texts),
      art: renderFace(trick, texts),
      rule: `trick-${trick.second}`,
      ask: actions.length ? null : { type: 'trick', card: name, use: trick.second },
      actions,
    }
  }

  dispatch(eventName, action) {
    this.dispatchEvent(new CustomEvent(eventName, { bubbles: true, detail: { action } }))
  }

  // Arrow keys walk along whatever can be pressed.
  handleArrow(event) {
    const step = STEP_BY_KEY[event.key]
    const buttons = [...this.querySelectorAll(FOCUSABLE)]
    const index = buttons.indexOf(document.activeElement)
    if (!step || index < 0) return
    event.preventDefault()
    buttons[(index + step + buttons.length) % buttons.length].focus()
  }
}

// Whether the reader has rolled in this round; for a watcher, whether anybody has. The last round stays in
// sight until then, however fast the opponent moves.
function hasRolled({ state, view }) {
  const hasDice = (seat) => {
    const hasPlaced = state.tavern.some((card) => card.dice[seat])
    return hasPlaced || (state.dice.length > 0 && state.turn === seat)
  }
  return view.seat === null ? hasDice(0) || hasDice(1) : hasDice(view.seat)
}

const formatRound = ({ state, texts }) => formatText(texts, 'round', state)
const formatPile = ({ state, texts }) => formatText(texts, 'pile', { count: state.draw_pile })

function renderRound(table) {
  return html`<p class="shanghaien-round" data-pile>${formatRound(table)} · ${formatPile(table)}</p>`
}

function renderTavern(table) {
  const { state, texts } = table
  return html`<div class="shanghaien-row">
    ${renderCaptain('left', table)}
    <ol class="shanghaien-tavern" aria-label="${texts.tavern}">
      ${state.tavern.map((card, index) => renderCard(card, table, index))}
    </ol>
    ${renderCaptain('right', table)}
  </div>`
}

// The end explains itself, nation by nation, down to the sum.
function renderFinalScore(table) {
  const lines = [...listNations(table), ...listSums(table)].map(
    ([name, words]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${words}</dd>
      </div>`,
  )
  return html`<section class="shanghaien-final panel" data-final aria-label="${table.texts.final_score}">
    <dl class="info-facts">${lines}</dl>
  </section>`
}

customElements.define('escale-board-shanghaien', ShanghaienBoard)
