// The lobby: a new table gets its luck from this browser too, and this browser's tables are listed, waiting ones first.

import { Api, keepSeat, kept, nonce, seats } from './net.js'
import { html, icon, render } from './dom.js'

const api = new Api('/api/v1', document.documentElement.lang)

function wish(form) {
  const data = new FormData(form)
  const others = [...form.querySelectorAll('[name^="seat"]')].map((select) => select.value).filter(Boolean)
  const options = [...form.querySelectorAll('[data-option]')].map((select) => [select.name, value(select.value)])
  return {
    game: form.dataset.newTable,
    name: data.get('name'),
    seats: ['human', ...others].map((kind) => (kind === 'human' ? { kind } : { kind: 'bot', level: kind })),
    options: Object.fromEntries(options),
    pace: data.get('pace'),
    visibility: data.get('unlisted') ? 'unlisted' : 'public',
    nonce: nonce(),
  }
}

const value = (text) => (text === 'True' ? true : text === 'False' ? false : Number(text))

for (const form of document.querySelectorAll('[data-new-table]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('.primary')
    button.setAttribute('aria-busy', 'true')
    try {
      const asked = wish(form)
      const made = await api.call('POST', '/matches/', asked)
      keepSeat(made.id, kept(made, asked.nonce))
      location.href = form.dataset.table.replace('MATCH', made.id)
    } catch {
      form.submit()
    } finally {
      button.removeAttribute('aria-busy')
    }
  })
}

const MOST = 50

async function mine(list) {
  // what the account holds is listed by the page itself; of many old tables the newest are asked for
  const kept = Object.keys(seats())
    .filter((id) => !document.querySelector(`[data-own="${CSS.escape(id)}"]`))
    .slice(-MOST)
  const tables = await Promise.all(kept.map((id) => api.get(`/matches/${id}/`).catch(() => null)))
  const rows = tables.filter(Boolean).map((match) => {
    const own = seats(match.id).map((seat) => match.seats[seat.index])
    const waits = own.some((seat) => seat?.waiting)
    const state =
      match.status === 'finished' ? 'over' : match.status === 'open' ? 'open' : waits ? 'waiting' : 'running'
    return { match, state, order: ['waiting', 'open', 'running', 'over'].indexOf(state) }
  })
  rows.sort((one, other) => one.order - other.order || (one.match.created < other.match.created ? 1 : -1))
  const shown = 'all' in list.dataset ? rows : rows.filter((row) => row.state !== 'over').slice(0, 5)
  if (!shown.length) return
  render(
    list,
    html`${shown.map(
      ({ match, state }) =>
        html`<li class="card pick">
          <h3><a href="/m/${match.id}">${match.name}</a></h3>
          <p class="cluster">
            <span>${icon('people')} ${match.seats.map((seat) => seat.name).join(', ')}</span>
            <span class="badge ${state === 'waiting' ? 'house' : ''}">${list.dataset[state]}</span>
          </p>
        </li>`,
    )}`,
  )
  list.closest('[data-mine]').hidden = false
  document.querySelector('[data-mine-empty]')?.setAttribute('hidden', '')
}

// A guest's seats become those of the account; one that somebody else has is left alone.
async function claim(button) {
  button.setAttribute('aria-busy', 'true')
  const kept = Object.entries(seats()).flatMap(([id, here]) => here.map(({ token }) => [id, token]))
  await Promise.all(kept.map(([id, token]) => api.call('POST', `/matches/${id}/claim/`, { token }).catch(() => null)))
  location.reload()
}

for (const list of document.querySelectorAll('[data-mine-list]')) mine(list)
for (const button of document.querySelectorAll('[data-claim]')) button.addEventListener('click', () => claim(button))
