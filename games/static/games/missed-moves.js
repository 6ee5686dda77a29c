// What happened while the player was away: the number of the last event that this browser has shown.

import { readSetting, writeSetting } from './browser-store.js'
import { MAX_RECAP_MOVES } from './director.js'
import { renderMissedMoves } from './notes.js'

export class MissedMoves {
  constructor(match, alerts, texts) {
    Object.assign(this, { alerts, texts, key: `escale-seen-${match}` })
    this.playerHasReturned = true // also when the page has just been opened
  }

  markSeen(view) {
    writeSetting(this.key, view.last)
  }

  // The last moves of others that this browser has not shown yet.
  list(view) {
    const seenNumber = Number(readSetting(this.key) ?? 0)
    const isMissed = (entry) => entry.kind === 'move' && entry.number > seenNumber && entry.seat !== view.seat
    return seenNumber ? view.log.filter(isMissed).slice(-MAX_RECAP_MOVES) : []
  }

  // Lists them once for a player who comes back. A single move is plain to see on the board.
  show(view) {
    const missedMoves = this.playerHasReturned ? this.list(view) : []
    this.playerHasReturned = false
    if (missedMoves.length > 1) this.alerts.show(renderMissedMoves(missedMoves, this.texts))
  }
}
