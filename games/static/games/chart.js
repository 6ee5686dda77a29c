// The chance of one seat to win, move by move, as a drawing with a line, a middle, and a mark for each
// mistake.

import { formatText, html, render } from './dom.js'

const WIDTH = 600
const HEIGHT = 160
const SIZE_BY_GRADE = { doubtful: 3, mistake: 4.5, blunder: 6 }

export function drawChart(element, { analysis, seat, made, texts }) {
  const values = listValues(analysis, seat)
  const name = analysis.seats[seat].name
  const even = 1 / analysis.seats.length
  const label = formatText(texts, 'chart', { who: name })
  const points = values.map((value, index) => `${toX(index, values)},${toY(value)}`).join(' ')
  render(
    element,
    html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
      <line class="analysis-even" x1="0" x2="${WIDTH}" y1="${toY(even)}" y2="${toY(even)}"></line>
      <polyline points="${points}"></polyline>
      ${analysis.moves.map((move, index) => renderMistake(move, index, values, seat))}
      <line class="analysis-now" y1="0" y2="${HEIGHT}"
        x1="${toX(made + 1, values)}" x2="${toX(made + 1, values)}"></line>
    </svg>
    <span class="analysis-scale" aria-hidden="true"><span>100</span><span>50</span><span>0</span></span>`,
  )
}

// Before each move and after the last one, as this seat sees it.
function listValues(analysis, seat) {
  return [...analysis.moves, analysis].map(({ values }) => values[seat])
}

function toX(index, values) {
  return Math.round((index * WIDTH) / Math.max(1, values.length - 1))
}

function toY(value) {
  return Math.round(HEIGHT - value * HEIGHT)
}

// A mistake of the seat points down, one of its opponent up. The list below leads to them by keyboard too.
function renderMistake(move, index, values, seat) {
  const size = SIZE_BY_GRADE[move.grade]
  if (!size) return null
  const [x, y] = [toX(index, values), toY(values[index])]
  const turn = move.seat === seat ? size : -size
  const look = move.seat === seat ? 'own' : 'other'
  const outline = `M${x - size} ${y - turn}h${2 * size}L${x} ${y + turn}Z`
  return html`<path class="analysis-fault ${look}" d="${outline}" data-at="${move.number}"></path>`
}
