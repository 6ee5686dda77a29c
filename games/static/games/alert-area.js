// The place above the board where a table tells or asks something.

import { html, render } from './dom.js'
import { Problem } from './net.js'
import { renderNote, renderProblem, renderQuestion } from './notes.js'

export class AlertArea {
  // `spoken` is the live region that a screen reader reads out.
  constructor(root, spoken, texts) {
    this.root = root
    this.spoken = spoken
    this.texts = texts
  }

  // The alert stays in sight where the board is longer than the screen.
  show(content) {
    render(this.root, content)
    this.root.scrollTop = 0
    this.root.scrollIntoView({ block: 'nearest' })
  }

  clear() {
    render(this.root, html``)
  }

  // A success, which is read out too.
  confirm(text) {
    this.spoken.textContent = text
    this.show(renderNote('good', 'check', text, this.texts))
  }

  // What a player should know and need not do anything about, read out too.
  inform(text) {
    this.spoken.textContent = text
    this.show(renderNote('', 'info', text, this.texts))
  }

  // Shows the problem that the API answers. Any other error is shown as if the API did not answer.
  showError(error) {
    const body = error instanceof Problem ? error.body : { title: this.texts.offline, detail: '' }
    this.show(renderProblem(body, this.texts))
  }

  // A question in the page itself: a frame in another site's page may not open the browser's own dialogs.
  ask(question, fieldName, onAnswer) {
    render(this.root, renderQuestion(question, fieldName, this.texts))
    const form = this.root.querySelector('form')
    const field = form.elements.answer ?? form.querySelector('button')
    field.focus()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const answer = form.elements.answer?.value.trim()
      this.clear()
      onAnswer(answer)
    })
  }
}
