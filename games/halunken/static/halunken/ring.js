// The ring of fourteen dives, drawn as a harbour at night: houses outside, a place before each, water in the middle.

import { html, say } from '../games/dom.js'

const SPACES = 14
// Two drawings: a tall one for telephones, a wide one for everything else.
const SHAPES = {
  tall: { width: 400, height: 500, house: [66, 74], card: [40, 40], token: 15, quay: 58 },
  wide: { width: 800, height: 570, house: [92, 94], card: [56, 54], token: 20, quay: 78 },
}

// Fourteen points at equal distances along an ellipse, the first one on top, then clockwise.
function around(rx, ry) {
  const fine = Array.from({ length: 721 }, (_, i) => [
    rx * Math.sin((i * Math.PI) / 360),
    -ry * Math.cos((i * Math.PI) / 360),
  ])
  const lengths = [0]
  for (let i = 1; i < fine.length; i++)
    lengths.push(lengths[i - 1] + Math.hypot(fine[i][0] - fine[i - 1][0], fine[i][1] - fine[i - 1][1]))
  return Array.from(
    { length: SPACES },
    (_, space) => fine[lengths.findIndex((length) => length >= (space / SPACES) * lengths.at(-1))],
  )
}

function layout(name) {
  const { width, height, house, quay, ...rest } = SHAPES[name]
  const [rx, ry] = [width / 2 - house[0] / 2 - 4, height / 2 - house[1] / 2 - 8]
  // Towards the water, at right angles to the quay.
  const inwards =
    (depth) =>
    ([x, y]) => {
      const steep = Math.hypot(x / rx ** 2, y / ry ** 2)
      return [x - (depth * x) / (rx ** 2 * steep), y - (depth * y) / (ry ** 2 * steep)]
    }
  const centred = ([x, y]) => [Math.round(x + width / 2), Math.round(y + height / 2 + 2)]
  const dives = around(rx, ry)
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
    seconds: dives.map(inwards(quay + 2 * rest.token)).map(centred),
  }
}

export const LAYOUTS = { tall: layout('tall'), wide: layout('wide') }

// Each colour of scoundrels has a sign of its own, so that nobody needs the colour.
const SIGNS = {
  red: 'M0-5 5 4-5 4Z',
  purple: 'M-4.5-4.5h9v9h-9Z',
  grey: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z',
  yellow: 'M0-6 1.7-2 6-1.7 2.7 1.2 3.7 5.4 0 3-3.7 5.4-2.7 1.2-6-1.7-1.7-2Z',
}

export function sign(colour) {
  return html`<svg class="halunken-sign" viewBox="-7 -7 14 14" aria-hidden="true"><path d="${SIGNS[colour]}" /></svg>`
}

export function split(name) {
  const [colour, value] = name.split('-')
  return { colour, value }
}

function scoundrel(dive, at) {
  const [w, h] = at.card
  const [x, y] = [-w / 2 - 3, at.house[1] / 2 - h - 9]
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
      d="M${-w / 4} ${at.house[1] / 2}V${y + h / 2}a${w / 4} ${w / 4} 0 0 1 ${w / 2} 0V${at.house[1] / 2}Z"
    />`
  if (!dive.top)
    return html`${backs}<rect class="halunken-back" x="${x}" y="${y}" width="${w}" height="${h}" rx="5" /><path
        class="halunken-secret"
        d="M${x + w / 2} ${y + h / 4}v${h / 3}m0 8v2"
      />`
  const { colour, value } = split(dive.top)
  return html`${backs}<g class="halunken-face ${colour}" data-key="card-${dive.top}"
      ><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="5" />
      <text x="${x + w / 2}" y="${y + h * 0.55}">${value}</text
      ><path transform="translate(${x + w / 2} ${y + h * 0.78}) scale(${w / 45})" d="${SIGNS[colour]}"
    /></g>`
}

// A house: gable with the number, lit while somebody is left inside.
function house(state, space, at, about) {
  const dive = state.ring[space]
  const [w, h] = at.house
  const [x, y] = at.dives[space]
  const wall = `M${-w / 2 + 2} ${h / 2}V${-h / 4}L0 ${-h / 2 - 2}L${w / 2 - 2} ${-h / 4}V${h / 2}Z`
  const role = about.action ? html`role="button" aria-pressed="${about.selected}"` : html`role="img"`
  return html`<g
    class="halunken-dive ${dive.left ? 'lit' : 'dark'} ${about.action ? 'open' : ''} ${about.selected ? 'selected' : ''} ${about.landing ? 'landing' : ''}"
    transform="translate(${x} ${y})"
    data-space="${space}"
    data-key="dive-${space}"
    tabindex="${about.current ? 0 : -1}"
    ${role}
    aria-label="${about.label}"
  >
    <path class="halunken-house" d="${wall}" /><text class="halunken-number" y="${-h / 4 + 2}">${space + 1}</text
    >${scoundrel(dive, at)}</g
  >`
}

// A captain: colour, letter, and a bow that points where it walks.
export function captain(seat, size, more = '') {
  return html`<g class="halunken-captain seat-${seat} ${more}"
    ><circle r="${size}" /><path
      class="halunken-bow"
      d="M${size * 0.55} ${-size * 0.8}L${size * 1.45} 0L${size * 0.55} ${size * 0.8}Z"
  /></g>`
}

export const LETTERS = 'ABCD'

function heading(at, space) {
  const [x, y] = at.places[space]
  const [toX, toY] = at.places[(space + 1) % SPACES]
  return Math.round((Math.atan2(toY - y, toX - x) * 180) / Math.PI)
}

function token(at, space, piece, drawn, letter, second) {
  const [x, y] = (second ? at.seconds : at.places)[space]
  return html`<g transform="translate(${x} ${y})"
    ><g data-piece="${piece}" data-space-of="${space}"
      ><g transform="rotate(${heading(at, space)})">${drawn}</g><text class="halunken-letter">${letter}</text></g
    ></g
  >`
}

function pieces(state, at, shown) {
  const taken = new Set()
  const place = (space, piece, drawn, letter) => {
    if (space === null || space === undefined) return ''
    const second = taken.has(space)
    taken.add(space)
    return token(at, space, piece, drawn, letter, second)
  }
  const order = [...state.captains.keys()].sort(
    (one, other) => (one === state.waiting[0]) - (other === state.waiting[0]),
  )
  const tokens = order.map((seat) =>
    place(
      state.captains[seat],
      seat,
      captain(seat, at.token, state.waiting.includes(seat) ? 'must' : ''),
      LETTERS[seat],
    ),
  )
  const jack =
    state.jack &&
    place(
      state.jack.space,
      'jack',
      html`<g class="halunken-captain jack"
        ><circle r="${at.token}" /><path
          class="halunken-bow"
          d="M${at.token * 0.55} ${-at.token * 0.8}L${at.token * 1.45} 0L${at.token * 0.55} ${at.token * 0.8}Z"
      /></g>`,
      'J',
    )
  const ghosts = shown.landings.map(
    ({ space, piece }) =>
      html`<g transform="translate(${at.places[space].join(' ')})" class="halunken-ghost-token"
        ><circle r="${at.token}" /><text class="halunken-letter">${piece === 'jack' ? 'J' : LETTERS[piece]}</text></g
      >`,
  )
  return html`${ghosts}${tokens}${jack}`
}

function way(at, from, to) {
  const steps = [from]
  while (steps.at(-1) !== to) steps.push((steps.at(-1) + 1) % SPACES)
  return steps
}

// The path of a chosen card, place by place.
function trail(at, shown) {
  return shown.landings
    .filter(({ from }) => from !== undefined)
    .map(
      ({ from, space }) =>
        html`<polyline
          class="halunken-trail"
          points="${way(at, from, space)
            .map((step) => at.places[step].join(','))
            .join(' ')}"
        />`,
    )
}

function harbour(at) {
  const [cx, cy] = [at.width / 2, at.height / 2 + 2]
  const [rx, ry] = [at.rx - at.quay - at.token - 8, at.ry - at.quay - at.token - 8]
  const waves = [-0.84, 0.76].map(
    (part, i) =>
      html`<path
          class="halunken-wave"
          d="M${cx - rx * 0.5 + 26 * (i % 2)} ${cy + ry * part}q10-7 20 0t20 0t20 0"
        /><path class="halunken-wave" d="M${cx + rx * 0.2 - 18 * (i % 2)} ${cy + ry * part + 12}q10-7 20 0t20 0" />`,
  )
  return html`<rect class="halunken-night" width="${at.width}" height="${at.height}" rx="18" />
    <ellipse
      class="halunken-quay"
      cx="${cx}"
      cy="${cy}"
      rx="${at.rx - at.quay + at.token + 8}"
      ry="${at.ry - at.quay + at.token + 8}"
    />
    <ellipse class="halunken-water" cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" />${waves}`
}

// about(space) tells {label, action, selected, current, landing}; shown.landings are the ghosts.
export function ring(state, at, texts, about, shown) {
  return html`<svg class="halunken-ring" viewBox="0 0 ${at.width} ${at.height}" role="group" aria-label="${texts.ring}">
    ${harbour(at)}${at.dives.map((_, space) => house(state, space, at, about(space)))}${trail(at, shown)}
    <g class="halunken-pieces" aria-hidden="true">
      ${at.places.map(([x, y]) => html`<circle class="halunken-place" cx="${x}" cy="${y}" r="${at.token * 0.45}" />`)}${pieces(state, at, shown)}
    </g>
  </svg>`
}

// Let every piece walk around the ring from where it stood to where it stands.
export function walk(root, at, before, still) {
  if (still) return
  for (const piece of root.querySelectorAll('[data-piece]')) {
    const from = before[piece.dataset.piece]
    const to = Number(piece.dataset.spaceOf)
    if (from === undefined || from === null || from === to) continue
    const [x, y] = at.places[to]
    const steps = way(at, from, to).map((space) => ({
      transform: `translate(${at.places[space][0] - x}px, ${at.places[space][1] - y}px)`,
    }))
    piece.animate(steps, { duration: 150 + 110 * steps.length, easing: 'ease-in-out', id: 'fly' })
  }
}

export function standing(state) {
  return { ...Object.fromEntries(state.captains.map((space, seat) => [seat, space])), jack: state.jack?.space }
}

export function diveWords(view, texts, state, space) {
  const dive = state.ring[space]
  const top = dive.top && say(texts, 'scoundrel', { ...split(dive.top), colour: texts.colours[split(dive.top).colour] })
  const inside = dive.left ? [top ?? texts.face_down, say(texts, 'pile', { count: dive.left })] : [texts.empty]
  const here = state.captains.flatMap((place, seat) => (place === space ? [view.seats[seat].name] : []))
  if (state.jack?.space === space) here.push('Black Jack')
  return `${say(texts, 'dive', { dive: space + 1 })}: ${[...inside, ...here].join(', ')}`
}
