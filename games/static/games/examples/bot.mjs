// A bot for any game of the site: node bot.mjs https://site MATCH TOKEN. Needs Node 18 or newer alone.

import { createHash, randomBytes } from 'node:crypto'

const [site, match, token] = process.argv.slice(2)

const pause = (seconds) => new Promise((go) => setTimeout(go, seconds * 1000))

async function call(path, body) {
  const response = await fetch(`${site}/api/v1/matches/${match}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Seat ${token}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (response.status === 429 || response.status === 503) {
    await pause(Number(response.headers.get('Retry-After') ?? 1)) // the site is busy
    return call(path, body)
  }
  if (response.status === 409) return call('view/')
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const nonce = randomBytes(16) // our part of the luck
const luck = { nonce: nonce.toString('hex'), hash: createHash('sha256').update(nonce).digest('hex') }
let view = await call('view/')
while (view.status !== 'finished') {
  const awaited = view.fairness?.seats[view.seat].awaited // before the match begins
  if (awaited) {
    view = await call('seats/mine/nonce/', { [awaited]: luck[awaited] })
  } else if (view.decisions.length) {
    const action = view.menu[Math.floor(Math.random() * view.menu.length)] // your idea here: see view.state
    view = await call('actions/', { decision: view.decisions[0].id, action })
  } else {
    await pause(0.2) // or listen to stream/ for ticks
    view = await call('view/')
  }
}
console.log(view.outcome)
