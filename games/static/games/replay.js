// <escale-replay>: a finished match position by position, over the same boards as the table.

import { Api, seats, words } from './net.js'
import { html, icon, render, say } from './dom.js'
import { told } from './frame.js'
import { verify } from './fairness.js'

class EscaleReplay extends HTMLElement {
  async connectedCallback() {
    this.match = this.getAttribute('match')
    this.game = this.getAttribute('game')
    this.api = new Api(this.getAttribute('api') || '/api/v1', document.documentElement.lang)
    this.views = new Map()
    const query = new URLSearchParams(location.search)
    const [texts, summary] = await Promise.all([
      words(this.api, this.game),
      this.api.get(`/matches/${this.match}/`),
      import(`../${this.game}/board.js`),
    ])
    this.texts = texts
    this.summary = summary
    this.eyes = query.get('eyes') ?? ''
    this.first = await this.firstNumber()
    this.frame()
    await this.go(Number(query.get('at')) || this.first)
  }

  // The log begins with people sitting down; the first position is that after the start.
  async firstNumber() {
    const { events } = await this.api.get(`/matches/${this.match}/events/?after=0`)
    return events.find((event) => event.kind === 'start')?.number ?? 1
  }

  frame() {
    const { texts, summary } = this
    const button = (name, action, sign) =>
      html`<button class="button icon-only" data-do="${action}" aria-label="${texts[name]}" title="${texts[name]}">
        ${icon(sign)}
      </button>`
    render(
      this,
      html`
      <div class="replay-bar cluster" role="group" aria-label="${texts.replay}">
        ${button('first', 'first', 'step-back')}${button('back', 'back', 'chevron-left')}${button('run', 'run', 'play')}${button('on', 'on', 'chevron-right')}${button('last', 'last', 'step')}
        <label class="replay-range"><span class="visually-hidden">${texts.position}</span><input type="range" min="${this.first}" max="${summary.number}" data-part="range"></label>
        <output data-part="position" aria-live="polite"></output>
        <label>${texts.eyes} <select data-part="eyes"><option value="">${texts.everyone}</option>${summary.seats.map((seat) => html`<option value="${seat.index}" ${String(seat.index) === this.eyes ? 'selected' : ''}>${seat.name}</option>`)}</select></label>
      </div>
      <p class="match-caption" data-part="caption" aria-live="polite" tabindex="0"></p>
      <h2 class="visually-hidden">${texts.position}</h2>
      <escale-board-${this.game} class="match-board" data-part="board"></escale-board-${this.game}>
      <div class="match-side">
        <div class="actions">
          <button class="button" data-do="share">${icon('link')} ${texts.share_position}</button>
          <a class="button" href="${this.api.root}/matches/${this.match}/record/" download>${icon('download')} ${texts.record}</a>
          ${summary.commitment && html`<button class="button" data-do="verify">${icon('dice')} ${texts.check_dice}</button>`}
        </div>
        <p data-part="shared" role="status"></p>
        <div data-part="fairness" role="status"></div>
        <ol class="match-log" data-part="log"></ol>
      </div>`,
    )
    this.parts = Object.fromEntries([...this.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part]))
    this.addEventListener('click', (event) => this.clicked(event))
    this.parts.range.addEventListener('input', () => this.go(Number(this.parts.range.value)))
    this.parts.eyes.addEventListener('change', () => {
      this.eyes = this.parts.eyes.value
      this.views.clear()
      this.go(this.at)
    })
    addEventListener('keydown', (event) => this.pressed(event))
  }

  commands = {
    first: () => this.go(this.first),
    back: () => this.go(this.at - 1),
    on: () => this.go(this.at + 1),
    last: () => this.go(this.summary.number),
    run: () => this.run(),
    share: () => this.share(),
    verify: () => this.verify(),
  }

  clicked(event) {
    const target = event.target.closest('[data-do], [data-at]')
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (target.dataset.do) return this.commands[target.dataset.do]()
    event.preventDefault()
    this.go(Number(target.dataset.at))
  }

  pressed(event) {
    if (event.target.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return
    const action = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last', ' ': 'run' }[event.key]
    if (!action || (event.key === ' ' && event.target.matches('button, a, summary'))) return
    event.preventDefault()
    this.commands[action]()
  }

  // What could not be read is not kept: the next step asks again.
  view(at) {
    const key = `${at}:${this.eyes}`
    if (!this.views.has(key)) {
      const eyes = this.eyes === '' ? '' : `&eyes=${this.eyes}`
      const asked = this.api.get(`/matches/${this.match}/view/?at=${at}${eyes}`)
      asked.catch(() => this.views.delete(key))
      this.views.set(key, asked)
    }
    return this.views.get(key)
  }

  async go(wanted) {
    const at = Math.min(Math.max(wanted, this.first), this.summary.number)
    this.at = at
    const view = await this.view(at).catch(() => null)
    if (this.at !== at) return
    if (!view) return this.caption(this.texts.offline)
    this.parts.range.value = at
    this.parts.position.textContent = say(this.texts, 'position_of', {
      at: at - this.first,
      last: this.summary.number - this.first,
    })
    this.parts.board.show({ view, texts: this.texts, selected: null })
    this.caption(view.log.length > 0 && told(view.log.at(-1)))
    render(
      this.parts.log,
      html`${view.log.filter((entry) => entry.text).map((entry) => html`<li><a href="?at=${entry.number}" data-at="${entry.number}">${entry.text}</a></li>`)}`,
    )
    this.parts.log.scrollTop = this.parts.log.scrollHeight
    if (at < this.summary.number) this.view(at + 1)
  }

  // A long move is read by scrolling: its place stays as high as it is, so that the board below stands still.
  caption(content) {
    render(this.parts.caption, html`${content}`)
    this.parts.caption.scrollTop = 0
  }

  run() {
    if (this.running) return this.halt()
    this.running = setInterval(() => (this.at >= this.summary.number ? this.halt() : this.go(this.at + 1)), 1200)
    this.names('halt', 'pause')
  }

  halt() {
    clearInterval(this.running)
    this.running = null
    this.names('run', 'play')
  }

  // What the button in the middle does next.
  names(name, sign) {
    const button = this.querySelector('[data-do=run]')
    button.ariaLabel = button.title = this.texts[name]
    render(button, icon(sign))
  }

  async share() {
    const url = new URL(location.href)
    url.search = new URLSearchParams({ at: this.at, ...(this.eyes && { eyes: this.eyes }) })
    history.replaceState(null, '', url)
    await navigator.clipboard?.writeText(url.href).catch(() => {})
    render(this.parts.shared, html`${this.texts.position_copied} <a href="${url.href}">${url.href}</a>`)
  }

  async verify() {
    const { texts } = this
    const tell = (kind, lines) =>
      render(
        this.parts.fairness,
        html`<div class="note ${kind}">
          ${icon(kind === 'bad' ? 'warning' : 'check')}
          <div>${lines.filter(Boolean).map((line) => html`<p>${line}</p>`)}</div>
        </div>`,
      )
    const revealed = await this.api.get(`/matches/${this.match}/fairness/`).catch(() => null)
    if (!revealed) return tell('bad', [texts.offline])
    const found = await verify(revealed, (done, all) => tell('', [say(texts, 'checking', { done, all })]))
    const mine = seats(this.match)
    if (!found.committed || found.wrong) return tell('bad', [say(texts, 'unfair', { done: found.wrong ?? 0 })])
    tell('good', [
      say(texts, 'fair', { all: found.all }),
      mine.some((seat) => seat.commitment === revealed.commitment) && texts.commitment_kept,
      mine.some((seat) => seat.nonce && revealed.nonces.includes(seat.nonce)) && texts.nonce_kept,
      texts.fair_means,
    ])
  }
}

customElements.define('escale-replay', EscaleReplay)
