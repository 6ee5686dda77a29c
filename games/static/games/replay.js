// <escale-replay>: a finished match position by position, over the same boards as the table.

import { loadPortraits } from './art.js'
import { Director } from './director.js'
import { formatText, html, icon, render } from './dom.js'
import { InfoCard } from './info-card.js'
import { LuckCheck } from './luck-check.js'
import { Api, loadTexts } from './net.js'
import { drawPanels, openPressedSeat } from './panels.js'
import { renderReplayFrame } from './replay-frame.js'
import { renderEntry } from './side.js'
import { Sounds } from './sounds.js'
import { Stage } from './stage.js'
import { findParts } from './table-frame.js'

const STEP_MILLISECONDS = 1200
const COMMANDS_BY_KEY = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last', ' ': 'run' }

class EscaleReplay extends HTMLElement {
  sounds = new Sounds()
  stage = new Stage(this)
  commands = {
    first: () => this.goTo(this.firstNumber),
    back: () => this.goTo(this.number - 1),
    on: () => this.goTo(this.number + 1),
    last: () => this.goTo(this.summary.number),
    run: () => this.toggleRunning(),
    share: () => this.sharePosition(),
    verify: () => new LuckCheck(this).start(),
  }

  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    this.api = new Api(this.getAttribute('api') || '/api/v1', document.documentElement.lang)
    this.viewsByKey = new Map()
    const query = new URLSearchParams(location.search)
    const [texts, summary] = await Promise.all([
      loadTexts(this.api, this.game),
      this.api.get(`/matches/${this.match}/`),
      import(`../${this.game}/board.js`),
    ])
    this.texts = texts
    this.summary = summary
    this.viewer = query.get('eyes') ?? ''
    this.firstNumber = await this.findFirstNumber()
    loadPortraits()
    this.drawFrame()
    this.director = new Director(this.stage, this.parts.board.scenes)
    this.infoCard = new InfoCard(this).listen()
    this.listenToReader()
    await this.goTo(this.requestedNumber ?? (Number(query.get('at')) || this.firstNumber))
  }

  // The log begins with people who sit down; the first position is that after the start.
  async findFirstNumber() {
    const { events } = await this.api.get(`/matches/${this.match}/events/?after=0`)
    return events.find((event) => event.kind === 'start')?.number ?? 1
  }

  drawFrame() {
    const { api, game, texts, summary, firstNumber, viewer } = this
    const recordUrl = `${api.root}/matches/${this.match}/record/`
    render(this, renderReplayFrame({ game, texts, summary, firstNumber, viewer, recordUrl }))
    this.parts = findParts(this)
  }

  // --- clicks and keys

  listenToReader() {
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('click', (event) => openPressedSeat(event, this.parts.board))
    this.parts.range.addEventListener('input', () => this.goTo(Number(this.parts.range.value)))
    this.parts.eyes.addEventListener('change', () => this.changeViewer(this.parts.eyes.value))
    addEventListener('keydown', (event) => this.handleKey(event))
  }

  handleClick(event) {
    const target = event.target.closest('[data-do], [data-at]')
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (target.dataset.do) return this.commands[target.dataset.do]()
    event.preventDefault()
    this.goTo(Number(target.dataset.at))
  }

  handleKey(event) {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    if (isShortcut || event.target.matches('input, select, textarea')) return
    const command = COMMANDS_BY_KEY[event.key]
    if (!command || (event.key === ' ' && event.target.matches('button, a, summary'))) return
    event.preventDefault()
    this.commands[command]()
  }

  changeViewer(viewer) {
    this.viewer = viewer
    this.viewsByKey.clear()
    this.goTo(this.number)
  }

  // --- positions

  // A view that could not be loaded is requested again at the next step.
  loadView(number) {
    const key = `${number}:${this.viewer}`
    if (!this.viewsByKey.has(key)) {
      const eyes = this.viewer === '' ? '' : `&eyes=${this.viewer}`
      const request = this.api.get(`/matches/${this.match}/view/?at=${number}${eyes}`)
      request.catch(() => this.viewsByKey.delete(key))
      this.viewsByKey.set(key, request)
    }
    return this.viewsByKey.get(key)
  }

  // The page around a frame may ask for a position before the match is loaded.
  async goTo(wantedNumber) {
    if (!this.parts) {
      this.requestedNumber = wantedNumber
      return
    }
    const number = Math.min(Math.max(wantedNumber, this.firstNumber), this.summary.number)
    this.number = number
    const view = await this.loadView(number).catch(() => null)
    if (this.number !== number) return
    if (!view) return this.drawCaption(this.texts.offline)
    this.showPosition(view)
    if (number < this.summary.number) this.loadView(number + 1)
  }

  // The next position is reached by its scene, any other one at once.
  showPosition(view) {
    if (this.view?.number === view.number - 1 && this.view.seat === view.seat) return this.director.add(view)
    this.director.begin(view)
    this.stage.markLastMove(view)
    this.finish(view)
  }

  // --- called by the stage

  drawStatus() {
    this.drawCaption(this.view.prompt)
  }

  drawBoard() {
    const { view, texts, stage } = this
    this.parts.board.show({ view, texts, selected: null, shot: stage.shot })
    stage.drawMarks()
  }

  drawActions() {}

  // Nobody sits at a match that is over, so nobody is here or away.
  draw() {
    const seats = this.view.seats.map((seat) => ({ ...seat, present: undefined }))
    drawPanels(this.parts, { ...this.view, seats, due: null }, this.texts)
  }

  showMessages() {}

  // The caption is read out by itself.
  speak() {}

  finish(view) {
    this.view = view
    this.drawPosition(view)
    this.dispatchEvent(new CustomEvent('position', { detail: view.number }))
  }

  drawPosition(view) {
    const { parts, texts, firstNumber, summary } = this
    const { number } = view
    const position = { at: number - firstNumber, last: summary.number - firstNumber }
    parts.range.value = number
    parts.position.textContent = formatText(texts, 'position_of', position)
    this.drawBoard()
    this.draw()
    this.drawCaption(view.log.length > 0 && renderEntry(view.log.at(-1)))
    render(parts.log, html`${view.log.filter((entry) => entry.text).map(renderLinkedEntry)}`)
    parts.log.scrollTop = parts.log.scrollHeight
  }

  // A long move is read by scrolling: the caption keeps its height, so that the board below stands still.
  drawCaption(content) {
    render(this.parts.caption, html`${content}`)
    this.parts.caption.scrollTop = 0
  }

  toggleRunning() {
    if (this.timer) return this.stopRunning()
    this.timer = setInterval(() => this.runOneStep(), STEP_MILLISECONDS)
    this.drawRunButton('halt', 'pause')
  }

  runOneStep() {
    if (this.director.isRunning) return
    if (this.number >= this.summary.number) this.stopRunning()
    else this.goTo(this.number + 1)
  }

  stopRunning() {
    clearInterval(this.timer)
    this.timer = null
    this.drawRunButton('run', 'play')
  }

  drawRunButton(textName, iconName) {
    const button = this.querySelector('[data-do=run]')
    button.ariaLabel = button.title = this.texts[textName]
    render(button, icon(iconName))
  }

  async sharePosition() {
    const url = new URL(location.href)
    url.search = new URLSearchParams({ at: this.number, ...(this.viewer && { eyes: this.viewer }) })
    history.replaceState(null, '', url)
    await navigator.clipboard?.writeText(url.href).catch(() => {})
    render(this.parts.shared, html`${this.texts.position_copied} <a href="${url.href}">${url.href}</a>`)
  }
}

function renderLinkedEntry(entry) {
  return html`<li><a href="?at=${entry.number}" data-at="${entry.number}">${entry.text}</a></li>`
}

customElements.define('escale-replay', EscaleReplay)
