// <escale-screen>: the screen in the middle of a table. Its page shows what everybody may see; after each
// event it is read again. It holds no seat and sends nothing of one.

import { listenForTicks } from './net.js'
import { WakeLock } from './wake-lock.js'

const [LARGEST, SMALLEST, STEP] = [1.2, 0.4, 0.05]

class TableScreen extends HTMLElement {
  connectedCallback() {
    this.fit()
    addEventListener('resize', () => this.fit())
    this.stop = listenForTicks('/api/v1', this.getAttribute('match'), () => this.reload())
    this.wakeLock = new WakeLock()
    this.wakeLock.start()
  }

  disconnectedCallback() {
    this.stop?.()
    this.wakeLock?.stop()
  }

  async reload() {
    const response = await fetch(location.href, { credentials: 'omit' }).catch(() => null)
    if (!response?.ok) return // The next tick tries again.
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.querySelector('escale-screen')
    if (fresh && fresh.innerHTML !== this.shown) {
      this.shown = fresh.innerHTML
      this.replaceChildren(...fresh.childNodes)
      this.fit()
    }
  }

  // As large as it can be without scrolling: nobody scrolls a television.
  fit() {
    for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
      this.style.setProperty('--fit', size)
      if (document.documentElement.scrollHeight <= innerHeight) return
    }
  }
}

customElements.define('escale-screen', TableScreen)
