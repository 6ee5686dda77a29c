// Says one sentence about a decision, on the things that it is about: in one's first match of a game the
// coach does, and at any time a hint. Sentences come from the API.

import { readSetting, writeSetting } from './browser-store.js'
import { formatText, html, icon } from './dom.js'
import { findByKey } from './flights.js'
import { isSameAction } from './frame.js'

export class Coach {
  // The table has the `view` on screen, `texts`, `api` and `path`.
  constructor(table) {
    this.table = table
    this.key = `escale-coach-${table.game}`
    this.unstoredMemory = {}
    this.remark = null
    this.decision = null
    this.setLayout()
  }

  // --- whether the coach speaks

  // {first: match, wish: 'on' or 'off' if one has said so, match and seen: what was said in which match}
  // A frame without storage remembers for as long as the page is open.
  get memory() {
    try {
      return JSON.parse(readSetting(this.key)) ?? this.unstoredMemory
    } catch {
      return this.unstoredMemory
    }
  }

  remember(changes) {
    this.unstoredMemory = { ...this.memory, ...changes }
    writeSetting(this.key, JSON.stringify(this.unstoredMemory))
  }

  get isOn() {
    const { wish, first } = this.memory
    return wish ? wish === 'on' : !first || first === this.table.match
  }

  toggle() {
    const isOn = !this.isOn
    this.remember({ wish: isOn ? 'on' : 'off' })
    this.remark = null
    this.decision = null
    this.update()
    this.table.draw()
  }

  // Ends a hint; a remark of the coach ends with the coach.
  dismiss() {
    this.remark = null
    this.setLayout()
    this.table.draw()
  }

  // --- what is said

  // Called when a new view is on the screen.
  update() {
    const { view, screen } = this.table
    const decision = view?.decisions[0]?.id ?? null
    if (decision === this.decision) return
    this.decision = decision
    this.remark = null
    if (decision && !screen.curtainSeat && this.isOn) this.load(decision)
    this.setLayout()
  }

  async load(decision) {
    const { api, path, match } = this.table
    if (!this.memory.first) this.remember({ first: match })
    const answer = await api.get(`${path}/coach/`).catch(() => null)
    if (!answer || decision !== this.decision || this.remark) return
    const remark = this.choose(answer.remarks)
    if (remark) this.show(remark)
  }

  // The first that was not said yet in this match, or one about the position.
  choose(remarks) {
    const { match, seen } = this.memory
    const said = match === this.table.match ? seen : []
    const newRemark = remarks.find(({ name }) => !said.includes(name))
    const remark = newRemark ?? remarks.find((other) => other.is_repeatable)
    if (remark) this.remember({ match: this.table.match, seen: [...new Set([...said, remark.name])] })
    return remark
  }

  showHint({ action, label, reason, rule }) {
    const what = formatText(this.table.texts, 'hinted', { what: label })
    this.show({ what, text: reason, rule, things: [], isHint: true, action })
  }

  // Whether the hint on the screen is about this action.
  hasHintAbout(action) {
    return Boolean(this.remark?.isHint) && isSameAction(this.remark.action, action)
  }

  show(remark) {
    this.remark = remark
    this.setLayout()
    this.table.draw()
    this.table.speak([remark.what, remark.text].filter(Boolean).join(' '))
  }

  // --- on the screen

  // The place of the sentence is kept for as long as the coach speaks, so that nothing moves between turns.
  setLayout() {
    const { table } = this
    const isPlaying = table.view?.seat !== null && !table.view?.outcome
    table.toggleAttribute('data-advised', isPlaying && (this.isOn || Boolean(this.remark)))
  }

  render() {
    if (!this.remark) return ''
    const { what, text, rule, isHint } = this.remark
    const { texts } = this.table
    const label = isHint ? texts.close : texts.coach_off
    return html`<div class="match-coach" data-key="coach">
      <a class="coach-words" href="${rule.url}" data-rule="${rule.key}" data-key="coach-rule">
        ${icon(isHint ? 'hint' : 'lantern')}
        <span>${what && html`<strong class="coach-what">${what}</strong> `}${text}</span>
        ${icon('book')}
      </a>
      <button
        class="coach-off"
        data-do="${isHint ? 'unhint' : 'coach'}"
        data-key="coach-off"
        aria-label="${label}"
      >
        ${icon('cross')}
      </button>
    </div>`
  }

  drawMarks() {
    const { table } = this
    for (const element of table.querySelectorAll('[data-coached]')) element.removeAttribute('data-coached')
    const things = table.view.decisions.length ? (this.remark?.things ?? []) : []
    for (const name of things) findThing(table, name)?.setAttribute('data-coached', '')
  }
}

// A thing of the board by its key, or the buttons of an action by its type.
function findThing(table, name) {
  return findByKey(table, name) ?? table.querySelector(`.match-actions [data-type="${CSS.escape(name)}"]`)
}
