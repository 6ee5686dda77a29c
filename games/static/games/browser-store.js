// What this browser stores: the seats of its player, and small settings.

const SEATS_KEY = 'escale-seats'

// The seats of one match, or of all matches by their ids.
export function loadSeats(match) {
  const seatsByMatch = readSeatsByMatch()
  return match ? seatsByMatch[match] || [] : seatsByMatch
}

// A frame in another site's page may have no storage, or the storage is full: the seats then live as long as
// the page.
let unstoredSeats = null

function readSeatsByMatch() {
  if (unstoredSeats) return unstoredSeats
  try {
    return JSON.parse(localStorage.getItem(SEATS_KEY) || '{}')
  } catch {
    return {}
  }
}

function writeSeatsByMatch(seatsByMatch) {
  try {
    localStorage.setItem(SEATS_KEY, JSON.stringify(seatsByMatch))
  } catch {
    unstoredSeats = seatsByMatch
  }
}

// What a browser stores of a seat at first: its token, and the commitment that it has been told.
export function toStoredSeat({ seat_token: token, seat: index, game, commitment }) {
  return { token, index, game, commitment }
}

export function storeSeat(match, seat) {
  const seatsByMatch = loadSeats()
  const otherSeats = (seatsByMatch[match] || []).filter((other) => other.token !== seat.token)
  seatsByMatch[match] = [...otherSeats, seat]
  writeSeatsByMatch(seatsByMatch)
}

export function removeSeat(match, token) {
  const seatsByMatch = loadSeats()
  seatsByMatch[match] = (seatsByMatch[match] || []).filter((seat) => seat.token !== token)
  if (!seatsByMatch[match].length) delete seatsByMatch[match]
  writeSeatsByMatch(seatsByMatch)
}

// An invitation or a second screen brings its seat in the fragment, which no server ever sees.
export function takeSeatFromAddress(match, game) {
  const token = new URLSearchParams(location.hash.slice(1)).get('seat')
  if (!token) return
  if (!loadSeats(match).some((seat) => seat.token === token)) storeSeat(match, { token, game })
  history.replaceState(null, '', location.pathname + location.search)
}

// A small setting of this browser; null where nothing is stored, or where a frame has no storage.
export function readSetting(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeSetting(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A frame without storage forgets.
  }
}
