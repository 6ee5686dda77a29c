// Keeps the open page in this browser with every file that it is made of, so that it opens again without a
// network. The network may fail while the files come in, so the keeper tries until all of them are there.

const FIRST_RETRY_MILLISECONDS = 5000
const MAX_RETRY_MILLISECONDS = 300_000

export class PageKeeper {
  // `shelfName` is the cache that /shelf.js reads; `onKept` is called once, when the page can be opened
  // without a network. It never is where the browser has no service workers, as in some private windows.
  constructor(shelfName, onKept) {
    Object.assign(this, { shelfName, onKept, isKept: false, retryMilliseconds: FIRST_RETRY_MILLISECONDS })
  }

  start() {
    if (!('serviceWorker' in navigator && 'caches' in globalThis)) return
    this.stopping = new AbortController()
    addEventListener('online', () => this.keep(), { signal: this.stopping.signal })
    this.keep()
  }

  stop() {
    this.stopping?.abort()
    clearTimeout(this.timer)
  }

  async keep() {
    if (this.isKept || this.isKeeping) return
    this.isKeeping = true
    try {
      await Promise.all([this.activateWorker(), this.fillShelf()])
      this.isKept = true
    } catch {
      // There is no network, or no room.
    }
    this.isKeeping = false
    if (this.isKept) this.onKept()
    else this.planRetry()
  }

  planRetry() {
    if (this.stopping.signal.aborted) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.keep(), this.retryMilliseconds)
    this.retryMilliseconds = Math.min(2 * this.retryMilliseconds, MAX_RETRY_MILLISECONDS)
  }

  // Resolves when the worker answers all pages of the folder of this one, such as /fr/jouer/vraie-table/.
  async activateWorker() {
    const scope = location.pathname.split('/').slice(0, -2).join('/') + '/'
    const registration = await navigator.serviceWorker.register(`/shelf.js?name=${this.shelfName}`, { scope })
    const worker = registration.active ?? registration.waiting ?? registration.installing
    await new Promise((resolve, reject) => {
      const judge = () => {
        if (worker.state === 'activated') resolve()
        if (worker.state === 'redundant') reject(new Error('another worker has replaced this one'))
      }
      worker.addEventListener('statechange', judge)
      judge()
    })
  }

  async fillShelf() {
    const shelf = await caches.open(this.shelfName)
    const urls = listFiles()
    try {
      await shelf.addAll(urls)
    } catch (error) {
      // A page that was opened without a network stands on the shelf already.
      const stored = await Promise.all(urls.map((url) => shelf.match(url, { ignoreVary: true })))
      if (!stored.every(Boolean)) throw error
    }
  }
}

// The page itself, what was loaded so far, also by modules, and what the page names.
function listFiles() {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.querySelectorAll('script[src], link[href]')].map(({ src, href }) => src ?? href)
  const icons = new URL(document.body.dataset.icons, location).href
  const urls = [...loaded, ...named, icons].map((url) => url.split('#')[0])
  const statics = urls.filter((url) => url.startsWith(`${location.origin}/static/`))
  return [location.pathname, ...new Set(statics)]
}
