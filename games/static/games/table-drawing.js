// Draws the parts of a table from `view`, which is what the director has shown so far.

import { renderActions, renderEnding } from './actions.js'
import { html, render } from './dom.js'
import { renderNotices, renderStatus } from './frame.js'
import { renderOthers, renderOwn } from './panels.js'
import { renderBoardWords, renderExtras, renderLog, renderTalk } from './side.js'

export class TableDrawing extends HTMLElement {
  draw() {
    this.drawStatus()
    this.drawBoard()
    this.drawPanels()
    this.drawActions()
    this.drawNotices()
    this.drawSide()
    this.stage.drawMarks()
    this.toggleAttribute('data-drawn', true)
  }

  get isCovered() {
    return Boolean(this.screen.curtainSeat)
  }

  drawStatus() {
    const { view, texts, coach, parts, dataset } = this
    const advice = [coach.render(), this.renderForecast()]
    render(parts.status, renderStatus(view, texts, dataset.connection, advice))
  }

  // Of some games: what the selected action would bring, unless a hint says why one should take it.
  renderForecast() {
    const { view, texts, selected, coach, parts } = this
    if (!selected || this.isCovered || coach.hasHintAbout(selected)) return ''
    const forecast = parts.board.renderForecast?.({ view, texts, selected })
    return forecast && html`<div class="match-forecast">${forecast}</div>`
  }

  // Score and last move of a player follow their scene. Behind the curtain sits who takes the screen next.
  drawPanels() {
    const { texts, parts, bubbles } = this
    const { curtainSeat } = this.screen
    const view = curtainSeat ? { ...this.view, state: null, seat: curtainSeat.index } : this.view
    render(parts.others, renderOthers(view, texts, parts.board, bubbles.textBySeat))
    render(parts.mine, renderOwn(view, texts, parts.board, bubbles.textBySeat))
    this.clock.update()
  }

  drawBoard() {
    const { view, texts, parts, selected, stage } = this
    if (view.state && !this.isCovered) parts.board.show({ view, texts, selected, shot: stage.shot })
    parts.board.hidden = this.isCovered
    stage.drawMarks()
    this.coach.drawMarks()
  }

  drawActions() {
    render(this.parts.actions, this.renderActions())
    this.coach.drawMarks()
  }

  renderActions() {
    const { view, texts, director, selected } = this
    if (this.screen.curtainSeat) return this.screen.renderCurtainButton(view, texts)
    if (director.isRunning) return this.stage.renderSkipButton(texts)
    if (view.outcome) {
      const record = `${this.api.root}${this.path}/record/`
      return renderEnding(view, texts, { replay: this.getAttribute('replay'), record })
    }
    const retried = this.outbox.retriedMove?.action
    const { loudType } = this.parts.board
    return renderActions(view, texts, { selected, retried, offersHints: this.playsAlone(), loudType })
  }

  drawNotices() {
    const { view, texts, parts } = this
    render(parts.notices, renderNotices(view, texts, `${location.origin}/m/${this.match}`, parts.board))
  }

  drawSide() {
    const { view, texts, parts } = this
    render(parts.log, renderLog(view))
    parts.log.scrollTop = parts.log.scrollHeight
    const canClaim = this.getAttribute('account') === '' && this.api.token
    const [isSoundOn, isCoached] = [this.sounds.isOn, this.coach.isOn]
    const screenUrl = this.getAttribute('screen') // Embedded tables have none.
    render(parts.more, renderExtras(view, texts, { isSoundOn, canClaim, isCoached, screenUrl }))
    parts.talking.hidden = view.seat === null || this.playsAlone()
    render(parts.talk, renderTalk(view, texts))
    this.rule?.update(view)
    parts.worded.hidden = this.isCovered || !view.board_words.length
    render(parts.words, renderBoardWords(view))
  }

  // Adds to what a screen reader reads out; what was read before is taken away.
  speak(text) {
    const { spoken } = this.parts
    while (spoken.childElementCount > 3) spoken.firstElementChild.remove()
    const words = document.createElement('span')
    words.textContent = `${text} `
    spoken.append(words)
  }

  // Hints are offered only where they can hurt no other person.
  playsAlone() {
    return this.view.seats.every((seat) => seat.kind === 'bot' || seat.index === this.view.seat)
  }
}
