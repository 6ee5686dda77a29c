// Adds the random numbers of this browser's seats to the luck, before a match begins. What replay.js needs to
// judge the luck afterwards is kept before anything is sent.

import { loadSeats, storeSeat } from './browser-store.js'
import { Problem, createNonce } from './net.js'

export async function hashNonce(nonce) {
  const bytes = Uint8Array.from(nonce.match(/../g), (pair) => parseInt(pair, 16))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const MAX_STEPS = 2

// Sends what an open match awaits from the seats of this browser; `fairness` stands in a view and in a match.
// Answers the newest view of each seat that has sent something.
export async function addNonces(api, match, { fairness }) {
  const answers = []
  for (let step = 1; step <= MAX_STEPS; step++) {
    const shown = fairness
    for (const { token, index } of loadSeats(match)) {
      const awaited = shown?.seats[index]?.awaited
      if (!awaited) continue
      const view = await withLock(match, () => send(api, match, { token, index }, shown, awaited))
      answers.push({ token, view })
      fairness = view.fairness
    }
  }
  return answers
}

// Sends them from a table. A refusal is not shown: the server then draws without the number of this browser.
export class NonceSender {
  constructor(table) {
    this.table = table
    this.isSending = false
  }

  async send(view) {
    if (this.isSending) return
    this.isSending = true
    const { api, alerts, match } = this.table
    try {
      const answers = await addNonces(api, match, view)
      for (const { token, view: newView } of answers) {
        if (token === api.token) this.table.showToSeat(token, newView)
      }
    } catch (error) {
      if (!(error instanceof Problem)) alerts.showError(error)
    } finally {
      this.isSending = false
    }
  }
}

// As `addNonces`, where a page is about to open that would try it again.
export function tryToAddNonces(api, match) {
  return addNonces(api, match.id, match).catch(() => {})
}

// Two tabs must not send two numbers for one seat. A frame without storage has no locks, and no second tab
// that knows its seat.
async function withLock(match, action) {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return action()
  }
  try {
    return await (navigator.locks ? navigator.locks.request(`escale-nonce-${match}`, begin) : begin())
  } catch (error) {
    if (hasBegun || error.name !== 'SecurityError') throw error
    return action()
  }
}

async function send(api, match, { token, index }, fairness, awaited) {
  const stored = loadSeats(match).find((seat) => seat.token === token) ?? { token }
  const kept = { ...stored, index, nonce: stored.nonce ?? createNonce() }
  kept.commitment = stored.commitment ?? fairness.commitment
  kept.bots = fairness.seats.map(({ contribution }) => contribution === 'bot')
  if (awaited === 'nonce') kept.hashes = fairness.seats.map(({ hash }) => hash)
  storeSeat(match, kept)
  try {
    const body = await createBody(awaited, kept.nonce)
    const path = `/matches/${match}/seats/mine/nonce/`
    const view = await api.call('POST', path, body, { Authorization: `Seat ${token}` })
    storeSeat(match, { ...kept, isSent: awaited === 'nonce' && body.nonce !== null })
    return view
  } catch (error) {
    // Another device of this seat was faster, or the time is over: this number went nowhere.
    if (error instanceof Problem && error.status === 409) storeSeat(match, { ...kept, nonce: undefined })
    throw error
  }
}

// Without an encrypted connection a browser has no hash functions, so it adds nothing in two steps.
async function createBody(awaited, nonce) {
  if (awaited === 'nonce') return { nonce }
  return crypto.subtle ? { hash: await hashNonce(nonce) } : { nonce: null }
}
