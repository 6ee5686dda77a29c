// What a table shows while the director plays (director.js says what scenes and shots are): first the board,
// then what follows from the event, such as the log. What flies is in flights.js. A mark is the outline of a
// thing that the last move has changed, and is stored as the data-key of the thing.

import { html, icon, motion } from './dom.js'
import { FLIGHT_SHARE, Flights, endFlights, markChanges, removeCopies } from './flights.js'

const MOVE_MILLISECONDS = 450
const MIN_SKIP_MILLISECONDS = 700 // A shorter scene is over before anybody finds a button.

// The panel of whoever acts is lit; nobody is asked for anything.
function light(seats, actingSeat) {
  return seats.map((seat) => ({ ...seat, waiting: false, acting: seat.index === actingSeat }))
}

// A view in which nothing can be chosen, and which does not yet say who has won.
export function toInterimView(view, changes) {
  const noChoices = { decisions: [], menu: [], labels: [], disabled: [], offer: null }
  return { ...view, ...noChoices, outcome: null, ...changes }
}

export class Stage {
  constructor(table) {
    this.table = table
    this.shot = null
    this.markedKeys = []
    this.readEntryNumber = 0 // of the entry of the log that was read out last
    this.readSentenceCount = 0 // how many of its sentences were read out
  }

  // --- called by the director

  async loadState(number) {
    const { api, path } = this.table
    const view = await api.get(`${path}/view/?at=${number}&after=${number}`)
    return view.state
  }

  showScene(shot) {
    const { table } = this
    const { scene, event, entry, sentence, before, state, milliseconds } = shot
    // The marks stay as long as the same seat moves.
    if (entry.number !== this.shot?.entry.number && entry.seat !== this.shot?.entry.seat) this.markedKeys = []
    const prompt = sentence || table.view.prompt
    const seats = light(table.view.seats, entry.seat)
    removeCopies(table)
    table.style.setProperty('--scene', `${milliseconds}ms`) // for what the sheets of the games move
    table.view = toInterimView(table.view, { prompt, acting: entry.seat, seats })
    table.drawPanels?.() // with the score before the scene; replays and lessons draw theirs after it
    table.view.state = state
    const facts = { view: table.view, before, state }
    const flights = new Flights(table, scene.flights?.(event, facts) ?? [])
    this.shot = shot
    this.addMarks(scene, event, facts)
    motion.milliseconds = Math.min(MOVE_MILLISECONDS, milliseconds * FLIGHT_SHARE)
    table.drawStatus()
    table.drawBoard()
    table.drawActions()
    flights.start(milliseconds)
    table.sounds.play(scene.sound)
    this.report('begin', shot)
  }

  // Shows what follows from an entry of the log: the log itself, everything beside the board, and the
  // sentences for screen readers. After a shot, `sentenceCount` sentences of the entry are shown, and its
  // `event` has the `index`; without them the whole entry is shown. A move then brings the `state` after it.
  follow(entry, { sentenceCount, state, event, index } = {}) {
    const { table } = this
    const isAfterShot = sentenceCount !== undefined
    const shownCount = isAfterShot ? sentenceCount : Infinity
    const otherEntries = table.view.log.filter((other) => other.number !== entry.number)
    const log = [...otherEntries, cutEntry(entry, shownCount)]
    table.view = { ...table.view, log, ...(state && { state }) }
    table.showMessages([entry])
    table.draw()
    this.readOut(entry, shownCount)
    if (isAfterShot) this.report('end', { entry, index, event })
  }

  finish(view, { withoutScene }) {
    endFlights()
    motion.milliseconds = MOVE_MILLISECONDS
    this.shot = null
    if (withoutScene) this.markLastMove(view)
    this.table.finish(view)
  }

  // --- marks, words, reports

  // `facts` are those that director.js describes for the marks of a scene.
  addMarks(scene, event, facts) {
    this.markedKeys.push(...(scene.marks?.(event, facts) ?? []))
  }

  // Outlines what the last move has changed, where no scenes are played.
  markLastMove(view) {
    const { scenes } = this.table.parts.board
    const entry = view.log.findLast(({ kind }) => kind === 'move')
    this.markedKeys = []
    if (!view.state) return
    for (const event of entry?.events ?? []) {
      const scene = scenes?.[event.type]
      if (scene) this.addMarks(scene, event, { view, before: view.state, state: view.state })
    }
  }

  drawMarks() {
    markChanges(this.table, this.markedKeys)
  }

  clearMarks() {
    this.markedKeys = []
    this.drawMarks()
  }

  // Lets screen readers read the first sentences of an entry, without those that they have read already.
  readOut(entry, sentenceCount = Infinity) {
    if (entry.number < this.readEntryNumber) return
    const sentences = entry.sentences ?? [entry.text]
    const alreadyReadCount = entry.number === this.readEntryNumber ? this.readSentenceCount : 0
    const words = sentences.slice(alreadyReadCount, sentenceCount).filter(Boolean).join(' ')
    this.readEntryNumber = entry.number
    this.readSentenceCount = Math.min(sentenceCount, sentences.length)
    if (words) this.table.speak(words)
  }

  // An event of the page when a scene begins and ends. Tests and films wait for it.
  report(moment, { entry, index = 0, event, milliseconds: planned }) {
    const detail = { moment, number: entry.number, index, type: event?.type ?? null, planned }
    this.table.dispatchEvent(new CustomEvent('escale-scene', { detail }))
  }

  renderSkipButton(texts) {
    if (!this.shot || this.shot.milliseconds < MIN_SKIP_MILLISECONDS) return html``
    return html`<button class="button" data-do="skip" data-key="skip">${icon('step')} ${texts.skip}</button>`
  }
}

// An entry of the log with only its first `count` sentences.
function cutEntry(entry, count) {
  if (!entry.sentences || count >= entry.sentences.length) return entry
  const sentences = entry.sentences.slice(0, count)
  return { ...entry, sentences, text: sentences.filter(Boolean).join(' ') }
}
