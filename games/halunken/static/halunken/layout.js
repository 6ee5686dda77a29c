// Where the fourteen dives and the places before them lie, in a tall and in a wide drawing of the harbour.

export const SPACES = 14
const POINTS_OF_ELLIPSE = 720

// `house`, `card`: width and height. `token`: radius. `quay`: distance of a token from the middle of its
// house.
const SHAPES = {
  tall: { width: 400, height: 404, house: [62, 70], card: [36, 40], token: 14, quay: 56 },
  wide: { width: 800, height: 500, house: [84, 96], card: [48, 54], token: 19, quay: 78 },
}

// Fourteen points at equal distances along an ellipse, the first one on top, then clockwise.
function placeOnEllipse(radiusX, radiusY) {
  const points = []
  const distances = []
  for (let i = 0; i <= POINTS_OF_ELLIPSE; i++) {
    const angle = (i * 2 * Math.PI) / POINTS_OF_ELLIPSE
    const point = [radiusX * Math.sin(angle), -radiusY * Math.cos(angle)]
    const last = points.at(-1)
    const step = last ? Math.hypot(point[0] - last[0], point[1] - last[1]) : 0
    points.push(point)
    distances.push((distances.at(-1) ?? 0) + step)
  }
  const length = distances.at(-1)
  return Array.from({ length: SPACES }, (_, space) => {
    const wantedDistance = (space / SPACES) * length
    return points[distances.findIndex((distance) => distance >= wantedDistance)]
  })
}

// Moves a point of the ellipse towards the water, at right angles to the quay.
function moveInwards([x, y], depth, radiusX, radiusY) {
  const slope = Math.hypot(x / radiusX ** 2, y / radiusY ** 2)
  return [x - (depth * x) / (radiusX ** 2 * slope), y - (depth * y) / (radiusY ** 2 * slope)]
}

function createLayout(name) {
  const shape = SHAPES[name]
  const [houseWidth, houseHeight] = shape.house
  const radiusX = shape.width / 2 - houseWidth / 2 - 4
  const radiusY = shape.height / 2 - houseHeight / 2 - 8
  const toDrawing = ([x, y]) => [Math.round(x + shape.width / 2), Math.round(y + shape.height / 2 + 2)]
  const points = placeOnEllipse(radiusX, radiusY)
  const placeAt = (depth) => points.map((point) => toDrawing(moveInwards(point, depth, radiusX, radiusY)))
  return {
    ...shape,
    name,
    radiusX,
    radiusY,
    dives: points.map(toDrawing),
    places: placeAt(shape.quay),
    // Where a second token stands at the same dive.
    secondPlaces: placeAt(shape.quay + 2 * shape.token),
  }
}

export const LAYOUTS = { tall: createLayout('tall'), wide: createLayout('wide') }

// The spaces that a piece passes, with its first and its last one.
export function listSteps(from, to) {
  const steps = [from]
  while (steps.at(-1) !== to) steps.push((steps.at(-1) + 1) % SPACES)
  return steps
}
