// Keeps the screen awake while its page is shown, where the browser can do that.

export class WakeLock {
  constructor() {
    this.listening = new AbortController()
  }

  start() {
    if (this.isStarted) return
    this.isStarted = true
    document.addEventListener('visibilitychange', () => this.request(), { signal: this.listening.signal })
    this.request()
  }

  // The browser takes the lock away from a hidden page.
  async request() {
    if (document.hidden) return
    try {
      this.lock = await navigator.wakeLock?.request('screen')
    } catch {
      // The battery is low, or the browser lets the screen sleep.
    }
  }

  stop() {
    this.listening.abort()
    this.lock?.release()
  }
}
