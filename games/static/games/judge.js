// Judges the luck of a finished match: compares what is revealed with what this browser has kept, and every
// draw with the moves and positions on the screen. All of it is computed again here, the games' part by their
// luck.js.
//
// docs/game-record.md describes what is revealed: the secret of the server, a number (nonce) of each seat,
// and since version 2 the sources of the numbers. With two steps, everybody sent the hash of a number before
// anybody revealed one.

import { RandomStream, computeCommitment, deriveBotNonce, hashNonce } from './fairness.js'

const MAX_SHOWN_LENGTH = 120
const SECRET = /^[0-9a-f]{64}$/
const NONCE = /^[0-9a-f]{32}$/
const SOURCES_WITH_NONCE = ['given', 'bot']
// Without a number: the person declined, or did not send it in time, or sent only its hash in time.
const SOURCES = [...SOURCES_WITH_NONCE, 'declined', 'late', 'withheld']

// `record` is the game record, `entries` the log, `names` the names of the seats; `loadState(number)` answers
// the board after that entry of the log.
//
// `keptSeats` are the seats of this browser, as contribution.js stored them before the match: each with its
// `index`, the `commitment` it was shown, its `nonce`, whether that `isSent`, which seats were `bots`, and
// the `hashes` of all seats as they were shown before the numbers were revealed.
//
// `Luck` is the class in luck.js of the game. It draws from the random stream with `drawSetup` and
// `drawMove`; `begin` and `follow` keep its own account of the board; `follow` and `compareBoard` answer
// pairs of what the screen shows and what it expects.
//
// The verdict has `faults` and `notes`, each with the key of a text and the fields of that text.
export class Judge {
  constructor({ record, entries, keptSeats, names, Luck, loadState, showProgress }) {
    Object.assign(this, { record, entries, keptSeats, names, loadState, showProgress })
    const { seats, options, setup, fairness } = record
    this.fairness = fairness
    this.luck = new Luck({ seatCount: seats.length, options, setup })
    this.faults = []
    this.notes = []
  }

  async judge() {
    if (!this.isWhole()) {
      this.addFault('block_differs')
      return { faults: this.faults, notes: this.notes, drawCount: 0 }
    }
    await this.compareCommitments()
    await this.compareNonces()
    await this.compareSources()
    this.stream = await RandomStream.create(this.fairness)
    if (await this.compareSetup()) await this.compareMoves()
    return { faults: this.faults, notes: this.notes, drawCount: this.stream.drawCount }
  }

  addFault(key, fields = {}) {
    this.faults.push({ key, fields })
  }

  addNote(key, fields = {}) {
    this.notes.push({ key, fields })
  }

  // --- what is revealed

  // Whether there is one secret and one number for each seat, all of the right length. The key and the
  // commitment are hashes of texts put together: with other lengths, the house could add numbers or divide
  // the same text otherwise, and so choose the luck afterwards.
  isWhole() {
    const { version = 1, secret, nonces } = this.fairness
    const seatCount = this.record.seats.length
    if (!SECRET.test(secret) || !Array.isArray(nonces) || nonces.length !== seatCount) return false
    if (version === 1) return !this.fairness.match && nonces.every((nonce) => NONCE.test(nonce))
    return version === 2 && this.hasWholeSources()
  }

  hasWholeSources() {
    const { match, steps, nonces, sources } = this.fairness
    if (typeof match !== 'string' || ![1, 2].includes(steps) || !Array.isArray(sources)) return false
    if (sources.length !== nonces.length || !sources.every((source) => SOURCES.includes(source))) return false
    return nonces.every((nonce, i) => {
      const mustHaveNonce = SOURCES_WITH_NONCE.includes(sources[i])
      return mustHaveNonce ? NONCE.test(nonce) : nonce === null
    })
  }

  // --- what was agreed before the start

  async compareCommitments() {
    const { commitment } = this.fairness
    if ((await computeCommitment(this.fairness)) !== commitment) this.addFault('secret_differs')
    const kept = this.keptSeats.filter((seat) => seat.commitment)
    if (kept.some((seat) => seat.commitment !== commitment)) this.addFault('commitment_differs')
    this.hasCommitment = kept.length > 0
    this.addNote(this.hasCommitment ? 'commitment_kept' : 'commitment_unseen')
  }

  async compareNonces() {
    const { nonces, version = 1 } = this.fairness
    const sentSeats = this.keptSeats.filter((seat) => this.hasSentNonce(seat))
    // Only since version 2 do browsers store `isSent`: the house calls a newer match an older one.
    if (version === 1 && sentSeats.some((seat) => seat.isSent)) this.addFault('steps_differ')
    for (const { index, nonce } of sentSeats) {
      if (nonces[index] !== nonce) this.addFault('nonce_differs', { who: this.names[index] })
    }
    this.hasNonce = sentSeats.length > 0
    this.addNote(this.hasNonce ? 'nonce_kept' : 'nonce_unsent')
    for (const { hashes } of sentSeats) {
      if (hashes) await this.compareHashes(hashes)
    }
  }

  // In version 1 a seat was taken with its number, so each number that is kept was sent. Since version 2 it
  // may have been sent without the mark `isSent`, if the answer was lost: then the house shows the same
  // number.
  hasSentNonce({ nonce, isSent, index }) {
    const { nonces, version = 1 } = this.fairness
    return nonce && (isSent || version === 1 || nonces[index] === nonce)
  }

  // `hashes` are those of all seats, null where there was none.
  async compareHashes(hashes) {
    const { nonces, steps } = this.fairness
    const hadHashes = hashes.some(Boolean)
    if (hadHashes !== (steps === 2)) this.addFault('steps_differ')
    for (const [index, hash] of hashes.entries()) {
      const nonce = nonces[index]
      const isPerson = this.record.seats[index].kind === 'human'
      if (!isPerson || !nonce) continue
      // With two steps, a number without a hash was not fixed when the others were revealed.
      const isWrong = hash === null ? steps === 2 : (await hashNonce(nonce)) !== hash
      if (isWrong) this.addFault('hash_differs', { who: this.names[index] })
    }
  }

  async compareSources() {
    const { version = 1, sources = [], nonces, secret } = this.fairness
    if (version === 1) this.addNote('means_version_1')
    for (const [index, source] of sources.entries()) {
      const who = this.names[index]
      const isBot = this.record.seats[index].kind === 'bot'
      const hasWrongSource = isBot !== (source === 'bot')
      const hasWrongNonce = isBot && nonces[index] !== (await deriveBotNonce(secret, index))
      const wasBotBefore = this.keptSeats.some(({ bots }) => bots?.[index])
      if (hasWrongSource || hasWrongNonce || (wasBotBefore && !isBot)) this.addFault('bot_differs', { who })
      if (['declined', 'late'].includes(source)) this.addNote('added_none', { who })
      if (source === 'withheld') this.addNote('withheld', { who })
    }
  }

  // --- the draws

  async compareSetup() {
    const expected = await this.luck.drawSetup(this.stream)
    const shown = this.record.setup
    const names = [...new Set([...Object.keys(expected), ...Object.keys(shown)])]
    const wrong = names.find((name) => !isSame(expected[name], shown[name]))
    if (wrong) this.addFault('setup_differs', { what: wrong })
    return !wrong
  }

  async compareMoves() {
    const { record, luck } = this
    const start = this.entries.find((entry) => entry.kind === 'start')
    const played = listMovesInForce(this.entries)
    if (played.length !== record.moves.length) {
      return this.addFault('record_differs', { n: Math.min(played.length, record.moves.length) + 1 })
    }
    luck.begin(record.setup)
    if (!(await this.compareBoard(start.number, 0))) return
    for (const [i, move] of record.moves.entries()) {
      const entry = played[i]
      if (!isSameMove(move, entry)) return this.addFault('record_differs', { n: move.n })
      if (!(await this.compareMove(move, entry))) return
      this.showProgress?.(i + 1, record.moves.length)
    }
  }

  // Whether the move draws what the secret gives, and the log and the board show it.
  async compareMove(move, entry) {
    const expected = await this.luck.drawMove(this.stream, move, entry.events)
    for (const what of new Set([...Object.keys(expected), ...Object.keys(move.chance ?? {})])) {
      if (!isSame(expected[what], move.chance?.[what])) {
        this.addFault('draw_differs', { n: move.n, what, ...formatPair(move.chance?.[what], expected[what]) })
        return false
      }
    }
    if (!this.comparePairs(this.luck.follow(entry.events, expected), move.n)) return false
    // The board is loaded only after a draw and at the end, because each board takes a request.
    const hasDrawn = Object.keys(expected).length > 0
    const isLast = move.n === this.record.moves.length
    return !(hasDrawn || isLast) || this.compareBoard(entry.number, move.n)
  }

  async compareBoard(number, n) {
    return this.comparePairs(this.luck.compareBoard(await this.loadState(number)), n)
  }

  comparePairs(pairs, n) {
    const wrong = pairs.find(([shown, expected]) => !isSame(shown, expected))
    if (wrong) this.addFault('screen_differs', { n, ...formatPair(...wrong) })
    return !wrong
  }

  // --- what a match without faults proves

  // The keys of the sentences that say it: `means_house` that the house could not choose the luck alone, and
  // with one or two steps, what it could do together with a person.
  listMeanings() {
    const { version = 1, steps = 1, sources = [] } = this.fairness
    if (version === 1) return ['means_after', 'means_screens']
    const people = sources.filter((source) => source !== 'bot').length
    const keys = ['means_after']
    if (this.hasCommitment && this.hasNonce) keys.push('means_house')
    if (people > 1) keys.push(steps === 2 && this.hasNonce ? 'means_two_steps' : 'means_one_step')
    return [...keys, 'means_screens']
  }
}

function isSame(one, other) {
  return JSON.stringify(sortNames(one)) === JSON.stringify(sortNames(other))
}

// Databases keep the names of an object in an order of their own.
function sortNames(value) {
  if (Array.isArray(value)) return value.map(sortNames)
  if (value === null || typeof value !== 'object') return value
  const names = Object.keys(value).sort()
  return names.map((name) => [name, sortNames(value[name])])
}

function formatPair(shown, expected) {
  const format = (value) => (JSON.stringify(value) ?? '—').slice(0, MAX_SHOWN_LENGTH)
  return { shown: format(shown), expected: format(expected) }
}

// The log without the moves that were taken back.
function listMovesInForce(entries) {
  const moves = []
  for (const entry of entries) {
    if (entry.kind === 'move') moves.push(entry)
    if (entry.kind === 'undo') moves.splice(-entry.of.length) // `of` lists the moves that are taken back.
  }
  return moves
}

function isSameMove(move, entry) {
  if (!entry || entry.seat !== move.seat) return false
  return isSame(move.action, entry.action) && isSame(move.chance ?? {}, entry.chance ?? {})
}
