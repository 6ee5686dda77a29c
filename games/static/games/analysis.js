// <escale-analysis>: what a finished match was made of, beside its replay. The server computes everything;
// here it is drawn, follows the position of the replay, and asks the mistakes as questions.

import { loadSeats } from './browser-store.js'
import { drawChart } from './chart.js'
import { formatText, html, icon, render } from './dom.js'
import { Api } from './net.js'
import { Lesson } from './mistakes.js'
import { toPercent, toPoints } from './percents.js'

const WAIT_MILLISECONDS = 2000
const MOST_WAITS = 300

class EscaleAnalysis extends HTMLElement {
  commands = {
    ask: () => this.load(),
    show: (target) => this.showBest(Number(target.dataset.move)),
    learn: (target) => this.lesson.begin(Number(target.dataset.seat)),
    answer: (target) => this.lesson.answer(Number(target.dataset.choice)),
    next: () => this.lesson.ask(),
    stop: () => this.lesson.stop(),
  }

  connectedCallback() {
    this.match = this.getAttribute('match')
    this.api = new Api('/api/v1', document.documentElement.lang)
    this.texts = JSON.parse(document.getElementById('analysis-texts').textContent)
    this.replay = document.querySelector('escale-replay')
    this.ownSeat = this.findOwnSeat()
    this.addEventListener('click', (event) => this.handleClick(event))
    this.replay.addEventListener('position', ({ detail }) => this.showPosition(detail))
    if (!this.querySelector('[data-do=ask]')) this.load()
  }

  // The seat of this account, or the one seat that this browser has kept.
  findOwnSeat() {
    if (this.getAttribute('seat')) return Number(this.getAttribute('seat'))
    const kept = loadSeats(this.match)
    return kept.length === 1 ? (kept[0].index ?? null) : null
  }

  handleClick(event) {
    const target = event.target.closest('[data-do], [data-at]')
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (target.dataset.do) return this.commands[target.dataset.do](target)
    this.goTo(Number(target.dataset.at))
  }

  goTo(number) {
    this.replay.goTo(number)
    this.replay.querySelector('.match-caption').scrollIntoView({ block: 'start' })
  }

  // --- loading

  async load() {
    try {
      this.analysis = await this.wait()
    } catch {
      return this.say(this.texts.failed)
    }
    this.lesson = new Lesson(this)
    this.drawFrame()
    this.showPosition(this.replay.view?.number)
  }

  async wait() {
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      const answer = await this.api.get(`/matches/${this.match}/analysis/`)
      if (answer.status === 'done') return answer
      this.say(this.texts.computing)
      await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS))
    }
    throw new Error('the worker does not answer')
  }

  say(sentence) {
    render(this, html`<h2>${this.heading}</h2><p role="status">${sentence}</p>`)
  }

  get heading() {
    this.title ||= this.querySelector('h2').textContent
    return this.title
  }

  // --- drawing

  drawFrame() {
    const { analysis, texts } = this
    const isOwn = (seat) => seat.index === this.ownSeat
    const seats = [...analysis.seats].sort((one, other) => isOwn(other) - isOwn(one))
    render(
      this,
      html`<h2>${this.heading}</h2>
        <div class="analysis-seats">${seats.map((seat) => this.renderSeat(seat))}</div>
        <figure class="analysis-chart">
          <figcaption>${formatText(texts, 'chart', { who: this.pointOfView.name })}</figcaption>
          <div data-part="chart"></div>
        </figure>
        <p class="small">${this.choose('chart_note')}</p>
        <div class="analysis-move" data-part="move" aria-live="polite"></div>
        <div data-part="lesson"></div>
        <h3>${texts.mistakes}</h3>
        ${this.renderMistakes()}
        <div class="actions">${seats.map((seat) => this.renderLearn(seat))}</div>`,
    )
    const elements = [...this.querySelectorAll('[data-part]')]
    this.parts = Object.fromEntries(elements.map((element) => [element.dataset.part, element]))
  }

  get pointOfView() {
    return this.analysis.seats[this.ownSeat ?? 0]
  }

  renderSeat(seat) {
    const { texts } = this
    const luck = toPoints(seat.luck)
    const together = toPoints(seat.luck + seat.skill)
    const balance = formatText(texts, 'balance', { luck, skill: toPoints(seat.skill), together })
    const brokenOff = formatText(texts, 'broken_off', { points: toPoints(seat.unplayed) })
    return html`<div class="card analysis-seat">
      <p>${seat.index === this.ownSeat ? seat.summary_you : seat.summary}</p>
      <p class="small">${seat.counts}</p>
      <p class="small">${balance} ${Math.abs(seat.unplayed) > 0.0005 && brokenOff}</p>
    </div>`
  }

  renderMistakes() {
    const graded = this.analysis.moves.filter((move) => move.grade)
    if (!graded.length) return html`<p>${this.texts.no_mistakes}</p>`
    const items = [...graded].sort((one, other) => other.loss - one.loss).slice(0, 10)
    return html`<ol class="analysis-mistakes">${items.map((move) => this.renderMistake(move))}</ol>`
  }

  renderMistake(move) {
    const { name } = this.analysis.seats[move.seat]
    const best = move.choices[0].label
    const sentence = formatText(this.texts, 'mistake_of', { who: name, cost: move.cost, best })
    return html`<li><a href="?at=${move.number}" data-at="${move.number}">${sentence}</a></li>`
  }

  renderLearn({ index, name }) {
    const isAnyGraded = this.analysis.moves.some((move) => move.seat === index && move.grade)
    if (!isAnyGraded) return null
    const isOwn = index === this.ownSeat
    const label = isOwn ? this.texts.learn : formatText(this.texts, 'learn_of', { who: name })
    const look = isOwn ? 'primary' : ''
    return html`<button class="button ${look}" data-do="learn" data-seat="${index}">
      ${icon('lantern')} ${label}</button>`
  }

  // --- the position of the replay

  showPosition(number) {
    if (!this.parts || number === undefined) return
    const { analysis, texts } = this
    const made = analysis.moves.findLastIndex((move) => move.number <= number)
    drawChart(this.parts.chart, { analysis, seat: this.pointOfView.index, made, texts })
    const isShown = made >= 0 && !this.lesson.isAsking
    render(this.parts.move, html`${isShown && this.renderMove(analysis.moves[made], made)}`)
    this.markThings()
  }

  renderMove(move, index) {
    const { texts, analysis } = this
    const who = analysis.seats[move.seat].name
    const hasLuck = Math.abs(move.luck) >= 0.0005
    const luck = hasLuck && formatText(texts, 'luck_of_draw', { points: move.luck_points, who })
    return html`<p>${this.renderChance(index + 1)} ${luck}</p>
      <p>${this.renderVerdict(move)}</p>
      ${move.reason && this.renderReason(move.reason, move.seat === this.ownSeat)}
      ${move.choices.length > 1 && this.renderChoices(move)}
      ${move.margin > 0 && this.renderMargin(move)}`
  }

  renderChance(count) {
    const { analysis, pointOfView } = this
    const next = analysis.moves[count]
    const own = (next ?? analysis).values[pointOfView.index]
    return formatText(this.texts, 'chance', { who: pointOfView.name, percent: toPercent(own) })
  }

  renderVerdict(move) {
    const { texts } = this
    if (move.choices.length === 1) return texts.forced
    if (!move.reason) return this.choose('was_best')
    const name = move.is_proven ? 'better' : 'perhaps_better'
    return html`${move.cost} ${formatText(texts, name, { best: move.choices[0].label })}
      <button class="button small" data-do="show" data-move="${move.n}">${texts.show}</button>`
  }

  renderMargin({ margin }) {
    const sentence = formatText(this.texts, 'margin', { margin: Math.round(100 * margin) })
    return html`<p class="small">${sentence}</p>`
  }

  // The sentence of this name for values that were solved, or for those that rollouts estimated.
  choose(name) {
    return this.texts[this.analysis.method === 'rollouts' ? `${name}_rollouts` : name]
  }

  renderReason(reason, isOwn) {
    const { url, title } = reason.rule
    return html`<p>${isOwn ? reason.text_you : reason.text} <a href="${url}">§ ${title}</a></p>`
  }

  renderChoices(move) {
    const rows = move.choices.map(({ label, value }) =>
      html`<tr><th scope="row">${label}</th><td>${toPercent(value, { digits: 1 })}</td></tr>`)
    return html`<details><summary>${this.texts.all_choices}</summary><table>${rows}</table></details>`
  }

  // --- the best move on the board

  showBest(n) {
    const move = this.analysis.moves[n - 1]
    this.marked = { number: this.findNumberBefore(move), things: move.things }
    this.goTo(this.marked.number)
  }

  findNumberBefore(move) {
    return move.n > 1 ? this.analysis.moves[move.n - 2].number : this.replay.firstNumber
  }

  markThings() {
    const coached = this.replay.querySelectorAll('[data-coached]')
    for (const element of coached) element.removeAttribute('data-coached')
    if (this.marked?.number !== this.replay.view?.number) return
    for (const name of this.marked.things) {
      this.replay.querySelector(`[data-key="${CSS.escape(name)}"]`)?.setAttribute('data-coached', '')
    }
  }
}

customElements.define('escale-analysis', EscaleAnalysis)
