// Checks the luck of a record of Shanghaien: node verify.mjs record.json. Needs Node.js alone.
import { deepStrictEqual as same } from 'node:assert'
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const record = JSON.parse(readFileSync(process.argv[2], 'utf8'))
same(record.game, 'shanghaien', 'a record of another game, which draws other things')
const luck = record.fairness
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const [secret, match] = [Buffer.from(luck.secret, 'hex'), Buffer.from(luck.match)]
same(sha256(secret, match).toString('hex'), luck.commitment, 'another secret than promised')
const nonces = luck.nonces.map((nonce) => (nonce ? Buffer.from(nonce, 'hex') : Buffer.alloc(16)))
luck.sources.forEach((source, seat) => {
  const botNonce = hmac(secret, Buffer.from([98, 111, 116, seat])).subarray(0, 16)
  if (source === 'bot') same(nonces[seat], botNonce, `a chosen nonce of bot ${seat}`)
})
const key = sha256(secret, match, ...nonces)
const count = Buffer.alloc(8)
let place = 0 // in the stream, in bytes
function below(n) {
  count.writeBigUInt64BE(BigInt(Math.floor(place / 32)))
  const number = hmac(key, count).readBigUInt64BE(place % 32)
  place += 8
  return number < 2n ** 64n - (2n ** 64n % BigInt(n)) ? Number(number % BigInt(n)) : below(n)
}
const [starter, colours] = [below(2), 'red lightblue blue yellow orange purple green grey'.split(' ')]
const deck = colours.flatMap((colour) => ['1', '2', '3a', '3b', '4'].map((value) => `${colour}-${value}`))
for (let n = 1; n < 9; n++) deck.push(`trick-${n}`)
for (let i = 47; i > 0; i--) {
  const j = below(i + 1)
  ;[deck[i], deck[j]] = [deck[j], deck[i]]
}
same(record.setup, { starter, deck }, 'another setup than drawn')
for (const { n, chance } of record.moves) {
  if (chance?.dice) same(chance.dice, [below(6) + 1, below(6) + 1], `other dice than drawn in move ${n}`)
}
console.log('Nobody chose this luck.')
