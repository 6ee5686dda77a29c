// Checks the luck of a finished match in the browser of the reader, and writes the verdict below the replay.

import { loadSeats } from './browser-store.js'
import { formatText, html, icon, render } from './dom.js'

export class LuckCheck {
  // The replay has the `match`, `game`, `summary`, `texts`, `parts` and `api`; its `loadView(number)` answers
  // a view.
  constructor(replay) {
    this.replay = replay
  }

  async start() {
    try {
      await this.judge()
    } catch {
      this.show('bad', [this.replay.texts.offline])
    }
  }

  async judge() {
    const { texts, match, game, api } = this.replay
    const [{ Judge }, { Luck }, record, entries] = await Promise.all([
      import('./judge.js'),
      import(`../${game}/luck.js`),
      api.get(`/matches/${match}/record/`),
      this.loadLog(),
    ])
    if (record.luck === 'table') return this.show('', [texts.luck_from_table])
    if (!record.fairness) return this.show('bad', [texts.no_fairness])
    const judge = new Judge({
      record,
      entries,
      keptSeats: loadSeats(match),
      names: this.replay.summary.seats.map((seat) => seat.name),
      Luck,
      loadState: (number) => this.loadState(number),
      showProgress: (done, all) => this.show('', [formatText(texts, 'checking', { done, all })]),
    })
    const verdict = await judge.judge()
    this.showVerdict(verdict, judge.listMeanings())
  }

  async loadState(number) {
    const view = await this.replay.loadView(number)
    return view.state
  }

  // The whole log: the API gives a page of it at a time.
  async loadLog() {
    const { api, match, summary } = this.replay
    const entries = []
    let lastNumber = 0
    while (lastNumber < summary.number) {
      const { events } = await api.get(`/matches/${match}/events/?after=${lastNumber}`)
      if (!events.length) break
      entries.push(...events)
      lastNumber = events.at(-1).number
    }
    return entries
  }

  showVerdict({ faults, notes, drawCount }, meanings) {
    const { texts } = this.replay
    const toSentence = ({ key, fields }) => formatText(texts, key, fields)
    if (faults.length) {
      this.show('bad', [texts.unfair, ...faults.map(toSentence), texts.unfair_advice])
      return
    }
    const fair = formatText(texts, 'fair', { all: drawCount })
    this.show('good', [fair, ...notes.map(toSentence), ...meanings.map((key) => texts[key])])
  }

  // `look` is the CSS class of the note.
  show(look, sentences) {
    const paragraphs = sentences.filter(Boolean).map((sentence) => html`<p>${sentence}</p>`)
    const sign = icon(look === 'bad' ? 'warning' : 'check')
    render(this.replay.parts.fairness, html`<div class="note ${look}">${sign}<div>${paragraphs}</div></div>`)
  }
}
