// The ring of fourteen dives, drawn as a harbour at night: houses outside, a place before each, water in the middle.

import { html, formatText } from '../games/dom.js'

const SPACES = 14
// Two drawings: a tall one for telephones, a wide one for everything else.
const SHAPES = {
  tall: { width: 400, height: 500, house: [66, 74], card: [40, 40], token: 15, quay: 58 },
  wide: { width: 800, height: 570, house: [92, 94], card: [56, 54], token: 20, quay: 78 },
}

// Fourteen points at equal distances along an ellipse, the first one on top, then clockwise.
function placeOnEllipse(rx, ry) {
  const points = Array.from({ length: 721 }, (_, i) => [
    rx * Math.sin((i * Math.PI) / 360),
    -ry * Math.cos((i * Math.PI) / 360),
  ])
  const lengths = [0]
  for (let i = 1; i < points.length; i++)
    lengths.push(lengths[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]))
  return Array.from(
    { length: SPACES },
    (_, space) => points[lengths.findIndex((length) => length >= (space / SPACES) * lengths.at(-1))],
  )
}

function createLayout(name) {
  const { width, height, house, quay, ...rest } = SHAPES[name]
  const [rx, ry] = [width / 2 - house[0] / 2 - 4, height / 2 - house[1] / 2 - 8]
  // Towards the water, at right angles to the quay.
  const inwards =
    (depth) =>
    ([x, y]) => {
      const slope = Math.hypot(x / rx ** 2, y / ry ** 2)
      return [x - (depth * x) / (rx ** 2 * slope), y - (depth * y) / (ry ** 2 * slope)]
    }
  const centred = ([x, y]) => [Math.round(x + width / 2), Math.round(y + height / 2 + 2)]
  const dives = placeOnEllipse(rx, ry)
  return {
    ...rest,
    name,
    width,
    height,
    house,
    quay,
    rx,
    ry,
    dives: dives.map(centred),
    places: dives.map(inwards(quay)).map(centred),
    secondPlaces: dives.map(inwards(quay + 2 * rest.token)).map(centred),
  }
}

export const LAYOUTS = { tall: createLayout('tall'), wide: createLayout('wide') }

// Each colour of scoundrels has a sign of its own, so that nobody needs the colour.
const SIGNS = {
  red: 'M0-5 5 4-5 4Z',
  purple: 'M-4.5-4.5h9v9h-9Z',
  grey: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z',
  yellow: 'M0-6 1.7-2 6-1.7 2.7 1.2 3.7 5.4 0 3-3.7 5.4-2.7 1.2-6-1.7-1.7-2Z',
}

export function renderColourSign(colour) {
  return html`<svg class="halunken-sign" viewBox="-7 -7 14 14" aria-hidden="true"><path d="${SIGNS[colour]}" /></svg>`
}

export function splitCard(name) {
  const [colour, value] = name.split('-')
  return { colour, value }
}

function renderPile(dive, layout) {
  const [w, h] = layout.card
  const [x, y] = [-w / 2 - 3, layout.house[1] / 2 - h - 9]
  const backs = Array.from(
    { length: Math.max(0, dive.left - 1) },
    (_, i) =>
      html`<rect
        class="halunken-back"
        x="${x + 4 * (dive.left - 1 - i)}"
        y="${y + 3 * (dive.left - 1 - i)}"
        width="${w}"
        height="${h}"
        rx="5"
      />`,
  )
  if (!dive.left)
    return html`<path
      class="halunken-door"
      d="M${-w / 4} ${layout.house[1] / 2}V${y + h / 2}a${w / 4} ${w / 4} 0 0 1 ${w / 2} 0V${layout.house[1] / 2}Z"
    />`
  if (!dive.top)
    return html`${backs}<rect class="halunken-back" x="${x}" y="${y}" width="${w}" height="${h}" rx="5" /><path
        class="halunken-secret"
        d="M${x + w / 2} ${y + h / 4}v${h / 3}m0 8v2"
      />`
  const { colour, value } = splitCard(dive.top)
  return html`${backs}<g class="halunken-face ${colour}" data-key="card-${dive.top}"
      ><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="5" />
      <text x="${x + w / 2}" y="${y + h * 0.55}">${value}</text
      ><path transform="translate(${x + w / 2} ${y + h * 0.78}) scale(${w / 45})" d="${SIGNS[colour]}"
    /></g>`
}

// A house: gable with the number, lit while somebody is left inside.
function renderHouse(state, space, layout, description) {
  const dive = state.ring[space]
  const [w, h] = layout.house
  const [x, y] = layout.dives[space]
  const wall = `M${-w / 2 + 2} ${h / 2}V${-h / 4}L0 ${-h / 2 - 2}L${w / 2 - 2} ${-h / 4}V${h / 2}Z`
  const role = description.action ? html`role="button" aria-pressed="${description.selected}"` : html`role="img"`
  const look = [
    dive.left ? 'lit' : 'dark',
    description.action && 'open',
    description.selected && 'selected',
    description.landing && 'landing',
  ]
  return html`<g
    class="halunken-dive ${look.filter(Boolean).join(' ')}"
    transform="translate(${x} ${y})"
    data-space="${space}"
    data-key="dive-${space}"
    tabindex="${description.current ? 0 : -1}"
    ${role}
    aria-label="${description.label}"
  >
    <path class="halunken-house" d="${wall}" /><text class="halunken-number" y="${-h / 4 + 2}">${space + 1}</text
    >${renderPile(dive, layout)}</g
  >`
}

// The path of a bow before a token of this radius.
function drawBow(radius) {
  const [x, y] = [radius * 0.55, radius * 0.8]
  return `M${x} ${-y}L${radius * 1.45} 0L${x} ${y}Z`
}

// A captain: colour, letter, and a bow that points where it walks.
export function renderCaptain(seat, size, more = '') {
  return html`<g class="halunken-captain seat-${seat} ${more}"
    ><circle r="${size}" /><path class="halunken-bow" d="${drawBow(size)}"
  /></g>`
}

export const LETTERS = 'ABCD'

function findHeading(layout, space) {
  const [x, y] = layout.places[space]
  const [toX, toY] = layout.places[(space + 1) % SPACES]
  return Math.round((Math.atan2(toY - y, toX - x) * 180) / Math.PI)
}

function renderToken(layout, space, piece, drawn, letter, isSecond) {
  const [x, y] = (isSecond ? layout.secondPlaces : layout.places)[space]
  return html`<g transform="translate(${x} ${y})"
    ><g data-piece="${piece}" data-space-of="${space}"
      ><g transform="rotate(${findHeading(layout, space)})">${drawn}</g
      ><text class="halunken-letter">${letter}</text></g
    ></g
  >`
}

function renderPieces(state, layout, preview) {
  const takenSpaces = new Set()
  const place = (space, piece, drawn, letter) => {
    if (space === null || space === undefined) return ''
    const isSecond = takenSpaces.has(space)
    takenSpaces.add(space)
    return renderToken(layout, space, piece, drawn, letter, isSecond)
  }
  const order = [...state.captains.keys()].sort(
    (one, other) => (one === state.waiting[0]) - (other === state.waiting[0]),
  )
  const tokens = order.map((seat) =>
    place(
      state.captains[seat],
      seat,
      renderCaptain(seat, layout.token, state.waiting.includes(seat) ? 'must' : ''),
      LETTERS[seat],
    ),
  )
  const jack =
    state.jack &&
    place(
      state.jack.space,
      'jack',
      html`<g class="halunken-captain jack"
        ><circle r="${layout.token}" /><path class="halunken-bow" d="${drawBow(layout.token)}"
      /></g>`,
      'J',
    )
  const ghosts = preview.landings.map(
    ({ space, piece }) =>
      html`<g transform="translate(${layout.places[space].join(' ')})" class="halunken-ghost-token"
        ><circle r="${layout.token}" /><text class="halunken-letter"
          >${piece === 'jack' ? 'J' : LETTERS[piece]}</text
        ></g
      >`,
  )
  return html`${ghosts}${tokens}${jack}`
}

function listSteps(layout, from, to) {
  const steps = [from]
  while (steps.at(-1) !== to) steps.push((steps.at(-1) + 1) % SPACES)
  return steps
}

// The path of a chosen card, place by place.
function renderTrail(layout, preview) {
  return preview.landings
    .filter(({ from }) => from !== undefined)
    .map(
      ({ from, space }) =>
        html`<polyline
          class="halunken-trail"
          points="${listSteps(layout, from, space)
            .map((step) => layout.places[step].join(','))
            .join(' ')}"
        />`,
    )
}

function renderHarbour(layout) {
  const [cx, cy] = [layout.width / 2, layout.height / 2 + 2]
  const [rx, ry] = [layout.rx - layout.quay - layout.token - 8, layout.ry - layout.quay - layout.token - 8]
  const waves = [-0.84, 0.76].map(
    (part, i) =>
      html`<path
          class="halunken-wave"
          d="M${cx - rx * 0.5 + 26 * (i % 2)} ${cy + ry * part}q10-7 20 0t20 0t20 0"
        /><path class="halunken-wave" d="M${cx + rx * 0.2 - 18 * (i % 2)} ${cy + ry * part + 12}q10-7 20 0t20 0" />`,
  )
  return html`<rect class="halunken-night" width="${layout.width}" height="${layout.height}" rx="18" />
    <ellipse
      class="halunken-quay"
      cx="${cx}"
      cy="${cy}"
      rx="${layout.rx - layout.quay + layout.token + 8}"
      ry="${layout.ry - layout.quay + layout.token + 8}"
    />
    <ellipse class="halunken-water" cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" />${waves}`
}

// `describe(space)` answers {label, action, selected, current, landing}; `preview.landings` are where the selected card
// would lead.
export function renderRing(state, layout, texts, describe, preview) {
  const houses = layout.dives.map((_, space) => renderHouse(state, space, layout, describe(space)))
  const places = layout.places.map(
    ([x, y]) => html`<circle class="halunken-place" cx="${x}" cy="${y}" r="${layout.token * 0.45}" />`,
  )
  return html`<svg
    class="halunken-ring"
    viewBox="0 0 ${layout.width} ${layout.height}"
    role="group"
    aria-label="${texts.ring}"
  >
    ${renderHarbour(layout)}${houses}${renderTrail(layout, preview)}
    <g class="halunken-pieces" aria-hidden="true">${places}${renderPieces(state, layout, preview)}</g>
  </svg>`
}

// Let every piece walk around the ring from where it stood to where it stands.
export function animateWalk(root, layout, oldPlaces, reducedMotion) {
  if (reducedMotion) return
  for (const piece of root.querySelectorAll('[data-piece]')) {
    const from = oldPlaces[piece.dataset.piece]
    const to = Number(piece.dataset.spaceOf)
    if (from === undefined || from === null || from === to) continue
    const [x, y] = layout.places[to]
    const steps = listSteps(layout, from, to).map((space) => ({
      transform: `translate(${layout.places[space][0] - x}px, ${layout.places[space][1] - y}px)`,
    }))
    piece.animate(steps, { duration: 150 + 110 * steps.length, easing: 'ease-in-out', id: 'fly' })
  }
}

export function findPieces(state) {
  return { ...Object.fromEntries(state.captains.map((space, seat) => [seat, space])), jack: state.jack?.space }
}

export function describeDive(view, texts, state, space) {
  const dive = state.ring[space]
  const card = dive.top && splitCard(dive.top)
  const top = card && formatText(texts, 'scoundrel', { value: card.value, colour: texts.colours[card.colour] })
  const inside = dive.left ? [top ?? texts.face_down, formatText(texts, 'pile', { count: dive.left })] : [texts.empty]
  const here = state.captains.flatMap((place, seat) => (place === space ? [view.seats[seat].name] : []))
  if (state.jack?.space === space) here.push('Black Jack')
  return `${formatText(texts, 'dive', { dive: space + 1 })}: ${[...inside, ...here].join(', ')}`
}
