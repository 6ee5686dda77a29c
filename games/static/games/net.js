// The API and the live ticks. Knows seats and tokens, no game.

const STORE = 'escale-seats'

export function seats(match) {
  const all = stored()
  return match ? all[match] || [] : all
}

// A frame in somebody else's page may have no storage: its seats then live as long as the page.
let memory = {}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE) || '{}')
  } catch {
    return memory
  }
}

// What a browser remembers of a seat: its token, and what it needs to check the dice afterwards.
export function kept(made, nonce) {
  return { token: made.seat_token, index: made.seat, game: made.game, commitment: made.commitment, nonce }
}

export function keepSeat(match, seat) {
  const all = seats()
  const others = (all[match] || []).filter((known) => known.token !== seat.token)
  all[match] = [...others, seat]
  save(all)
}

// An invitation or a second screen brings its seat in the fragment, which no server ever sees.
export function seatFromAddress(match, game) {
  const token = new URLSearchParams(location.hash.slice(1)).get('seat')
  if (!token) return
  keepSeat(match, { token, game })
  history.replaceState(null, '', location.pathname + location.search)
}

export function forgetSeat(match, token) {
  const all = seats()
  all[match] = (all[match] || []).filter((seat) => seat.token !== token)
  if (!all[match].length) delete all[match]
  save(all)
}

function save(all) {
  try {
    localStorage.setItem(STORE, JSON.stringify(all))
  } catch {
    memory = all
  }
}

// One small thing kept in this browser; without a value, what was kept. A frame without storage forgets.
export function remember(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name)
    localStorage.setItem(name, value)
  } catch {
    return null
  }
}

export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status))
    this.status = status
    this.body = body
  }
}

// A page brings the words of its game in its own language; elsewhere they are asked for.
export async function words(api, game) {
  const brought = api.language === document.documentElement.lang && document.getElementById('match-texts')
  return brought ? JSON.parse(brought.textContent) : api.get(`/games/${game}/texts/`)
}

// One client for one match (or for none): language and seat travel with every request.
export class Api {
  constructor(root, language) {
    this.root = root
    this.language = language
    this.token = null
    this.tags = new Map()
  }

  async call(method, path, body, headers = {}) {
    // pages of an account carry its token against forged requests
    const signed = document.querySelector('[name=csrfmiddlewaretoken]')?.value
    const response = await fetch(this.root + path, {
      method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': this.language,
        ...(this.token && { Authorization: `Seat ${this.token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(signed && { 'X-CSRFToken': signed }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    })
    if (response.status === 304 || response.status === 204) return null
    const data = await response.json().catch(() => ({}))
    if (!response.ok) throw new Problem(response.status, data)
    if (response.headers.get('ETag')) this.tags.set(path, response.headers.get('ETag'))
    return data
  }

  // null when nothing has changed since this path was last read
  fresh(path) {
    const tag = this.tags.get(path)
    return this.call('GET', path, null, tag ? { 'If-None-Match': tag } : {})
  }

  get(path) {
    return this.call('GET', path)
  }

  // Retries of the same action carry the same key, so that it counts once.
  async act(path, decision, action) {
    const key = nonce()
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.call('POST', path, { decision, action }, { 'Idempotency-Key': key })
      } catch (error) {
        const again = !(error instanceof Problem) || error.status === 503 || error.status === 429
        if (!again || attempt === 4) throw error
        await new Promise((go) => setTimeout(go, 300 * 2 ** attempt))
      }
    }
  }
}

// Ticks of one match: one tab of the browser holds the stream, the others listen to it; polling where streams fail.
export function ticks(root, match, onTick, onState = () => {}) {
  const channel = new BroadcastChannel(`escale-${match}`)
  const leaving = new AbortController()
  const told = (number) => {
    onTick(number)
    channel.postMessage(number)
  }
  channel.onmessage = (event) => onTick(event.data)
  const lead = () =>
    new Promise((done) => {
      const stream = new EventSource(`${root}/matches/${match}/stream/`)
      stream.onmessage = (event) => told(JSON.parse(event.data).number)
      stream.onopen = () => onState('live')
      stream.onerror = () => onState('waiting')
      const poll = setInterval(() => stream.readyState === EventSource.OPEN || told(null), 5000)
      leaving.signal.addEventListener('abort', () => {
        stream.close()
        clearInterval(poll)
        done()
      })
    })
  const locks = navigator.locks
  if (!locks) lead()
  else
    locks
      .request(`escale-${match}`, { signal: leaving.signal }, lead)
      .catch((error) => error.name === 'AbortError' || lead())
  return () => {
    leaving.abort()
    channel.close()
  }
}
