// Draws the ring of fourteen dives as a harbour at night: houses outside, a place before each, water inside.

import { html, formatText } from '../games/dom.js'
import { SIGN_PATHS, formatScoundrel, splitCard } from './cards.js'
import { renderHarbour } from './harbour.js'
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
  return html`${renderCardBack(x, y, layout)}
    <text class="halunken-secret" x="${x + width / 2}" y="${y + height * 0.66}">?</text>`
}

function renderSize(width, height) {
  return html`width="${width}" height="${height}"`
}

function renderOpenCard(card, x, y, layout) {
  const { colour, value } = splitCard(card)
  const [width, height] = layout.card
  const signPlace = `translate(${x + width - 8} ${y + 9}) scale(${width / 40})`
  return html`<g class="halunken-face ${colour}" data-key="card-${card}"
    ><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" />
    <use
      href="#scoundrel-${colour}"
      x="${x + 3}"
      y="${y + height * 0.22}"
      ${renderSize(width - 6, height * 0.78)}
    />
    <rect class="face-value" x="${x}" y="${y}" width="${width * 0.5}" height="${height * 0.42}" rx="4" />
    <text x="${x + width * 0.25}" y="${y + height * 0.33}">${value}</text
    ><path class="face-sign" transform="${signPlace}" d="${SIGN_PATHS[colour]}"
  /></g>`
}

// A house: gable with the number, lit while somebody is left inside.
function renderHouse(dive, space, layout, description) {
  const [width, height] = layout.house
  const [x, y] = layout.dives[space]
  const [left, right] = [-width / 2 + 2, width / 2 - 2]
  const [eaves, ground] = [-height / 4, height / 2]
  const wall = `M${left} ${ground}V${eaves}H${right}V${ground}Z`
  const roof = `M${left - 5} ${eaves + 4}L0 ${-height / 2 - 2}L${right + 5} ${eaves + 4}Z`
  const role = description.action
    ? html`role="button" aria-pressed="${description.isSelected}"`
    : html`role="button"`
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
    <ellipse class="halunken-ground" cy="${ground}" rx="${width / 2 + 3}" ry="5" />
    <path class="halunken-house" d="${wall}" />
    <path class="halunken-roof ${space % 2 ? 'blue' : ''}" d="${roof}" />
    <path class="halunken-tiles" d="${drawTiles(left, right, eaves)}" />
    <circle class="halunken-plate" cy="${eaves - 5}" r="9" />
    <text class="halunken-number" y="${eaves}">${space + 1}</text>
    ${renderPile(dive, layout)}
    <circle class="halunken-glow" cx="${right - 5}" cy="${eaves + 16}" r="9" />
    <rect class="halunken-lantern" x="${right - 9}" y="${eaves + 10}" width="8" height="12" rx="2" />
  </g>`
}

// The light around a house in which somebody is left; it belongs to the ground, not to the house.
function renderHalo(dive, space, layout) {
  if (!dive.left) return ''
  const [width, height] = layout.house
  const [x, y] = layout.dives[space]
  return html`<ellipse class="halunken-halo" cx="${x}" cy="${y}" rx="${width * 0.85}" ry="${height * 0.8}" />`
}

// Two rows of tiles along the eaves.
function drawTiles(left, right, eaves) {
  const arcs = 'q4 5 8 0'.repeat(Math.floor((right - left - 8) / 8))
  return `M${left + 5} ${eaves}${arcs}`
}

const LETTERS = 'ABCD'

// The path of a bow before a token of this radius.
function drawBow(radius) {
  const [x, y] = [radius * 0.55, radius * 0.8]
  return `M${x} ${-y}L${radius * 1.45} 0L${x} ${y}Z`
}

// The badge of a captain with its letter, beside the name of the seat.
export function renderBadge(seat, look) {
  return html`<svg class="halunken-badge ${look}" viewBox="-20 -20 40 40" aria-hidden="true">
    <circle class="token-ground" r="16" />
    <circle class="token-sign" r="16" />
    <text class="halunken-letter">${LETTERS[seat]}</text>
  </svg>`
}

// The direction in which a token at this space walks on, in degrees.
function findHeading(layout, space) {
  const [x, y] = layout.places[space]
  const [nextX, nextY] = layout.places[(space + 1) % SPACES]
  return Math.round((Math.atan2(nextY - y, nextX - x) * 180) / Math.PI)
}

// A pawn that faces the way it walks: the bow on the ground points there.
function renderToken({ space, piece, look, letter }, layout, isSecond) {
  const [x, y] = (isSecond ? layout.secondPlaces : layout.places)[space]
  const heading = findHeading(layout, space)
  const flip = Math.abs(heading) > 90 ? 'scale(-1 1)' : ''
  const [width, height] = [layout.token * 2.3, layout.token * 3.2]
  return html`<g transform="translate(${x} ${y})"
    ><g data-piece="${piece}" data-space-of="${space}" class="halunken-captain ${look}"
      ><ellipse class="token-foot" rx="${layout.token}" ry="${layout.token * 0.6}" cy="4" /><g
        transform="translate(0 4) rotate(${heading})"
        ><path class="halunken-bow" d="${drawBow(layout.token * 0.8)}" /></g
      ><g transform="${flip}"
        ><use href="#pawn" x="${-width / 2}" y="${-height + 11}" width="${width}" height="${height}" /></g
      ><text class="halunken-letter" y="2">${letter}</text></g
    ></g
  >`
}

// The captains on the ring, the one whose turn it is drawn last, and Black Jack.
function listTokens(state, lookOf) {
  const isFirstToMove = (seat) => seat === state.waiting[0]
  const seats = [...state.captains.keys()].sort((one, other) => isFirstToMove(one) - isFirstToMove(other))
  const tokens = seats.map((seat) => ({
    space: state.captains[seat],
    piece: seat,
    look: `${lookOf(seat)} ${state.waiting.includes(seat) ? 'must' : ''}`,
    letter: LETTERS[seat],
  }))
  if (state.jack) tokens.push({ space: state.jack.space, piece: 'jack', look: 'jack', letter: 'J' })
  return tokens.filter(({ space }) => space !== null && space !== undefined)
}

function renderPieces(state, layout, lookOf) {
  const takenSpaces = new Set()
  return listTokens(state, lookOf).map((token) => {
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

// `describeSpace(space)` returns {label, action, isSelected, isFocused, isLanding}.
// `landings` are where the selected card would lead.
export function renderRing(table, layout, describeSpace, landings) {
  const { state, texts, lookOf } = table
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
    ${state.ring.map((dive, space) => renderHalo(dive, space, layout))}${renderHarbour(layout)}${houses}
    ${landings.map((landing) => renderTrail(landing, layout))}
    <g class="halunken-pieces" aria-hidden="true">
      ${places}${landings.map((landing) => renderLanding(landing, layout))}
      ${renderPieces(state, layout, lookOf)}
    </g>
  </svg>`
}

// Lets every piece walk around the ring, from its old space to where it stands now.
export function animateWalk(root, layout, oldSpaces, milliseconds) {
  for (const element of root.querySelectorAll('[data-piece]')) {
    const from = oldSpaces[element.dataset.piece]
    const to = Number(element.dataset.spaceOf)
    if (!milliseconds || from === undefined || from === null || from === to) continue
    const [x, y] = layout.places[to]
    const steps = listSteps(from, to).map((space) => {
      const [stepX, stepY] = layout.places[space]
      return { transform: `translate(${stepX - x}px, ${stepY - y}px)` }
    })
    element.animate(steps, { duration: 0.9 * milliseconds, easing: 'ease-in-out', id: 'fly' })
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
  const name = formatText(texts, 'dive', { dive: space + 1 })
  return formatText(texts, 'labelled', { name, what: words.join(', ') })
}
