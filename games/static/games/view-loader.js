// Loads the views of a table: one request at a time, and once more after a pause where the network has
// failed.

import { getViewPath, takeFirstRequest } from './first-view.js'
import { isTemporary } from './net.js'

const RELOAD_MILLISECONDS = 2000
const MAX_LOG_ENTRIES = 200

// A view brings the newest entries; older ones stay from the views before.
export function joinLogs(oldLog, newLog) {
  const firstNumber = newLog[0]?.number ?? Infinity
  const olderEntries = oldLog.filter((entry) => entry.number < firstNumber)
  return [...olderEntries, ...newLog].slice(-MAX_LOG_ENTRIES)
}

export class ViewLoader {
  constructor(table) {
    this.table = table
    this.isLoading = false
    this.mustLoadAgain = false
  }

  // The head of the page may have requested the first view already.
  requestFirst() {
    const { api, match } = this.table
    const request = takeFirstRequest({ match, token: api.token, language: api.language })
    return request ? api.read(this.viewPath, request.response, request.sentAt) : this.request()
  }

  request() {
    return this.table.api.getIfChanged(this.viewPath)
  }

  get viewPath() {
    return getViewPath(this.table.match)
  }

  // A call during a request leads to one more request after it.
  async load(runningRequest = null) {
    if (this.isLoading) {
      this.mustLoadAgain = true
      return
    }
    this.isLoading = true
    const { token } = this.table.api
    try {
      const request = runningRequest ?? this.request()
      const view = await request.catch((error) => this.handleError(error))
      this.table.showToSeat(token, view)
    } finally {
      this.endLoading()
    }
  }

  // A tick without a number says only that something may have changed.
  loadIfNewer(number) {
    const { latest } = this.table
    if (number === null || !latest || number > latest.last) this.load()
  }

  endLoading() {
    this.isLoading = false
    if (!this.mustLoadAgain) return
    this.mustLoadAgain = false
    this.load()
  }

  // Without the network the table stands still, and says beside the prompt that it connects again.
  handleError(error) {
    const { table } = this
    if (isTemporary(error) && table.view) table.showConnection('waiting')
    else table.alerts.showError(error)
    if (isTemporary(error)) this.loadLater()
  }

  loadLater() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.load(), RELOAD_MILLISECONDS)
  }
}
