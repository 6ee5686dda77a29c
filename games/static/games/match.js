// <escale-match>: one match on screen. It owns network and state; a board element draws the view and proposes actions.
//
//   <escale-match match="…" game="…" api="/api/v1" lang="fr" texts="/api/v1/games/…/texts/?lang=fr" mode="play">
//
// The board gets `board.show({view, texts, selected})` and answers with events that bubble:
//   escale-choose {action}   the action is selected; chosen again, it is played
//   escale-play   {action}   it is played at once

import { Api, Problem, keepSeat, kept, nonce, seats, ticks } from './net.js'
import { html, icon, render, say, trusted } from './dom.js'

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

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
    this.frame()
    this.stop = ticks(root, this.match, (number) => this.ticked(number), (state) => (this.dataset.line = state))
    await this.refresh()
  }

  disconnectedCallback() {
    this.stop?.()
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
      <div class="match-seats" data-part="seats"></div>
      <div class="match-alert" data-part="alert" role="alert"></div>
      <div class="match-table">
        <escale-board-${this.game} class="match-board" data-part="board" tabindex="-1"></escale-board-${this.game}>
        <div class="match-actions" data-part="actions" role="group" aria-label="${this.texts.actions}"></div>
      </div>
      <div class="match-side">
        <details class="panel" open><summary>${this.texts.log}</summary>
          <ol class="match-log" data-part="log" role="log" aria-live="polite"></ol></details>
        <details class="panel" data-part="worded"><summary>${this.texts.in_words}</summary><div data-part="words"></div></details>
        <details class="panel"><summary>${this.texts.more}</summary><div data-part="more" class="cluster"></div></details>
        <details class="panel" data-part="drawer"><summary>${this.texts.rule}</summary><div data-part="rule" class="prose"></div></details>
      </div>
      <p class="visually-hidden" data-part="spoken" aria-live="polite"></p>`)
    this.parts = Object.fromEntries([...this.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]))
    this.addEventListener('escale-choose', (event) => this.choose(event.detail.action))
    this.addEventListener('escale-play', (event) => this.play(event.detail.action))
    this.addEventListener('click', (event) => this.clicked(event))
    this.addEventListener('keydown', (event) => this.pressed(event))
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
    const newer = this.view ? view.log.filter((entry) => entry.number > this.view.number) : []
    if (this.view) view.log = [...this.view.log.filter((entry) => entry.number < (view.log[0]?.number ?? Infinity)), ...view.log].slice(-200)
    view.board_words ??= this.view?.board_words ?? []
    this.view = view
    if (!view.menu.some((action) => same(action, this.selected))) this.selected = null
    this.handOver()
    this.draw()
    if (newer.length) this.parts.spoken.textContent = newer.map((entry) => entry.text).join(' ')
    this.announceTurn()
  }

  draw() {
    const { view, texts } = this
    const yours = view.decisions.length > 0
    render(this.parts.status, html`<h2 class="match-prompt ${yours ? 'yours' : ''}">${icon(yours ? 'play' : 'clock')} ${view.prompt}</h2>
      ${view.due && html`<span class="badge" data-due="${view.due}">${icon('clock')} <time>${this.left(view.due)}</time></span>`}`)
    render(this.parts.seats, html`${view.seats.map((seat) => this.seat(seat))}${this.join()}`)
    if (view.state && !this.curtain) this.parts.board.show({ view, texts, selected: this.selected })
    render(this.parts.actions, this.curtain ? this.curtainButton() : this.actionBar())
    render(this.parts.log, html`${view.log.filter((entry) => entry.text).map((entry) => html`<li class="${entry.kind}" data-key="log-${entry.number}">${entry.text}</li>`)}`)
    this.parts.log.scrollTop = this.parts.log.scrollHeight
    render(this.parts.more, this.extras())
    this.parts.worded.hidden = this.curtain || !view.board_words.length
    render(this.parts.words, html`${view.board_words.map((part) => html`<h3>${part.heading}</h3><ul>${part.lines.map((line) => html`<li>${line}</li>`)}</ul>`)}`)
  }

  left(due) {
    const minutes = Math.max(0, Math.round((due - Date.now()) / 60000))
    return minutes > 120 ? `${Math.round(minutes / 60)} h` : `${minutes} min`
  }

  seat(seat) {
    const { texts, view } = this
    return html`<span class="match-seat seat-${seat.index} ${seat.waiting ? 'waiting' : ''} ${seat.index === view.seat ? 'me' : ''}">
      ${icon(seat.kind === 'bot' ? 'bot' : 'person')} <strong>${seat.taken ? seat.name : texts.free_seat}</strong>
      ${seat.index === view.seat && html`<span class="badge">${texts.you}</span>`}
      ${seat.relief && html`<span class="badge warn">${texts.relieved}</span>`}
      ${seat.waiting && html`<span class="badge house">${texts.must_decide}</span>`}
      ${seat.kind === 'human' && seat.taken && html`<span class="presence ${seat.present ? 'on' : ''}" title="${seat.present ? texts.here : texts.away}"></span>`}</span>`
  }

  join() {
    const { view, texts } = this
    if (view.status !== 'open' || !view.seats.some((seat) => !seat.taken)) return null
    return html`<button class="button primary" data-do="join">${icon('person')} ${view.seat === null ? texts.join : texts.join_here}</button>
      <button class="button" data-do="invite">${icon('share')} ${texts.invite}</button>`
  }

  // Every action of the turn is here: what is possible as buttons, the rest with its reason and its rule.
  actionBar() {
    const { view, texts } = this
    if (view.outcome) return this.ending()
    const kinds = [...new Set(view.menu.map((action) => action.type))]
    const buttons = kinds.map((kind) => this.group(kind))
    const disabled = view.disabled.map((entry, i) => html`<div class="match-disabled">
      <button class="button small" aria-disabled="true" aria-describedby="why-${i}" data-why="${i}">${entry.label}</button>
      <p class="why" id="why-${i}">${entry.reason} <a href="${entry.rule.url}" data-rule="${entry.rule.key}">${icon('book')} ${texts.rule}</a></p></div>`)
    return html`${buttons}${this.selected && html`<button class="button primary" data-do="play" data-key="play">${icon('check')} ${texts.play}: ${this.label(this.selected)}</button>`}
      ${disabled.length > 0 && html`<details class="more match-impossible" data-key="impossible"><summary>${say(texts, 'impossible', { count: disabled.length })}</summary>${disabled}</details>`}`
  }

  group(kind) {
    const { view } = this
    const indexes = view.menu.map((action, i) => (action.type === kind ? i : -1)).filter((i) => i >= 0)
    const button = (i, size) => html`<button class="button ${size} ${same(view.menu[i], this.selected) ? 'selected' : ''}" data-menu="${i}" data-key="menu-${JSON.stringify(view.menu[i])}">${view.labels[i]}</button>`
    if (indexes.length <= 8) return html`${indexes.map((i) => button(i, indexes.length === 1 && view.menu.length === 1 ? 'primary' : ''))}`
    return html`<details class="more" data-key="group-${kind}"><summary>${say(this.texts, `group_${kind}`, { count: indexes.length })}</summary><div class="cluster">${indexes.map((i) => button(i, 'small'))}</div></details>`
  }

  label(action) {
    return this.view.labels[this.view.menu.findIndex((known) => same(known, action))]
  }

  ending() {
    const { view, texts } = this
    const winners = view.outcome.winners.map((index) => view.seats[index].name).join(', ')
    return html`<div class="note good">${icon('star')}<p><strong>${say(texts, view.outcome.winners.length > 1 ? 'shared_win' : 'won', { who: winners })}</strong>
      ${view.seats.map((seat) => html`<span class="badge">${seat.name}: ${view.outcome.scores[seat.index]}</span> `)}</p></div>
      ${view.seat !== null && html`<button class="button primary" data-do="rematch">${icon('dice')} ${texts.rematch}</button>`}
      <a class="button" href="${this.getAttribute('replay')}">${icon('history')} ${texts.replay}</a>
      <a class="button" href="${this.api.root}${this.path}/record/" download>${icon('download')} ${texts.record}</a>`
  }

  extras() {
    const { view, texts } = this
    if (view.seat === null) return html`<p class="muted">${texts.watching}</p>`
    const button = (name, action, sign) => html`<button class="button small quiet" data-do="${action}">${icon(sign)} ${texts[name]}</button>`
    const offer = view.offer && !view.offer.agreed.includes(view.seat)
    return html`${offer && html`<p>${say(texts, `offer_${view.offer.kind}`, { who: view.seats[view.offer.seat].name })}</p>${button('agree', 'agree', 'check')}${button('decline', 'decline', 'cross')}`}
      ${view.paused ? button('resume', 'resume', 'play') : ''}
      ${view.status === 'active' && !view.paused ? html`${button('undo', 'undo', 'undo')}${button('takeback', 'takeback', 'undo')}${button('pause', 'pause', 'pause')}${button('resign', 'resign', 'flag')}` : ''}
      <div class="cluster">${Object.entries(texts.phrases).map(([name, text]) => html`<button class="chip" data-phrase="${name}">${text}</button>`)}</div>`
  }

  // Several people at one screen: where secrets exist, a curtain hides the board until the next one takes over.
  handOver() {
    const here = this.mine.filter((seat) => seat.index !== undefined)
    if (here.length < 2) return
    const next = here.find((seat) => this.view.seats[seat.index].waiting)
    if (next && next.token !== this.api.token) this.curtain = next
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
    const target = event.target.closest('[data-do], [data-menu], [data-phrase], [data-rule], [data-why]')
    if (!target || !this.contains(target)) return
    const { menu, phrase, rule } = target.dataset
    if (menu !== undefined) return this.play(this.view.menu[Number(menu)])
    if (phrase) return this.send('/messages/', { phrase })
    if (rule) {
      event.preventDefault()
      return this.openRule(rule).catch(() => (location.href = target.href))
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
    uncover: () => this.uncover(),
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

  uncover() {
    this.api.token = this.curtain.token
    this.curtain = null
    this.view = null
    this.refresh()
  }

  // Numbers choose the action with that place in the menu, arrows move inside the board by themselves.
  pressed(event) {
    if (event.target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      this.selected = null
      render(this.parts.alert, html``)
      this.draw()
    }
    if (event.key === '?' && this.view) this.openRule('turn').catch(() => {})
  }

  announceTurn() {
    const yours = this.view.decisions.length > 0
    this.title ||= document.title
    document.title = yours ? `● ${this.title}` : this.title
    document.querySelector('link[rel="icon"]')?.setAttribute('data-turn', yours)
    this.toggleAttribute('data-yours', yours)
  }
}

customElements.define('escale-match', EscaleMatch)
