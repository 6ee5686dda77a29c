// Renders the parts of a table that stay while a match is on screen; `data-part` names each of them.

import { html } from './dom.js'
import { renderMessageForm } from './side.js'

export function renderTableFrame(game, texts, canWrite) {
  return html`<div class="match-status" data-part="status"></div>
    <div data-part="notices"></div>
    <div data-part="latest"></div>
    <div class="match-alert" data-part="alert" role="alert"></div>
    <div class="match-table">
      <escale-board-${game} class="match-board" data-part="board" tabindex="-1"></escale-board-${game}>
      <div class="match-actions" data-part="actions" role="group" aria-label="${texts.actions}"></div>
    </div>
    ${renderSide(texts, canWrite)}
    <p class="visually-hidden" data-part="spoken" aria-live="polite"></p>`
}

function renderSide(texts, canWrite) {
  return html`<div class="match-side">
    <details class="panel" data-part="talking" hidden>
      <summary>${texts.say}</summary>
      <div class="stack">
        <div data-part="talk" class="stack"></div>
        ${canWrite && renderMessageForm(texts)}
      </div>
    </details>
    <details class="panel" open>
      <summary>${texts.log}</summary>
      <ol class="match-log" data-part="log" tabindex="0" aria-label="${texts.log}"></ol>
    </details>
    <details class="panel" data-part="worded">
      <summary>${texts.in_words}</summary>
      <div data-part="words"></div>
    </details>
    <details class="panel">
      <summary>${texts.more}</summary>
      <div data-part="more" class="stack"></div>
    </details>
    <details class="panel" data-part="drawer">
      <summary>${texts.rule}</summary>
      <div data-part="rule" class="prose"></div>
    </details>
  </div>`
}

// The elements with a `data-part`, by its name.
export function findParts(root) {
  const elements = [...root.querySelectorAll('[data-part]')]
  return Object.fromEntries(elements.map((element) => [element.dataset.part, element]))
}
