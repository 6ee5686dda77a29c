// <escale-match>: one match on screen. It loads the view and sends the moves; a board element draws the view.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr">
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { renderActions, renderEnding } from './actions.js'
import { AlertArea } from './alert-area.js'
import { Bell, SpeechBubbles, markTab } from './attention.js'
import { takeSeatFromAddress } from './browser-store.js'
import { createCommands } from './commands.js'
import { html, render } from './dom.js'
import { isSameAction, renderLatestMoves, renderNotices, renderStatus } from './frame.js'
import { MissedMoves } from './missed-moves.js'
import { Api, Problem, listenForTicks, loadTexts } from './net.js'
import { RuleDrawer } from './rule-drawer.js'
import { SharedScreen } from './shared-screen.js'
import { renderBoardWords, renderExtras, renderLog, renderTalk } from './side.js'
import { findParts, renderTableFrame } from './table-frame.js'
import { handleClick, handleKey } from './table-input.js'

const MAX_LOG_ENTRIES = 200

class EscaleMatch extends HTMLElement {
  commands = createCommands(this)

  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    const apiRoot = this.getAttribute('api') || '/api/v1'
    this.api = new Api(apiRoot, this.lang || document.documentElement.lang)
    this.path = `/matches/${this.match}`
    takeSeatFromAddress(this.match, this.game)
    this.screen = new SharedScreen(this.match, (seat) => this.turnTo(seat))
    this.api.token = this.screen.seats[0]?.token ?? null
    const firstView = this.loadView()
    firstView.catch(() => {}) // refresh() waits for the answer and shows its error.
    const [texts] = await Promise.all([loadTexts(this.api, this.game), import(`../${this.game}/board.js`)])
    this.texts = texts
    this.bell = new Bell()
    this.bubbles = new SpeechBubbles()
    this.drawFrame()
    this.listenToPlayer()
    const onTick = (number) => this.refreshIfNewer(number)
    this.stop = listenForTicks(apiRoot, this.match, onTick, (state) => this.showConnection(state))
    await this.refresh(firstView)
  }

  disconnectedCallback() {
    this.stop?.()
    this.listeners?.abort()
  }

  drawFrame() {
    const { api, game, texts } = this
    render(this, renderTableFrame(game, texts, this.hasAttribute('writes')))
    const parts = findParts(this)
    this.parts = parts
    this.alerts = new AlertArea(parts.alert, parts.spoken, texts)
    this.missedMoves = new MissedMoves(this.match, this.alerts, texts)
    const { drawer, rule: content } = parts
    this.rule = new RuleDrawer({ api, game, texts, drawer, content, alerts: this.alerts })
  }

  listenToPlayer() {
    this.listeners = new AbortController()
    const { signal } = this.listeners
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action), { signal })
    this.addEventListener('escale-play', (event) => this.play(event.detail.action), { signal })
    this.addEventListener('click', (event) => handleClick(event, this), { signal })
    this.querySelector('[data-chat]')?.addEventListener('submit', (event) => this.commands.write(event))
    document.addEventListener('keydown', (event) => handleKey(event, this), { signal })
    document.addEventListener('visibilitychange', () => this.handleReturn(), { signal })
  }

  // A player who comes back to the tab reads what happened meanwhile.
  handleReturn() {
    if (document.hidden || !this.view) return
    this.missedMoves.show(this.view)
    this.missedMoves.markSeen(this.view)
  }

  // --- loading the view

  showConnection(state) {
    this.dataset.line = state
    if (this.view) render(this.parts.status, renderStatus(this.view, this.texts, state))
  }

  // A tick without a number says only that something may have changed.
  refreshIfNewer(number) {
    if (number === null || !this.view || number > this.view.last) this.refresh()
  }

  loadView() {
    return this.api.getIfChanged(`${this.path}/view/?words=1`)
  }

  // One request at a time; a tick that comes meanwhile leads to one more.
  async refresh(runningRequest) {
    if (this.isLoading) {
      this.mustLoadAgain = true
      return
    }
    this.isLoading = true
    const { token } = this.api
    try {
      const view = await (runningRequest ?? this.loadView()).catch((error) => this.alerts.showError(error))
      this.showToSeat(token, view)
    } finally {
      this.isLoading = false
      if (this.mustLoadAgain) {
        this.mustLoadAgain = false
        this.refresh()
      }
    }
  }

  // The table shows what this seat sees.
  turnTo(seat) {
    this.api.token = seat.token
    this.api.etagByPath.clear()
    this.refresh()
  }

  // A view of one seat is not shown after the table has turned to another.
  showToSeat(token, view) {
    if (token !== this.api.token) this.refresh()
    else if (view) this.show(view)
  }

  // --- showing the view

  show(view) {
    this.shownToken = this.api.token
    const oldView = this.view
    if (oldView && view.number < oldView.number) return
    const newEntries = oldView ? view.log.filter((entry) => entry.number > oldView.number) : []
    this.acceptView(view, oldView)
    this.bubbles.add(newEntries, () => this.draw())
    this.draw()
    if (oldView) this.readOut(newEntries)
    else this.missedMoves.show(view)
    const hasJustEnded = view.outcome && oldView && !oldView.outcome
    if (hasJustEnded) this.parts.notices.scrollIntoView({ block: 'nearest' })
    if (!document.hidden) this.missedMoves.markSeen(view)
    this.announceTurn(oldView)
    // A repeated request gets its first answer again, but the match has gone on.
    if (view.number < view.last) this.refresh()
  }

  acceptView(view, oldView) {
    if (oldView) view.log = joinLogs(oldView.log, view.log)
    view.board_words ??= oldView?.board_words ?? []
    this.view = view
    if (!view.menu.some((action) => isSameAction(action, this.selected))) this.selected = null
    const { token } = this.api
    this.screen.learnIndex(view, token)
    this.screen.turnToNextPlayer(view, token, { hasSecrets: this.texts.secrets, isFirstView: !oldView })
  }

  draw() {
    const { view, texts, parts, selected } = this
    const isCovered = Boolean(this.screen.curtainSeat)
    render(parts.status, renderStatus(view, texts, this.dataset.line))
    const notices = { url: `${location.origin}/m/${this.match}`, messages: this.bubbles.textBySeat }
    render(parts.notices, renderNotices(view, texts, notices))
    render(parts.latest, html`${view.state && renderLatestMoves(view)}`)
    if (view.state && !isCovered) parts.board.show({ view, texts, selected })
    parts.board.hidden = isCovered
    this.toggleAttribute('data-drawn', true)
    render(parts.actions, this.renderActions())
    this.drawSide(isCovered)
  }

  drawSide(isCovered) {
    const { view, texts, parts } = this
    render(parts.log, renderLog(view))
    parts.log.scrollTop = parts.log.scrollHeight
    const canClaim = this.getAttribute('account') === '' && this.api.token
    render(parts.more, renderExtras(view, texts, { isSoundOn: this.bell.isOn, canClaim }))
    parts.talking.hidden = view.seat === null || this.playsAlone()
    render(parts.talk, renderTalk(view, texts))
    this.rule.update(view)
    parts.worded.hidden = isCovered || !view.board_words.length
    render(parts.words, renderBoardWords(view))
  }

  renderActions() {
    const { view, texts } = this
    if (this.screen.curtainSeat) return this.screen.renderCurtainButton(view, texts)
    if (!view.outcome) return renderActions(view, texts, this.selected, this.playsAlone())
    const record = `${this.api.root}${this.path}/record/`
    return renderEnding(view, texts, { replay: this.getAttribute('replay'), record })
  }

  readOut(newEntries) {
    const prompt = this.view.decisions.length ? this.view.prompt : ''
    this.parts.spoken.textContent = [...newEntries.map((entry) => entry.text), prompt].join(' ')
  }

  announceTurn(oldView) {
    const isYourTurn = this.view.decisions.length > 0
    this.toggleAttribute('data-yours', isYourTurn)
    markTab(isYourTurn)
    if (isYourTurn && oldView && !oldView.decisions.length) this.bell.ring()
  }

  openSection(key) {
    return this.rule.open(key).catch((error) => this.alerts.showError(error))
  }

  // Hints are offered only where they can hurt no other person.
  playsAlone() {
    return this.view.seats.every((seat) => seat.kind === 'bot' || seat.index === this.view.seat)
  }

  // --- moves and requests

  choose(action) {
    if (isSameAction(action, this.selected)) return this.play(action)
    this.selected = action
    this.draw()
  }

  cancel() {
    this.selected = null
    this.alerts.clear()
    this.draw()
  }

  async play(action) {
    const decision = this.view.decisions[0]
    const { token } = this.api
    // The next decision may be on screen before the last answer has come, or another seat's while the table
    // turns.
    if (!decision || this.busy === decision.id || token !== this.shownToken) return
    this.busy = decision.id
    this.selected = null
    this.alerts.clear()
    try {
      const request = this.api.sendAction(`${this.path}/actions/`, decision.id, action)
      this.showToSeat(token, await request.catch((error) => this.handleRefusal(error)))
    } finally {
      if (this.busy === decision.id) this.busy = null
    }
  }

  handleRefusal(error) {
    this.alerts.showError(error)
    if (error instanceof Problem && error.status === 409) this.refresh()
  }

  // Whether the request was accepted; the view that it answers is shown.
  async send(path, body = {}, headers = {}) {
    const { token } = this.api
    try {
      const view = await this.api.call('POST', this.path + path, body, headers)
      if (view?.log) this.showToSeat(token, view)
      else await this.refresh()
      return true
    } catch (error) {
      this.alerts.showError(error)
      return false
    }
  }
}

// A view brings the newest entries; older ones stay from the views before.
function joinLogs(oldLog, newLog) {
  const firstNumber = newLog[0]?.number ?? Infinity
  const olderEntries = oldLog.filter((entry) => entry.number < firstNumber)
  return [...olderEntries, ...newLog].slice(-MAX_LOG_ENTRIES)
}

customElements.define('escale-match', EscaleMatch)
