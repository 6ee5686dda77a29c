// Where the fourteen dives, the places before them and the water lie, in a tall and in a wide drawing of the
// harbour.

export const SPACES = 14
const MEASURED_POINTS = 720
const DRAWN_POINTS = 160 // enough to look round

// `house`, `card`: width and height. `token`: radius. `quay`: distance of a token from the middle of its
// house. `exponent`: with 2 the outline is an ellipse; with a higher one it fills the corners of a phone.
const SHAPES = {
  tall: { width: 400, height: 404, house: [64, 72], card: [38, 42], token: 14, quay: 55, exponent: 3 },
  wide: { width: 800, height: 500, house: [84, 96], card: [48, 54], token: 19, quay: 78, exponent: 2 },
}

// The point of an outline around 0, 0 in this direction; the angle 0 is on top, then clockwise.
function findOutlinePoint(angle, radiusX, radiusY, exponent) {
  const [x, y] = [Math.sin(angle), -Math.cos(angle)]
  const sum = Math.abs(x / radiusX) ** exponent + Math.abs(y / radiusY) ** exponent
  const distance = sum ** (-1 / exponent)
  return [x * distance, y * distance]
}

function listOutlinePoints(count, radiusX, radiusY, exponent) {
  const angles = Array.from({ length: count }, (_, i) => (i * 2 * Math.PI) / count)
  return angles.map((angle) => findOutlinePoint(angle, radiusX, radiusY, exponent))
}

// Fourteen points at equal distances along the outline, the first one on top, then clockwise.
function placeOnOutline(radiusX, radiusY, exponent) {
  const points = listOutlinePoints(MEASURED_POINTS, radiusX, radiusY, exponent)
  const distances = [0]
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]
    distances.push(distances[i] + Math.hypot(nextX - x, nextY - y))
  })
  const length = distances.at(-1)
  return Array.from({ length: SPACES }, (_, space) => {
    const wantedDistance = (space / SPACES) * length
    return points[distances.findIndex((distance) => distance >= wantedDistance)]
  })
}

// Moves a point of the outline towards the water, at right angles to the quay.
function moveInwards([x, y], depth, radiusX, radiusY, exponent) {
  const findSlope = (value, radius) =>
    (Math.sign(value) * Math.abs(value / radius) ** (exponent - 1)) / radius
  const [slopeX, slopeY] = [findSlope(x, radiusX), findSlope(y, radiusY)]
  const length = Math.hypot(slopeX, slopeY)
  return [x - (depth * slopeX) / length, y - (depth * slopeY) / length]
}

// Moves each place towards the next one.
function moveOn(places, distance) {
  return places.map(([x, y], space) => {
    const [nextX, nextY] = places[(space + 1) % SPACES]
    const share = distance / Math.hypot(nextX - x, nextY - y)
    return [Math.round(x + (nextX - x) * share), Math.round(y + (nextY - y) * share)]
  })
}

function createLayout(name) {
  const shape = SHAPES[name]
  const { width, height, quay, token, exponent } = shape
  const [houseWidth, houseHeight] = shape.house
  const radiusX = width / 2 - houseWidth / 2 - 4
  const radiusY = height / 2 - houseHeight / 2 - 8
  const toDrawing = ([x, y]) => [Math.round(x + width / 2), Math.round(y + height / 2 + 2)]
  const points = placeOnOutline(radiusX, radiusY, exponent)
  const placeAt = (depth) =>
    points.map((point) => toDrawing(moveInwards(point, depth, radiusX, radiusY, exponent)))
  const drawOutline = (depth) => {
    const outline = listOutlinePoints(DRAWN_POINTS, radiusX - depth, radiusY - depth, exponent)
    return `M${outline.map(toDrawing).join('L')}Z`
  }
  const [landSide, waterSide] = [quay - token - 8, quay + token + 4]
  return {
    ...shape,
    name,
    dives: points.map(toDrawing),
    places: placeAt(quay),
    // Where a second token stands at the same dive: a little nearer to the water, and on the way to the next one.
    secondPlaces: moveOn(placeAt(quay + token), 1.3 * token),
    outlines: { quay: drawOutline(landSide), kerb: drawOutline(landSide + 7), water: drawOutline(waterSide) },
    water: { middle: toDrawing([0, 0]), radiusX: radiusX - waterSide, radiusY: radiusY - waterSide },
  }
}

export const LAYOUTS = { tall: createLayout('tall'), wide: createLayout('wide') }

// The spaces that a piece passes, with its first and its last one.
export function listSteps(from, to) {
  const steps = [from]
  while (steps.at(-1) !== to) steps.push((steps.at(-1) + 1) % SPACES)
  return steps
}
