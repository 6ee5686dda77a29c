// Renders the parts of a table that stay while a match is on screen; `data-part` names each of them.

import { html, icon } from './dom.js'
import { renderAskForm } from './notes.js'
import { renderMessageForm } from './side.js'

export function renderTableFrame(game, texts, canWrite) {
  return html`<div class="room-scene" aria-hidden="true"><i></i></div>
    ${renderTools(texts)}
    <div class="match-status" data-part="status"></div>
    <ul class="match-seats others" data-part="others" aria-label="${texts.players}"></ul>
    <div class="match-notices" data-part="notices"></div>
    <div class="match-silence" data-part="botSilence" role="status"></div>
    <div class="match-alert" data-part="alert" role="alert"></div>
    <div class="match-table">
      <escale-board-${game} class="match-board" data-part="board" tabindex="-1"></escale-board-${game}>
    </div>
    <ul class="match-seats mine" data-part="mine" aria-label="${texts.you}"></ul>
    <div class="match-actions" data-part="actions" role="group" aria-label="${texts.actions}"></div>
    ${renderDrawers(texts, canWrite)}
    <p class="visually-hidden" data-part="spoken" aria-live="polite"></p>`
}

// The board between its players, without the tools of somebody who plays: for replays and first games.
export function renderStage(game, texts) {
  return html`<div class="room-stage">
    <div class="room-scene" aria-hidden="true"><i></i></div>
    <ul class="match-seats others" data-part="others" aria-label="${texts.players}"></ul>
    <escale-board-${game} class="match-board" data-part="board"></escale-board-${game}>
    <ul class="match-seats mine" data-part="mine" aria-label="${texts.players}"></ul>
  </div>`
}

function renderTools(texts) {
  return html`<div class="room-tools" role="group" aria-label="${texts.tools}">
    ${renderTool('log-drawer', 'list', texts.log)}${renderTool('talking', 'chat', texts.say)}
    ${renderTool('drawer', 'book', texts.rule)}${renderTool('settings', 'menu', texts.more)}
  </div>`
}

function renderTool(name, iconName, text) {
  return html`<button class="room-tool" popovertarget="room-${name}" data-open="${name}">
    ${icon(iconName)}<span>${text}</span>
  </button>`
}

function renderDrawers(texts, canWrite) {
  const log = html`<ol class="match-log" data-part="log" tabindex="0" aria-label="${texts.log}"></ol>
    <details class="panel" data-part="worded">
      <summary>${texts.in_words}</summary>
      <div data-part="words"></div>
    </details>`
  const talk = html`<div data-part="talk" class="stack"></div>
    ${canWrite && renderMessageForm(texts)}`
  const rule = html`${renderAskForm(texts)}
    <div data-part="answers" class="prose" role="status"></div>
    <div data-part="rule" class="prose"></div>`
  return html`${renderDrawer('log-drawer', texts.log, log, texts)}
  ${renderDrawer('talking', texts.say, talk, texts)}
  ${renderDrawer('drawer', texts.rule, rule, texts)}
  ${renderDrawer('settings', texts.more, html`<div data-part="more" class="stack"></div>`, texts)}`
}

function renderDrawer(name, title, content, texts) {
  return html`<section
    class="room-drawer"
    popover
    id="room-${name}"
    data-part="${name}"
    aria-label="${title}"
  >
    <div class="drawer-head">
      <h2>${title}</h2>
      <button
        class="button icon-only quiet"
        popovertarget="room-${name}"
        popovertargetaction="hide"
        aria-label="${texts.close}"
      >
        ${icon('cross')}
      </button>
    </div>
    ${content}
  </section>`
}

// The elements with a `data-part`, by its name.
export function findParts(root) {
  const elements = [...root.querySelectorAll('[data-part]')]
  return Object.fromEntries(elements.map((element) => [element.dataset.part, element]))
}
