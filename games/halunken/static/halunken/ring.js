// Draws the ring of fourteen dives as a harbour at night: houses outside, a place before each, water inside.

import { html, formatText } from '../games/dom.js'
import { SIGN_PATHS, formatScoundrel, splitCard } from './cards.js'
import { SPACES, listSteps } from './layout.js'

// The cards inside a dive: an open door where none is left.
function renderPile(dive, layout) {
  const [width, height] = layout.card
  const [x, y] = [-width / 2 - 3, layout.house[1] / 2 - height - 9]
  if (!dive.left) return renderDoor(layout, y)
  const backs = Array.from({ length: dive.left - 1 }, (_, i) => {
    const depth = dive.left - 1 - i
    return renderCardBack(x + 4 * depth, y + 3 * depth, layout)
  })
  const top = dive.top ? renderOpenCard(dive.top, x, y, layout) : renderHiddenCard(x, y, layout)
  return html`${backs}${top}`
}

function renderDoor(layout, y) {
  const [width, height] = layout.card
  const ground = layout.house[1] / 2
  const arch = `a${width / 4} ${width / 4} 0 0 1 ${width / 2} 0`
  return html`<path class="halunken-door" d="M${-width / 4} ${ground}V${y + height / 2}${arch}V${ground}Z" />`
}

function renderCardBack(x, y, layout) {
  const [width, height] = layout.card
  return html`<rect class="halunken-back" x="${x}" y="${y}" width="${width}" height="${height}" rx="5" />`
}

function renderHiddenCard(x, y, layout) {
  const [width, height] = layout.card
  const exclamationMark = `M${x + width / 2} ${y + height / 4}v${height / 3}m0 8v2`
  return html`${renderCardBack(x, y, layout)}<path class="halunken-secret" d="${exclamationMark}" />`
}

function renderOpenCard(card, x, y, layout) {
  const { colour, value } = splitCard(card)
  const [width, height] = layout.card
  const middle = x + width / 2
  const signPlace = `translate(${middle} ${y + height * 0.78}) scale(${width / 45})`
  return html`<g class="halunken-face ${colour}" data-key="card-${card}"
    ><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" />
    <text x="${middle}" y="${y + height * 0.55}">${value}</text
    ><path transform="${signPlace}" d="${SIGN_PATHS[colour]}"
  /></g>`
}

// A house: gable with the number, lit while somebody is left inside.
function renderHouse(dive, space, layout, description) {
  const [width, height] = layout.house
  const [x, y] = layout.dives[space]
  const [left, right] = [-width / 2 + 2, width / 2 - 2]
  const [eaves, ground] = [-height / 4, height / 2]
  const wall = `M${left} ${ground}V${eaves}L0 ${-height / 2 - 2}L${right} ${eaves}V${ground}Z`
  const role = description.action
    ? html`role="button" aria-pressed="${description.isSelected}"`
    : html`role="img"`
  const look = [
    dive.left ? 'lit' : 'dark',
    description.action && 'open',
    description.isSelected && 'selected',
    description.isLanding && 'landing',
  ]
  return html`<g
    class="halunken-dive ${look.filter(Boolean).join(' ')}"
    transform="translate(${x} ${y})"
    data-space="${space}"
    data-key="dive-${space}"
    tabindex="${description.isFocused ? 0 : -1}"
    ${role}
    aria-label="${description.label}"
  >
    <path class="halunken-house" d="${wall}" />
    <text class="halunken-number" y="${-height / 4 + 2}">${space + 1}</text>
    ${renderPile(dive, layout)}
  </g>`
}

const LETTERS = 'ABCD'

// The path of a bow before a token of this radius.
function drawBow(radius) {
  const [x, y] = [radius * 0.55, radius * 0.8]
  return `M${x} ${-y}L${radius * 1.45} 0L${x} ${y}Z`
}

// A token: colour, and a bow that points where it walks.
function renderTokenShape(look, radius) {
  const bow = html`<path class="halunken-bow" d="${drawBow(radius)}" />`
  return html`<g class="halunken-captain ${look}"><circle r="${radius}" />${bow}</g>`
}

// The token of a captain with its letter, beside the name of the seat.
export function renderBadge(seat) {
  return html`<svg class="halunken-badge" viewBox="-20 -20 40 40" aria-hidden="true">
    ${renderTokenShape(`seat-${seat}`, 15)}
    <text class="halunken-letter">${LETTERS[seat]}</text>
  </svg>`
}

// The direction in which a token at this space walks on, in degrees.
function findHeading(layout, space) {
  const [x, y] = layout.places[space]
  const [nextX, nextY] = layout.places[(space + 1) % SPACES]
  return Math.round((Math.atan2(nextY - y, nextX - x) * 180) / Math.PI)
}

function renderToken({ space, piece, look, letter }, layout, isSecond) {
  const [x, y] = (isSecond ? layout.secondPlaces : layout.places)[space]
  const shape = renderTokenShape(look, layout.token)
  return html`<g transform="translate(${x} ${y})"
    ><g data-piece="${piece}" data-space-of="${space}"
      ><g transform="rotate(${findHeading(layout, space)})">${shape}</g
      ><text class="halunken-letter">${letter}</text></g
    ></g
  >`
}

// The captains on the ring, the one whose turn it is drawn last, and Black Jack.
function listTokens(state) {
  const isFirstToMove = (seat) => seat === state.waiting[0]
  const seats = [...state.captains.keys()].sort((one, other) => isFirstToMove(one) - isFirstToMove(other))
  const tokens = seats.map((seat) => ({
    space: state.captains[seat],
    piece: seat,
    look: `seat-${seat} ${state.waiting.includes(seat) ? 'must' : ''}`,
    letter: LETTERS[seat],
  }))
  if (state.jack) tokens.push({ space: state.jack.space, piece: 'jack', look: 'jack', letter: 'J' })
  return tokens.filter(({ space }) => space !== null && space !== undefined)
}

function renderPieces(state, layout) {
  const takenSpaces = new Set()
  return listTokens(state).map((token) => {
    const isSecond = takenSpaces.has(token.space)
    takenSpaces.add(token.space)
    return renderToken(token, layout, isSecond)
  })
}

// Where the selected card would lead.
function renderLanding({ space, piece }, layout) {
  const letter = piece === 'jack' ? 'J' : LETTERS[piece]
  return html`<g transform="translate(${layout.places[space].join(' ')})" class="halunken-ghost-token"
    ><circle r="${layout.token}" /><text class="halunken-letter">${letter}</text></g
  >`
}

// The way of the selected card, place by place.
function renderTrail({ from, space }, layout) {
  if (from === undefined) return ''
  const points = listSteps(from, space).map((step) => layout.places[step].join(','))
  return html`<polyline class="halunken-trail" points="${points.join(' ')}" />`
}

function renderHarbour(layout) {
  const { width, height, radiusX, radiusY, quay, token } = layout
  const [middleX, middleY] = [width / 2, height / 2 + 2]
  const [waterX, waterY] = [radiusX - quay - token - 8, radiusY - quay - token - 8]
  const [quayX, quayY] = [radiusX - quay + token + 8, radiusY - quay + token + 8]
  const upperY = middleY - waterY * 0.84
  const lowerY = middleY + waterY * 0.76
  return html`<rect class="halunken-night" width="${width}" height="${height}" rx="18" />
    <ellipse class="halunken-quay" cx="${middleX}" cy="${middleY}" rx="${quayX}" ry="${quayY}" />
    <ellipse class="halunken-water" cx="${middleX}" cy="${middleY}" rx="${waterX}" ry="${waterY}" />
    ${renderLongWave(middleX - waterX * 0.5, upperY)}${renderShortWave(middleX + waterX * 0.2, upperY + 12)}
    ${renderLongWave(middleX - waterX * 0.5 + 26, lowerY)}
    ${renderShortWave(middleX + waterX * 0.2 - 18, lowerY + 12)}`
}

function renderLongWave(x, y) {
  return html`<path class="halunken-wave" d="M${x} ${y}q10-7 20 0t20 0t20 0" />`
}

function renderShortWave(x, y) {
  return html`<path class="halunken-wave" d="M${x} ${y}q10-7 20 0t20 0" />`
}

// `describeSpace(space)` returns {label, action, isSelected, isFocused, isLanding}.
// `landings` are where the selected card would lead.
export function renderRing(state, layout, texts, describeSpace, landings) {
  const houses = state.ring.map((dive, space) => renderHouse(dive, space, layout, describeSpace(space)))
  const places = layout.places.map(
    ([x, y]) => html`<circle class="halunken-place" cx="${x}" cy="${y}" r="${layout.token * 0.45}" />`,
  )
  return html`<svg
    class="halunken-ring"
    viewBox="0 0 ${layout.width} ${layout.height}"
    role="group"
    aria-label="${texts.ring}"
  >
    ${renderHarbour(layout)}${houses}${landings.map((landing) => renderTrail(landing, layout))}
    <g class="halunken-pieces" aria-hidden="true">
      ${places}${landings.map((landing) => renderLanding(landing, layout))}${renderPieces(state, layout)}
    </g>
  </svg>`
}

// Lets every piece walk around the ring, from its old space to where it stands now.
export function animateWalk(root, layout, oldSpaces) {
  for (const element of root.querySelectorAll('[data-piece]')) {
    const from = oldSpaces[element.dataset.piece]
    const to = Number(element.dataset.spaceOf)
    if (from === undefined || from === null || from === to) continue
    const [x, y] = layout.places[to]
    const steps = listSteps(from, to).map((space) => {
      const [stepX, stepY] = layout.places[space]
      return { transform: `translate(${stepX - x}px, ${stepY - y}px)` }
    })
    element.animate(steps, { duration: 150 + 110 * steps.length, easing: 'ease-in-out', id: 'fly' })
  }
}

// The space of each piece: of a captain by its seat, of Black Jack by the name "jack".
export function findPieces(state) {
  return { ...state.captains, jack: state.jack?.space }
}

// A dive in words: its number, what is inside, and who stands there.
export function describeDive(view, texts, state, space) {
  const dive = state.ring[space]
  const words = []
  if (dive.left) {
    words.push(dive.top ? formatScoundrel(dive.top, texts) : texts.face_down)
    words.push(formatText(texts, 'pile', { count: dive.left }))
  } else {
    words.push(texts.empty)
  }
  state.captains.forEach((place, seat) => {
    if (place === space) words.push(view.seats[seat].name)
  })
  if (state.jack?.space === space) words.push('Black Jack')
  return `${formatText(texts, 'dive', { dive: space + 1 })}: ${words.join(', ')}`
}
