// Builds and moves elements. `html` escapes every value, so that a name can never become markup.

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Markup {
  constructor(text) {
    this.text = text
  }
}

function toMarkupText(value) {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(toMarkupText).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character])
}

// A tag for template literals: html`<b>${name}</b>`. A value may be a text, markup, a list of both, or
// nothing.
export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, index) => text + toMarkupText(values[index - 1]) + part))
}

// HTML that the server has made and cleaned itself (sections of rules).
export function trustedHtml(text) {
  return new Markup(text)
}

export function icon(name) {
  const { icons } = document.body.dataset
  return html`<svg class="icon" aria-hidden="true"><use href="${icons}#i-${name}"></use></svg>`
}

// The text of this name with its {placeholders} filled: formatText(texts, 'card', { nation: 'red' })
export function formatText(texts, name, values = {}) {
  return (texts[name] ?? name).replace(/\{(\w+)\}/g, (placeholder, key) => values[key] ?? placeholder)
}

// How long things take that move because they lie elsewhere now; a scene may be shorter.
export const motion = { milliseconds: 450 }
const APPEAR_MILLISECONDS = 300
const ANIMATION_ID = 'fly'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
let skipAnimations = false
addEventListener('pointerdown', () => {
  skipAnimations = true
  for (const animation of document.getAnimations()) {
    if (animation.id === ANIMATION_ID) animation.finish()
  }
})

const markupByRoot = new WeakMap()

// Replaces the content. An element moves from the old place of its data-key to the new one, and keeps the
// focus.
export function render(root, content) {
  const text = toMarkupText(content)
  if (markupByRoot.get(root) === text) return // A click that has begun must not lose the element below it.
  markupByRoot.set(root, text)
  const focusedKey = findFocusedKey(root)
  const oldPositions = measurePositions(root)
  const openKeys = [...root.querySelectorAll('details[data-key][open]')].map((details) => details.dataset.key)
  root.innerHTML = text
  for (const key of openKeys) {
    root.querySelector(`details[data-key="${CSS.escape(key)}"]`)?.setAttribute('open', '')
  }
  if (focusedKey) root.querySelector(`[data-key="${CSS.escape(focusedKey)}"]`)?.focus({ preventScroll: true })
  skipAnimations = false
  if (!reducedMotion.matches && oldPositions.size) animateMoves(root, oldPositions)
}

function findFocusedKey(root) {
  if (!root.contains(document.activeElement)) return null
  return document.activeElement.closest('[data-key]')?.dataset.key
}

function measurePositions(root) {
  const positionsByKey = new Map()
  for (const element of root.querySelectorAll('[data-key]')) {
    positionsByKey.set(element.dataset.key, measurePosition(root, element))
  }
  return positionsByKey
}

// Where an element lies in its root, so that scrolling the page moves nothing.
function measurePosition(root, element) {
  const outer = root.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  return { x: inner.x - outer.x, y: inner.y - outer.y }
}

// Parts of a drawing have a scale of their own: an element can come from them, but they never move.
function animateMoves(root, oldPositions) {
  for (const element of root.querySelectorAll('[data-key]')) {
    if (element instanceof SVGElement) continue
    const oldPosition = oldPositions.get(element.dataset.key)
    if (oldPosition) animateMove(element, oldPosition, measurePosition(root, element))
    else if (element.dataset.appears !== undefined) animateAppearance(element)
  }
}

function animateAppearance(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR_MILLISECONDS, id: ANIMATION_ID })
}

function animateMove(element, from, to) {
  const [x, y] = [from.x - to.x, from.y - to.y]
  if (Math.abs(x) + Math.abs(y) < 4 || skipAnimations) return
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
      { transform: 'none', zIndex: 2 },
    ],
    { duration: motion.milliseconds, easing: 'cubic-bezier(.2,.7,.3,1)', id: ANIMATION_ID },
  )
}
