// Inside a frame of another page: tells its height, and opens a new table where the page asks for one.

import { Api, createNonce } from './net.js'

const page = document.documentElement

function tellHeight() {
  parent.postMessage({ type: 'escale-size', height: page.offsetHeight }, '*')
}

new ResizeObserver(tellHeight).observe(page)

document.querySelector('[data-new]')?.addEventListener('click', async (event) => {
  const { new: game, bot } = event.target.closest('[data-new]').dataset
  const api = new Api('/api/v1', page.lang)
  const opponent = bot ? { kind: 'bot', level: bot } : { kind: 'human' }
  const request = { game, seats: [{ kind: 'human' }, opponent], nonce: createNonce(), visibility: 'unlisted' }
  const match = await api.call('POST', '/matches/', request)
  location.replace(`/embed/${match.id}/?lang=${page.lang}#seat=${match.seat_token}`)
})
