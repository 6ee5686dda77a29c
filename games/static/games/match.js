// <escale-match>: one match on screen. It owns network and state; a board element draws the view and proposes actions.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr" texts="/api/v1/games/…/texts/?lang=fr" mode="play">
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { Api, Problem, keepSeat, kept, nonce, remember, seats, ticks } from './net.js'
import { html, icon, render, say, trusted } from './dom.js'
import * as frame from './frame.js'

const { same } = frame

class EscaleMatch extends HTMLElement {
  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    const root = this.getAttribute('api') || '/api/v1'
    this.api = new Api(root, this.lang || document.documentElement.lang)
    this.path = `/matches/${this.match}`
    this.seatFromAddress()
    this.mine = seats(this.match)
    this.api.token = this.mine[0]?.token ?? null
    const [texts] = await Promise.all([this.api.get(`/games/${this.game}/texts/`), import(`./boards/${this.game}.js`)])
    this.texts = texts
    this.sound = remember('escale-sound') === 'on'
    this.frame()
    this.stop = ticks(root, this.match, (number) => this.ticked(number), (state) => this.line(state))
    await this.refresh()
  }

  disconnectedCallback() {
    this.stop?.()
    this.listening?.abort()
  }

  // An invitation or a second screen brings its seat in the fragment, which no server ever sees.
  seatFromAddress() {
    const given = new URLSearchParams(location.hash.slice(1))
    if (!given.get('seat')) return
    keepSeat(this.match, { token: given.get('seat'), game: this.game })
    history.replaceState(null, '', location.pathname + location.search)
  }

  frame() {
    render(this, html`
      <div class="match-status" data-part="status"></div>
      <div data-part="seats"></div>
      <div class="match-alert" data-part="alert" role="alert"></div>
      <div class="match-table">
        <escale-board-${this.game} class="match-board" data-part="board" tabindex="-1"></escale-board-${this.game}>
        <div class="match-actions" data-part="actions" role="group" aria-label="${this.texts.actions}"></div>
      </div>
      <div class="match-side">
        <details class="panel" open><summary>${this.texts.log}</summary>
          <ol class="match-log" data-part="log" tabindex="0" aria-label="${this.texts.log}"></ol></details>
        <details class="panel" data-part="worded"><summary>${this.texts.in_words}</summary><div data-part="words"></div></details>
        <details class="panel"><summary>${this.texts.more}</summary><div data-part="more" class="cluster"></div></details>
        <details class="panel" data-part="drawer"><summary>${this.texts.rule}</summary><div data-part="rule" class="prose"></div></details>
      </div>
      <p class="visually-hidden" data-part="spoken" aria-live="polite"></p>`)
    this.parts = Object.fromEntries([...this.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]))
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action))
    this.addEventListener('escale-play', (event) => this.play(event.detail.action))
    this.addEventListener('click', (event) => this.clicked(event))
    this.listening = new AbortController()
    document.addEventListener('keydown', (event) => this.pressed(event), { signal: this.listening.signal })
  }

  line(state) {
    this.dataset.line = state
    if (this.view) render(this.parts.status, frame.status(this.view, this.texts, state))
  }

  ticked(number) {
    if (number === null || !this.view || number > this.view.last) this.refresh()
  }

  // Only one request at a time; a tick that comes meanwhile asks once more afterwards.
  async refresh() {
    if (this.reading) return void (this.again = true)
    this.reading = true
    try {
      const view = await this.api.fresh(`${this.path}/view/?words=1`)
      if (view) this.show(view)
    } catch (error) {
      this.complain(error)
    } finally {
      this.reading = false
      if (this.again) {
        this.again = false
        this.refresh()
      }
    }
  }

  show(view) {
    if (this.view && view.number < this.view.number) return
    const known = this.view
    const newer = known ? view.log.filter((entry) => entry.number > known.number) : []
    if (known) view.log = [...known.log.filter((entry) => entry.number < (view.log[0]?.number ?? Infinity)), ...view.log].slice(-200)
    view.board_words ??= known?.board_words ?? []
    this.view = view
    if (!view.menu.some((action) => same(action, this.selected))) this.selected = null
    this.learnSeat()
    this.handOver()
    this.draw()
    if (known) this.parts.spoken.textContent = [...newer.map((entry) => entry.text), view.decisions.length ? view.prompt : ''].join(' ')
    else this.recap()
    remember(`escale-seen-${this.match}`, view.last)
    this.announceTurn(known)
  }

  draw() {
    const { view, texts } = this
    const links = { replay: this.getAttribute('replay'), record: `${this.api.root}${this.path}/record/` }
    render(this.parts.status, frame.status(view, texts, this.dataset.line))
    render(this.parts.seats, frame.seats(view, texts))
    if (view.state && !this.curtain) this.parts.board.show({ view, texts, selected: this.selected })
    this.parts.board.hidden = Boolean(this.curtain)
    this.toggleAttribute('data-drawn', true)
    const bar = view.outcome ? frame.ending(view, texts, links) : frame.actions(view, texts, this.selected)
    render(this.parts.actions, this.curtain ? this.curtainButton() : bar)
    render(this.parts.log, html`${view.log.filter((entry) => entry.text).map((entry) => html`<li class="${entry.kind}" data-key="log-${entry.number}">${frame.told(entry)}</li>`)}`)
    this.parts.log.scrollTop = this.parts.log.scrollHeight
    render(this.parts.more, frame.extras(view, texts, { sound: this.sound, hints: this.alone() }))
    this.parts.worded.hidden = this.curtain || !view.board_words.length
    render(this.parts.words, html`${view.board_words.map((part) => html`<h3>${part.heading}</h3><ul>${part.lines.map((line) => html`<li>${line}</li>`)}</ul>`)}`)
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
    const missed = this.view.log.filter((entry) => entry.kind === 'move' && entry.number > seen && entry.seat !== this.view.seat)
    if (!seen || missed.length < 2) return
    render(this.parts.alert, html`<div class="note">${icon('history')}<div><p><strong>${this.texts.meanwhile}</strong></p>
      <ul>${missed.slice(-12).map((entry) => html`<li>${entry.text}</li>`)}</ul>
      <button class="button small quiet" data-do="dismiss">${this.texts.close}</button></div></div>`)
  }

  // Hints only where no other person could be hurt by them.
  alone() {
    return this.view.seats.every((seat) => seat.kind === 'bot' || seat.index === this.view.seat)
  }

  // Several people at one screen: the table turns to who must decide; where secrets exist a curtain falls first.
  handOver() {
    const here = this.mine.filter((seat) => seat.index !== undefined)
    if (here.length < 2 || this.view.decisions.length) return
    const next = here.find((seat) => this.view.seats[seat.index].waiting)
    if (!next || next.token === this.api.token) return
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
    return html`<button class="button primary" data-do="uncover">${icon('eye')} ${say(this.texts, 'hand_over', { who: name })}</button>`
  }

  choose(action) {
    if (same(action, this.selected)) return this.play(action)
    this.selected = action
    this.draw()
  }

  async play(action) {
    const decision = this.view.decisions[0]
    if (!decision || this.busy) return
    this.busy = true
    this.selected = null
    render(this.parts.alert, html``)
    try {
      this.show(await this.api.act(`${this.path}/actions/`, decision.id, action))
    } catch (error) {
      this.complain(error)
      if (error instanceof Problem && error.status === 409) this.refresh()
    } finally {
      this.busy = false
    }
  }

  complain(error) {
    const body = error instanceof Problem ? error.body : { title: this.texts?.offline ?? '', detail: '' }
    render(this.parts.alert, html`<div class="note bad">${icon('warning')}<div><p><strong>${body.title}</strong> ${body.detail}</p>
      ${body.rule && html`<section class="match-rule" lang="${body.rule.language}"><h3><a href="${body.rule.url}">${icon('book')} ${body.rule.title}</a></h3>${trusted(body.rule.html ?? '')}</section>`}
      <button class="button small quiet" data-do="dismiss">${this.texts.close}</button></div></div>`)
  }

  async openRule(key) {
    const lang = this.api.language
    const section = await this.api.get(`/rules/${this.game}/${key}/?lang=${lang}`)
    render(this.parts.rule, html`<h3><a href="${section.url}">${section.title}</a></h3>${trusted(section.html)}`)
    this.parts.drawer.open = true
    this.parts.drawer.scrollIntoView({ block: 'nearest' })
  }

  clicked(event) {
    const target = event.target.closest('[data-do], [data-menu], [data-phrase], [data-block], [data-rule]')
    if (!target || !this.contains(target)) return
    const { menu, phrase, block, rule } = target.dataset
    if (menu !== undefined) return this.play(this.view.menu[Number(menu)])
    if (phrase) return this.send('/messages/', { phrase })
    if (block) return this.send('/blocks/', { seat: Number(block), blocked: true })
    if (rule) {
      event.preventDefault()
      return this.openRule(rule).catch(() => (location.href = target.href || target.dataset.href))
    }
    if (target.dataset.do) this.does[target.dataset.do]?.()
  }

  does = {
    play: () => this.play(this.selected),
    dismiss: () => render(this.parts.alert, html``),
    undo: () => this.send('/undo/'),
    takeback: () => this.send('/offers/', { kind: 'takeback' }),
    pause: () => this.send('/offers/', { kind: 'pause' }),
    resume: () => this.send('/resume/'),
    agree: () => this.send('/offers/answer/', { accept: true }),
    decline: () => this.send('/offers/answer/', { accept: false }),
    resign: () => this.ask(this.texts.resign_sure, null, () => this.send('/resignation/')),
    rematch: () => this.rematch(),
    join: () => this.ask(this.texts.your_name, '', (name) => this.sit(name)),
    invite: () => this.invite(),
    uncover: () => this.turnTo(this.curtain),
    hint: () => this.hint(),
    back: () => this.send('/return/'),
    sound: () => this.toggleSound(),
    notify: () => this.ask(this.texts.your_mail, '', (mail) => this.notify(mail)),
  }

  async send(path, body = {}) {
    try {
      const view = await this.api.call('POST', this.path + path, body)
      if (view?.log) this.show(view)
      else this.refresh()
    } catch (error) {
      this.complain(error)
    }
  }

  // A question in the page itself: frames of other origins may not open the browser's own boxes.
  ask(question, value, then) {
    const field = value === null ? '' : html`<input name="answer" maxlength="40" autocomplete="nickname" value="${value}">`
    render(this.parts.alert, html`<form class="note cluster"><label>${question} ${field}</label>
      <button class="button primary small">${icon('check')} ${this.texts.yes}</button>
      <button type="button" class="button small quiet" data-do="dismiss">${this.texts.close}</button></form>`)
    const form = this.parts.alert.querySelector('form')
    ;(form.elements.answer ?? form.querySelector('button')).focus()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const answer = form.elements.answer?.value.trim()
      render(this.parts.alert, html``)
      then(answer)
    })
  }

  async sit(name) {
    const mine = nonce()
    const made = await this.api.call('POST', `${this.path}/seats/`, { name, nonce: mine }).catch((error) => this.complain(error))
    if (!made) return
    keepSeat(this.match, kept(made, mine))
    this.mine = seats(this.match)
    this.api.token = made.seat_token
    this.refresh()
  }

  async invite() {
    const url = `${location.origin}/m/${this.match}`
    if (navigator.share) return navigator.share({ url }).catch(() => {})
    await navigator.clipboard.writeText(url)
    this.parts.spoken.textContent = this.texts.copied
    render(this.parts.alert, html`<p class="note good">${icon('check')} ${this.texts.copied} ${url}</p>`)
  }

  async rematch() {
    const mine = nonce()
    const made = await this.api.call('POST', `${this.path}/rematch/`, { nonce: mine }).catch((error) => this.complain(error))
    if (!made) return
    keepSeat(made.id, kept(made, mine))
    location.href = `/m/${made.id}`
  }

  async hint() {
    const found = await this.api.call('POST', `${this.path}/hint/`, {}).catch((error) => this.complain(error))
    if (!found) return
    this.selected = found.action
    this.draw()
    this.parts.spoken.textContent = say(this.texts, 'hinted', { what: found.label })
  }

  async notify(mail) {
    await this.api.call('PATCH', `${this.path}/seats/mine/`, { mail }).catch((error) => this.complain(error))
  }

  toggleSound() {
    this.sound = !this.sound
    remember('escale-sound', this.sound ? 'on' : '')
    if (this.sound) this.chime()
    this.draw()
  }

  chime() {
    this.audio ??= new AudioContext()
    const [tone, volume, now] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime]
    tone.frequency.setValueAtTime(660, now)
    tone.frequency.setValueAtTime(880, now + 0.12)
    volume.gain.setValueAtTime(0.08, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.4)
    tone.connect(volume).connect(this.audio.destination)
    tone.start(now)
    tone.stop(now + 0.4)
  }

  // Numbers play the action that shows them, Enter plays what is selected; arrows belong to the boards.
  pressed(event) {
    const typing = event.target.matches('input, textarea, select')
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.view || this.curtain) return
    const numbered = /^[1-9]$/.test(event.key) && this.view.menu[Number(event.key) - 1]
    if (numbered) return this.play(numbered)
    if (event.key === 'Enter' && this.selected && !event.target.closest('button, a, summary')) return this.play(this.selected)
    this.keys[event.key]?.()
  }

  keys = {
    Escape: () => this.cancel(),
    u: () => this.does.undo(),
    h: () => this.alone() && this.hint(),
    '?': () => this.openRule('turn').catch(() => {}),
    b: () => this.parts.board.querySelector('button, [tabindex="0"]')?.focus(),
  }

  cancel() {
    this.selected = null
    render(this.parts.alert, html``)
    this.draw()
  }

  announceTurn(known) {
    const yours = this.view.decisions.length > 0
    this.title ||= document.title
    document.title = yours ? `● ${this.title}` : this.title
    this.toggleAttribute('data-yours', yours)
    this.favicon(yours)
    if (yours && known && !known.decisions.length && this.sound) this.chime()
  }

  // The tab itself says that somebody waits for this reader.
  favicon(yours) {
    const link = document.querySelector('link[rel="icon"]')
    if (!link) return
    this.plainIcon ??= link.href
    const turn = link.dataset.turn
    link.href = yours && turn ? turn : this.plainIcon
  }
}

customElements.define('escale-match', EscaleMatch)
