// The API and the live ticks. Knows seats and tokens, but no game.

const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MILLISECONDS = 300
const POLL_MILLISECONDS = 5000

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

// One client for one match (or for none): language and seat travel with every request.
export class Api {
  constructor(root, language) {
    this.root = root
    this.language = language
    this.token = null
    this.etagByPath = new Map()
  }

  async call(method, path, body, headers = {}) {
    const response = await fetch(this.root + path, {
      method,
      credentials: 'same-origin',
      headers: { ...this.createHeaders(body), ...headers },
      body: body && JSON.stringify(body),
    })
    if (response.status === 304 || response.status === 204) return null
    const answer = await response.json().catch(() => ({}))
    if (!response.ok) throw new Problem(response.status, answer)
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

  // Retries of the same action carry the same key, so that it counts once.
  async sendAction(path, decision, action) {
    const key = createNonce()
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.call('POST', path, { decision, action }, { 'Idempotency-Key': key })
      } catch (error) {
        if (!isTemporary(error) || attempt === MAX_ATTEMPTS) throw error
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MILLISECONDS * 2 ** (attempt - 1)))
      }
    }
  }
}

function isTemporary(error) {
  return !(error instanceof Problem) || error.status === 503 || error.status === 429
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
