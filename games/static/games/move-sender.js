// Sends the moves of the player at this table, and says why a move was not accepted.

import { Problem } from './net.js'

export class MoveSender {
  constructor(table) {
    this.table = table
    this.pendingDecision = null // the id of the decision whose move is on its way
  }

  async play(action) {
    const { table } = this
    const decision = table.view.decisions[0]
    if (!action || !decision || !this.canPlay(decision)) return
    table.alerts.clear()
    table.stage.clearMarks()
    await this.submit(table.outbox.createMove(decision.id, action))
  }

  // False while a move is on its way, and while the table turns to another seat: the decision on screen is
  // then still that of the seat before.
  canPlay(decision) {
    const { outbox, api, shownToken } = this.table
    const isOnItsWay = this.pendingDecision === decision.id || outbox.retriedMove
    return !isOnItsWay && api.token === shownToken
  }

  async submit(move) {
    const { table } = this
    this.pendingDecision = move.decision
    try {
      const view = await table.outbox.send(move)
      table.selected = null
      table.showToSeat(move.token, view)
    } catch (error) {
      table.selected = null
      await this.handleRefusal(error, move)
    } finally {
      if (this.pendingDecision === move.decision) this.pendingDecision = null
      table.draw()
    }
  }

  // Plays an action that the page around the frame chooses; fails with the problem.
  async submitForPage(action) {
    const { table } = this
    const decision = table.latest?.decisions[0]
    if (!decision || !action) throw new Error('nothing to decide')
    const { token } = table.api
    const view = await table.outbox.send(table.outbox.createMove(decision.id, action))
    table.showToSeat(token, view)
  }

  // The match may have gone on: another window of this player was faster, or a bot that sat in.
  async handleRefusal(error, move) {
    const { table } = this
    const hasGoneOn = error instanceof Problem && error.status === 409
    if (hasGoneOn) await this.showNewestView(move)
    if (error.body) table.dispatchEvent(new CustomEvent('escale-refused', { detail: error.body }))
    if (error.body?.code === 'stale_decision') this.explainStaleMove(move)
    else table.alerts.showError(error)
  }

  async showNewestView(move) {
    const view = await this.table.loader.request().catch(() => null)
    if (view) this.table.showToSeat(move.token, view)
  }

  explainStaleMove(move) {
    const { alerts, latest, texts } = this.table
    const wasPlayedElsewhere = latest.log.some(
      (entry) => entry.seat === latest.seat && entry.decision === move.decision,
    )
    alerts.inform(wasPlayedElsewhere ? texts.played_elsewhere : texts.went_on)
  }
}
