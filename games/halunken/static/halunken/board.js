// The board of Halunken: the harbour, the hand, the crews, the cards played.
// What can be played is a button; a second press plays it.

import { loadArt } from '../games/art.js'
import { html, render } from '../games/dom.js'
import { isSameAction } from '../games/frame.js'
import { findLook } from '../games/panels.js'
import { drawUse } from '../games/people.js'
import { renderBasin } from './basin.js'
import { findActionAt, findLandings } from './choices.js'
import { describeSeat, renderFinalCrews } from './crews.js'
import { renderHands } from './hands.js'
import { LAYOUTS, SPACES } from './layout.js'
import { renderMatrix } from './matrix.js'
import { renderPreview } from './preview.js'
import { animateWalk, describeDive, findPieces, renderRing } from './ring.js'
import { scenes } from './scenes.js'

loadArt(new URL('art.svg', import.meta.url).href)

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const MIN_WIDE_PIXELS = 600
// Things that only tell about themselves: buttons, pawns, the rows of the table of cards.
const TELLING = 'button, [data-piece], [data-crew], [data-jacks], [data-matrix]'
const STEP_BY_KEY = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

class HalunkenBoard extends HTMLElement {
  scenes = scenes

  connectedCallback() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('contextmenu', (event) => this.handleLongPress(event))
    this.addEventListener('keydown', (event) => this.handleKey(event))
    this.sizeObserver = new ResizeObserver(() => this.handleResize())
    this.sizeObserver.observe(this)
  }

  disconnectedCallback() {
    this.sizeObserver.disconnect()
  }

  handleResize() {
    if (this.view && this.layout !== this.chooseLayout()) this.draw()
  }

  chooseLayout() {
    return this.clientWidth < MIN_WIDE_PIXELS ? LAYOUTS.tall : LAYOUTS.wide
  }

  // --- drawing

  show({ view, texts, selected, shot }) {
    Object.assign(this, { view, texts, selected, shot })
    this.draw()
  }

  // What all parts of the board are rendered from.
  createTable({ view, texts, selected }) {
    const { state, menu } = view
    const lookOf = (seat) => `look-${findLook(view, seat)}`
    return { state, view, texts, selected, menu, lookOf, ownSeat: view.seat }
  }

  draw() {
    const { state } = this.view
    const oldSpaces = this.shownState ? findPieces(this.shownState) : {}
    this.shownState = state
    this.layout = this.chooseLayout()
    this.table = this.createTable(this)
    this.focusedSpace ??= state.captains[this.table.ownSeat] ?? 0
    const isOver = state.phase === 'over'
    render(
      this,
      html`<div class="halunken-table ${isOver ? 'over' : ''}">
        ${isOver && renderFinalCrews(this.table)} ${this.renderHarbour()}
        ${!isOver && renderHands(this.table)} ${renderPreview(this.table)}
        ${renderMatrix(this.table)}
      </div>`,
    )
    if (!reducedMotion.matches) animateWalk(this, this.layout, oldSpaces, this.shot?.milliseconds)
  }

  renderHarbour() {
    const { table, layout, shot } = this
    const landings = findLandings(table)
    const describeSpace = (space) => this.describeSpace(space, landings)
    return html`<div class="halunken-harbour ${layout.name}">
      ${renderRing(table, layout, describeSpace, landings)}${renderBasin(table, Boolean(shot))}
    </div>`
  }

  // What the selected action would bring, for the line above the table: narrow screens have no room beside it.
  renderForecast(shown) {
    return renderPreview(this.createTable(shown))
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

  // --- clicks and keys

  propose(action) {
    if (action) this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
  }

  handleClick(event) {
    const pressed = event.target.closest('[data-action]')
    if (pressed) return this.propose(JSON.parse(pressed.dataset.action))
    const dive = event.target.closest('[data-space]')
    if (!dive) return this.handleOther(event.target.closest(TELLING))
    this.setFocusedSpace(Number(dive.dataset.space))
    this.pressDive()
  }

  // A dive is chosen where an action leads there, else it tells about itself.
  pressDive() {
    const space = this.focusedSpace
    const action = findActionAt(this.table, space)
    if (action) this.propose(action)
    else this.tell(this.findDive(space))
  }

  // What cannot be chosen now tells about itself.
  handleOther(target) {
    if (!target) return
    const { piece, crew } = target.dataset
    const seat = piece ?? crew
    if (seat !== undefined && seat !== 'jack') this.showSeat(Number(seat), target)
    else this.tell(target)
  }

  handleLongPress(event) {
    const dive = event.target.closest('[data-space]')
    if (!dive) return
    event.preventDefault()
    this.tell(dive, { ask: null })
  }

  renderPicture() {
    const names = ['red', 'purple', 'grey', 'yellow']
    return html`${names.map((name) => drawUse(`scoundrel-${name}`, '0 0 100 110', `idea-face ${name}`))}`
  }

  describeSeat(view, index, texts) {
    return describeSeat(view, index, texts)
  }

  showSeat(index, target) {
    this.showInfo(this.loadTheRest().then(({ listCrew }) => listCrew(index, this.table)), target)
  }

  // What things tell about themselves is loaded after the first board.
  loadTheRest() {
    return import('./info.js')
  }

  tell(target, changes = {}) {
    const describe = ({ describeThing }) => ({ ...describeThing(target.dataset, this.table), ...changes })
    this.showInfo(this.loadTheRest().then(describe), target)
  }

  // `detail` is what the card says, or a promise of it.
  showInfo(detail, target) {
    this.pressedThing = target
    this.dispatchEvent(new CustomEvent('escale-info', { bubbles: true, detail }))
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
    if (!event.target.closest('[data-space]') || !this.handleKeyOnDive(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  // Whether the key means something on a dive.
  handleKeyOnDive(key) {
    const ownSpace = this.shownState.captains[this.table.ownSeat]
    if (key in STEP_BY_KEY) this.moveFocus((this.focusedSpace + STEP_BY_KEY[key] + SPACES) % SPACES)
    else if (key === 'Home' && ownSpace != null) this.moveFocus(ownSpace)
    else if (key === 'Enter' || key === ' ') this.pressDive()
    else return false
    return true
  }

  moveFocus(space) {
    this.setFocusedSpace(space)
    this.findDive(space).focus()
  }
}

customElements.define('escale-board-halunken', HalunkenBoard)
