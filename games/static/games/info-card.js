// Tells about a thing on the table that was tapped: what it is, why it cannot be played now, and its rule.
//
// A board sends `escale-info` with what it knows:
//   {title, art, facts: [[label, markup]], more, rule, ask, actions}
// or a promise of it, where a board first loads what it knows.
// `more` is markup that stands below the facts. `rule` is the key of the section about the thing. `ask` is the
// action that one may have meant: the card says why it is not possible, with the section that forbids it.
// `actions` are indexes of the menu: what the thing can be used for now.

import { html, icon, render } from './dom.js'
import { Problem } from './net.js'
import { renderSection } from './notes.js'

export class InfoCard {
  // `table` has `texts`, `api`, `game` and the `view` on screen; a table at which one plays also has a
  // `path`.
  constructor(table) {
    this.table = table
    this.element = createElement()
    table.append(this.element)
  }

  // Opens for every thing of the table that tells about itself.
  listen() {
    const open = async ({ detail, target }) => this.open(await detail, target)
    this.table.addEventListener('escale-info', open)
    return this
  }

  async open(thing, target) {
    const { element } = this
    this.thing = thing
    this.draw(thing, {})
    if (!element.matches(':popover-open')) element.showPopover()
    element.scrollTop = 0
    this.place(target.pressedThing ?? target)
    element.focus({ preventScroll: true })
    const refusal = thing.ask ? await this.findRefusal(thing.ask) : null
    const section = thing.rule ? await this.loadSection(thing.rule) : null
    if (this.thing === thing) this.draw(thing, { refusal, section })
    if (this.thing === thing) this.place(target.pressedThing ?? target)
  }

  // Beside the thing, where there is room; on a phone the style sheet places the card below.
  place(thing) {
    const { element } = this
    const { innerWidth, innerHeight } = window
    element.style.inset = ''
    if (innerWidth < 640) return
    const box = thing.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = element
    const left = box.right + width + 20 < innerWidth ? box.right + 12 : Math.max(8, box.left - width - 12)
    const top = Math.min(Math.max(52, box.top - 20), Math.max(52, innerHeight - height - 8))
    element.style.inset = `${top}px auto auto ${left}px`
  }

  loadSection(key) {
    const { api, game } = this.table
    return api.get(`/rules/${game}/${key}/?lang=${api.language}`).catch(() => null)
  }

  // Why the action is refused: the view knows it for most actions, the API for every other.
  async findRefusal(action) {
    const { view, api, path } = this.table
    const known = view.disabled?.find((entry) => isKindOf(entry.action, action))
    if (known) return known
    if (view.seat === null || view.outcome || !path) return null
    try {
      await api.call('POST', `${path}/check/`, { action })
    } catch (error) {
      const { detail, rule } = error instanceof Problem ? error.body : {}
      if (rule) return { reason: detail, rule }
    }
    return null
  }

  draw({ title, art, facts = [], more, actions = [] }, { refusal, section }) {
    const { texts, view } = this.table
    render(
      this.element,
      html`<div class="info-head">
          ${art && html`<div class="info-art">${art}</div>`}
          <h2 id="info-title">${title}</h2>
          <button class="button icon-only quiet" data-close-card aria-label="${texts.close}">
            ${icon('cross')}
          </button>
        </div>
        ${refusal && renderRefusal(refusal, texts)}
        <div class="cluster info-actions">${actions.map((index) => renderAction(index, view))}</div>
        <dl class="info-facts">${facts.filter(Boolean).map(renderFact)}</dl>
        ${more}${section && renderSection(section)}`,
    )
    for (const button of this.element.querySelectorAll('[data-close-card], [data-menu]')) {
      button.addEventListener('click', () => this.element.hidePopover())
    }
  }
}

// Whether an action has all that is asked for; it may say more, such as how it is paid.
function isKindOf(action, asked) {
  return Object.entries(asked).every(([name, value]) => action[name] === value)
}

function createElement() {
  const element = document.createElement('div')
  element.className = 'info-card'
  element.popover = 'auto'
  element.tabIndex = -1
  element.setAttribute('role', 'dialog')
  element.setAttribute('aria-labelledby', 'info-title')
  return element
}

function renderAction(index, view) {
  return html`<button class="button primary" data-menu="${index}">${view.labels[index]}</button>`
}

function renderFact([label, value]) {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
}

function renderRefusal({ reason, rule }, texts) {
  return html`<p class="info-why" role="status">
    ${icon('info')} ${reason} <a href="${rule.url}" data-rule="${rule.key}">${icon('book')} ${texts.rule}</a>
  </p>`
}
