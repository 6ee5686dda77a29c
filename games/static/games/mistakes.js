// The mistakes of one seat as questions: the board shows the position, the choices are buttons.

import { formatText, html, render } from './dom.js'
import { toPercent } from './percents.js'

const SMALLEST_LOSS = 0.0005
// A smaller loss is not listed as a mistake, so it is none as an answer either.
const SMALLEST_MISTAKE = 0.02

export class Lesson {
  constructor(element) {
    this.element = element
    this.isAsking = false
  }

  begin(seat) {
    const { analysis } = this.element
    this.questions = analysis.moves.filter((move) => move.seat === seat && move.grade)
    this.at = -1
    this.found = 0
    this.ask()
  }

  ask() {
    const { element } = this
    this.at += 1
    if (this.at >= this.questions.length) return this.end()
    const move = this.questions[this.at]
    this.isAsking = true
    this.choices = [...move.choices].sort((one, other) => one.label.localeCompare(other.label))
    element.marked = null
    this.draw(html`<p><strong>${this.renderTitle()}</strong></p>
      <div class="actions">${this.choices.map(renderChoice)}</div>
      <p>${this.renderStop()}</p>`)
    element.goTo(element.findNumberBefore(move))
    element.parts.lesson.querySelector('button').focus({ preventScroll: true })
  }

  renderTitle() {
    return formatText(this.element.texts, 'question', { at: this.at + 1, all: this.questions.length })
  }

  renderStop() {
    return html`<button class="button quiet small" data-do="stop">${this.element.texts.stop}</button>`
  }

  answer(index) {
    const { element } = this
    const { texts } = element
    const move = this.questions[this.at]
    const [best] = move.choices
    const chosen = this.choices[index]
    const loss = best.value - chosen.value
    const isRight = loss < SMALLEST_MISTAKE
    const verdict = loss < SMALLEST_LOSS ? 'right' : isRight ? 'nearly' : 'wrong'
    this.found += isRight
    const values = { percent: toPercent(chosen.value), best: best.label, most: toPercent(best.value) }
    this.draw(html`<p><strong>${this.renderTitle()}</strong></p>
      <div class="note ${isRight ? 'good' : 'bad'}" role="status"><div>
        <p>${formatText(texts, verdict, values)}</p>
        ${move.reason && element.renderReason(move.reason, true)}
        <p>${formatText(texts, 'played_then', { played: move.label })}</p>
      </div></div>
      <div class="actions">
        <button class="button primary" data-do="next">${texts.next}</button> ${this.renderStop()}
      </div>`)
    element.marked = { number: element.findNumberBefore(move), things: move.things }
    element.markThings()
    element.parts.lesson.querySelector('button').focus({ preventScroll: true })
  }

  end() {
    const values = { right: this.found, all: this.questions.length }
    this.isAsking = false
    this.draw(html`<p role="status">${formatText(this.element.texts, 'done', values)}</p>
      <p>${this.renderStop()}</p>`)
  }

  stop() {
    this.isAsking = false
    render(this.element.parts.lesson, html``)
    this.element.showPosition(this.element.replay.view.number)
  }

  draw(content) {
    render(this.element.parts.lesson, html`<div class="analysis-lesson">${content}</div>`)
  }
}

function renderChoice({ label }, index) {
  return html`<button class="button" data-do="answer" data-choice="${index}">${label}</button>`
}
