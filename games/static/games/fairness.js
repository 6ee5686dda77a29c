// The stream of random numbers of a match, made of its secret and the numbers of its seats with this
// browser's own cryptography. Knows no game: see docs/game-record.md.

const WORD_COUNT = 1n << 64n // how many words of 64 bits there are
const NONCE_DIGITS = 32
const NO_NONCE = '0'.repeat(NONCE_DIGITS) // stands for a seat that has added no number

export function toHex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

function textToHex(text) {
  return toHex(new TextEncoder().encode(text))
}

async function hash(hex) {
  return toHex(await crypto.subtle.digest('SHA-256', fromHex(hex)))
}

// The match is named since version 2.
export function computeCommitment({ secret, match = '' }) {
  return hash(secret + textToHex(match))
}

export function hashNonce(nonce) {
  return hash(nonce)
}

// The number of a bot follows from the secret, so the commitment covers it.
export async function deriveBotNonce(secret, seat) {
  const key = await importKey(fromHex(secret))
  const message = new Uint8Array([...new TextEncoder().encode('bot'), seat])
  return toHex(await crypto.subtle.sign('HMAC', key, message)).slice(0, NONCE_DIGITS)
}

function importKey(bytes) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

// The random numbers of a match, in the order in which it drew them.
export class RandomStream {
  static async create({ secret, match = '', nonces }) {
    const mixed = [secret, textToHex(match), ...nonces.map((nonce) => nonce ?? NO_NONCE)]
    const stream = new RandomStream()
    stream.key = await importKey(fromHex(await hash(mixed.join(''))))
    stream.counter = 0n
    stream.words = []
    stream.drawCount = 0
    return stream
  }

  async nextWord() {
    if (!this.words.length) {
      const counter = new DataView(new ArrayBuffer(8))
      counter.setBigUint64(0, this.counter++)
      const block = new DataView(await crypto.subtle.sign('HMAC', this.key, counter.buffer))
      this.words = [0, 8, 16, 24].map((offset) => block.getBigUint64(offset))
    }
    return this.words.shift()
  }

  // A number from 0 to n - 1. Words beyond the last multiple of n are skipped: all numbers are equally
  // likely.
  async below(n) {
    const size = BigInt(n)
    const limit = WORD_COUNT - (WORD_COUNT % size)
    this.drawCount++
    for (;;) {
      const word = await this.nextWord()
      if (word < limit) return Number(word % size)
    }
  }

  async shuffle(items) {
    const list = [...items]
    for (let i = list.length - 1; i > 0; i--) {
      const j = await this.below(i + 1)
      ;[list[i], list[j]] = [list[j], list[i]]
    }
    return list
  }

  async dice(count) {
    const values = []
    for (let i = 0; i < count; i++) values.push(1 + (await this.below(6)))
    return values
  }
}
