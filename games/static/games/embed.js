// <escale-match> for any web page:
//   <script type="module" src="https://…/embed.js"></script>
//   <escale-match match="…" lang="en"></escale-match>           a table or a finished match
//   <escale-match game="…" bot="steady"></escale-match>         a new table for whoever presses the button
// Attributes: match or game (with bot), at, lang, seat (a token, which no server sees in an address).

const home = new URL(import.meta.url).origin
const FRAME_HEIGHT = 640 // until the frame tells its height
const MAX_FRAME_HEIGHT = 4000

class EscaleMatch extends HTMLElement {
  connectedCallback() {
    const frame = document.createElement('iframe')
    frame.src = this.createAddress()
    frame.title = this.getAttribute('title') || 'Escale à jeux'
    frame.allow = 'clipboard-write'
    frame.loading = 'lazy'
    Object.assign(frame.style, { width: '100%', height: `${FRAME_HEIGHT}px`, border: '0', display: 'block' })
    this.handleMessage = (event) => {
      const isFromFrame = event.source === frame.contentWindow && event.origin === home
      if (isFromFrame && event.data?.type === 'escale-size') {
        frame.style.height = `${Math.min(Number(event.data.height) || FRAME_HEIGHT, MAX_FRAME_HEIGHT)}px`
      }
    }
    addEventListener('message', this.handleMessage)
    this.style.display = 'block'
    this.replaceChildren(frame)
  }

  disconnectedCallback() {
    removeEventListener('message', this.handleMessage)
  }

  createAddress() {
    const match = this.getAttribute('match')
    const game = this.getAttribute('game')
    const path = match ? `/embed/${encodeURIComponent(match)}/` : `/embed/new/${encodeURIComponent(game)}/`
    const url = new URL(path, home)
    for (const name of ['lang', 'at', 'bot']) {
      const value = this.getAttribute(name)
      if (value) url.searchParams.set(name, value)
    }
    const seat = this.getAttribute('seat')
    if (seat) url.hash = new URLSearchParams({ seat })
    return url.href
  }
}

if (!customElements.get('escale-match')) customElements.define('escale-match', EscaleMatch)
