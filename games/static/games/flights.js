// Moves things on the screen during a scene, and outlines what the last move has changed. Where a reader
// wants no motion, nothing flies; the outlines stay.

export const FLIGHT_SHARE = 0.85 // of the scene, so that a thing has landed when the scene ends
const ANIMATION_ID = 'fly' // as in dom.js: skipped by a tap
const EASING = 'cubic-bezier(.3,.7,.3,1)'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

export function findByKey(root, key) {
  return root.querySelector(`[data-key="${CSS.escape(key)}"]`)
}

// What flies in a scene. A flight is
//   { from, to }                 the thing `to` comes from where `from` was
//   { from, to, isCopy: true }   a copy of `from` flies to the first of the places `to`, and vanishes; with a
//                                share `wait` of its time it first stays where it lies
//   { to, isTumbling: true }     the thing rolls where it lies
//   { to, index }                the thing is dealt from the right, one after the other
// The places are remembered before the scene is drawn; `start()` lets the things fly afterwards.
export class Flights {
  constructor(root, flights) {
    this.root = root
    this.flights = reducedMotion.matches ? [] : flights.map((flight) => this.prepare(flight))
  }

  prepare(flight) {
    const element = flight.from && findByKey(this.root, flight.from)
    const copy = flight.isCopy && element?.cloneNode(true)
    return { ...flight, place: element?.getBoundingClientRect(), copy }
  }

  start(milliseconds) {
    for (const flight of this.flights) this.startOne(flight, milliseconds * FLIGHT_SHARE)
  }

  startOne({ to, place, copy, isTumbling, index, wait = 0 }, duration) {
    const target = [to].flat().map((key) => key && findByKey(this.root, key)).find(Boolean)
    const timing = { duration: duration * (1 - wait), delay: duration * wait }
    if (copy) sendCopy(this.root, copy, place, target?.getBoundingClientRect() ?? sink(place), timing)
    else if (target && isTumbling) tumble(target, duration)
    else if (target && place) flyFrom(target, place, duration)
    else if (target && index !== undefined) deal(target, index, duration)
  }
}

// What has no aim goes under where it lies.
function sink(place) {
  return new DOMRect(place.x, place.y + 0.7 * place.height, place.width, place.height)
}

function tumble(element, duration) {
  const start = { transform: 'translateY(-1.5rem) rotate(-200deg) scale(.5)', opacity: 0.3 }
  element.animate([start, { transform: 'none', opacity: 1 }], { duration, easing: EASING, id: ANIMATION_ID })
}

function deal(element, index, duration) {
  const start = { transform: 'translateX(40vw)', opacity: 0 }
  const timing = { duration: duration / 2, delay: (index * duration) / 12, easing: EASING }
  const options = { ...timing, fill: 'backwards', id: ANIMATION_ID }
  element.animate([start, { transform: 'none', opacity: 1 }], options)
}

function flyFrom(element, from, duration) {
  const to = element.getBoundingClientRect()
  const [x, y] = findOffset(from, to)
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 5 },
      { transform: 'none', zIndex: 5 },
    ],
    { duration, easing: EASING, id: ANIMATION_ID },
  )
}

// A copy of what is no longer there flies in a bow over the page and vanishes at its aim.
function sendCopy(root, copy, from, to, timing) {
  copy.classList.add('match-flying')
  copy.removeAttribute('data-key')
  for (const element of copy.querySelectorAll('[data-key]')) element.removeAttribute('data-key')
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  })
  root.append(copy)
  const [x, y] = findOffset(to, from)
  const animation = copy.animate(
    [
      { transform: 'none' },
      {
        transform: `translate(${0.45 * x}px, ${0.45 * y - 24}px) rotate(-5deg) scale(.92)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x}px, ${y}px) rotate(7deg) scale(.5)`, opacity: 0.4 },
    ],
    { ...timing, easing: EASING, id: ANIMATION_ID },
  )
  animation.finished.finally(() => copy.remove())
}

// From the middle of one place to the middle of the other.
function findOffset(one, other) {
  return [
    one.left + one.width / 2 - other.left - other.width / 2,
    one.top + one.height / 2 - other.top - other.height / 2,
  ]
}

// What was skipped does not fly on.
export function removeCopies(root) {
  for (const copy of root.querySelectorAll('.match-flying')) copy.remove()
}

export function endFlights() {
  for (const animation of document.getAnimations()) {
    if (animation.id === ANIMATION_ID) animation.finish()
  }
}

export function markChanges(root, keys) {
  for (const element of root.querySelectorAll('[data-changed]')) element.removeAttribute('data-changed')
  for (const key of keys) findByKey(root, key)?.setAttribute('data-changed', '')
}
