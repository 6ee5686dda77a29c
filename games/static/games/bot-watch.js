// Tells the players when a bot that must decide does not answer, because the worker of the site does not run.

import { html, icon, render } from './dom.js'

const PATIENCE_MS = 15000

export class BotWatch {
  constructor(root, texts) {
    this.root = root
    this.texts = texts
  }

  // Each move of a bot begins a new wait; what people do meanwhile does not.
  update(view) {
    const wait = isBotAwaited(view) ? `after ${findLastBotMove(view)}` : null
    if (wait === this.wait) return
    this.stop()
    this.wait = wait
    if (wait) this.timer = setTimeout(() => this.show(), PATIENCE_MS)
  }

  stop() {
    clearTimeout(this.timer)
    this.wait = null
    render(this.root, html``)
  }

  show() {
    render(this.root, html`<div class="note warn">${icon('bot')} <p>${this.texts.bot_silent}</p></div>`)
  }
}

function isPlayedByBot(seat) {
  return seat.kind === 'bot' || Boolean(seat.relief)
}

function isBotAwaited(view) {
  const isRunning = view.status === 'active' && !view.paused
  return isRunning && view.seats.some((seat) => seat.waiting && isPlayedByBot(seat))
}

function findLastBotMove(view) {
  const isBotMove = (entry) => entry.kind === 'move' && isPlayedByBot(view.seats[entry.seat])
  return view.log.findLast(isBotMove)?.number ?? 0
}
