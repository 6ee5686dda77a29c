// <escale-tutorial>: a first game in which the reader makes the moves, over the same boards as the table.

import { loadPortraits } from './art.js'
import { Director } from './director.js'
import { html, icon, render } from './dom.js'
import { isSameAction } from './frame.js'
import { InfoCard } from './info-card.js'
import { Api, loadTexts } from './net.js'
import { drawPanels, openPressedSeat } from './panels.js'
import { Sounds } from './sounds.js'
import { Stage } from './stage.js'
import { findParts, renderStage } from './table-frame.js'
import { skipScene } from './table-input.js'

const PAUSE_MILLISECONDS = 1100

class EscaleTutorial extends HTMLElement {
  sounds = new Sounds()
  stage = new Stage(this)

  async connectedCallback() {
    this.game = this.getAttribute('game')
    this.api = new Api(this.getAttribute('api') || '/api/v1', document.documentElement.lang)
    const [texts, lesson] = await Promise.all([
      loadTexts(this.api, this.game),
      this.api.get(`/games/${this.game}/tutorial/`),
      import(`../${this.game}/board.js`),
    ])
    Object.assign(this, { texts, lesson, at: 0 })
    loadPortraits()
    this.drawFrame()
    this.director = new Director(this.stage, this.parts.board.scenes)
    this.addEventListener('click', (event) => skipScene(event, this), { capture: true })
    this.infoCard = new InfoCard(this).listen()
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action))
    this.addEventListener('escale-play', (event) => this.play(event.detail.action))
    this.addEventListener('click', (event) => this.handleClick(event))
    this.addEventListener('click', (event) => openPressedSeat(event, this.parts.board))
    this.showScene(0)
  }

  disconnectedCallback() {
    clearTimeout(this.timer)
    this.director?.halt()
  }

  drawFrame() {
    const { texts, lesson } = this
    const last = lesson.scenes.length - 1
    render(
      this,
      html`<p>
          <progress data-part="progress" max="${last}" value="0" aria-label="${texts.progress}"></progress>
        </p>
        <div class="note lesson">
          <div data-part="say" role="status" aria-live="polite"></div>
          <div class="cluster" data-part="actions" role="group" aria-label="${texts.actions}"></div>
        </div>
        <h2 class="visually-hidden">${texts.position}</h2>
        ${renderStage(this.game, texts)}`,
    )
    this.parts = findParts(this)
  }

  get scene() {
    return this.lesson.scenes[this.at]
  }

  // What others do, and what the reader does without being asked, goes on by itself.
  get isReadersMove() {
    return Boolean(this.scene.move?.action)
  }

  // `answer` is what the lesson says to an action that is possible, but not the best one.
  drawLesson(answer = null) {
    const { scene, parts } = this
    parts.progress.value = this.at
    if (scene.say) render(parts.say, this.renderWords(answer))
    this.draw()
    render(parts.actions, this.renderActions())
  }

  // --- called by the stage

  drawBoard() {
    const { view, texts, stage } = this
    this.parts.board.show({ view, texts, selected: this.selected ?? null, shot: stage.shot })
    stage.drawMarks()
  }

  // While a scene is played its sentence stands in the place of the buttons.
  drawActions() {
    render(this.parts.actions, html`<p>${this.view.prompt}</p>`)
  }

  draw() {
    this.drawBoard()
    drawPanels(this.parts, this.view, this.texts)
  }

  drawStatus() {}

  showMessages() {}

  speak() {}

  finish(view) {
    this.view = view
    this.drawLesson()
    const { scene } = this
    const isOthersMove = scene.move && !this.isReadersMove
    if (isOthersMove) this.timer = setTimeout(() => this.showNextScene(), PAUSE_MILLISECONDS)
  }

  renderWords(answer) {
    const { scene, texts } = this
    if (answer) {
      return html`<div class="lesson-answer">
        <p><strong>${answer.label}:</strong> ${answer.say} ${this.renderRuleLink(answer.rule)}</p>
        <p>${texts.choose_again}</p>
      </div>`
    }
    return html`<div>
      <p>${scene.say}</p>
      ${scene.rule && html`<p>${this.renderRuleLink(scene.rule)}</p>`}
    </div>`
  }

  renderRuleLink(rule) {
    return html`<a class="lesson-rule" href="${rule.url}" target="_blank"
      >${icon('book')} ${this.texts.rule}</a
    >`
  }

  // The view of a table at which nothing but this scene happens.
  createView() {
    const { scene, lesson, isReadersMove } = this
    const isAsked = (index) => isReadersMove && index === lesson.reader
    const person = { kind: 'human', taken: true }
    const describeSeat = (name, index) => ({ ...person, index, name, waiting: isAsked(index) })
    const seats = lesson.names.map(describeSeat)
    const menu = isReadersMove ? scene.menu : []
    const decisions = isReadersMove ? [{ id: 'lesson' }] : []
    const log = scene.entry ? [scene.entry] : []
    return { ...scene, number: this.at, seat: lesson.reader, seats, menu, disabled: [], log, decisions }
  }

  renderActions() {
    const { scene, texts } = this
    if (this.isReadersMove) return html`${scene.choices.map((index) => this.renderChoice(index))}`
    if (scene.move) return html`<p class="muted">${scene.move.label}</p>`
    const next = this.getAttribute('next')
    return html`<a class="button primary" href="${next}">${icon('play')} ${texts.new_table}</a>
      <button class="button" data-again>${icon('undo')} ${texts.once_more}</button>`
  }

  // A single choice is what one does next; several are a question.
  renderChoice(index) {
    const { scene } = this
    const look = scene.choices.length === 1 ? 'primary' : ''
    return html`<button class="button ${look}" data-menu="${index}" data-key="choice-${index}">
      ${scene.labels[index]}
    </button>`
  }

  // As at any table: an action that is chosen again is played.
  choose(action) {
    if (this.director.isRunning) return
    if (isSameAction(action, this.selected)) return this.play(action)
    this.selected = action
    this.drawLesson()
  }

  // The lesson goes on with the expected action only.
  play(action) {
    this.selected = null
    const { scene, texts } = this
    if (isSameAction(action, scene.move?.action)) return this.showNextScene()
    const index = scene.menu.findIndex((offered) => isSameAction(offered, action))
    const { say, rule } = scene.answers[index] ?? { say: texts.another, rule: scene.rule }
    this.drawLesson({ say, rule, label: scene.labels[index] })
  }

  handleClick(event) {
    const menu = event.target.closest('[data-menu]')?.dataset.menu
    if (menu !== undefined) this.play(this.scene.menu[Number(menu)])
    if (event.target.closest('[data-again]')) this.showScene(0)
  }

  showNextScene() {
    this.showScene(this.at + 1)
  }

  showScene(index) {
    clearTimeout(this.timer)
    this.selected = null
    this.at = Math.min(index, this.lesson.scenes.length - 1)
    const view = this.createView()
    if (this.view?.number === this.at - 1) return this.director.add(view)
    this.director.begin(view)
    this.finish(view)
  }
}

customElements.define('escale-tutorial', EscaleTutorial)
