// Entries of a real table that were made without a network: kept in this browser in their order, shown as a view
// like the server's, and sent one after the other when the network is back. The server judges them then.

import { createNonce, Problem } from './net.js'

export class TableNotes {
  // `Notebook` knows what can come next in the game, `pad` the cards and actions that can be noted. A game without
  // them takes no notes.
  constructor(match, texts) {
    Object.assign(this, { texts, path: `/matches/${match}`, storageKey: `escale-real-table-${match}` })
    const stored = this.load()
    this.notes = stored?.notes ?? []
    // The last view that the server gave: the notes continue it.
    this.base = stored?.view ?? null
  }

  async loadGame(game, pad) {
    if (!pad) return
    this.pad = pad
    this.Notebook = (await import(`../${game}/notebook.js`)).Notebook
  }

  get areKept() {
    return this.notes.length > 0
  }

  // Only entries of cards and moves can be noted, and only where this phone may enter something.
  canTake(door) {
    return Boolean(this.Notebook) && this.base?.seat !== null && ['luck', 'actions'].includes(door)
  }

  add(door, body, key = createNonce(), wasSent = false) {
    this.notes.push({ door, body, key, wasSent })
    this.store()
  }

  // True if the newest note could be dropped: one that was sent may have arrived.
  dropNewest() {
    if (this.notes.at(-1).wasSent) return false
    this.notes.pop()
    this.store()
    return true
  }

  dropOldest() {
    this.notes.shift()
    this.store()
  }

  clear() {
    this.notes = []
    this.store()
  }

  // The notes continue this view from now on.
  rebase(view) {
    this.base = view
    this.store()
  }

  // ── What the notes say ──

  // The table after all notes, in the form of a view: what can be entered next.
  describe() {
    const book = new this.Notebook({ view: this.base, facts: this.pad.facts })
    const texts = this.notes.map((note) => this.follow(book, note))
    const awaits = book.listPlaces().map((place) => ({
      place,
      text: this.pad.places[place],
      among: place.includes('[') ? place.split('[')[0] : '',
    }))
    const choices = awaits.length ? [] : this.pad.actions.filter(({ action }) => book.canBe(action))
    const prompt = choices.length || awaits.length ? '' : this.texts.notes_full
    return {
      ...this.base,
      ...this.describeChoices(book, choices),
      seat: book.turn ?? this.base.seat,
      number: `${this.base.number}+${this.notes.length}`,
      decisions: choices.length ? [{ id: null, text: '' }] : [],
      prompt,
      log: texts.map((text) => ({ kind: 'move', text, sentences: [text] })),
      board_words: null,
      luck: { awaits, left: { [this.pad.stock]: this.listCardsLeft() }, ...this.describeLuck(book, choices) },
    }
  }

  describeChoices(book, choices) {
    return {
      menu: choices.map(({ action }) => action),
      labels: choices.map(({ label }) => label),
      disabled: [],
    }
  }

  describeLuck(book, choices) {
    const draws = choices.map(({ action }) => {
      const dice = book.countDice(action)
      return dice ? { label: 'dice', text: this.pad.question, dice, among: null } : null
    })
    const followUps = choices.map(({ action }) => this.listFollowUps(book, action))
    return { draws, orders: [], follow_ups: followUps }
  }

  listFollowUps(book, action) {
    const actions = book.listFollowUps(action)
    return this.pad.actions.filter((known) => actions.some((other) => this.look(other) === this.look(known.action)))
  }

  listCardsLeft() {
    const noted = this.notes.flatMap(({ body }) => Object.values(body.entries ?? {}))
    return (this.base.luck?.left[this.pad.stock] ?? []).filter(({ card }) => !noted.includes(card))
  }

  // Plays the note in the book; returns it in words.
  follow(book, { body }) {
    if (body.entries) {
      const [[place, value]] = Object.entries(body.entries)
      book.noteCard(place, value)
      return `${this.pad.places[place]} ${this.pad.texts[value] ?? this.base.seats[value].name}`
    }
    const who = this.base.seats[book.turn]?.name
    const label = this.pad.actions.find(({ action }) => this.look(action) === this.look(body.action))?.label
    book.noteAction(body.action, body.chance)
    return `${who}: ${label} ${(body.chance?.dice ?? []).join(', ')}`.trim()
  }

  tellOldest() {
    const book = new this.Notebook({ view: this.base, facts: this.pad.facts })
    return this.follow(book, this.notes[0])
  }

  // ── What is sent ──

  // Sends all notes; returns the last view. A Problem is thrown for the first note that is refused: it is kept, and
  // those after it too. Any other error says that the network is still away.
  async send(api) {
    if (!this.notes[0]?.wasSent) this.guardNobodyElse(await this.call(api, 'GET', 'view'))
    while (this.areKept) {
      const [note] = this.notes
      if (!note.wasSent) this.prepare(note)
      try {
        this.base = await this.call(api, 'POST', note.door, note.body, { 'Idempotency-Key': note.key })
      } catch (error) {
        if (error instanceof Problem) note.wasSent = false
        this.store()
        throw error
      }
      this.dropOldest()
    }
    return this.base
  }

  call(api, method, door, body = null, headers = {}) {
    return api.call(method, `${this.path}/${door}/`, body, headers)
  }

  // Another phone may have gone on meanwhile: the notes would say something else then.
  guardNobodyElse(view) {
    if (view.number !== this.base.number) throw new Problem(409, { detail: this.texts.notes_overtaken })
    this.base = view
  }

  // What was not known without a network: the decision that the note answers, and which of several cards that look
  // the same lies before this player. The note is stored first: it may arrive although its answer is lost.
  prepare(note) {
    note.wasSent = true
    if (note.door === 'actions') {
      const { decisions, menu } = this.base
      const offered = menu.find((action) => this.look(action) === this.look(note.body.action))
      note.body = { ...note.body, decision: decisions[0]?.id ?? '', action: offered ?? note.body.action }
    }
    this.store()
  }

  look(action) {
    const entries = Object.entries(action).map(([name, value]) => [name, this.pad.texts[value] ?? value])
    return JSON.stringify(entries.sort())
  }

  // ── What this browser keeps ──

  load() {
    try {
      return JSON.parse(localStorage.getItem(this.storageKey))
    } catch {
      return null
    }
  }

  store() {
    try {
      if (this.base?.status === 'finished' && !this.areKept) localStorage.removeItem(this.storageKey)
      else localStorage.setItem(this.storageKey, JSON.stringify({ view: this.base, notes: this.notes }))
    } catch {
      // Without storage the notes live as long as the page.
    }
  }
}
