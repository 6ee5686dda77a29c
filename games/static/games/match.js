// <escale-match>: one match on screen. It owns network and state; a board element draws the view and proposes actions.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr" texts="/api/v1/games/…/texts/?lang=fr" mode="play">
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { Api, Problem, keepSeat, remember, seatFromAddress, seats, ticks, words } from './net.js'
import { createCommands } from './commands.js'
import { html, icon, render, say } from './dom.js'
import * as frame from './frame.js'
import { Bell, Voices, mark } from './attention.js'

const { same } = frame

class EscaleMatch extends HTMLElement {
  commands = createCommands(this)

  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    const root = this.getAttribute('api') || '/api/v1'
    this.api = new Api(root, this.lang || document.documentElement.lang)
    this.path = `/matches/${this.match}`
    seatFromAddress(this.match, this.game)
    this.mine = seats(this.match)
    this.api.token = this.mine[0]?.token ?? null
    const first = this.read()
    first.catch(() => {}) // told where it is waited for
    const [texts] = await Promise.all([words(this.api, this.game), import(`../${this.game}/board.js`)])
    this.texts = texts
    this.bell = new Bell()
    this.voices = new Voices()
    this.frame()
    this.stop = ticks(
      root,
      this.match,
      (number) => this.ticked(number),
      (state) => this.line(state),
    )
    await this.refresh(first)
  }

  disconnectedCallback() {
    this.stop?.()
    this.listening?.abort()
  }

  frame() {
    render(
      this,
      html`
      <div class="match-status" data-part="status"></div>
      <div data-part="notices"></div>
      <div data-part="latest"></div>
      <div class="match-alert" data-part="alert" role="alert"></div>
      <div class="match-table">
        <escale-board-${this.game} class="match-board" data-part="board" tabindex="-1"></escale-board-${this.game}>
        <div class="match-actions" data-part="actions" role="group" aria-label="${this.texts.actions}"></div>
      </div>
      <div class="match-side">
        <details class="panel" data-part="talking" hidden><summary>${this.texts.say}</summary><div class="stack"><div data-part="talk" class="stack"></div>${this.hasAttribute('writes') && frame.writing(this.texts)}</div></details>
        <details class="panel" open><summary>${this.texts.log}</summary>
          <ol class="match-log" data-part="log" tabindex="0" aria-label="${this.texts.log}"></ol></details>
        <details class="panel" data-part="worded"><summary>${this.texts.in_words}</summary><div data-part="words"></div></details>
        <details class="panel"><summary>${this.texts.more}</summary><div data-part="more" class="stack"></div></details>
        <details class="panel" data-part="drawer"><summary>${this.texts.rule}</summary><div data-part="rule" class="prose"></div></details>
      </div>
      <p class="visually-hidden" data-part="spoken" aria-live="polite"></p>`,
    )
    this.parts = Object.fromEntries([...this.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]))
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action))
    this.addEventListener('escale-play', (event) => this.play(event.detail.action))
    this.addEventListener('click', (event) => this.clicked(event))
    this.parts.drawer.addEventListener('toggle', () => this.fillDrawer())
    this.querySelector('[data-chat]')?.addEventListener('submit', (event) => this.commands.write(event))
    this.listening = new AbortController()
    document.addEventListener('keydown', (event) => this.pressed(event), { signal: this.listening.signal })
    document.addEventListener('visibilitychange', () => this.looks(), { signal: this.listening.signal })
  }

  line(state) {
    this.dataset.line = state
    if (this.view) render(this.parts.status, frame.status(this.view, this.texts, state))
  }

  ticked(number) {
    if (number === null || !this.view || number > this.view.last) this.refresh()
  }

  read() {
    return this.api.fresh(`${this.path}/view/?words=1`)
  }

  // One request at a time, a tick meanwhile asks once more.
  async refresh(begun) {
    if (this.reading) return void (this.again = true)
    this.reading = true
    const { token } = this.api
    try {
      this.showTo(token, await (begun ?? this.read()).catch((error) => this.complain(error)))
    } finally {
      this.reading = false
      if (this.again) {
        this.again = false
        this.refresh()
      }
    }
  }

  // What came for one seat is not shown after the table has turned to another.
  showTo(token, view) {
    if (token !== this.api.token) this.refresh()
    else if (view) this.show(view)
  }

  show(view) {
    this.shown = this.api.token
    if (this.view && view.number < this.view.number) return
    const known = this.view
    const newer = known ? view.log.filter((entry) => entry.number > known.number) : []
    if (known)
      view.log = [...known.log.filter((entry) => entry.number < (view.log[0]?.number ?? Infinity)), ...view.log].slice(
        -200,
      )
    view.board_words ??= known?.board_words ?? []
    this.view = view
    if (!view.menu.some((action) => same(action, this.selected))) this.selected = null
    this.learnSeat()
    this.handOver(!known)
    this.voices.hear(newer, () => this.draw())
    this.draw()
    if (known)
      this.parts.spoken.textContent = [
        ...newer.map((entry) => entry.text),
        view.decisions.length ? view.prompt : '',
      ].join(' ')
    else this.recap()
    if (view.outcome && known && !known.outcome) this.parts.notices.scrollIntoView({ block: 'nearest' }) // wherever one has scrolled to
    if (!document.hidden) remember(`escale-seen-${this.match}`, view.last)
    this.announceTurn(known)
    if (view.number < view.last) this.refresh() // a repeated request was answered as before, and the match has gone on
  }

  // Whoever comes back to the tab reads what happened behind it.
  looks() {
    if (document.hidden || !this.view) return
    this.recap()
    remember(`escale-seen-${this.match}`, this.view.last)
  }

  draw() {
    const { view, texts } = this
    const links = { replay: this.getAttribute('replay'), record: `${this.api.root}${this.path}/record/` }
    render(this.parts.status, frame.status(view, texts, this.dataset.line))
    render(
      this.parts.notices,
      frame.notices(view, texts, { url: `${location.origin}/m/${this.match}`, spoken: this.voices.now }),
    )
    render(this.parts.latest, html`${view.state && frame.latest(view)}`)
    if (view.state && !this.curtain) this.parts.board.show({ view, texts, selected: this.selected })
    this.parts.board.hidden = Boolean(this.curtain)
    this.toggleAttribute('data-drawn', true)
    const bar = view.outcome
      ? frame.ending(view, texts, links)
      : frame.actions(view, texts, this.selected, this.alone())
    render(this.parts.actions, this.curtain ? this.curtainButton() : bar)
    render(
      this.parts.log,
      html`${view.log.filter((entry) => entry.text).map((entry) => html`<li class="${entry.kind}" data-key="log-${entry.number}">${frame.told(entry)}</li>`)}`,
    )
    this.parts.log.scrollTop = this.parts.log.scrollHeight
    render(
      this.parts.more,
      frame.extras(view, texts, { sound: this.bell.on, claims: this.getAttribute('account') === '' && this.api.token }),
    )
    this.parts.talking.hidden =
      view.seat === null || view.seats.every((seat) => seat.kind === 'bot' || seat.index === view.seat)
    render(this.parts.talk, frame.talk(view, texts))
    this.fillDrawer()
    this.parts.worded.hidden = this.curtain || !view.board_words.length
    render(
      this.parts.words,
      html`${view.board_words.map(
        (part) =>
          html`<h3>${part.heading}</h3>
            <ul>
              ${part.lines.map((line) => html`<li>${line}</li>`)}
            </ul>`,
      )}`,
    )
  }

  // A seat that came by its token alone learns its place from the first view.
  learnSeat() {
    const mine = this.mine.find((seat) => seat.token === this.api.token)
    if (!mine || mine.index !== undefined || this.view.seat === null) return
    mine.index = this.view.seat
    keepSeat(this.match, mine)
  }

  // What others did since this browser last looked.
  recap() {
    const seen = Number(remember(`escale-seen-${this.match}`) ?? 0)
    const missed = this.view.log.filter(
      (entry) => entry.kind === 'move' && entry.number > seen && entry.seat !== this.view.seat,
    )
    if (!seen || missed.length < 2) return
    this.alert(frame.missed(missed.slice(-12), this.texts))
  }

  // Hints only where no other person could be hurt by them.
  alone() {
    return this.view.seats.every((seat) => seat.kind === 'bot' || seat.index === this.view.seat)
  }

  // Several people at one screen: the table turns to who must decide; where secrets exist a curtain falls first.
  handOver(first) {
    const here = this.mine.filter((seat) => seat.index !== undefined)
    const covered = first && this.texts.secrets
    if (here.length < 2 || (this.view.decisions.length && !covered)) return
    const next = here.find((seat) => this.view.seats[seat.index].waiting)
    if (!next || (next.token === this.api.token && !covered)) return
    if (this.texts.secrets) this.curtain = next
    else this.turnTo(next)
  }

  turnTo(seat) {
    this.api.token = seat.token
    this.curtain = null
    this.api.tags.clear()
    this.refresh()
  }

  curtainButton() {
    const name = this.view.seats[this.curtain.index].name
    return html`<button class="button primary" data-do="uncover">
      ${icon('eye')} ${say(this.texts, 'hand_over', { who: name })}
    </button>`
  }

  choose(action) {
    if (same(action, this.selected)) return this.play(action)
    this.selected = action
    this.draw()
  }

  async play(action) {
    const decision = this.view.decisions[0]
    const { token } = this.api
    // The next decision may be shown before the answer to the last one has come, or that of another while the table turns.
    if (!decision || this.busy === decision.id || token !== this.shown) return
    this.busy = decision.id
    this.selected = null
    render(this.parts.alert, html``)
    try {
      this.showTo(
        token,
        await this.api.act(`${this.path}/actions/`, decision.id, action).catch((error) => this.refused(error)),
      )
    } finally {
      if (this.busy === decision.id) this.busy = null
    }
  }

  refused(error) {
    this.complain(error)
    if (error instanceof Problem && error.status === 409) this.refresh()
  }

  // Only what the API answers, or that it does not: a fault of our own goes to the console, where tests look for it.
  complain(error) {
    const body = error instanceof Problem ? error.body : { title: this.texts?.offline ?? '', detail: '' }
    this.alert(frame.problem(body, this.texts))
  }

  // Shown above the board, and kept in sight where the board is longer than the screen.
  alert(content) {
    render(this.parts.alert, content)
    this.parts.alert.scrollTop = 0
    this.parts.alert.scrollIntoView({ block: 'nearest' })
  }

  section(key) {
    return this.api.get(`/rules/${this.game}/${key}/?lang=${this.api.language}`)
  }

  // The section stands where one looks.
  async openRule(key) {
    this.alert(frame.note('', 'book', frame.section(await this.section(key)), this.texts))
  }

  // The section about what is to be decided now; while others decide, the one that was read last.
  get inForce() {
    return this.view?.decisions[0]?.rule.key ?? this.ruled ?? 'overview'
  }

  // Pulled out, the drawer follows the match.
  async fillDrawer() {
    const key = this.inForce
    if (!this.parts.drawer.open || key === this.ruled) return
    this.ruled = key
    const section = await this.section(key).catch(() => null)
    if (!section) this.ruled = null
    else if (key === this.ruled) render(this.parts.rule, frame.section(section))
  }

  clicked(event) {
    const other = event.target.closest('.match-rule a[href^="#"]')?.hash.slice(1)
    if (other) {
      event.preventDefault()
      return this.openRule(other).catch((error) => this.complain(error))
    }
    const target = event.target.closest('[data-do], [data-menu], [data-phrase], [data-block], [data-rule]')
    if (!target || !this.contains(target)) return
    const { menu, phrase, block, rule } = target.dataset
    if (menu !== undefined) return this.play(this.view.menu[Number(menu)])
    if (phrase) return this.send('/messages/', { phrase })
    if (block) return this.commands.block(this.view.seats[Number(block)])
    if (rule) {
      event.preventDefault()
      return this.openRule(rule).catch(() => (location.href = target.href || target.dataset.href))
    }
    if (target.dataset.do) this.commands[target.dataset.do]?.()
  }

  async send(path, body = {}, headers = {}) {
    const { token } = this.api
    try {
      const view = await this.api.call('POST', this.path + path, body, headers)
      if (view?.log) this.showTo(token, view)
      else await this.refresh()
      return true
    } catch (error) {
      this.complain(error)
    }
  }

  // A remark of the page itself, read out too.
  tell(text) {
    this.parts.spoken.textContent = text
    this.alert(frame.note('good', 'check', text, this.texts))
  }

  // A question in the page itself: frames of other origins may not open the browser's own boxes.
  ask(question, field, then) {
    render(this.parts.alert, frame.question(question, field, this.texts))
    const form = this.parts.alert.querySelector('form')
    ;(form.elements.answer ?? form.querySelector('button')).focus()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const answer = form.elements.answer?.value.trim()
      render(this.parts.alert, html``)
      then(answer)
    })
  }

  // Numbers play the action that shows them, Enter plays what is selected; arrows belong to the boards.
  pressed(event) {
    const typing = event.target.matches('input, textarea, select')
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.view || this.curtain) return
    const numbered = /^[1-9]$/.test(event.key) && this.view.menu[Number(event.key) - 1]
    if (numbered) return this.play(numbered)
    if (event.key === 'Enter' && this.selected && !event.target.closest('button, a, summary'))
      return this.play(this.selected)
    this.keys[event.key]?.()
  }

  keys = {
    Escape: () => this.cancel(),
    u: () => this.commands.undo(),
    h: () => this.commands.hint(),
    '?': () => this.openRule(this.inForce).catch((error) => this.complain(error)),
    b: () => this.parts.board.querySelector('button, [tabindex="0"]')?.focus(),
  }

  cancel() {
    this.selected = null
    render(this.parts.alert, html``)
    this.draw()
  }

  announceTurn(known) {
    const yours = this.view.decisions.length > 0
    this.toggleAttribute('data-yours', yours)
    mark(yours)
    if (yours && known && !known.decisions.length) this.bell.ring()
  }
}

customElements.define('escale-match', EscaleMatch)
