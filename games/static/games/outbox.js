// Sends the moves of a table. A move that cannot be sent goes out again, always with its first key, until the
// server has answered it.

import { createNonce, isTemporary } from './net.js'

const FIRST_PAUSE_MILLISECONDS = 300
const MAX_PAUSE_MILLISECONDS = 5000
const MAX_WAIT_MILLISECONDS = 10_000 // A request without an answer is then sent again.

export class Outbox {
  // `onRetry(move)` is called when a move could not be sent and will be sent again.
  constructor(api, match, onRetry) {
    Object.assign(this, { api, onRetry })
    this.path = `/matches/${match}/actions/`
    this.storageKey = `escale-unsent-${match}`
    this.retriedMove = null
    this.endPause = () => {}
  }

  createMove(decision, action) {
    return { decision, action, token: this.api.token, key: createNonce() }
  }

  // The answer of the server to this move: the new view, or a Problem that is thrown.
  async send(move) {
    this.store(move)
    try {
      return await this.sendUntilAnswered(move)
    } finally {
      if (this.retriedMove === move) this.retriedMove = null
      this.forget(move)
    }
  }

  async sendUntilAnswered(move) {
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, MAX_PAUSE_MILLISECONDS)) {
      try {
        return await this.post(move)
      } catch (error) {
        if (!isTemporary(error)) throw error
      }
      this.retriedMove = move
      this.onRetry(move)
      await this.wait(pause)
    }
  }

  post({ decision, action, token, key }) {
    const headers = { 'Idempotency-Key': key, ...(token && { Authorization: `Seat ${token}` }) }
    const signal = AbortSignal.timeout(MAX_WAIT_MILLISECONDS)
    return this.api.call('POST', this.path, { decision, action }, headers, signal)
  }

  wait(milliseconds) {
    return new Promise((resolve) => {
      this.endPause = resolve
      setTimeout(resolve, milliseconds)
    })
  }

  // The network is back: nothing waits any longer.
  retryNow() {
    this.endPause()
  }

  // --- a move outlives its page

  store(move) {
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify(move))
    } catch {
      // A frame without storage loses the move with its page.
    }
  }

  forget(move) {
    if (this.loadUnsent()?.key === move.key) sessionStorage.removeItem(this.storageKey)
  }

  // The move that this tab was sending when its page was left, or null.
  loadUnsent() {
    try {
      return JSON.parse(sessionStorage.getItem(this.storageKey))
    } catch {
      return null
    }
  }
}
