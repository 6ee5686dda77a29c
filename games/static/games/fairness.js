// Repeats every draw of a match from its secret, with this browser's own cryptography. Knows no game:
// see docs/game-record.md for the stream.

const WORD_COUNT = 1n << 64n // how many words of 64 bits there are

function toHex(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

// The random numbers of a match, in the order in which it drew them.
class RandomStream {
  static async create(secret, nonces) {
    const parts = [secret, ...nonces].map(fromHex)
    const mixedBytes = Uint8Array.from(parts.flatMap((part) => [...part]))
    const stream = new RandomStream()
    const key = await crypto.subtle.digest('SHA-256', mixedBytes)
    stream.key = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    stream.counter = 0n
    stream.words = []
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

const repeatDraw = {
  below: (stream, draw) => stream.below(draw.n),
  shuffle: (stream, draw) => stream.shuffle(draw.items),
  dice: (stream, draw) => stream.dice(draw.count),
  pick: async (stream, draw) => draw.items[await stream.below(draw.items.length)],
}

// Whether the secret fits its commitment (`committed`), the number of the first draw that does not fit, or
// null (`wrong`), and the number of all draws (`all`).
export async function verify(revealed, progress = () => {}) {
  const digest = await crypto.subtle.digest('SHA-256', fromHex(revealed.secret))
  const committed = toHex(digest) === revealed.commitment
  const stream = await RandomStream.create(revealed.secret, revealed.nonces)
  for (const [i, draw] of revealed.draws.entries()) {
    const result = await repeatDraw[draw.draw](stream, draw)
    if (JSON.stringify(result) !== JSON.stringify(draw.result)) {
      return { committed, wrong: i + 1, all: revealed.draws.length }
    }
    if (i % 20 === 0) progress(i, revealed.draws.length)
  }
  return { committed, wrong: null, all: revealed.draws.length }
}
