// <escale-tutorial>: a first game in which the reader makes the moves, over the same boards as the table.

import { Api, words } from './net.js'
import { html, icon, render } from './dom.js'
import { same } from './frame.js'

const PAUSE = 1100

class EscaleTutorial extends HTMLElement {
  async connectedCallback() {
    this.game = this.getAttribute('game')
    this.api = new Api(this.getAttribute('api') || '/api/v1', document.documentElement.lang)
    const [texts, lesson] = await Promise.all([
      words(this.api, this.game),
      this.api.get(`/games/${this.game}/tutorial/`),
      import(`../${this.game}/board.js`),
    ])
    Object.assign(this, { texts, lesson, at: 0 })
    render(
      this,
      html`
      <p><progress data-part="progress" max="${lesson.scenes.length - 1}" value="0" aria-label="${texts.progress}"></progress></p>
      <div class="note lesson"><div data-part="say" role="status" aria-live="polite"></div>
        <div class="cluster" data-part="actions" role="group" aria-label="${texts.actions}"></div></div>
      <h2 class="visually-hidden">${texts.position}</h2>
      <escale-board-${this.game} class="match-board" data-part="board"></escale-board-${this.game}>`,
    )
    this.parts = Object.fromEntries([...this.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]))
    this.addEventListener('escale-choose', (event) => this.chosen(event.detail.action))
    this.addEventListener('escale-play', (event) => this.tried(event.detail.action))
    this.addEventListener('click', (event) => this.clicked(event))
    this.draw()
  }

  get scene() {
    return this.lesson.scenes[this.at]
  }

  draw(reminder = false) {
    const { scene, texts, lesson } = this
    const mine = scene.move?.seat === lesson.reader
    this.parts.progress.value = this.at
    if (scene.say)
      render(
        this.parts.say,
        html`<div>
          ${reminder && html`<p><strong>${texts.another}</strong></p>`}
          <p>${scene.say}</p>
          ${scene.rule && html`<p><a href="${scene.rule.url}" target="_blank">${icon('book')} ${texts.rule}</a></p>`}
        </div>`,
      )
    const menu = mine ? scene.menu : []
    const seats = lesson.names.map((name, index) => ({ index, name, kind: 'human', taken: true }))
    const view = {
      ...scene,
      seat: lesson.reader,
      seats,
      menu,
      disabled: [],
      log: [],
      decisions: mine ? [{ id: 'lesson' }] : [],
    }
    this.parts.board.show({ view, texts, selected: this.selected ?? null })
    render(
      this.parts.actions,
      mine
        ? html`<button class="button primary" data-play data-key="expected">${scene.move.label}</button>`
        : scene.move
          ? html`<p class="muted">${scene.move.label}</p>`
          : html`<a class="button primary" href="${this.getAttribute('next')}">${icon('play')} ${texts.new_table}</a
              ><button class="button" data-again>${icon('undo')} ${texts.once_more}</button>`,
    )
    if (scene.move && !mine) this.waiting = setTimeout(() => this.next(), PAUSE)
  }

  // Selecting on the board, then again to play: as at any table.
  chosen(action) {
    if (same(action, this.selected)) return this.tried(action)
    this.selected = action
    this.draw()
  }

  tried(action) {
    this.selected = null
    if (same(action, this.scene.move?.action)) this.next()
    else this.draw(true)
  }

  clicked(event) {
    if (event.target.closest('[data-play]')) this.next()
    const menu = event.target.closest('[data-menu]')?.dataset.menu
    if (menu !== undefined) this.tried(this.scene.menu[Number(menu)])
    if (event.target.closest('[data-again]')) this.jump(0)
  }

  next() {
    this.jump(this.at + 1)
  }

  jump(at) {
    clearTimeout(this.waiting)
    this.selected = null
    this.at = Math.min(at, this.lesson.scenes.length - 1)
    this.draw()
  }

  disconnectedCallback() {
    clearTimeout(this.waiting)
  }
}

customElements.define('escale-tutorial', EscaleTutorial)
