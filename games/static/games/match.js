// <escale-match>: one match on screen. It loads the view and sends the moves; a board element draws the view.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr">
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { AlertArea } from './alert-area.js'
import { loadPeople } from './art.js'
import { SpeechBubbles, markTab } from './attention.js'
import { BotWatch } from './bot-watch.js'
import { takeSeatFromAddress } from './browser-store.js'
import { Coach } from './coach.js'
import { createCommands } from './commands.js'
import { addNonces } from './contribution.js'
import { Director } from './director.js'
import { formatText, render } from './dom.js'
import { isSameAction } from './frame.js'
import { InfoCard } from './info-card.js'
import { MissedMoves } from './missed-moves.js'
import { Api, Problem, isTemporary, listenForTicks, loadTexts } from './net.js'
import { Outbox } from './outbox.js'
import { RuleDrawer } from './rule-drawer.js'
import { SharedScreen } from './shared-screen.js'
import { Sounds } from './sounds.js'
import { Stage, toInterimView } from './stage.js'
import { TableDrawing } from './table-drawing.js'
import { findParts, renderTableFrame } from './table-frame.js'
import { handleClick, handleKey, skipScene } from './table-input.js'
import { TurnClock } from './turn-clock.js'

const MAX_LOG_ENTRIES = 200
const RELOAD_MILLISECONDS = 2000

class EscaleMatch extends TableDrawing {
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
    this.outbox = new Outbox(this.api, this.match, () => this.showRetry())
    this.clock = new TurnClock(this, this.api.serverClock, (seconds) => this.warnOfClock(seconds))
    this.sounds = new Sounds()
    loadPeople()
    this.bubbles = new SpeechBubbles()
    this.drawFrame()
    this.stage = new Stage(this)
    this.director = new Director(this.stage, this.parts.board.scenes)
    this.listenToPlayer()
    const onTick = (number) => this.refreshIfNewer(number)
    this.stop = listenForTicks(apiRoot, this.match, onTick, (state) => this.showConnection(state))
    await this.refresh(firstView)
    const unsentMove = this.outbox.loadUnsent()
    if (unsentMove && this.view) await this.submit(unsentMove)
  }

  disconnectedCallback() {
    this.stop?.()
    this.clock?.stop()
    this.director?.halt()
    this.botWatch?.stop()
    this.listeners?.abort()
  }

  drawFrame() {
    const { api, game, texts } = this
    render(this, renderTableFrame(game, texts, this.hasAttribute('writes')))
    const parts = findParts(this)
    this.parts = parts
    this.alerts = new AlertArea(parts.alert, parts.spoken, texts)
    this.botWatch = new BotWatch(parts.silence, texts)
    this.missedMoves = new MissedMoves(this.match, this.alerts, texts)
    this.coach = new Coach(this)
    const { drawer, rule: content } = parts
    this.infoCard = new InfoCard(this)
    this.rule = new RuleDrawer({ api, game, texts, drawer, content, alerts: this.alerts })
  }

  listenToPlayer() {
    this.listeners = new AbortController()
    const { signal } = this.listeners
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action), { signal })
    this.addEventListener('escale-play', (event) => this.play(event.detail.action), { signal })
    this.addEventListener('click', (event) => skipScene(event, this), { signal, capture: true })
    this.addEventListener('click', (event) => handleClick(event, this), { signal })
    this.querySelector('[data-chat]')?.addEventListener('submit', (event) => this.commands.write(event))
    document.addEventListener('keydown', (event) => handleKey(event, this), { signal })
    document.addEventListener('visibilitychange', () => this.handleReturn(), { signal })
    addEventListener('online', () => this.handleNetwork(), { signal })
  }

  // A player who comes back to the tab reads what happened meanwhile.
  handleReturn() {
    if (document.hidden || !this.view) return
    this.missedMoves.mustList = true
    this.director.resume()
    if (!this.director.isRunning) this.showMissedMoves()
    this.refresh() // The machine may have slept.
  }

  showMissedMoves() {
    if (document.hidden) return
    this.missedMoves.show(this.view)
    this.missedMoves.markSeen(this.view)
  }

  handleNetwork() {
    this.outbox.retryNow()
    this.refresh()
  }

  // --- loading the view

  showConnection(state) {
    this.dataset.line = state
    if (this.view) this.drawStatus()
  }

  // A tick without a number says only that something may have changed.
  refreshIfNewer(number) {
    if (number === null || !this.latest || number > this.latest.last) this.refresh()
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
      const view = await (runningRequest ?? this.loadView()).catch((error) => this.handleLoadError(error))
      this.showToSeat(token, view)
    } finally {
      this.isLoading = false
      if (this.mustLoadAgain) {
        this.mustLoadAgain = false
        this.refresh()
      }
    }
  }

  // Without the network the table stands still, and says beside the prompt that it connects again.
  handleLoadError(error) {
    if (!this.view || !isTemporary(error)) this.alerts.showError(error)
    else this.showConnection('waiting')
    if (!isTemporary(error)) return
    clearTimeout(this.reloadTimer)
    this.reloadTimer = setTimeout(() => this.refresh(), RELOAD_MILLISECONDS)
  }

  // The table shows what this seat sees.
  turnTo(seat) {
    this.director.halt()
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

  // `latest` is the newest view that the server has sent; the director leads from `view` to it.
  show(view) {
    const { latest } = this
    if (latest && view.number < latest.number) return
    this.announceTurn(view)
    if (latest) view.log = joinLogs(latest.log, view.log)
    view.board_words ??= latest?.board_words ?? []
    this.latest = view
    this.latestToken = this.api.token
    this.botWatch.update(view)
    if (!latest) this.showFirst(view)
    else if (latest.seat === view.seat) this.director.add(view)
    else this.showAtOnce(view)
    // A repeated request gets its first answer again, but the match has gone on.
    if (view.number < view.last) this.refresh()
  }

  showAtOnce(view) {
    this.director.begin(view)
    this.stage.markLastMove(view)
    this.finish(view)
  }

  // Who is coming back sees first the table as it was, then what happened meanwhile.
  async showFirst(view) {
    const canRecap = this.director.isOn && this.screen.seats.length < 2
    const number = canRecap && this.missedMoves.list(view)[0]?.number
    const state = number && (await this.stage.loadState(number - 1).catch(() => null))
    if (!state || this.latest !== view) return this.showAtOnce(this.latest)
    const log = view.log.filter((entry) => entry.number < number)
    const past = toInterimView(view, { state, log, number: number - 1, prompt: this.texts.meanwhile, board_words: [] })
    this.view = past
    this.director.begin(past)
    this.draw()
    this.director.add(view, { isRecap: true })
  }

  // Shows the newest view as it is, with everything that can be decided.
  finish(view) {
    const oldView = this.view
    this.dispatchEvent(new CustomEvent('escale-shown', { detail: { view, oldView } }))
    this.shownToken = this.latestToken
    this.acceptView(view, oldView)
    const newEntries = oldView ? view.log.filter((entry) => entry.number > oldView.log.at(-1)?.number) : []
    this.showMessages(newEntries)
    this.coach.update()
    this.draw()
    if (oldView) this.readOut(newEntries)
    this.showMissedMoves()
    const hasJustEnded = view.outcome && oldView && !oldView.outcome
    if (hasJustEnded) this.parts.notices.scrollIntoView({ block: 'nearest' })
    this.toggleAttribute('data-yours', view.decisions.length > 0)
    if (view.fairness) this.addNonces(view)
  }

  showMessages(entries) {
    this.bubbles.add(entries, () => this.draw())
  }

  // The seats of this browser add their random numbers before the match begins.
  async addNonces(view) {
    if (this.isAddingNonces) return
    this.isAddingNonces = true
    try {
      const answers = await addNonces(this.api, this.match, view)
      for (const answer of answers) if (answer.token === this.api.token) this.showToSeat(answer.token, answer.view)
    } catch (error) {
      if (!(error instanceof Problem)) this.alerts.showError(error)
    } finally {
      this.isAddingNonces = false
    }
  }

  acceptView(view, oldView) {
    this.view = view
    if (!view.menu.some((action) => isSameAction(action, this.selected))) this.selected = null
    const { token } = this.api
    this.screen.learnIndex(view, token)
    this.screen.turnToNextPlayer(view, token, { hasSecrets: this.texts.secrets, isFirstView: !oldView })
  }

  readOut(newEntries) {
    for (const entry of newEntries) this.stage.tell(entry, Infinity)
    if (this.view.decisions.length) this.speak(this.view.prompt)
  }

  // The tab of a page that nobody looks at says at once whose turn it is.
  announceTurn(view) {
    const isYourTurn = view.decisions.length > 0
    markTab(isYourTurn)
    if (isYourTurn && this.latest && !this.latest.decisions.length) this.sounds.play('turn')
  }

  openSection(key) {
    return this.rule.open(key).catch((error) => this.alerts.showError(error))
  }

  // --- moves and requests

  choose(action) {
    if (this.outbox.retriedMove) return this.outbox.retryNow()
    if (isSameAction(action, this.selected)) return this.play(action)
    this.selected = action
    this.draw()
  }

  cancel() {
    if (this.outbox.retriedMove) return
    this.selected = null
    this.alerts.clear()
    this.draw()
  }

  async play(action) {
    const decision = this.view.decisions[0]
    // The next decision may be on screen before the last answer has come, or another seat's while the table
    // turns.
    const isWaiting = this.busy === decision?.id || this.outbox.retriedMove
    if (!action || !decision || isWaiting || this.api.token !== this.shownToken) return
    this.alerts.clear()
    this.stage.clearMarks()
    await this.submit(this.outbox.createMove(decision.id, action))
  }

  // Plays an action that the page around the frame chooses; fails with the problem.
  async submitAction(action) {
    const decision = this.latest?.decisions[0]
    if (!decision || !action) throw new Error('nothing to decide')
    const { token } = this.api
    this.showToSeat(token, await this.outbox.send(this.outbox.createMove(decision.id, action)))
  }

  async submit(move) {
    this.busy = move.decision
    try {
      const view = await this.outbox.send(move)
      this.selected = null
      this.showToSeat(move.token, view)
    } catch (error) {
      this.selected = null
      await this.handleRefusal(error, move)
    } finally {
      if (this.busy === move.decision) this.busy = null
      this.draw()
    }
  }

  showRetry() {
    const { spoken } = this.parts
    if (spoken.lastElementChild?.textContent.trim() !== this.texts.sending_again) this.speak(this.texts.sending_again)
    this.showConnection('waiting')
    this.draw()
  }

  // The match has gone on: another window of this player was faster, or a bot that sat in.
  async handleRefusal(error, move) {
    const hasGoneOn = error instanceof Problem && error.status === 409
    const view = hasGoneOn && (await this.loadView().catch(() => null))
    if (view) this.showToSeat(move.token, view)
    if (error.body) this.dispatchEvent(new CustomEvent('escale-refused', { detail: error.body }))
    if (error.body?.code !== 'stale_decision') return this.alerts.showError(error)
    const isOwnMove = ({ seat, decision }) => seat === this.latest.seat && decision === move.decision
    this.alerts.inform(this.latest.log.some(isOwnMove) ? this.texts.played_elsewhere : this.texts.went_on)
  }

  warnOfClock(seconds) {
    if (!this.view.decisions.length) return
    this.speak(formatText(this.texts, 'seconds_left', { count: seconds }))
    this.sounds.play('clock')
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
