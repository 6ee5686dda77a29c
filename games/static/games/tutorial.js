// <escale-tutorial>: a first game in which the reader makes the moves, over the same boards as the table.

import { html, icon, render } from './dom.js'
import { isSameAction } from './frame.js'
import { Api, loadTexts } from './net.js'

const PAUSE_MILLISECONDS = 1100

class EscaleTutorial extends HTMLElement {
  async connectedCallback() {
    this.game = this.getAttribute('game')
    this.api = new Api(this.getAttribute('api') || '/api/v1', document.documentElement.lang)
    const [texts, lesson] = await Promise.all([
      loadTexts(this.api, this.game),
      this.api.get(`/games/${this.game}/tutorial/`),
      import(`../${this.game}/board.js`),
    ])
    Object.assign(this, { texts, lesson, at: 0 })
    this.drawFrame()
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action))
    this.addEventListener('escale-play', (event) => this.play(event.detail.action))
    this.addEventListener('click', (event) => this.handleClick(event))
    this.draw()
  }

  disconnectedCallback() {
    clearTimeout(this.timer)
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
        <escale-board-${this.game} class="match-board" data-part="board"></escale-board-${this.game}>`,
    )
    const elements = [...this.querySelectorAll('[data-part]')]
    this.parts = Object.fromEntries(elements.map((element) => [element.dataset.part, element]))
  }

  get scene() {
    return this.lesson.scenes[this.at]
  }

  get isReadersMove() {
    return this.scene.move?.seat === this.lesson.reader
  }

  draw(isReminder = false) {
    const { scene, parts, texts } = this
    parts.progress.value = this.at
    if (scene.say) render(parts.say, this.renderWords(isReminder))
    parts.board.show({ view: this.createView(), texts, selected: this.selected ?? null })
    render(parts.actions, this.renderActions())
    const isOthersMove = scene.move && !this.isReadersMove
    if (isOthersMove) this.timer = setTimeout(() => this.showNextScene(), PAUSE_MILLISECONDS)
  }

  renderWords(isReminder) {
    const { scene, texts } = this
    return html`<div>
      ${isReminder && html`<p><strong>${texts.another}</strong></p>`}
      <p>${scene.say}</p>
      ${scene.rule && this.renderRuleLink()}
    </div>`
  }

  renderRuleLink() {
    const { scene, texts } = this
    return html`<p><a href="${scene.rule.url}" target="_blank">${icon('book')} ${texts.rule}</a></p>`
  }

  // The view of a table at which nothing but this scene happens.
  createView() {
    const { scene, lesson, isReadersMove } = this
    const seats = lesson.names.map((name, index) => ({ index, name, kind: 'human', taken: true }))
    const menu = isReadersMove ? scene.menu : []
    const decisions = isReadersMove ? [{ id: 'lesson' }] : []
    return { ...scene, seat: lesson.reader, seats, menu, disabled: [], log: [], decisions }
  }

  renderActions() {
    const { scene, texts } = this
    if (this.isReadersMove) {
      return html`<button class="button primary" data-play data-key="expected">${scene.move.label}</button>`
    }
    if (scene.move) return html`<p class="muted">${scene.move.label}</p>`
    const next = this.getAttribute('next')
    return html`<a class="button primary" href="${next}">${icon('play')} ${texts.new_table}</a>
      <button class="button" data-again>${icon('undo')} ${texts.once_more}</button>`
  }

  // As at any table: an action that is chosen again is played.
  choose(action) {
    if (isSameAction(action, this.selected)) return this.play(action)
    this.selected = action
    this.draw()
  }

  // The lesson goes on with the expected action only.
  play(action) {
    this.selected = null
    if (isSameAction(action, this.scene.move?.action)) this.showNextScene()
    else this.draw(true)
  }

  handleClick(event) {
    if (event.target.closest('[data-play]')) this.showNextScene()
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
    this.draw()
  }
}

customElements.define('escale-tutorial', EscaleTutorial)
