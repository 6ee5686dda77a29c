// Loads the views of a table: one request at a time, and once more after a pause where the network has failed.

import { isTemporary } from './net.js'

const RELOAD_MILLISECONDS = 2000

export class ViewLoader {
  constructor(table) {
    this.table = table
    this.isLoading = false
    this.mustLoadAgain = false
  }

  request() {
    const { api, path } = this.table
    return api.getIfChanged(`${path}/view/?words=1`)
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
