// Lines of light while one pays: each runs from the sign on a card to the socket of the cost that it fills.

import { html, render } from '../games/dom.js'

const LANE_HEIGHT = 6 // pixels between lines that run beside each other

export class PaymentLights {
  constructor(board) {
    this.board = board
    this.shownNames = new Set()
    this.sizeObserver = new ResizeObserver(() => this.draw())
  }

  start() {
    this.sizeObserver.observe(this.board)
  }

  stop() {
    this.sizeObserver.disconnect()
  }

  // A line that was not there before spreads from its card; the others stay as they are.
  draw() {
    const picture = this.board.querySelector('.macao-lights')
    const lines = picture ? this.listLines() : []
    if (picture) render(picture, html`${lines.map((line) => renderLine(line, this.shownNames.has(line.name)))}`)
    this.shownNames = new Set(lines.map(({ name }) => name))
  }

  listLines() {
    const table = this.board.firstElementChild
    const sockets = this.board.querySelectorAll('.pay-socket')
    const things = this.board.querySelectorAll('.members .macao-line > li')
    const upperRow = [...things].map((thing) => measurePlace(thing, table))
    const units = this.board.payment.fillSockets()
    return units.flatMap((unit, socket) => {
      if (!unit) return []
      const start = this.findStart(unit, table, upperRow)
      const { x, y, width, height } = measurePlace(sockets[socket], table)
      const end = { x: x + width / 2, y: y + height }
      const lane = (start.turnY + end.y) / 2 + (socket - (units.length - 1) / 2) * LANE_HEIGHT
      return [{ name: `${unit.card} ${unit.sign} ${socket}`, path: writePath(start, end, lane) }]
    })
  }

  // A line leaves its card at the sign of the unit. Where cards of another row lie above, it leaves between
  // them, and turns to its socket only above that row, at `turnY`.
  findStart({ card, sign }, table, upperRow) {
    const element = this.board.querySelector(`[data-own="${CSS.escape(card)}"]`)
    const place = measurePlace(element, table)
    const [top] = upperRow
    const isBelow = top && place.y >= top.y + top.height
    if (isBelow) return { x: findGap(place, upperRow), y: place.y, turnY: top.y }
    const signs = measurePlace(element.querySelector('.macao-yield'), table)
    const signWidth = element.querySelector('.macao-sign').getBoundingClientRect().width
    return { x: signs.x + (sign + 0.5) * signWidth, y: place.y, turnY: place.y }
  }
}

// The place above a card where the line hides least of the cards there: before one of them, or where the row
// has ended.
function findGap({ x, width }, upperRow) {
  const gaps = upperRow.map((place) => place.x - 1).filter((gap) => gap >= x - 2 && gap < x + width)
  return gaps[0] ?? x - 1
}

function writePath(start, end, lane) {
  const bend = `C${start.x} ${lane} ${end.x} ${lane} ${end.x} ${end.y}`
  return `M${start.x} ${start.y}V${start.turnY}${bend}`
}

// Where an element lies in the table once nothing moves: cards may still fly to their places.
function measurePlace(element, table) {
  const place = { x: 0, y: 0, width: element.offsetWidth, height: element.offsetHeight }
  for (let part = element; part && part !== table; part = part.offsetParent) {
    place.x += part.offsetLeft + (part === element ? 0 : part.clientLeft)
    place.y += part.offsetTop + (part === element ? 0 : part.clientTop)
  }
  return place
}

function renderLine({ path }, wasShown) {
  return html`<g class="light ${wasShown ? '' : 'new'}">
    <path class="light-beam" pathLength="1" d="${path}"></path>
    <path class="light-shade" d="${path}"></path>
    <path class="light-dots" d="${path}"></path>
  </g>`
}
