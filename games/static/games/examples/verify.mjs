// Checks the luck of a record of Shanghaien: node verify.mjs record.json. Needs Node.js alone.
import { deepStrictEqual as same } from 'node:assert'
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { game, setup, moves, fairness: luck } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
same(game, 'shanghaien', 'a record of another game, which draws other things')
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const [secret, match] = [Buffer.from(luck.secret, 'hex'), Buffer.from(luck.match)]
same(sha256(secret, match).toString('hex'), luck.commitment, 'another secret than promised')
// A bot adds what follows from the secret, the word bot and its seat.
const bots = [0, 1].map((seat) => hmac(secret, Buffer.from([98, 111, 116, seat])).subarray(0, 16))
const nonces = luck.nonces.map((nonce) => Buffer.from(nonce ?? '00'.repeat(16), 'hex'))
same(nonces, nonces.map((nonce, n) => (luck.sources[n] === 'bot' ? bots[n] : nonce)), 'a chosen nonce of a bot')
const key = sha256(secret, match, ...nonces)
const block = (count) => hmac(key, Buffer.from(count.toString(16).padStart(16, '0'), 'hex'))
let place = 0 // in the stream, in numbers of 8 bytes
const next = () => block(place >> 2).readBigUInt64BE(8 * (place++ % 4))
const below = (n, x = next()) => (x < 2n ** 64n - (2n ** 64n % BigInt(n)) ? Number(x % BigInt(n)) : below(n))
const [starter, all] = [below(2), 'red lightblue blue yellow orange purple green grey trick'.split(' ')]
const deck = all.flatMap((k) => [...(k === 'trick' ? '12345678' : ['1', '2', '3a', '3b', '4'])].map((n) => `${k}-${n}`))
for (let i = 47, j; i > 0; i--) [deck[i], deck[j]] = [deck[(j = below(i + 1))], deck[i]]
same(setup, { starter, deck }, 'another setup than drawn')
for (const { n, chance } of moves) if (chance) same(chance.dice, [below(6) + 1, below(6) + 1], `other dice on ${n}`)
console.log('Nobody chose this luck.')
