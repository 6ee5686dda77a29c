// <escale-real-table>: a match of people who own the box. They tap what dice and cards show; the site
// referees. Knows no game: what is asked, what can be answered and how it is called stands in the view.

import { loadSeats, takeSeatFromAddress } from './browser-store.js'
import { render } from './dom.js'
import { Api, Problem, createNonce, isTemporary, listenForTicks, waitForNetwork } from './net.js'
import { PageKeeper } from './page-keeper.js'
import { drawPage } from './real-table-drawing.js'
import { Entry, findRoll, isSameAction } from './real-table-entry.js'
import { TableNotes } from './table-notes.js'
import { WakeLock } from './wake-lock.js'

const RETRY_MILLISECONDS = 2000
const MAX_WAIT_MILLISECONDS = 10_000 // On a train a network may take a request and never answer it.
const SEND_NOTES_MILLISECONDS = 5000

class RealTable extends HTMLElement {
  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.path = `/matches/${this.match}`
    this.texts = JSON.parse(document.getElementById('real-texts').textContent)
    this.api = new Api('/api/v1', document.documentElement.lang, MAX_WAIT_MILLISECONDS)
    takeSeatFromAddress(this.match, this.getAttribute('game'))
    this.api.token = loadSeats(this.match)[0]?.token ?? null
    this.entry = new Entry()
    this.wakeLock = new WakeLock()
    this.listening = new AbortController()
    const { signal } = this.listening
    this.addEventListener('click', (event) => this.handleTap(event), { signal })
    document.addEventListener('visibilitychange', () => document.hidden || this.refresh(), { signal })
    addEventListener('online', () => this.sendNotes(), { signal })
    this.notes = new TableNotes(this.match, this.texts)
    const pad = JSON.parse(document.getElementById('real-pad').textContent)
    await this.notes.loadGame(this.getAttribute('game'), pad)
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
    this.wakeLock?.stop()
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
      if (this.isNoting || view.number < this.view?.number) return // Slow answers replace no newer ones.
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

  // Sends what was noted, unless somebody is in the middle of an entry; meanwhile more can be noted. A note
  // that is refused stops the others.
  async sendNotes() {
    if (!this.isNoting || this.busy || this.isSending || this.entry.isBegun) return
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
    this.entry.forget()
    this.stopped = this.problem = problem
    this.view = null
    await this.refresh()
    this.busy = false
  }

  note(door, body, key) {
    this.notes.add(door, body, key)
    this.entry.forget()
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

  // ── What is tapped ──

  handleTap(event) {
    const button = event.target.closest('[data-do]')
    if (!button || this.busy) return
    this.wakeLock.start()
    this.doers[button.dataset.do](button.dataset.value)
  }

  doers = {
    lay: (value) => this.lay(JSON.parse(value)),
    act: (value) => this.choose(Number(value)),
    join: (value) => this.join(JSON.parse(value)),
    die: (value) => this.addDie(Number(value)),
    turn: (value) => this.goOn(this.entry.answerDraw(JSON.parse(value))),
    next: (value) => this.goOn(this.entry.addCard(JSON.parse(value))),
    done: () => this.goOn(this.entry.answerField()),
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
    this.entry.begin(this.view, index)
    return this.goOn(true)
  }

  // Shows what is asked next about the action, or sends it.
  goOn(isAnswered) {
    const question = isAnswered ? this.findQuestion() : this.entry.asked
    if (!question) return this.sendMove()
    if (isAnswered) this.entry.ask(question)
    this.draw()
  }

  findQuestion() {
    const { entry } = this
    if (this.isNoting) return this.notes.findQuestion(entry.action, entry.chance)
    return entry.findQuestion(this.view.luck)
  }

  // Two actions of one seat with one tap; the second one is not sent if the first one was refused.
  async join({ index, next }) {
    const { action } = this.view.luck.follow_ups[index][next]
    this.entry.begin(this.view, index)
    await this.sendMove()
    const following = this.view.menu.findIndex((offered) => isSameAction(offered, action))
    if (!this.problem && following >= 0) this.choose(following)
  }

  // The dice may be tapped before the action that rolls them: they say which one it is.
  addDie(face) {
    if (!this.entry.isBegun) {
      this.entry.begin(this.view, findRoll(this.view))
      this.entry.ask(this.findQuestion())
    }
    return this.goOn(this.entry.addDie(face))
  }

  async sendMove() {
    const { decisions, seat } = this.view
    const { action, chance } = this.entry
    const luck = Object.keys(chance).length ? { chance } : {}
    await this.send('actions', { decision: decisions[0].id, seat, action, ...luck })
  }

  cancel() {
    this.entry.forget()
    this.draw()
  }

  async undo() {
    if (this.entry.isBegun) return this.cancel()
    if (this.isNoting) return this.takeNoteBack()
    const isAnswered = await this.send('undo', {})
    if (isAnswered && !this.problem) this.tell(this.texts.undone)
  }

  async share() {
    const link = `${location.origin}${location.pathname}#seat=${this.api.token}`
    await navigator.clipboard?.writeText(link).catch(() => {})
    this.tell(`${this.texts.shared} ${link}`)
  }

  tell(notice) {
    this.notice = notice
    this.draw()
  }

  // ── What is sent ──

  // An entry that could not be sent becomes a note; in games without notes it goes out again until it is
  // answered. It always has the same key, so it counts once. True if the site has answered.
  async send(door, body) {
    this.problem = this.notice = null
    if (this.isNoting) return this.noteInstead(door, body)
    this.busy = true
    const key = createNonce()
    for (let isAnswered = false; !isAnswered;) {
      try {
        await this.api.call('POST', `${this.path}/${door}/`, body, { 'Idempotency-Key': key })
        this.entry.forget()
        isAnswered = true
      } catch (error) {
        isAnswered = !isTemporary(error)
        const canNote = this.notes.Notebook && !(error instanceof Problem)
        if (isAnswered) this.handleRefusal(error)
        else if (canNote) return this.handleLostNetwork(door, body, key)
        else await this.waitForNetwork()
      }
    }
    await this.refresh()
    this.busy = false
    return true
  }

  handleLostNetwork(door, body, key) {
    this.busy = false
    const question = this.entry.isBegun && this.notes.findQuestion(body.action, body.chance)
    if (!question) return this.noteInstead(door, body, key)
    this.entry.ask(question) // The site would have asked this in its answer.
    this.draw()
  }

  // With a key, the entry was sent already, and may have arrived.
  noteInstead(door, body, key) {
    if (this.notes.canTake(door) && !this.stopped) this.note(door, body, key)
    else this.tell(this.texts.needs_network)
  }

  async waitForNetwork() {
    this.tell(this.texts.sending_again)
    await waitForNetwork(RETRY_MILLISECONDS)
    this.notice = null
  }

  handleRefusal(error) {
    if (!(error instanceof Problem)) throw error
    const { code, label, dice, among, detail } = error.body
    if (code === 'luck_missing') {
      const cards = among?.map((card) => ({ card, text: String(card), group: '' }))
      this.entry.ask({ label, dice, among: cards, text: detail })
      return
    }
    this.entry.forget()
    this.problem = error.body
  }

  draw() {
    if (!this.view) return
    render(this, drawPage(this))
    this.dataset.drawn = this.view.number
  }
}

customElements.define('escale-real-table', RealTable)
