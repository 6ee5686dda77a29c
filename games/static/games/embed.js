// <escale-match> for any web page:
//   <script type="module" src="https://…/embed.js"></script>
//   <escale-match match="…" lang="en"></escale-match>           a table or a finished match
//   <escale-match game="…" bot="steady"></escale-match>         a new table for whoever presses the button
// Attributes: match or game (with bot), seat (a token, kept out of every address that a server sees), at, lang.

const home = new URL(import.meta.url).origin

class EscaleMatch extends HTMLElement {
  connectedCallback() {
    const frame = document.createElement('iframe')
    frame.src = this.address()
    frame.title = this.getAttribute('title') || 'Escale à jeux'
    frame.allow = 'clipboard-write'
    frame.loading = 'lazy'
    Object.assign(frame.style, { width: '100%', height: '640px', border: '0', display: 'block' })
    this.heard = (event) => {
      const sized = event.source === frame.contentWindow && event.origin === home && event.data?.type === 'escale-size'
      if (sized) frame.style.height = `${Math.min(Number(event.data.height) || 640, 4000)}px`
    }
    addEventListener('message', this.heard)
    this.style.display = 'block'
    this.replaceChildren(frame)
  }

  disconnectedCallback() {
    removeEventListener('message', this.heard)
  }

  address() {
    const [match, game] = [this.getAttribute('match'), this.getAttribute('game')]
    const url = new URL(
      match ? `/embed/${encodeURIComponent(match)}/` : `/embed/new/${encodeURIComponent(game)}/`,
      home,
    )
    for (const name of ['lang', 'at', 'bot'])
      if (this.getAttribute(name)) url.searchParams.set(name, this.getAttribute(name))
    if (this.getAttribute('seat')) url.hash = new URLSearchParams({ seat: this.getAttribute('seat') })
    return url.href
  }
}

if (!customElements.get('escale-match')) customElements.define('escale-match', EscaleMatch)
