// Building and moving elements. `html` escapes every value, so that a name can never become markup.

const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Safe {
  constructor(text) {
    this.text = text
  }
}

function plain(value) {
  if (value instanceof Safe) return value.text
  if (Array.isArray(value)) return value.map(plain).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (sign) => ESCAPED[sign])
}

export function html(parts, ...values) {
  return new Safe(parts.reduce((text, part, i) => text + plain(values[i - 1]) + part))
}

// HTML that the server has made and cleaned itself (sections of rules).
export function trusted(text) {
  return new Safe(text)
}

export function icon(name) {
  return html`<svg class="icon" aria-hidden="true"><use href="${document.body.dataset.icons}#i-${name}"></use></svg>`
}

// Words with {places}: say(texts, 'card', {nation: 'red'})
export function say(texts, name, values = {}) {
  return (texts[name] ?? name).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole)
}

const still = matchMedia('(prefers-reduced-motion: reduce)')
let skipping = false
addEventListener('pointerdown', () => {
  skipping = true
  for (const animation of document.getAnimations()) if (animation.id === 'fly') animation.finish()
})

const drawn = new WeakMap()

// Replace the content; whatever carries the same data-key flies from its old place to its new one, and keeps the focus.
export function render(root, content) {
  const text = plain(content)
  if (drawn.get(root) === text) return // a finger on its way down must not lose what lies under it
  drawn.set(root, text)
  const focused = root.contains(document.activeElement)
    ? document.activeElement.closest('[data-key]')?.dataset.key
    : null
  const before = new Map()
  for (const element of root.querySelectorAll('[data-key]')) before.set(element.dataset.key, within(root, element))
  const open = [...root.querySelectorAll('details[data-key][open]')].map((details) => details.dataset.key)
  root.innerHTML = text
  for (const key of open) root.querySelector(`details[data-key="${CSS.escape(key)}"]`)?.setAttribute('open', '')
  if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  skipping = false
  if (!still.matches && before.size) fly(root, before)
}

// Where an element lies in its root, so that scrolling the page moves nothing.
function within(root, element) {
  const [outer, inner] = [root.getBoundingClientRect(), element.getBoundingClientRect()]
  return { x: inner.x - outer.x, y: inner.y - outer.y }
}

// Parts of a drawing have a scale of their own: they can be flown from, never to.
function fly(root, before) {
  for (const element of root.querySelectorAll('[data-key]')) {
    const from = before.get(element.dataset.key)
    if (element instanceof SVGElement) continue
    const to = within(root, element)
    if (!from) {
      if (element.dataset.appears !== undefined)
        element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300, id: 'fly' })
      continue
    }
    const [x, y] = [from.x - to.x, from.y - to.y]
    if (Math.abs(x) + Math.abs(y) < 4 || skipping) continue
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
        { transform: 'none', zIndex: 2 },
      ],
      {
        duration: 450,
        easing: 'cubic-bezier(.2,.7,.3,1)',
        id: 'fly',
      },
    )
  }
}
