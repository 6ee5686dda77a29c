// <escale-match> for any web page:
//   <script type="module" src="https://…/embed.js"></script>
//   <escale-match match="…" lang="en"></escale-match>           a table or a finished match
//   <escale-match game="…" bot="steady"></escale-match>         a new table for whoever presses the button
//
// Attributes, which may change at any time: match or game (with bot), lang, theme (light, dark or auto), at
// (a position of a replay), max-height (in pixels), seat (a token, which no server sees in an address), and
// resume="off" to forget a table that was opened here when the page is loaded again.
// Events, which bubble: escale:created, escale:turn, escale:moved, escale:finished, escale:refused.
// Methods: play(action), focus().
// The frame is as high as its content, but no higher than max-height or the height that the page gives the
// element.

const home = new URL(import.meta.url).origin
const FRAME_HEIGHT = 640 // until the frame tells its height
const MIN_FRAME_HEIGHT = 120
const MAX_FRAME_HEIGHT = 1200
const RELOADING = ['match', 'game', 'bot', 'seat', 'lang']
const LIVE = ['theme', 'at']
const EVENTS = ['created', 'turn', 'moved', 'finished', 'refused']

class EscaleMatch extends HTMLElement {
  static observedAttributes = [...RELOADING, ...LIVE, 'max-height']

  connectedCallback() {
    this.listeners = new AbortController()
    addEventListener('message', (event) => this.handleMessage(event), { signal: this.listeners.signal })
    this.style.display = 'block'
    this.answers = new Map()
    this.asked = 0
    this.load()
  }

  disconnectedCallback() {
    this.listeners.abort()
    this.abandonAnswers()
    this.frame = null
  }

  attributeChangedCallback(name, oldValue, value) {
    if (!this.frame || oldValue === value) return
    if (name === 'lang') return this.load(this.current)
    if (RELOADING.includes(name)) return this.load()
    if (name === 'max-height') return this.fit()
    if (this.isReady) this.tellAttribute(name)
  }

  // Shows the match of the attributes, or the one that the visitor has opened here before.
  load(current = this.findOpened()) {
    this.current = current
    this.abandonAnswers()
    this.isReady = false // until the frame tells its height, and hears what it is told
    this.waiting = []
    this.shown = Object.fromEntries(LIVE.map((name) => [name, this.getAttribute(name)]))
    const frame = document.createElement('iframe')
    frame.src = this.createAddress(current)
    frame.title = this.getAttribute('title') || 'Escale à jeux'
    frame.allow = 'clipboard-write'
    frame.loading = 'lazy'
    this.height = FRAME_HEIGHT
    Object.assign(frame.style, { width: '100%', maxHeight: '100%', border: '0', display: 'block' })
    this.frame = frame
    this.fit()
    this.replaceChildren(frame)
  }

  createAddress(current) {
    const match = current?.id ?? this.getAttribute('match')
    const game = this.getAttribute('game')
    const path = match ? `/embed/${encodeURIComponent(match)}/` : `/embed/new/${encodeURIComponent(game)}/`
    const url = new URL(path, home)
    for (const name of ['lang', 'theme', 'at', 'bot']) {
      const value = this.getAttribute(name)
      if (value) url.searchParams.set(name, value)
    }
    const seat = current?.seat ?? this.getAttribute('seat')
    if (seat) url.hash = new URLSearchParams({ seat })
    return url.href
  }

  // The frame grows with its content up to max-height; what is higher scrolls inside.
  fit() {
    const limits = this.listHeights().filter((height) => height >= MIN_FRAME_HEIGHT)
    const highest = Math.min(...limits, MAX_FRAME_HEIGHT)
    this.frame.style.height = `${Math.min(Math.max(this.height, MIN_FRAME_HEIGHT), highest)}px`
  }

  // The limits that the page sets: by the attribute, and by its style sheet.
  listHeights() {
    const { maxHeight } = getComputedStyle(this)
    const heightOfStyle = maxHeight.endsWith('px') ? Number.parseFloat(maxHeight) : 0
    return [Number(this.getAttribute('max-height')), heightOfStyle]
  }

  handleMessage({ source, origin, data }) {
    if (source !== this.frame?.contentWindow || origin !== home) return
    if (data?.type === 'escale-size') {
      this.height = Number(data.height) || FRAME_HEIGHT
      this.fit()
      this.beReady()
    }
    if (data?.type === 'escale-answer') this.settle(data)
    if (data?.type === 'escale-missing' && this.current) this.forgetOpened()
    const name = String(data?.type).replace('escale-event-', '')
    if (EVENTS.includes(name)) this.announce(name, data.detail)
  }

  announce(name, { seat_token: seat, ...detail }) {
    if (name === 'created') {
      this.isReady = false // the frame goes on to the new table
      this.keepOpened({ id: detail.id, seat })
    }
    if (name === 'finished') this.keepOpened(null)
    this.dispatchEvent(new CustomEvent(`escale:${name}`, { detail, bubbles: true, composed: true }))
  }

  // A frame that is not loaded yet, or not in sight, hears nothing: it is told later.
  tell(message) {
    if (this.isReady) this.frame.contentWindow?.postMessage(message, home)
    else this.waiting.push(message)
  }

  tellAttribute(name) {
    this.shown[name] = this.getAttribute(name)
    this.tell({ type: `escale-${name}`, value: this.shown[name] })
  }

  beReady() {
    if (this.isReady) return
    this.isReady = true
    const changedNames = LIVE.filter((name) => this.shown[name] !== this.getAttribute(name))
    for (const name of changedNames) this.tellAttribute(name)
    for (const message of this.waiting.splice(0)) this.tell(message)
  }

  // What was asked of a frame that is gone fails, instead of waiting for ever.
  abandonAnswers() {
    for (const { reject } of this.answers.values()) {
      reject(new Error('The table was loaded again or taken away.'))
    }
    this.answers.clear()
  }

  // Plays an action of the menu. The promise has the new number of the match, or fails with the problem.
  play(action) {
    const id = ++this.asked
    this.tell({ type: 'escale-play', action, id })
    return new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }))
  }

  settle({ id, number, problem }) {
    const answer = this.answers.get(id)
    this.answers.delete(id)
    if (problem) answer?.reject(Object.assign(new Error(problem.detail), { problem }))
    else answer?.resolve(number)
  }

  focus() {
    this.frame?.focus()
    this.tell({ type: 'escale-focus' })
  }

  // --- a table that the visitor has opened here: this page stores it, because the frame may have no storage

  get key() {
    const number = [...document.querySelectorAll(this.localName)].indexOf(this)
    return `escale-match:${this.id || number}:${this.getAttribute('game')}:${this.getAttribute('bot') ?? ''}`
  }

  findOpened() {
    if (this.hasAttribute('match') || this.getAttribute('resume') === 'off') return null
    try {
      return JSON.parse(localStorage.getItem(this.key))
    } catch {
      return null
    }
  }

  // The table that was opened here is no longer there: the page begins with what its attributes say.
  forgetOpened() {
    this.keepOpened(null)
    this.load(null)
  }

  keepOpened(opened) {
    this.current = opened ?? this.current
    if (this.hasAttribute('match') || this.getAttribute('resume') === 'off') return
    try {
      if (opened) localStorage.setItem(this.key, JSON.stringify(opened))
      else localStorage.removeItem(this.key)
    } catch {
      // A page without storage begins anew when it is loaded again.
    }
  }
}

if (!customElements.get('escale-match')) customElements.define('escale-match', EscaleMatch)
