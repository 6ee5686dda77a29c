// What happened while the player was away: the number of the last event that this browser has shown.

import { readSetting, writeSetting } from './browser-store.js'
import { renderMissedMoves } from './notes.js'

const MAX_MISSED_MOVES = 12

export class MissedMoves {
  constructor(match, alerts, texts) {
    this.key = `escale-seen-${match}`
    this.alerts = alerts
    this.texts = texts
  }

  markSeen(view) {
    writeSetting(this.key, view.last)
  }

  // A single move is plain to see on the board; several of them are listed.
  show(view) {
    const seenNumber = Number(readSetting(this.key) ?? 0)
    const isMissed = (entry) => entry.kind === 'move' && entry.number > seenNumber && entry.seat !== view.seat
    const missedMoves = view.log.filter(isMissed)
    if (!seenNumber || missedMoves.length < 2) return
    this.alerts.show(renderMissedMoves(missedMoves.slice(-MAX_MISSED_MOVES), this.texts))
  }
}
