// <escale-match>: one match on screen. It loads the view and sends the moves; a board element draws the view.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr" writes>
//
// `writes` lets the player write messages. The director plays the moves that arrive, one after the other, and
// the stage shows each event of a move by the scene that the board has for it.
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { AlertArea } from './alert-area.js'
import { loadPortraits } from './art.js'
import { SpeechBubbles, markTab } from './attention.js'
import { BotWatch } from './bot-watch.js'
import { takeSeatFromAddress } from './browser-store.js'
import { Coach } from './coach.js'
import { createCommands } from './commands.js'
import { Director } from './director.js'
import { formatText, render } from './dom.js'
import { isSameAction } from './frame.js'
import { LateParts } from './late-parts.js'
import { MissedMoves } from './missed-moves.js'
import { MoveSender } from './move-sender.js'
import { Api, listenForTicks, loadTexts } from './net.js'
import { Outbox } from './outbox.js'
import { SharedScreen } from './shared-screen.js'
import { Sounds } from './sounds.js'
import { Stage, toInterimView } from './stage.js'
import { TableDrawing } from './table-drawing.js'
import { findParts, renderTableFrame } from './table-frame.js'
import { handleClick, handleKey, skipScene } from './table-input.js'
import { TurnClock } from './turn-clock.js'
import { ViewLoader, joinLogs } from './view-loader.js'

class EscaleMatch extends TableDrawing {
  commands = createCommands(this)

  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    this.path = `/matches/${this.match}`
    const apiRoot = this.getAttribute('api') || '/api/v1'
    this.api = new Api(apiRoot, this.lang || document.documentElement.lang)
    takeSeatFromAddress(this.match, this.game)
    this.screen = new SharedScreen(this.match, (seat) => this.turnTo(seat))
    this.api.token = this.screen.seats[0]?.token ?? null

    this.loader = new ViewLoader(this)
    const firstView = this.loader.requestFirst() // while the texts and the board are loaded
    firstView.catch(() => {}) // The loader waits for the answer below, and shows its error.
    const [texts] = await Promise.all([loadTexts(this.api, this.game), import(`../${this.game}/board.js`)])
    this.texts = texts
    this.createParts()
    this.listenToPlayer()
    const onTick = (number) => this.loader.loadIfNewer(number)
    this.stopListening = listenForTicks(apiRoot, this.match, onTick, (state) => this.showConnection(state))
    await this.loader.load(firstView)
    this.lateParts.loadAll()
    const unsentMove = this.outbox.loadUnsent()
    if (unsentMove && this.view) await this.sender.submit(unsentMove)
  }

  disconnectedCallback() {
    this.stopListening?.()
    this.clock?.stop()
    this.director?.halt()
    this.botWatch?.stop()
    this.listeners?.abort()
  }

  createParts() {
    const { api, game, match, texts } = this
    render(this, renderTableFrame(game, texts, this.hasAttribute('writes')))
    this.parts = findParts(this)
    const { alert, spoken, botSilence, drawer, board } = this.parts
    this.outbox = new Outbox(api, match, () => this.showRetry())
    this.sender = new MoveSender(this)
    this.clock = new TurnClock(this, api.serverClock, (seconds) => this.warnOfClock(seconds))
    this.sounds = new Sounds()
    loadPortraits()
    this.bubbles = new SpeechBubbles()
    this.alerts = new AlertArea(alert, spoken, texts)
    this.botWatch = new BotWatch(botSilence, texts) // says if a bot does not answer
    this.missedMoves = new MissedMoves(match, this.alerts, texts)
    this.coach = new Coach(this) // gives hints
    this.lateParts = new LateParts(this) // what the first board does without
    drawer.addEventListener('toggle', () => this.lateParts.loadRuleDrawer(), { once: true })
    this.stage = new Stage(this)
    this.director = new Director(this.stage, board.scenes)
  }

  listenToPlayer() {
    this.listeners = new AbortController()
    const { signal } = this.listeners
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action), { signal })
    this.addEventListener('escale-play', (event) => this.play(event.detail.action), { signal })
    this.addEventListener('escale-info', (event) => this.lateParts.openInfoCard(event), { signal })
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
    this.missedMoves.playerHasReturned = true
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
    this.dataset.connection = state
    if (this.view) this.drawStatus()
  }

  refresh() {
    return this.loader.load()
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
    view.board_words ??= latest?.board_words ?? [] // An answer to a move has no board in words.
    this.latest = view
    this.latestToken = this.api.token // of the seat that sees `latest`
    this.botWatch.update(view)
    if (latest) this.showNext(view, latest)
    else this.showFirst(view)
    // A repeated request gets its first answer again, but the match has gone on.
    if (view.number < view.last) this.refresh()
  }

  showNext(view, former) {
    const isFirstOnScreen = Boolean(this.view)
    if (!isFirstOnScreen) return // showFirst is still at work, and will show the newest view.
    if (former.seat !== view.seat) this.showAtOnce(view)
    else this.director.add(view)
  }

  showAtOnce(view) {
    this.director.begin(view)
    this.stage.markLastMove(view)
    this.finish(view)
  }

  // Players who come back first see the table as they left it, then the moves that they have missed.
  async showFirst(view) {
    const isSharedScreen = this.screen.seats.length > 1
    const canRecap = this.director.isOn && !isSharedScreen
    const firstMissedNumber = canRecap ? this.missedMoves.list(view)[0]?.number : undefined
    if (firstMissedNumber === undefined) return this.showAtOnce(view)
    const lastSeenNumber = firstMissedNumber - 1
    const state = await this.stage.loadState(lastSeenNumber).catch(() => null)
    const isOutdated = this.latest !== view // A newer view has come meanwhile.
    if (!state || isOutdated) return this.showAtOnce(this.latest)
    const log = view.log.filter((entry) => entry.number < firstMissedNumber)
    const prompt = this.texts.meanwhile
    this.view = toInterimView(view, { state, log, number: lastSeenNumber, prompt, board_words: [] })
    this.director.begin(this.view)
    this.draw()
    this.director.add(view, { isRecap: true })
  }

  // Shows the newest view as it is, with everything that can be decided.
  finish(view) {
    const oldView = this.view
    this.dispatchEvent(new CustomEvent('escale-shown', { detail: { view, oldView } }))
    this.shownToken = this.latestToken // The choices on screen are those of this seat.
    this.acceptView(view, oldView)
    const lastOldNumber = oldView?.log.at(-1)?.number ?? Infinity
    const newEntries = view.log.filter((entry) => entry.number > lastOldNumber)
    this.showMessages(newEntries)
    this.coach.update()
    this.draw()
    if (oldView) this.readOut(newEntries)
    this.showMissedMoves()
    const hasJustEnded = view.outcome && oldView && !oldView.outcome
    if (hasJustEnded) this.parts.notices.scrollIntoView({ block: 'nearest' })
    this.toggleAttribute('data-yours', view.decisions.length > 0)
    if (view.fairness) this.lateParts.sendNonces(view) // what this seat adds to the luck of the match
  }

  showMessages(entries) {
    this.bubbles.add(entries, () => this.draw())
  }

  acceptView(view, oldView) {
    this.view = view
    const canStillSelect = view.menu.some((action) => isSameAction(action, this.selected))
    if (!canStillSelect) this.selected = null
    const { token } = this.api
    this.screen.rememberSeatIndex(view, token)
    const { secrets: hasSecrets } = this.texts // whether seats of this game know what others do not
    this.screen.turnToNextPlayer(view, token, { hasSecrets, isFirstView: !oldView })
  }

  readOut(newEntries) {
    for (const entry of newEntries) this.stage.readOut(entry)
    if (this.view.decisions.length) this.speak(this.view.prompt)
  }

  // The tab of a page that nobody looks at says at once whose turn it is.
  announceTurn(view) {
    const isYourTurn = view.decisions.length > 0
    markTab(isYourTurn)
    if (isYourTurn && this.latest && !this.latest.decisions.length) this.sounds.play('turn')
  }

  // Opens a section of the rule.
  openSection(key) {
    return this.lateParts.openSection(key).catch((error) => this.alerts.showError(error))
  }

  // --- moves and requests

  // While a move is sent again nothing else can be chosen.
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

  play(action) {
    return this.sender.play(action)
  }

  showRetry() {
    const lastSpoken = this.parts.spoken.lastElementChild?.textContent.trim()
    if (lastSpoken !== this.texts.sending_again) this.speak(this.texts.sending_again)
    this.showConnection('waiting')
    this.draw()
  }

  warnOfClock(seconds) {
    if (!this.view.decisions.length) return
    this.speak(formatText(this.texts, 'seconds_left', { count: seconds }))
    this.sounds.play('clock')
  }

  // Sends a request and shows the view of its answer. Returns whether it was accepted.
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

customElements.define('escale-match', EscaleMatch)
