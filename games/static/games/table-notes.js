// Entries of a real table that were made without a network: kept in this browser in their order, shown as a
// view like the server's, and sent one after the other when the network is back. The server judges them then.

import { createNonce, Problem } from './net.js'

export class TableNotes {
  // `Notebook` knows what can come next in the game, `pad` the cards and actions that can be noted. A game
  // without them takes no notes.
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

  // With a key, the note was sent already, and may have arrived.
  add(door, body, key = null) {
    this.notes.push({ door, body, key: key ?? createNonce(), wasSent: Boolean(key) })
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

  // A notebook that goes on from the last view of the server, with all notes.
  openBook() {
    const book = new this.Notebook({ view: this.base, facts: this.pad.facts, places: this.pad.places })
    for (const { body } of this.notes) {
      if (body.entries) for (const [place, card] of Object.entries(body.entries)) book.noteCard(place, card)
      else book.noteAction(body.action, body.chance)
    }
    return book
  }

  // The table after all notes, in the form of a view: what can be entered next.
  describe() {
    const book = this.openBook()
    const texts = this.notes.map((note) => this.tell(note))
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
      decisions: choices.length ? [{ id: null, text: this.pad.decisions[book.kind] ?? '' }] : [],
      prompt,
      log: texts.map((text) => ({ kind: 'move', text, sentences: [text] })),
      board_words: null,
      luck: { awaits, left: this.listCardsLeft(), ...this.describeLuck(book, choices) },
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
    const questions = choices.map(({ action }) => this.findQuestion(action))
    const followUps = choices.map(({ action }) => this.listFollowUps(book, action))
    return {
      draws: questions.map((question) => (question?.label ? question : null)),
      orders: questions.flatMap((question, index) => (question?.field ? [{ ...question, index }] : [])),
      follow_ups: followUps,
    }
  }

  // What must be told next about an action that is noted after all others; null if nothing.
  findQuestion(action, chance = {}) {
    const question = this.openBook().findQuestion(action, chance)
    if (!question) return null
    const { label, field, dice = null, groups } = question
    const cards = dice ? null : groups ? this.describeGroups(groups) : this.listCardsLeft()[label]
    const text = this.pad.questions[label ?? field]
    return { label, field, dice, among: cards, text, isOpen: Boolean(field) }
  }

  describeGroups(groups) {
    return Object.entries(groups).flatMap(([name, cards]) => {
      const group = this.pad.groups[name] ?? ''
      return cards.map((card) => ({ ...this.pad.cards[card], group }))
    })
  }

  listFollowUps(book, action) {
    const actions = book.listFollowUps?.(action) ?? []
    return this.pad.actions.filter(({ action: known }) => actions.some((other) => this.isLike(known, other)))
  }

  // By stock, the cards that nobody has entered or noted.
  listCardsLeft() {
    const noted = this.notes.flatMap(({ body }) => Object.values({ ...body.entries, ...body.chance }))
    const leftByStock = this.pad.stocks.map((stock) => {
      const left = this.base.luck?.left[stock] ?? []
      return [stock, left.filter(({ card }) => !noted.includes(card))]
    })
    return Object.fromEntries(leftByStock)
  }

  // The note in words.
  tell({ body }) {
    if (body.entries) {
      const [[place, value]] = Object.entries(body.entries)
      return `${this.pad.places[place]} ${this.nameCard(value) ?? this.base.seats[value].name}`
    }
    const { action, chance, seat } = body
    const told = [...Object.values(chance ?? {}), ...Object.values(action).filter(Array.isArray)].flat()
    const values = told.map((value) => this.nameCard(value) ?? value)
    const details = values.length ? ` (${values.join(', ')})` : ''
    return `${this.base.seats[seat].name} – ${this.findLabel(action)}${details}`
  }

  findLabel(action) {
    return this.pad.actions.find(({ action: known }) => this.isLike(known, action))?.label ?? ''
  }

  // True if the pad's action is this one: it leaves out the fields that are asked for.
  isLike(known, action) {
    return this.look(known) === this.look(pick(action, Object.keys(known)))
  }

  nameCard(card) {
    return this.pad.cards[card]?.text
  }

  tellOldest() {
    return this.tell(this.notes[0])
  }

  // ── What is sent ──

  // Sends all notes; returns the last view. A Problem is thrown for the first note that is refused: it is
  // kept, and those after it too. Any other error says that the network is still away.
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

  // What was not known without a network: the decision that the note answers, and which of several cards that
  // look the same lies before this player. The note is stored first: it may arrive although its answer is
  // lost.
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
    const entries = Object.entries(action).map(([name, value]) => [name, this.nameCard(value) ?? value])
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

function pick(fields, names) {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
