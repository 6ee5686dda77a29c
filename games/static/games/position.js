// A position below a section of a rule: the real board, on which every action is tried. The server plays the
// actions from the position on and keeps nothing, so each request carries all of them.

import { renderActions } from './actions.js'
import { loadPortraits } from './art.js'
import { html, icon, render } from './dom.js'
import { isSameAction } from './frame.js'
import { InfoCard } from './info-card.js'
import { Api, Problem, loadTexts } from './net.js'
import { drawPanels, openPressedSeat } from './panels.js'
import { findParts, renderStage } from './table-frame.js'

const STYLE_SHEETS = ['match.css', 'room.css', 'position.css']

// What the board says about a thing that cannot be used now is asked from the position, not from a match.
class PositionCard extends InfoCard {
  async findRefusal(action) {
    const { table } = this
    const known = table.view.disabled.find((entry) => entry.action.type === action.type)
    if (known) return known
    const problem = await table.request([...table.actions, action]).catch((error) => error)
    const isRefused = problem instanceof Problem && problem.body.rule
    return isRefused ? { reason: problem.body.detail, rule: problem.body.rule } : null
  }
}

class EscalePosition extends HTMLElement {
  actions = []
  selected = null
  refusal = null

  async connectedCallback() {
    const { game } = this.dataset
    this.game = game
    this.path = null
    this.api = new Api('/api/v1', this.closest('[lang]').lang)
    addStyleSheets(game)
    const [texts, view] = await Promise.all([
      loadTexts(this.api, game),
      this.request([]),
      import(new URL(`../${game}/board.js`, import.meta.url)),
    ])
    Object.assign(this, { texts, view })
    loadPortraits()
    this.drawFrame()
    this.infoCard = new PositionCard(this).listen()
    this.addEventListener('escale-choose', ({ detail }) => this.choose(detail.action))
    this.addEventListener('escale-play', ({ detail }) => this.play(detail.action))
    this.addEventListener('click', (event) => this.handleClick(event))
    this.draw()
    this.parts.status.focus()
  }

  request(actions) {
    return this.api.call('POST', `/positions/${this.dataset.id}/`, { actions })
  }

  drawFrame() {
    const { game, texts } = this
    render(
      this,
      html`<p class="match-prompt" data-part="status" tabindex="-1"></p>
        <div data-part="told" role="status"></div>
        ${renderStage(game, texts)}
        <div class="match-actions" data-part="actions" role="group" aria-label="${texts.actions}"></div>
        <p><button class="button small quiet" data-again>${icon('undo')} ${texts.once_more}</button></p>`,
    )
    this.parts = findParts(this)
  }

  draw() {
    const { view, texts, parts, selected } = this
    render(parts.status, html`${view.prompt}`)
    render(parts.told, this.renderTold())
    drawPanels(parts, view, texts)
    parts.board.show({ view, texts, selected, shot: null })
    render(parts.actions, renderActions(view, texts, { selected, retried: null, offersHints: false }))
  }

  // Why the last action is not allowed, or what it did.
  renderTold() {
    const { refusal, view, texts } = this
    if (refusal) {
      return html`<p class="note warn">
        ${icon('warning')}
        <span>${refusal.detail} <a href="${refusal.rule.url}">${icon('book')} ${texts.rule}</a></span>
      </p>`
    }
    const entry = view.log.at(-1)
    return entry ? html`<p class="note">${icon('check')} <span>${entry.text}</span></p>` : html``
  }

  choose(action) {
    if (isSameAction(action, this.selected)) return this.play(action)
    this.selected = action
    this.refusal = null
    this.draw()
  }

  // The engine answers with the new view, or with the section that forbids the action.
  async play(action) {
    const actions = [...this.actions, action]
    try {
      this.view = await this.request(actions)
      this.actions = actions
      this.refusal = null
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      this.refusal = { detail: problem.message, rule: problem.body.rule ?? { url: '#' } }
    }
    this.selected = null
    this.draw()
  }

  async startAgain() {
    Object.assign(this, { actions: [], selected: null, refusal: null, view: await this.request([]) })
    this.draw()
  }

  handleClick(event) {
    openPressedSeat(event, this.parts.board)
    const { menu, do: command } = event.target.closest('[data-menu], [data-do]')?.dataset ?? {}
    if (menu !== undefined) this.play(this.view.menu[Number(menu)])
    else if (command === 'play' && this.selected) this.play(this.selected)
    else if (event.target.closest('[data-again]')) this.startAgain()
  }
}

// A rule is read without a board by most; its style sheets come with the first board.
function addStyleSheets(game) {
  const urls = [...STYLE_SHEETS, `../${game}/board.css`].map((name) => new URL(name, import.meta.url).href)
  for (const url of urls) {
    if (document.querySelector(`link[href="${url}"]`)) continue
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href: url })
    document.head.append(link)
  }
}

// The board has the whole window, because it is made for one.
export function openPosition(button) {
  const figure = button.closest('[data-position]')
  const { document: game } = figure.closest('[data-document]').dataset
  const dialog = document.createElement('dialog')
  dialog.className = 'position-dialog'
  dialog.lang = figure.lang
  dialog.setAttribute('aria-label', button.textContent.trim())
  const question = figure.querySelector('.position-question').textContent.trim()
  render(
    dialog,
    html`<form method="dialog" class="position-head">
        <p>${question}</p>
        <button class="button icon-only" aria-label="${button.dataset.close}">${icon('cross')}</button>
      </form>
      <escale-position
        class="game-${game}"
        data-id="${figure.dataset.position}"
        data-game="${game}"
      ></escale-position>`,
  )
  dialog.addEventListener('close', () => dialog.remove())
  // A section of this rule lies on the page below the dialog.
  dialog.addEventListener('click', (event) => event.target.closest('a[href*="#"]') && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
}

customElements.define('escale-position', EscalePosition)
