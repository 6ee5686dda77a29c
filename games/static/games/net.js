// The API and the live ticks. Knows seats and tokens, but no game.

const POLL_MILLISECONDS = 5000
const TEMPORARY_STATUSES = [429, 502, 503, 504]

export function createNonce() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// The API has refused a request; `body` says why, in the reader's language.
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status))
    this.status = status
    this.body = body
  }
}

// A page brings the texts of its game in its own language; in another language they are requested.
export async function loadTexts(api, game) {
  const element = api.language === document.documentElement.lang && document.getElementById('match-texts')
  return element ? JSON.parse(element.textContent) : api.get(`/games/${game}/texts/`)
}

// A request that failed so may be accepted when it is sent again.
export function isTemporary(error) {
  return !(error instanceof Problem) || TEMPORARY_STATUSES.includes(error.status)
}

// Waits so long, or until the browser says that the network is back.
export function waitForNetwork(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    addEventListener('online', () => resolve(clearTimeout(timer)), { once: true })
  })
}

// One client for one match (or for none): language and seat travel with every request.
export class Api {
  // A request without an answer counts as lost after `maxWaitMilliseconds`; without a number the browser
  // decides.
  constructor(root, language, maxWaitMilliseconds = null) {
    this.root = root
    this.language = language
    this.maxWaitMilliseconds = maxWaitMilliseconds
    this.token = null
    this.etagByPath = new Map()
    this.serverClock = new ServerClock()
  }

  async call(method, path, body, headers = {}, signal = null) {
    const sentAt = Date.now()
    const response = fetch(this.root + path, {
      method,
      credentials: 'same-origin',
      headers: { ...this.createHeaders(body), ...headers },
      body: body && JSON.stringify(body),
      signal: signal ?? (this.maxWaitMilliseconds && AbortSignal.timeout(this.maxWaitMilliseconds)),
    })
    return this.read(path, response, sentAt)
  }

  // What a running request brings, or the Problem that the API names.
  async read(path, runningResponse, sentAt) {
    const response = await runningResponse
    this.serverClock.learn(Date.parse(response.headers.get('Date')), sentAt, Date.now())
    if (response.status === 304 || response.status === 204) return null
    if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})))
    const answer = await response.json()
    if (response.headers.get('ETag')) this.etagByPath.set(path, response.headers.get('ETag'))
    return answer
  }

  createHeaders(body) {
    // The pages of an account carry its token against forged requests.
    const csrfToken = document.querySelector('[name=csrfmiddlewaretoken]')?.value
    return {
      'Accept-Language': this.language,
      ...(this.token && { Authorization: `Seat ${this.token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(csrfToken && { 'X-CSRFToken': csrfToken }),
    }
  }

  get(path) {
    return this.call('GET', path)
  }

  // Null when nothing has changed since this path was last read.
  getIfChanged(path) {
    const etag = this.etagByPath.get(path)
    return this.call('GET', path, null, etag ? { 'If-None-Match': etag } : {})
  }
}

// The clock of the server, from the times at which it answers: it may differ from the clock of this machine.
class ServerClock {
  learn(serverSecond, sentAt, receivedAt) {
    if (Number.isNaN(serverSecond)) return
    // An answer says in which second the server wrote it; it did so between sending and receiving.
    const [lowest, highest] = [serverSecond - receivedAt, serverSecond + 1000 - sentAt]
    const hasClockChanged = lowest > this.highest || highest < this.lowest
    this.lowest = hasClockChanged ? lowest : Math.max(lowest, this.lowest ?? lowest)
    this.highest = hasClockChanged ? highest : Math.min(highest, this.highest ?? highest)
  }

  now() {
    const difference = this.lowest === undefined ? 0 : (this.lowest + this.highest) / 2
    return Date.now() + difference
  }
}

// Calls `onTick(number)` for each change of a match, and answers a function that stops. One tab of the
// browser holds the stream, the others listen to it; where streams fail, a tick without a number comes every
// few seconds.
export function listenForTicks(root, match, onTick, onState = () => {}) {
  const channel = new BroadcastChannel(`escale-${match}`)
  const stopping = new AbortController()
  const passOn = (number) => {
    onTick(number)
    channel.postMessage(number)
  }
  const holdStream = () => readStream(`${root}/matches/${match}/stream/`, passOn, onState, stopping.signal)
  channel.onmessage = (event) => onTick(event.data)
  if (navigator.locks) {
    navigator.locks
      .request(`escale-${match}`, { signal: stopping.signal }, holdStream)
      .catch((error) => error.name === 'AbortError' || holdStream())
  } else {
    holdStream()
  }
  return () => {
    stopping.abort()
    channel.close()
  }
}

// Reads the stream until the signal aborts.
function readStream(url, onTick, onState, signal) {
  return new Promise((resolve) => {
    const stream = new EventSource(url)
    stream.onmessage = (event) => onTick(JSON.parse(event.data).number)
    stream.onopen = () => onState('live')
    stream.onerror = () => onState('waiting')
    const poll = setInterval(() => stream.readyState === EventSource.OPEN || onTick(null), POLL_MILLISECONDS)
    signal.addEventListener('abort', () => {
      stream.close()
      clearInterval(poll)
      resolve()
    })
  })
}
