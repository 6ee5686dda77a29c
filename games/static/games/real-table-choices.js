// What can be tapped on the page for a real table: cards, dice and actions.

import { formatText, html } from './dom.js'
import { findRoll } from './real-table-entry.js'

const FACES = [1, 2, 3, 4, 5, 6]
// How many signs the names of cards have, and how many cards stand beside the name of their group.
const [SHORT, COMPACT, MIDDLE, MAX_IN_LINE] = [3, 9, 14, 5]
// A menu of more actions with labels no longer than this stands in two columns.
const [MAX_IN_ONE_COLUMN, MAX_IN_HALF] = [6, 16]

export function drawChoices({ view, entry, texts }) {
  const { luck, seat, seats } = view
  if (seat === null || !luck) return ''
  if (entry.asked && entry.isBegun) return drawQuestion(entry, texts)
  if (!luck.awaits.length) return drawMenu(view, entry, texts)
  const [{ among }] = luck.awaits
  const listSeats = () => seats.map(({ name, index }) => ({ card: index, text: name, group: '' }))
  const cards = among ? luck.left[among] : listSeats()
  return drawCards(cards, 'lay')
}

function drawQuestion(entry, texts) {
  const { text, dice, field, isOpen } = entry.asked
  return html`<h3 class="real-task">${text}</h3>
    ${isOpen && html`<p aria-live="polite"><b>${entry.cards.map((card) => card.text).join(', ')}</b></p>`}
    ${dice ? drawDice(dice, entry, texts) : drawCards(entry.rest, field ? 'next' : 'turn')}
    <p class="actions">
      ${isOpen && html`<button class="button primary" data-do="done" data-key="done">${texts.done}</button>`}
      <button class="button" data-do="cancel" data-key="cancel">${texts.cancel}</button>
    </p>`
}

function drawDice(count, entry, texts) {
  const shown = Array.from({ length: count }, (_, place) => entry.dice[place])
  return html`<p class="real-dice" aria-live="polite">
      ${shown.map((value) => html`<span class="real-die">${value ?? '?'}</span>`)}
    </p>
    <div class="real-faces" role="group" aria-label="${texts.roll}">
      ${FACES.map((face) => html`<button class="real-face" data-do="die" data-value="${face}"
        data-key="die-${face}">${face}</button>`)}
    </div>`
}

function drawMenu(view, entry, texts) {
  const { labels, disabled, luck } = view
  const roll = findRoll(view)
  return html`${roll >= 0 && html`<h3>${labels[roll]}</h3>${drawDice(luck.draws[roll].dice, entry, texts)}`}
    <div class="real-menu ${fitsTwoColumns(labels) && 'in-columns'}">
      ${labels.map((label, index) => index !== roll && drawAction(label, index, luck.follow_ups[index]))}
    </div>
    ${disabled.length > 0 && html`<details class="real-impossible" data-key="impossible">
      <summary>${formatText(texts, 'impossible', { count: disabled.length })}</summary>
      <ul>
        ${disabled.map(({ label, detail, rule }) => html`<li>
          <b>${label}</b> ${detail} <a href="${rule.url}">${texts.rule}</a>
        </li>`)}
      </ul>
    </details>`}`
}

function fitsTwoColumns(labels) {
  return labels.length > MAX_IN_ONE_COLUMN && labels.every((label) => label.length <= MAX_IN_HALF)
}

// An action that another one always follows is the heading above the buttons of both.
function drawAction(label, index, followUps) {
  if (!followUps?.length)
    return html`<button class="button" data-do="act" data-value="${index}" data-key="act-${index}">
      ${label}
    </button>`
  return html`<div class="real-joined" role="group" aria-label="${label}">
    <p class="real-group" aria-hidden="true">${label}</p>
    ${followUps.map((followUp, next) => html`<button
      class="button"
      data-do="join"
      data-key="join-${index}-${next}"
      data-value="${JSON.stringify({ index, next })}"
      >${followUp.label}</button>`)}
  </div>`
}

// Cards that look the same are offered once, below the name of their group.
function drawCards(cards, action) {
  const cardsByGroup = new Map()
  for (const card of cards) {
    const members = cardsByGroup.get(card.group) ?? []
    if (members.every(({ text }) => text !== card.text)) cardsByGroup.set(card.group, [...members, card])
  }
  return html`<div class="real-groups">
    ${[...cardsByGroup].map(([group, members]) => drawGroup(group, members, action))}
  </div>`
}

function drawGroup(group, cards, action) {
  const labels = tellApart(cards.map(({ text }) => shorten(text, group)))
  const width = findWidth(Math.max(...labels.map((label) => findBeginning(label).length)))
  const look = (label) => (label === findBeginning(label) ? 'button' : 'button long')
  return html`<div class="real-cards ${width} ${cards.length <= MAX_IN_LINE && 'in-line'}">
    ${group && html`<p class="real-group" aria-hidden="true">${group}</p>`}
    ${cards.map(({ card, text }, index) => html`<button class="${look(labels[index])}" data-do="${action}"
      data-value="${JSON.stringify(card)}" data-key="${action}-${card}" aria-label="${text}">
      ${labels[index]}
    </button>`)}
  </div>`
}

function findWidth(longest) {
  if (longest <= SHORT) return 'narrow'
  if (longest <= COMPACT) return 'compact'
  return longest <= MIDDLE ? 'middle' : 'wide'
}

// What is left of the name of a card below the name of its group: `Dancer (jade) · opium` is `jade · opium`.
function shorten(text, group) {
  const rest = group && text.replace(group, '').replace(/^[:·\s]+/, '').trim()
  return rest ? rest.replace(/^\(([^()]*)\)/, '$1') : text
}

function findBeginning(name) {
  return name.split(' · ')[0]
}

// What follows a dot, such as the cost of a character, is shown where two names begin alike.
function tellApart(names) {
  const beginnings = names.map(findBeginning)
  const isAlone = (beginning) => beginnings.filter((other) => other === beginning).length === 1
  return names.map((name, index) => (isAlone(beginnings[index]) ? beginnings[index] : name))
}
