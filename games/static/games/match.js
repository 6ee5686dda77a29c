// <escale-match>: one match on screen. It owns network and state; a board element draws the view and proposes actions.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr">
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { AlertArea } from './alert-area.js'
import { Bell, SpeechBubbles, markTab } from './attention.js'
import { loadSeats, readSetting, storeSeat, takeSeatFromAddress, writeSetting } from './browser-store.js'
import { createCommands } from './commands.js'
import { formatText, html, icon, render } from './dom.js'
import * as frame from './frame.js'
import { Api, Problem, listenForTicks, loadTexts } from './net.js'
import { renderMissedMoves } from './notes.js'
import { RuleDrawer } from './rule-drawer.js'

const MAX_LOG_ENTRIES = 200
const MAX_MISSED_MOVES = 12
const CLICKABLE = '[data-do], [data-menu], [data-phrase], [data-block], [data-rule]'
const LINK_TO_SECTION = '.match-rule a[href^="#"]'

class EscaleMatch extends HTMLElement {
  commands = createCommands(this)

  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    const apiRoot = this.getAttribute('api') || '/api/v1'
    this.api = new Api(apiRoot, this.lang || document.documentElement.lang)
    this.path = `/matches/${this.match}`
    takeSeatFromAddress(this.match, this.game)
    this.ownSeats = loadSeats(this.match)
    this.api.token = this.ownSeats[0]?.token ?? null
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
    render(this, this.renderFrame())
    const elements = [...this.querySelectorAll('[data-part]')]
    this.parts = Object.fromEntries(elements.map((element) => [element.dataset.part, element]))
    const { api, game, texts, parts } = this
    this.alerts = new AlertArea(parts.alert, parts.spoken, texts)
    this.rule = new RuleDrawer({ api, game, texts, drawer: parts.drawer, content: parts.rule, alerts: this.alerts })
  }

  renderFrame() {
    const { texts, game } = this
    return html`<div class="match-status" data-part="status"></div>
      <div data-part="notices"></div>
      <div data-part="latest"></div>
      <div class="match-alert" data-part="alert" role="alert"></div>
      <div class="match-table">
        <escale-board-${game} class="match-board" data-part="board" tabindex="-1"></escale-board-${game}>
        <div class="match-actions" data-part="actions" role="group" aria-label="${texts.actions}"></div>
      </div>
      <div class="match-side">
        <details class="panel" data-part="talking" hidden>
          <summary>${texts.say}</summary>
          <div class="stack">
            <div data-part="talk" class="stack"></div>
            ${this.hasAttribute('writes') && frame.renderMessageForm(texts)}
          </div>
        </details>
        <details class="panel" open>
          <summary>${texts.log}</summary>
          <ol class="match-log" data-part="log" tabindex="0" aria-label="${texts.log}"></ol>
        </details>
        <details class="panel" data-part="worded">
          <summary>${texts.in_words}</summary>
          <div data-part="words"></div>
        </details>
        <details class="panel">
          <summary>${texts.more}</summary>
          <div data-part="more" class="stack"></div>
        </details>
        <details class="panel" data-part="drawer">
          <summary>${texts.rule}</summary>
          <div data-part="rule" class="prose"></div>
        </details>
      </div>
      <p class="visually-hidden" data-part="spoken" aria-live="polite"></p>`
  }

  listenToPlayer() {
    this.listeners = new AbortController()
    const { signal } = this.listeners
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action), { signal })
    this.addEventListener('escale-play', (event) => this.play(event.detail.action), { signal })
    this.addEventListener('click', (event) => this.handleClick(event), { signal })
    this.querySelector('[data-chat]')?.addEventListener('submit', (event) => this.commands.write(event))
    document.addEventListener('keydown', (event) => this.handleKey(event), { signal })
    document.addEventListener('visibilitychange', () => this.handleReturn(), { signal })
  }

  // --- the view: loading, showing

  showConnection(state) {
    this.dataset.line = state
    if (this.view) render(this.parts.status, frame.renderStatus(this.view, this.texts, state))
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

  // A view of one seat is not shown after the table has turned to another.
  showToSeat(token, view) {
    if (token !== this.api.token) this.refresh()
    else if (view) this.show(view)
  }

  show(view) {
    this.shownToken = this.api.token
    const oldView = this.view
    if (oldView && view.number < oldView.number) return
    const newEntries = oldView ? view.log.filter((entry) => entry.number > oldView.number) : []
    if (oldView) view.log = joinLogs(oldView.log, view.log)
    view.board_words ??= oldView?.board_words ?? []
    this.view = view
    if (!view.menu.some((action) => frame.isSameAction(action, this.selected))) this.selected = null
    this.learnSeatIndex()
    this.turnToNextPlayer(!oldView)
    this.bubbles.add(newEntries, () => this.draw())
    this.draw()
    if (oldView) this.readOut(newEntries)
    else this.showMissedMoves()
    const hasJustEnded = view.outcome && oldView && !oldView.outcome
    if (hasJustEnded) this.parts.notices.scrollIntoView({ block: 'nearest' })
    if (!document.hidden) this.markSeen()
    this.announceTurn(oldView)
    // A repeated request gets its first answer again, but the match has gone on.
    if (view.number < view.last) this.refresh()
  }

  draw() {
    const { view, texts, parts, curtainSeat, selected } = this
    render(parts.status, frame.renderStatus(view, texts, this.dataset.line))
    const notices = { url: `${location.origin}/m/${this.match}`, messages: this.bubbles.textBySeat }
    render(parts.notices, frame.renderNotices(view, texts, notices))
    render(parts.latest, html`${view.state && frame.renderLatestMoves(view)}`)
    if (view.state && !curtainSeat) parts.board.show({ view, texts, selected })
    parts.board.hidden = Boolean(curtainSeat)
    this.toggleAttribute('data-drawn', true)
    render(parts.actions, this.renderActions())
    this.drawSide()
  }

  drawSide() {
    const { view, texts, parts } = this
    render(parts.log, frame.renderLog(view))
    parts.log.scrollTop = parts.log.scrollHeight
    const canClaim = this.getAttribute('account') === '' && this.api.token
    render(parts.more, frame.renderExtras(view, texts, { isSoundOn: this.bell.isOn, canClaim }))
    parts.talking.hidden = view.seat === null || this.playsAlone()
    render(parts.talk, frame.renderTalk(view, texts))
    this.rule.update(view)
    parts.worded.hidden = this.curtainSeat || !view.board_words.length
    render(parts.words, frame.renderBoardWords(view))
  }

  renderActions() {
    const { view, texts } = this
    if (this.curtainSeat) return this.renderCurtainButton()
    if (!view.outcome) return frame.renderActions(view, texts, this.selected, this.playsAlone())
    const record = `${this.api.root}${this.path}/record/`
    return frame.renderEnding(view, texts, { replay: this.getAttribute('replay'), record })
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

  // --- what this browser has seen

  markSeen() {
    writeSetting(`escale-seen-${this.match}`, this.view.last)
  }

  // A player who comes back to the tab reads what happened meanwhile.
  handleReturn() {
    if (document.hidden || !this.view) return
    this.showMissedMoves()
    this.markSeen()
  }

  showMissedMoves() {
    const seenNumber = Number(readSetting(`escale-seen-${this.match}`) ?? 0)
    const isMissed = (entry) => entry.kind === 'move' && entry.number > seenNumber && entry.seat !== this.view.seat
    const missedMoves = this.view.log.filter(isMissed)
    if (!seenNumber || missedMoves.length < 2) return
    this.alerts.show(renderMissedMoves(missedMoves.slice(-MAX_MISSED_MOVES), this.texts))
  }

  // --- several people at one screen

  // A seat that came by its token alone learns its index from the first view.
  learnSeatIndex() {
    const seat = this.ownSeats.find((each) => each.token === this.api.token)
    if (!seat || seat.index !== undefined || this.view.seat === null) return
    seat.index = this.view.seat
    storeSeat(this.match, seat)
  }

  // The table turns to the player who must decide; where a game has secrets, a curtain covers the board first.
  turnToNextPlayer(isFirstView) {
    const seatsHere = this.ownSeats.filter((seat) => seat.index !== undefined)
    const mustCover = isFirstView && this.texts.secrets
    if (seatsHere.length < 2 || (this.view.decisions.length && !mustCover)) return
    const nextSeat = seatsHere.find((seat) => this.view.seats[seat.index].waiting)
    if (!nextSeat || (nextSeat.token === this.api.token && !mustCover)) return
    if (this.texts.secrets) this.curtainSeat = nextSeat
    else this.turnTo(nextSeat)
  }

  turnTo(seat) {
    this.api.token = seat.token
    this.curtainSeat = null
    this.api.etagByPath.clear()
    this.refresh()
  }

  renderCurtainButton() {
    const { name } = this.view.seats[this.curtainSeat.index]
    return html`<button class="button primary" data-do="uncover">
      ${icon('eye')} ${formatText(this.texts, 'hand_over', { who: name })}
    </button>`
  }

  // Hints are offered only where they can hurt no other person.
  playsAlone() {
    return this.view.seats.every((seat) => seat.kind === 'bot' || seat.index === this.view.seat)
  }

  // --- moves and requests

  choose(action) {
    if (frame.isSameAction(action, this.selected)) return this.play(action)
    this.selected = action
    this.draw()
  }

  async play(action) {
    const decision = this.view.decisions[0]
    const { token } = this.api
    // The next decision may be on screen before the last answer has come, or another seat's while the table turns.
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

  // --- clicks and keys

  handleClick(event) {
    const sectionKey = event.target.closest(LINK_TO_SECTION)?.hash.slice(1)
    if (sectionKey) {
      event.preventDefault()
      return this.openSection(sectionKey)
    }
    const target = event.target.closest(CLICKABLE)
    if (!target || !this.contains(target)) return
    const { do: command, menu, phrase, block, rule } = target.dataset
    if (menu !== undefined) return this.play(this.view.menu[Number(menu)])
    if (phrase) return this.send('/messages/', { phrase })
    if (block) return this.commands.block(this.view.seats[Number(block)])
    if (rule) {
      event.preventDefault()
      return this.rule.open(rule).catch(() => (location.href = target.href || target.dataset.href))
    }
    if (command) this.commands[command]?.()
  }

  openSection(key) {
    return this.rule.open(key).catch((error) => this.alerts.showError(error))
  }

  // A number plays the action that shows it, Enter plays the selected one; arrows belong to the boards.
  handleKey(event) {
    const isTyping = event.target.matches('input, textarea, select')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !this.view || this.curtainSeat) return
    const action = /^[1-9]$/.test(event.key) && this.view.menu[Number(event.key) - 1]
    if (action) return this.play(action)
    const isOnControl = event.target.closest('button, a, summary')
    if (event.key === 'Enter' && this.selected && !isOnControl) return this.play(this.selected)
    this.commandsByKey[event.key]?.()
  }

  commandsByKey = {
    Escape: () => this.cancel(),
    u: () => this.commands.undo(),
    h: () => this.commands.hint(),
    '?': () => this.openSection(this.rule.currentKey),
    b: () => this.parts.board.querySelector('button, [tabindex="0"]')?.focus(),
  }

  cancel() {
    this.selected = null
    this.alerts.clear()
    this.draw()
  }
}

// A view brings the newest entries; older ones stay from the views before.
function joinLogs(oldLog, newLog) {
  const firstNumber = newLog[0]?.number ?? Infinity
  const olderEntries = oldLog.filter((entry) => entry.number < firstNumber)
  return [...olderEntries, ...newLog].slice(-MAX_LOG_ENTRIES)
}

customElements.define('escale-match', EscaleMatch)
