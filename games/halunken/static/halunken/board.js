// The board of Halunken: the harbour, the hand, the crews, the cards played.
// What can be played is a button; a second press plays it.

import { html, icon, render, formatText } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { formatScoundrel } from './cards.js'
import { findActionAt, findLandings } from './choices.js'
import { renderBoat, renderCrews } from './crews.js'
import { renderHands } from './hands.js'
import { LAYOUTS, SPACES } from './layout.js'
import { renderMatrix } from './matrix.js'
import { renderPreview } from './preview.js'
import { animateWalk, describeDive, findPieces, renderRing } from './ring.js'
import { Story } from './story.js'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
// More scoundrels than this have no room in the middle of the harbour: they lie below it.
const MAX_IN_HARBOUR = 7
const MIN_WIDE_PIXELS = 600
const STEP_BY_KEY = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

class HalunkenBoard extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('keydown', (event) => this.handleKey(event))
    this.skipStory = (event) => {
      const isOnLink = this.contains(event.target.closest?.('a, summary'))
      if (this.story && !isOnLink) this.story.end()
    }
    document.addEventListener('pointerdown', this.skipStory)
    this.sizeObserver = new ResizeObserver(() => this.handleResize())
    this.sizeObserver.observe(this)
  }

  disconnectedCallback() {
    document.removeEventListener('pointerdown', this.skipStory)
    this.sizeObserver.disconnect()
    this.story?.end()
  }

  handleResize() {
    if (this.view && this.layout !== this.chooseLayout()) this.draw(this.shownState, this.sentence)
  }

  chooseLayout() {
    return this.clientWidth < MIN_WIDE_PIXELS ? LAYOUTS.tall : LAYOUTS.wide
  }

  // --- showing a view, or the story that leads to it

  show({ view, texts, selected }) {
    const oldView = this.view
    Object.assign(this, { view, texts, selected })
    const isNewMove = (entry) => entry.kind === 'move' && entry.number > oldView.number
    const newEntries = oldView ? view.log.filter(isNewMove) : []
    if (this.story) return this.continueStory(newEntries)
    const canTell = newEntries.length > 0 && oldView.state && !reducedMotion.matches
    if (canTell) this.tellStory(oldView.state, newEntries)
    else this.draw(view.state)
  }

  // New moves are told after the story that runs; a reader who chooses a card has read enough.
  continueStory(newEntries) {
    this.story.add(newEntries)
    if (this.selected || !this.story.isWorthTelling) this.story.end()
  }

  tellStory(oldState, newEntries) {
    const draw = (state, sentence) => this.draw(state, sentence)
    const story = new Story(oldState, newEntries, draw, () => this.endStory())
    if (!story.isWorthTelling) return this.draw(this.view.state)
    this.story = story
    story.next()
    this.querySelector('.halunken-harbour').scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }

  endStory() {
    this.story = null
    this.draw(this.view.state)
  }

  // --- drawing

  // What all parts of the board are rendered from. While a story is told, nothing can be chosen.
  createTable(state) {
    const { view, texts, selected } = this
    const menu = state.telling ? [] : view.menu
    return { state, view, texts, selected, menu, ownSeat: view.seat }
  }

  // `sentence` tells the event of a story.
  draw(state, sentence = null) {
    const oldSpaces = this.shownState ? findPieces(this.shownState) : {}
    this.shownState = state
    this.sentence = sentence
    this.layout = this.chooseLayout()
    this.table = this.createTable(state)
    this.focusedSpace ??= state.captains[this.table.ownSeat] ?? 0
    render(
      this,
      html`${this.renderHarbour()} ${renderHands(this.table)}${renderPreview(this.table)}
      ${renderCrews(this.table)} ${renderMatrix(this.table)}`,
    )
    if (!reducedMotion.matches) animateWalk(this, this.layout, oldSpaces)
  }

  renderHarbour() {
    const { table, layout, sentence } = this
    const landings = findLandings(table)
    const describeSpace = (space) => this.describeSpace(space, landings)
    const boat = renderBoat(table)
    const hasRoom = layout.name === 'wide' && table.state.boat.length <= MAX_IN_HARBOUR
    return html`<div class="halunken-harbour ${layout.name}">
      ${renderRing(table.state, layout, table.texts, describeSpace, landings)}
      <div class="halunken-centre">
        ${sentence ? this.renderSentence(sentence) : this.renderPhase()}${hasRoom && boat}
      </div>
      ${!hasRoom && boat}
    </div>`
  }

  describeSpace(space, landings) {
    const { view, texts, state } = this.table
    const action = findActionAt(this.table, space)
    const landing = landings.find((candidate) => candidate.space === space)
    let label = describeDive(view, texts, state, space)
    if (landing) label += `; ${landing.piece === 'jack' ? texts.jack_landing : texts.landing}`
    return {
      action,
      label,
      isFocused: space === this.focusedSpace,
      isLanding: Boolean(landing),
      isSelected: Boolean(action) && isSameAction(action, this.selected),
    }
  }

  renderPhase() {
    const { state, texts, view } = this.table
    const { games } = state.options
    const game = formatText(texts, 'game', { game: state.match_game, games })
    const isJackHired = state.jack && state.jack.renter !== null && state.phase !== 'over'
    const hired = isJackHired && formatText(texts, 'hired', { who: view.seats[state.jack.renter].name })
    return html`${games > 1 && html`<p class="small">${game}</p>`}
      ${state.round > 0 && html`<p class="halunken-round">${formatText(texts, 'round', state)}</p>`}
      <p><strong>${texts.phases[state.phase]}</strong></p>
      ${state.auction && html`<p>${this.describeAuction(state.auction)}</p>`}
      ${hired && html`<p>${hired}</p>`}`
  }

  describeAuction({ best, bidder }) {
    const { texts, view } = this
    if (!best) return texts.no_bid
    return formatText(texts, 'best', { card: formatScoundrel(best, texts), who: view.seats[bidder].name })
  }

  renderSentence(sentence) {
    return html`<p class="halunken-told">${sentence}</p>
      <button class="button small" data-skip>${icon('step')} ${this.texts.skip}</button>`
  }

  // --- clicks and keys

  propose(action) {
    if (action) this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
  }

  handleClick(event) {
    if (event.target.closest('[data-skip]')) return this.story?.end()
    const pressed = event.target.closest('[data-action]')
    if (pressed) return this.propose(JSON.parse(pressed.dataset.action))
    const dive = event.target.closest('[data-space]')
    if (!dive) return
    this.setFocusedSpace(Number(dive.dataset.space))
    this.propose(findActionAt(this.table, this.focusedSpace))
  }

  // The dive that the Tab key reaches; the arrow keys walk to the others.
  setFocusedSpace(space) {
    this.findDive(this.focusedSpace)?.setAttribute('tabindex', '-1')
    this.focusedSpace = space
    this.findDive(space).setAttribute('tabindex', '0')
  }

  findDive(space) {
    return this.querySelector(`[data-space="${space}"]`)
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return this.story?.end()
    if (!event.target.closest('[data-space]') || !this.handleKeyOnDive(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  // Whether the key means something on a dive.
  handleKeyOnDive(key) {
    const ownSpace = this.shownState.captains[this.table.ownSeat]
    if (key in STEP_BY_KEY) this.moveFocus((this.focusedSpace + STEP_BY_KEY[key] + SPACES) % SPACES)
    else if (key === 'Home' && ownSpace != null) this.moveFocus(ownSpace)
    else if (key === 'Enter' || key === ' ') this.propose(findActionAt(this.table, this.focusedSpace))
    else return false
    return true
  }

  moveFocus(space) {
    this.setFocusedSpace(space)
    this.findDive(space).focus()
  }
}

customElements.define('escale-board-halunken', HalunkenBoard)
