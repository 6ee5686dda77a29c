// Renders the parts of a replay that stay while its positions change; `data-part` names those that are drawn
// into.

import { html, icon } from './dom.js'
import { renderStage } from './table-frame.js'

// `viewer` is the index of the seat whose view is shown, as text, or '' for what everyone sees.
export function renderReplayFrame({ game, texts, summary, firstNumber, viewer, recordUrl }) {
  return html`<div class="replay-bar cluster" role="group" aria-label="${texts.replay}">
      ${renderStepButtons(texts)} ${renderRange(texts, firstNumber, summary.number)}
      <output data-part="position" aria-live="polite"></output>
      ${renderViewerChoice(texts, summary.seats, viewer)}
    </div>
    <p class="match-caption" data-part="caption" aria-live="polite" tabindex="0"></p>
    <h2 class="visually-hidden">${texts.position}</h2>
    ${renderStage(game, texts)} ${renderSide(texts, recordUrl, Boolean(summary.commitment))}`
}

function renderStepButtons(texts) {
  return html`${renderStepButton(texts, 'first', 'step-back')}
    ${renderStepButton(texts, 'back', 'chevron-left')}
  ${renderStepButton(texts, 'run', 'play')}${renderStepButton(texts, 'on', 'chevron-right')}
  ${renderStepButton(texts, 'last', 'step')}`
}

function renderStepButton(texts, command, iconName) {
  const name = texts[command]
  return html`<button class="button icon-only" data-do="${command}" aria-label="${name}" title="${name}">
    ${icon(iconName)}
  </button>`
}

function renderRange(texts, firstNumber, lastNumber) {
  return html`<label class="replay-range">
    <span class="visually-hidden">${texts.position}</span>
    <input type="range" min="${firstNumber}" max="${lastNumber}" data-part="range">
  </label>`
}

function renderViewerChoice(texts, seats, viewer) {
  const options = seats.map(({ index, name }) => {
    const isSelected = String(index) === viewer
    return html`<option value="${index}" ${isSelected ? 'selected' : ''}>${name}</option>`
  })
  return html`<label>
    ${texts.eyes}
    <select data-part="eyes">
      <option value="">${texts.everyone}</option>
      ${options}
    </select>
  </label>`
}

function renderSide(texts, recordUrl, canCheckLuck) {
  const luckButton = html`<button class="button" data-do="verify">
    ${icon('dice')} ${texts.check_dice}
  </button>`
  return html`<div class="match-side">
    <div class="actions">
      <button class="button" data-do="share">${icon('link')} ${texts.share_position}</button>
      <a class="button" href="${recordUrl}" download>${icon('download')} ${texts.record}</a>
      ${canCheckLuck && luckButton}
    </div>
    <p data-part="shared" role="status"></p>
    <div data-part="fairness" role="status"></div>
    <ol class="match-log" data-part="log"></ol>
  </div>`
}
