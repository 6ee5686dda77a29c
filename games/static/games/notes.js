// Renders the notes of a table: questions, problems, sections of the rule, missed moves.

import { html, icon, trustedHtml } from './dom.js'

const ANSWER_FIELDS = {
  name: html`<input name="answer" maxlength="40" autocomplete="nickname">`,
  mail: html`<input name="answer" type="email" maxlength="254" autocomplete="email">`,
}

// A question that is answered in a field, or only agreed to (no field).
export function renderQuestion(text, fieldName, texts) {
  const buttonText = fieldName === 'name' ? texts.join : texts.yes
  return html`<form class="note cluster">
    <label>${text} ${ANSWER_FIELDS[fieldName]}</label>
    <button class="button primary small">${icon('check')} ${buttonText}</button>
    <button type="button" class="button small quiet" data-do="dismiss">${texts.close}</button>
  </form>`
}

// A note that stays until it is closed.
export function renderNote(look, iconName, content, texts) {
  return html`<div class="note ${look}">
    ${icon(iconName)}
    <div>
      ${content}
      <p><button class="button small" data-do="dismiss">${texts.close}</button></p>
    </div>
  </div>`
}

export function renderSection(rule) {
  return html`<section class="match-rule" lang="${rule.language}">
    <h3><a href="${rule.url}" target="_blank">${icon('book')} ${rule.title || rule.heading}</a></h3>
    ${trustedHtml(rule.html ?? '')}
  </section>`
}

// The best section whole, the others by their headings; a sentence when the rule does not answer.
export function renderAnswers({ answers, detail }, texts) {
  if (!answers.length) return html`<p>${detail ?? texts.ask_nothing}</p>`
  const [best, ...others] = answers
  return html`${renderSection(best)}
    ${
      others.length > 0 &&
      html`<p>${texts.ask_others}</p>
        <ul>
          ${others.map(renderOtherAnswer)}
        </ul>`
    }`
}

function renderOtherAnswer({ url, heading, language }) {
  return html`<li><a href="${url}" target="_blank" lang="${language}">${heading}</a></li>`
}

export function renderAskForm(texts) {
  return html`<form class="search" role="search" data-ask>
    <label class="visually-hidden" for="match-ask">${texts.ask}</label>
    <input id="match-ask" name="q" type="search" maxlength="200" required placeholder="${texts.ask}">
    <button class="button">${texts.ask_send}</button>
  </form>`
}

export function renderProblem({ title, detail, rule }, texts) {
  const content = html`<p><strong>${title}</strong> ${detail}</p>
    ${rule && renderSection(rule)}`
  return renderNote('bad', 'warning', content, texts)
}

export function renderMissedMoves(entries, texts) {
  const content = html`<p><strong>${texts.meanwhile}</strong></p>
    <ul>
      ${entries.map((entry) => html`<li>${entry.text}</li>`)}
    </ul>`
  return renderNote('', 'history', content, texts)
}
