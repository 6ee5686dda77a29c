// Draws what lies between the dives: the quay, and the water with its waves and the light of the lamps.

import { html } from '../games/dom.js'

export function renderHarbour({ outlines, water }) {
  const [middleX, middleY] = water.middle
  const at = (shareX, shareY) => [middleX + water.radiusX * shareX, middleY + water.radiusY * shareY]
  return html`<path class="halunken-quay" d="${outlines.quay}" />
    <path class="halunken-kerb" d="${outlines.kerb}" />
    <path class="halunken-water" d="${outlines.water}" />
    <path class="halunken-gleam" d="${drawGleam(at(-0.82, 0.36))}" />
    <path class="halunken-gleam" d="${drawGleam(at(0.62, -0.5))}" />
    ${renderWaves(at(-0.5, -0.82))}${renderWaves(at(-0.34, 0.74))}`
}

// A lamp of the quay in the water.
function drawGleam([x, y]) {
  return `M${x} ${y}h22M${x + 5} ${y + 7}h14M${x + 9} ${y + 14}h8`
}

// A long wave, and a short one below it.
function renderWaves([x, y]) {
  const d = `M${x} ${y}q10-7 20 0t20 0t20 0M${x + 52} ${y + 12}q10-7 20 0t20 0`
  return html`<path class="halunken-wave" d="${d}" />`
}
