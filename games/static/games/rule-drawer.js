// The rule beside a board: sections that are opened above it, and a drawer that follows the decision.

import { html, render } from './dom.js'
import { renderAnswers, renderNote, renderSection } from './notes.js'

export class RuleDrawer {
  constructor({ api, game, texts, drawer, content, alerts }) {
    Object.assign(this, { api, game, texts, drawer, content, alerts })
    this.shownKey = null
    drawer.addEventListener('toggle', () => this.update())
    drawer.addEventListener('submit', (event) => this.ask(event))
  }

  // Shows the sections that answer a question above the section about the decision.
  async ask(event) {
    event.preventDefault()
    const question = event.target.elements.q.value.trim()
    if (!question) return
    const answers = this.drawer.querySelector('[data-part=answers]')
    const path = `/rules/${this.game}/ask/?q=${encodeURIComponent(question)}&lang=${this.api.language}`
    const content = await this.api.get(path).then(
      (answer) => renderAnswers(answer, this.texts),
      (problem) => renderAnswers({ answers: [], detail: problem.detail }, this.texts),
    )
    render(answers, content)
  }

  load(key) {
    return this.api.get(`/rules/${this.game}/${key}/?lang=${this.api.language}`)
  }

  // Opens a section above the board, where the player looks.
  async open(key, reason) {
    const section = await this.load(key)
    const content = html`${reason && html`<p><strong>${reason}</strong></p>`}${renderSection(section)}`
    this.alerts.show(renderNote('', 'book', content, this.texts))
  }

  // The section about the next decision; while others decide, the one that was shown last.
  get currentKey() {
    return this.view?.decisions[0]?.rule.key ?? this.shownKey ?? 'overview'
  }

  // An open drawer follows the match.
  async update(view = this.view) {
    this.view = view
    const key = this.currentKey
    if (!this.drawer.matches(':popover-open') || key === this.shownKey) return
    this.shownKey = key
    const section = await this.load(key).catch(() => null)
    if (!section) this.shownKey = null
    else if (key === this.shownKey) render(this.content, renderSection(section))
  }
}
