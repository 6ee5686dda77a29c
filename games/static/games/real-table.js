// <escale-real-table>: a match of people who own the box. They tap what dice and cards show; the site referees.
// Knows no game: what is asked, what can be answered and how it is called stands in the view.

import { loadSeats, takeSeatFromAddress } from './browser-store.js'
import { formatText, html, icon, render } from './dom.js'
import { Api, Problem, createNonce, isTemporary, listenForTicks } from './net.js'
import { PageKeeper } from './page-keeper.js'
import { TableNotes } from './table-notes.js'

const RETRY_MILLISECONDS = 2000
const MAX_WAIT_MILLISECONDS = 10_000 // On a train a network may take a request and never answer it.
const SEND_NOTES_MILLISECONDS = 5000
const FACES = [1, 2, 3, 4, 5, 6]
const SHOWN_EVENTS = 12
// How many signs the names of cards have, and how many cards stand beside the name of their group.
const [SHORT, MIDDLE, MAX_IN_LINE] = [3, 14, 5]

class RealTable extends HTMLElement {
  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.path = `/matches/${this.match}`
    this.texts = JSON.parse(document.getElementById('real-texts').textContent)
    this.api = new Api('/api/v1', document.documentElement.lang, MAX_WAIT_MILLISECONDS)
    takeSeatFromAddress(this.match, this.getAttribute('game'))
    this.api.token = loadSeats(this.match)[0]?.token ?? null
    this.forgetChoice()
    this.listening = new AbortController()
    const { signal } = this.listening
    this.addEventListener('click', (event) => this.handleTap(event), { signal })
    document.addEventListener('visibilitychange', () => this.handleReturn(), { signal })
    addEventListener('online', () => this.sendNotes(), { signal })
    this.notes = new TableNotes(this.match, this.texts)
    await this.notes.loadGame(this.getAttribute('game'), JSON.parse(document.getElementById('real-pad').textContent))
    this.stop = listenForTicks('/api/v1', this.match, () => this.busy || this.refresh())
    this.noteTimer = setInterval(() => this.sendNotes(), SEND_NOTES_MILLISECONDS)
    await this.refresh()
    this.keeper = new PageKeeper('real-tables', () => this.showKept())
    this.keeper.start()
  }

  disconnectedCallback() {
    this.stop?.()
    this.keeper?.stop()
    clearInterval(this.noteTimer)
    this.listening?.abort()
    this.wakeLock?.release()
  }

  // While notes wait, the table is what they say.
  get isNoting() {
    return this.notes.areKept && !this.stopped
  }

  async refresh() {
    if (this.isNoting) {
      this.view = this.notes.describe()
      this.draw()
      await this.sendNotes()
      return
    }
    try {
      const view = await this.api.get(`${this.path}/view/?words=1`)
      if (this.isNoting || view.number < this.view?.number) return // A slow answer must not replace a newer one.
      this.view = view
      if (!this.notes.areKept) this.notes.rebase(view)
    } catch (error) {
      if (!isTemporary(error)) throw error
      this.view ??= this.notes.base // The next tick, or the next entry, tries again.
    }
    this.draw()
  }

  // ── Without a network ──

  // From now on the page can be closed, opened and filled in without a network.
  showKept() {
    this.draw()
    this.dataset.kept = ''
  }

  // Sends what was noted, unless somebody is in the middle of an entry; meanwhile more can be noted. A note that is
  // refused stops the others.
  async sendNotes() {
    if (!this.isNoting || this.busy || this.isSending || this.chosen !== undefined) return
    this.isSending = true
    try {
      await this.notes.send(this.api)
      await this.showSentNotes()
    } catch (error) {
      if (error instanceof Problem && !isTemporary(error)) await this.showSentNotes(error.body)
    }
    this.isSending = false
  }

  async showSentNotes(problem = null) {
    this.busy = true
    this.forgetChoice()
    this.stopped = this.problem = problem
    this.view = null
    await this.refresh()
    this.busy = false
  }

  note(door, body, key, wasSent) {
    this.notes.add(door, body, key, wasSent)
    this.forgetChoice()
    this.view = this.notes.describe()
    this.draw()
  }

  takeNoteBack() {
    if (!this.notes.dropNewest()) this.notice = this.texts.sent_already
    this.view = this.notes.areKept ? this.notes.describe() : this.notes.base
    this.draw()
  }

  // The notes go on from what the table shows now, whatever was entered meanwhile.
  retryNotes() {
    this.notes.rebase(this.view)
    this.stopped = this.problem = null
    return this.refresh()
  }

  skipNote() {
    this.notes.dropOldest()
    return this.retryNotes()
  }

  forgetNotes() {
    if (!confirm(this.texts.notes_forget_sure)) return
    this.notes.clear()
    this.retryNotes()
  }

  // Whoever comes back to the page finds the table as it is, and the screen awake.
  handleReturn() {
    if (document.hidden) return
    this.refresh()
    if (this.wantsAwake) this.keepAwake()
  }

  async keepAwake() {
    this.wantsAwake = true
    try {
      this.wakeLock = await navigator.wakeLock?.request('screen')
    } catch {
      // The battery is low, or the page is hidden: the screen may sleep.
    }
  }

  // ── What is tapped ──

  handleTap(event) {
    const button = event.target.closest('[data-do]')
    if (!button || this.busy) return
    if (!this.wantsAwake) this.keepAwake()
    this.doers[button.dataset.do](button.dataset.value)
  }

  doers = {
    lay: (value) => this.lay(JSON.parse(value)),
    act: (value) => this.choose(Number(value)),
    join: (value) => this.join(JSON.parse(value)),
    die: (value) => this.addDie(Number(value)),
    turn: (value) => this.sendMove({ [this.asked.label]: JSON.parse(value) }),
    next: (value) => this.addNextCard(JSON.parse(value)),
    cancel: () => this.cancel(),
    undo: () => this.undo(),
    share: () => this.share(),
    retry: () => this.retryNotes(),
    skip: () => this.skipNote(),
    forget: () => this.forgetNotes(),
    end: () => confirm(this.texts.end_sure) && this.send('resignation', {}),
  }

  lay(value) {
    const [{ place }] = this.view.luck.awaits
    this.send('luck', { entries: { [place]: value } })
  }

  choose(index) {
    this.chosen = index
    this.dice = []
    const { orders, draws } = this.view.luck
    this.askNext(orders.find((order) => order.index === index) ?? draws[index])
  }

  // Two actions of one seat with one tap; the second one is not sent if the first one was refused.
  async join({ index, next }) {
    this.chosen = index
    const { action } = this.view.luck.follow_ups[index][next]
    await this.sendMove()
    const following = this.view.menu.findIndex((offered) => isSame(offered, action))
    if (!this.problem && following >= 0) this.choose(following)
  }

  askNext(question) {
    this.asked = question
    if (question) this.draw()
    else this.sendMove()
  }

  // Cards that are put down one after the other; the last one follows by itself.
  addNextCard(card) {
    const { field, among } = this.asked
    const rest = among.filter((other) => other.card !== card)
    const isLast = rest.length === 1
    this.order.push(card, ...(isLast ? [rest[0].card] : []))
    if (!isLast) return this.askNext({ ...this.asked, among: rest })
    const others = this.view.menu[this.chosen][field].filter((other) => !this.order.includes(other))
    this.ordered = { [field]: [...others, ...this.order] }
    this.askNext(this.view.luck.draws[this.chosen])
  }

  addDie(face) {
    if (this.chosen === undefined) this.takeRoll()
    this.dice.push(face)
    if (this.dice.length < this.asked.dice) this.draw()
    else this.sendMove({ [this.asked.label]: this.dice })
  }

  // The dice are tapped before the action that rolls them: they say which one it is.
  takeRoll() {
    this.chosen = findRoll(this.view)
    this.asked = this.view.luck.draws[this.chosen]
    this.dice = []
  }

  async sendMove(chance) {
    const { decisions, menu, seat } = this.view
    const drawn = { ...this.drawn, ...chance }
    const luck = Object.keys(drawn).length ? { chance: drawn } : {}
    this.drawn = drawn
    const action = { ...menu[this.chosen], ...this.ordered }
    await this.send('actions', { decision: decisions[0].id, seat, action, ...luck })
  }

  cancel() {
    this.forgetChoice()
    this.draw()
  }

  forgetChoice() {
    this.chosen = this.asked = undefined
    this.drawn = this.ordered = {}
    this.dice = []
    this.order = []
  }

  async undo() {
    if (this.chosen !== undefined) return this.cancel()
    if (this.isNoting) return this.takeNoteBack()
    await this.send('undo', {})
    if (!this.problem) this.notice = this.texts.undone
    this.draw()
  }

  async share() {
    const link = `${location.origin}${location.pathname}#seat=${this.api.token}`
    await navigator.clipboard?.writeText(link).catch(() => {})
    this.notice = `${this.texts.shared} ${link}`
    this.draw()
  }

  // ── What is sent ──

  // An entry that could not be sent becomes a note; in games without notes it goes out again until it is answered.
  // It always has the same key, so it counts once.
  async send(door, body) {
    if (this.isNoting) return this.sendWhileNoting(door, body)
    this.busy = true
    this.problem = this.notice = null
    const key = createNonce()
    for (let isAnswered = false; !isAnswered;) {
      try {
        await this.api.call('POST', `${this.path}/${door}/`, body, { 'Idempotency-Key': key })
        this.forgetChoice()
        isAnswered = true
      } catch (error) {
        isAnswered = !isTemporary(error)
        if (isAnswered) this.handleRefusal(error)
        else if (this.notes.Notebook && !(error instanceof Problem)) return this.handleLostNetwork(door, body, key)
        else await this.waitForNetwork()
      }
    }
    await this.refresh()
    this.busy = false
  }

  handleLostNetwork(door, body, key) {
    this.busy = false
    if (this.notes.canTake(door) && !this.stopped) return this.note(door, body, key, true)
    this.notice = this.texts.needs_network
    this.draw()
  }

  sendWhileNoting(door, body) {
    this.problem = this.notice = null
    if (this.notes.canTake(door)) return this.note(door, body)
    this.notice = this.texts.needs_network
    this.draw()
  }

  async waitForNetwork() {
    this.notice = this.texts.sending_again
    this.draw()
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MILLISECONDS)
      addEventListener('online', () => resolve(clearTimeout(timer)), { once: true })
    })
    this.notice = null
  }

  handleRefusal(error) {
    if (!(error instanceof Problem)) throw error
    const { code, label, dice, among, detail } = error.body
    if (code === 'luck_missing') {
      const cards = among?.map((card) => ({ card, text: String(card), group: '' }))
      this.asked = { label, dice, among: cards, text: detail }
      this.dice = []
      return
    }
    this.forgetChoice()
    this.problem = error.body
  }

  // ── What is drawn ──

  draw() {
    if (!this.view) return
    render(this, html`${this.renderStatus()}${this.renderNews()}${this.renderNotes()}${this.renderAsk()}
      ${this.renderTools()}${this.renderTable()}`)
    this.dataset.drawn = this.view.number
  }

  renderStatus() {
    const { seats, seat, decisions, luck, status } = this.view
    if (status === 'finished') return this.renderResult()
    const [decision] = decisions
    const who = seat !== null && seats[seat].name
    if (seat === null) return html`<h2 class="real-who">${this.view.prompt}</h2><p>${this.texts.watching}</p>`
    if (luck?.awaits.length) return html`<div role="status"><h2 class="real-who">${luck.awaits[0].text}</h2></div>`
    const title = decision && who ? formatText(this.texts, 'turn_of', { who }) : this.view.prompt
    return html`<h2 class="real-who">${title}</h2>
      ${decision && html`<p class="real-task" role="status">${decision.text}</p>`}`
  }

  renderResult() {
    const { outcome, seats } = this.view
    const who = outcome.winners.map((seat) => seats[seat].name).join(', ')
    const name = outcome.winners.length > 1 ? 'shared_win' : 'won'
    const title = who ? formatText(this.texts, name, { who }) : this.texts.nobody_won
    return html`<h2 class="real-who">${title}</h2>
      <ul class="real-points">
        ${seats.map((seat, index) => {
          const values = { who: seat.name, points: outcome.scores[index] }
          return html`<li>${formatText(this.texts, 'points', values)}</li>`
        })}
      </ul>
      <p class="actions">
        <a class="button" href="${this.getAttribute('replay')}">${icon('play')} ${this.texts.replay}</a>
        <a class="button" href="/api/v1${this.path}/record/">${icon('download')} ${this.texts.record}</a>
      </p>`
  }

  // The last move in words, and what is wrong with the last entry.
  renderNews() {
    const last = this.view.log.findLast(({ kind }) => kind === 'move')
    const { detail, errors, rule } = this.problem ?? {}
    return html`${
        last && html`<ul class="real-news">${last.sentences.filter(Boolean).map((line) => html`<li>${line}</li>`)}</ul>`
      }
      <div role="alert">
        ${this.notice && html`<div class="note"><p>${this.notice}</p></div>`}
        ${this.problem && html`<div class="note bad"><p>
          ${detail} ${Object.keys(errors ?? {}).join(', ')}
          ${rule && html`<a href="${rule.url}">${icon('book')} ${rule.title ?? this.texts.rule}</a>`}
        </p></div>`}
      </div>`
  }

  // What waits for the network, and why it stopped.
  renderNotes() {
    if (!this.notes.areKept) return ''
    const count = formatText(this.texts, 'noted', { count: this.notes.notes.length })
    if (!this.stopped) return html`<div class="note" role="status"><p>${this.texts.noting} <b>${count}</b></p></div>`
    return html`<div class="note"><div>
      <p>${formatText(this.texts, 'notes_stopped', { note: this.notes.tellOldest() })} <b>${count}</b></p>
      <p class="actions">
        <button class="button" data-do="retry">${this.texts.notes_retry}</button>
        <button class="button" data-do="skip">${this.texts.notes_skip}</button>
        <button class="button" data-do="forget">${this.texts.notes_forget}</button>
      </p>
    </div></div>`
  }

  renderAsk() {
    const { luck, seat, seats } = this.view
    if (seat === null || !luck) return ''
    if (this.asked) return this.renderDraw()
    if (luck.awaits.length) {
      const [{ among }] = luck.awaits
      const cards = among
        ? luck.left[among]
        : seats.map(({ name, index }) => ({ card: index, text: name, group: '' }))
      return renderCards(cards, 'lay')
    }
    return this.renderMenu()
  }

  renderDraw() {
    const { text, dice, among, field } = this.asked
    return html`<h3 class="real-task">${text}</h3>
      ${dice ? this.renderDice(dice) : renderCards(among, field ? 'next' : 'turn')}
      <button class="button" data-do="cancel" data-key="cancel">${this.texts.cancel}</button>`
  }

  renderDice(count) {
    const shown = Array.from({ length: count }, (_, place) => this.dice[place])
    return html`<p class="real-dice" aria-live="polite">
        ${shown.map((value) => html`<span class="real-die">${value ?? '?'}</span>`)}
      </p>
      <div class="real-faces" role="group" aria-label="${this.texts.roll}">
        ${FACES.map((face) => html`<button class="real-face" data-do="die" data-value="${face}"
          data-key="die-${face}">${face}</button>`)}
      </div>`
  }

  renderMenu() {
    const { labels, disabled } = this.view
    const roll = findRoll(this.view)
    return html`${roll >= 0 && html`<h3>${labels[roll]}</h3>${this.renderDice(this.view.luck.draws[roll].dice)}`}
      <div class="real-menu">
        ${labels.map((label, index) => index !== roll && this.renderAction(label, index))}
      </div>
      ${disabled.length > 0 && html`<details class="real-impossible" data-key="impossible">
        <summary>${formatText(this.texts, 'impossible', { count: disabled.length })}</summary>
        <ul>
          ${disabled.map(({ label, detail, rule }) => html`<li>
            <b>${label}</b> ${detail} <a href="${rule.url}">${this.texts.rule}</a>
          </li>`)}
        </ul>
      </details>`}`
  }

  // An action that another one always follows is the heading above the buttons of both.
  renderAction(label, index) {
    const followUps = this.view.luck.follow_ups[index]
    if (!followUps?.length)
      return html`<button class="button" data-do="act" data-value="${index}" data-key="act-${index}">
        ${label}
      </button>`
    return html`<div class="real-joined" role="group" aria-label="${label}">
      <p class="real-group" aria-hidden="true">${label}</p>
      ${followUps.map((followUp, next) => html`<button class="button" data-do="join" data-key="join-${index}-${next}"
        data-value="${JSON.stringify({ index, next })}">${followUp.label}</button>`)}
    </div>`
  }

  renderTools() {
    if (this.view.seat === null) return ''
    return html`<p class="actions">
      <button class="button big" data-do="undo" data-key="undo">${icon('undo')} ${this.texts.undo}</button>
    </p>
    ${this.keeper?.isKept && this.notes.Notebook && html`<p class="small muted">
      ${icon('check')} ${this.texts.kept}
    </p>`}`
  }

  renderTable() {
    const { board_words: words, log, status, seat } = this.view
    return html`${words && html`<details class="real-more" data-key="table" open>
        <summary>${this.texts.table}</summary>
        ${words.map(({ heading, lines }) => html`<h3>${heading}</h3>
          <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`)}
      </details>`}
      <details class="real-more" data-key="log">
        <summary>${this.texts.log}</summary>
        <ol>${log.slice(-SHOWN_EVENTS).map(({ text }) => text && html`<li>${text}</li>`)}</ol>
      </details>
      <details class="real-more" data-key="others">
        <summary>${this.texts.others}</summary>
        <p class="actions">
          <a class="button" href="${this.getAttribute('screen')}">${icon('eye')} ${this.texts.screen}</a>
          ${seat !== null && html`<button class="button" data-do="share">${icon('link')} ${this.texts.share}</button>`}
          ${seat !== null && status === 'active' && html`<button class="button" data-do="end">${icon('flag')}
            ${this.texts.end}</button>`}
        </p>
      </details>`
  }
}

// The place in the menu of an action that only rolls dice; -1 if there is none.
function findRoll({ menu, luck }) {
  return menu.findIndex((action, index) => luck.draws[index]?.dice && Object.keys(action).length === 1)
}

function isSame(action, other) {
  const write = (fields) => JSON.stringify(Object.entries(fields).sort())
  return write(action) === write(other)
}

// Cards that look the same are offered once, below the name of their group.
function renderCards(cards, action) {
  const shownTexts = new Set()
  const cardsByGroup = new Map()
  for (const card of cards) {
    if (shownTexts.has(card.text)) continue
    shownTexts.add(card.text)
    cardsByGroup.set(card.group, [...(cardsByGroup.get(card.group) ?? []), card])
  }
  return html`<div class="real-groups">
    ${[...cardsByGroup].map(([group, members]) => renderGroup(group, members, action))}
  </div>`
}

function renderGroup(group, cards, action) {
  const names = cards.map(({ text }) => shorten(text, group))
  const longest = Math.max(...names.map((name) => name.length))
  const width = longest <= SHORT ? 'narrow' : longest <= MIDDLE ? 'middle' : 'wide'
  return html`<div class="real-cards ${width} ${cards.length <= MAX_IN_LINE && 'in-line'}">
    ${group && html`<p class="real-group" aria-hidden="true">${group}</p>`}
    ${cards.map(({ card, text }, index) => html`<button class="button" data-do="${action}"
      data-value="${JSON.stringify(card)}" data-key="${action}-${card}" aria-label="${text}">${names[index]}</button>`)}
  </div>`
}

// What is left of the name of a card below the name of its group.
function shorten(text, group) {
  return (group && text.replace(group, '').replace(/^[:·\s]+/, '').trim()) || text
}

customElements.define('escale-real-table', RealTable)
