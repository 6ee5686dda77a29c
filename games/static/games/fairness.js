// Repeats every draw of a match from its secret, with this browser's own cryptography. Knows no game:
// see docs/game-record.md for the stream.

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const WORD = 1n << 64n

class Stream {
  static async from(secret, nonces) {
    const parts = [secret, ...nonces].map(bytes)
    const mixed = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
    parts.reduce((at, part) => (mixed.set(part, at), at + part.length), 0)
    const stream = new Stream()
    const key = await crypto.subtle.digest('SHA-256', mixed)
    stream.key = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    stream.counter = 0n
    stream.words = []
    return stream
  }

  async word() {
    if (!this.words.length) {
      const counter = new DataView(new ArrayBuffer(8))
      counter.setBigUint64(0, this.counter++)
      const block = new DataView(await crypto.subtle.sign('HMAC', this.key, counter.buffer))
      this.words = [0, 8, 16, 24].map((at) => block.getBigUint64(at))
    }
    return this.words.shift()
  }

  async below(n) {
    const size = BigInt(n)
    const limit = WORD - (WORD % size)
    for (;;) {
      const word = await this.word()
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
    const thrown = []
    for (let i = 0; i < count; i++) thrown.push(1 + (await this.below(6)))
    return thrown
  }
}

const draws = {
  below: (stream, draw) => stream.below(draw.n),
  shuffle: (stream, draw) => stream.shuffle(draw.items),
  dice: (stream, draw) => stream.dice(draw.count),
  pick: async (stream, draw) => draw.items[await stream.below(draw.items.length)],
}

// {committed, wrong: number of the first draw that does not fit or null, all}
export async function verify(revealed, progress = () => {}) {
  const committed = hex(await crypto.subtle.digest('SHA-256', bytes(revealed.secret))) === revealed.commitment
  const stream = await Stream.from(revealed.secret, revealed.nonces)
  for (const [i, draw] of revealed.draws.entries()) {
    const drawn = await draws[draw.draw](stream, draw)
    if (JSON.stringify(drawn) !== JSON.stringify(draw.result))
      return { committed, wrong: i + 1, all: revealed.draws.length }
    if (i % 20 === 0) progress(i, revealed.draws.length)
  }
  return { committed, wrong: null, all: revealed.draws.length }
}
