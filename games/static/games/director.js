// Plays the moves of a table one after the other. It takes their events one by one and lets the stage play
// the scene of each. What follows from an event is shown after its scene, and choices only after the last.
//
// It knows no game. A board may offer `scenes`, an object that holds a scene for each type of event:
//   seconds                     how long the scene takes at normal speed: a number, or seconds(event, entry)
//   apply(state, event, entry)  changes the given copy of the state into the state after the event; without it
//                               the scene shows the state after the whole move
//   flights(event, facts)       what flies where, as flights.js describes it; `facts` has the `view`, the
//                               state `before` the event, and the `state` after it
//   marks(event, facts)         the data-keys of what stays outlined until the player acts
//   sound                       the name of a sound
// An event without a scene takes no time. Where a board offers no scenes, each move takes DEFAULT_SECONDS.
//
// A shot is one scene of one event as the stage shows it: with its sentence, its states and its milliseconds.

import { readSetting, writeSetting } from './browser-store.js'

const SPEED_KEY = 'escale-speed'
const FACTOR_BY_SPEED = { off: 0, calm: 1.6, normal: 1, fast: 0.5 }
const RECAP_FACTOR = 0.5 // for moves that were made while the player was away
const DEFAULT_SECONDS = 0.6
const PAUSE_SECONDS = 0.15 // between two moves, so that the state between them is seen
const MAX_MOVE_SECONDS = 8
export const MAX_RECAP_MOVES = 12

export const SPEEDS = Object.keys(FACTOR_BY_SPEED)

export function readSpeed() {
  const speed = readSetting(SPEED_KEY)
  return speed in FACTOR_BY_SPEED ? speed : 'normal'
}

export function storeSpeed(speed) {
  writeSetting(SPEED_KEY, speed)
}

export class Director {
  // The stage loads states with loadState(number) and shows what the director decides: showScene(shot) draws
  // a shot, follow(entry) shows what follows from an entry of the log, and finish(view) draws the whole view.
  constructor(stage, scenes) {
    Object.assign(this, { stage, scenes: scenes ?? {}, hasScenes: Boolean(scenes) })
    // Still to be played, as listMoves gives them; other entries of the log stand between them.
    this.moves = []
    this.run = null // the playback in progress, or null
  }

  get isOn() {
    return readSpeed() !== 'off'
  }

  get isRunning() {
    return Boolean(this.run)
  }

  // Begins with this view, without a scene.
  begin(view) {
    this.halt()
    this.latestView = view
    this.state = view.state
  }

  // A newer view of the same seat: its new moves are played, then the view itself is shown.
  add(view, { isRecap = false } = {}) {
    const newEntries = view.log.filter((entry) => entry.number > this.latestView.number)
    const canPlay = this.isOn && this.state && view.state && arePlayable(newEntries)
    this.latestView = view
    if (!canPlay) this.moves = []
    else this.moves.push(...listMoves(view, newEntries, isRecap))
    if (this.run) {
      // The playback goes on with the new moves, or stops and shows the view.
      if (!canPlay) this.skipAll()
      return
    }
    if (!this.moves.length) this.finish()
    else if (!document.hidden) this.play()
  }

  // The page was hidden meanwhile: what happened is shown faster.
  resume() {
    if (this.run || !this.moves.length) return
    for (const move of this.moves) move.isRecap = true
    this.play()
  }

  async play() {
    const run = { isStopped: false, skipCount: 0 }
    this.run = run
    await this.dropOldMoves()
    while (this.moves.length && !run.isStopped) await this.playMove(this.moves.shift(), run)
    if (this.run !== run) return // `halt` was called, because the table shows another seat.
    this.moves = []
    this.run = null
    this.finish()
  }

  // Passes over all but the last moves, if too many wait.
  async dropOldMoves() {
    if (this.moves.length <= MAX_RECAP_MOVES) return
    const dropped = this.moves.splice(0, this.moves.length - MAX_RECAP_MOVES)
    this.state = (await this.loadState(dropped.at(-1))) ?? this.state
    for (const { entry } of dropped) this.stage.follow(entry)
  }

  finish() {
    this.state = this.latestView.state
    this.stage.finish(this.latestView, { withoutScene: !this.isOn })
  }

  // --- one move

  async playMove(move, run) {
    const { entry } = move
    if (entry.kind !== 'move') return this.stage.follow(entry)
    const stateAfter = await this.loadState(move)
    if (run.isStopped) return
    if (!stateAfter) return this.skipAll() // The network is gone; the last view can be shown without it.
    const shots = this.listShots(entry)
    const factor = chooseFactor(shots, move.isRecap)
    for (const shot of shots) {
      await this.playShot({ ...shot, entry, factor, stateAfter }, run)
      if (run.isStopped) return
    }
    this.state = stateAfter
    this.stage.follow(entry, { state: stateAfter })
    if (this.moves.length) await this.wait(1000 * PAUSE_SECONDS * factor)
  }

  // The state after an entry, or null if it cannot be loaded. The last move of a view has it already.
  loadState({ entry, state }) {
    return state ?? this.stage.loadState(entry.number).catch(() => null)
  }

  // A shot for each event that has a scene. When it ends, the sentences up to its event (`sentenceCount`) are
  // shown, and with them those of events before it that have no scene.
  listShots(entry) {
    if (!this.hasScenes) {
      const seconds = DEFAULT_SECONDS
      return [{ scene: {}, seconds, event: null, sentence: entry.text, sentenceCount: Infinity }]
    }
    const shots = []
    for (const [index, event] of (entry.events ?? []).entries()) {
      const scene = this.scenes[event.type]
      const sentence = entry.sentences[index]
      if (!scene) continue
      const seconds = typeof scene.seconds === 'function' ? scene.seconds(event, entry) : scene.seconds
      shots.push({ scene, seconds, event, index, sentence, sentenceCount: index + 1 })
    }
    return shots
  }

  // `stateAfter` is the state after the whole move; `state` is the one that this shot shows.
  async playShot({ scene, seconds, event, entry, index, sentence, sentenceCount, factor, stateAfter }, run) {
    const before = this.state
    const state = scene.apply ? structuredClone(before) : stateAfter
    scene.apply?.(state, event, entry)
    this.state = state
    const milliseconds = 1000 * seconds * factor
    this.stage.showScene({ scene, event, entry, index, sentence, before, state, milliseconds })
    await this.wait(milliseconds)
    if (!run.isStopped) this.stage.follow(entry, { sentenceCount, index, event })
  }

  wait(milliseconds) {
    return new Promise((resolve) => {
      this.endWait = resolve
      setTimeout(resolve, milliseconds)
    })
  }

  // --- skipping

  // A first tap or key ends the scene, a second one all of them.
  skip() {
    if (!this.run) return
    this.run.skipCount += 1
    if (this.run.skipCount > 1) this.skipAll()
    else this.endWait?.()
  }

  skipAll() {
    this.moves = []
    if (this.run) this.run.isStopped = true
    this.endWait?.()
  }

  // Stops at once and shows nothing more.
  halt() {
    this.skipAll()
    this.run = null
  }
}

// Taking moves back has no scene.
function arePlayable(entries) {
  return !entries.some((entry) => entry.kind === 'undo')
}

// The view has the state after the last move; states before it are loaded.
function listMoves(view, entries, isRecap) {
  const lastMove = entries.findLast((entry) => entry.kind === 'move')
  return entries.map((entry) => ({ entry, isRecap, state: entry === lastMove ? view.state : null }))
}

function chooseFactor(shots, isRecap) {
  const sum = shots.reduce((total, { seconds }) => total + seconds, 0)
  const shortening = Math.min(1, MAX_MOVE_SECONDS / sum)
  return FACTOR_BY_SPEED[readSpeed()] * shortening * (isRecap ? RECAP_FACTOR : 1)
}
