// Inside a frame of another page: tells its height, and opens a new table where the page asks for one.

import { Api, createNonce } from './net.js'

const tell = () => parent.postMessage({ type: 'escale-size', height: document.documentElement.offsetHeight }, '*')
new ResizeObserver(tell).observe(document.documentElement)

document.querySelector('[data-new]')?.addEventListener('click', async (event) => {
  const { new: game, bot } = event.target.closest('[data-new]').dataset
  const api = new Api('/api/v1', document.documentElement.lang)
  const seats = [{ kind: 'human' }, bot ? { kind: 'bot', level: bot } : { kind: 'human' }]
  const made = await api.call('POST', '/matches/', { game, seats, nonce: createNonce(), visibility: 'unlisted' })
  location.replace(`/embed/${made.id}/?lang=${document.documentElement.lang}#seat=${made.seat_token}`)
})
