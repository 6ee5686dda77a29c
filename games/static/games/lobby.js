// The lobby: opens tables, and lists the tables of this browser, first those that wait for its player.

import { loadSeats, storeSeat, toStoredSeat } from './browser-store.js'
import { tryToAddNonces } from './contribution.js'
import { html, icon, render } from './dom.js'
import { Api } from './net.js'

const MAX_TABLES = 50
const MAX_SHORT_LIST = 5
const STATES_IN_ORDER = ['waiting', 'open', 'running', 'over']
const api = new Api('/api/v1', document.documentElement.lang)

// --- a new table

function readForm(form) {
  const fields = new FormData(form)
  const kinds = [...form.querySelectorAll('[name^="seat"]')].map((select) => select.value).filter(Boolean)
  const selects = [...form.querySelectorAll('[data-option]')]
  const options = selects.map((select) => [select.name, readOption(select.value)])
  return {
    game: form.dataset.newTable,
    name: fields.get('name'),
    seats: ['human', ...kinds].map((kind) => (kind === 'human' ? { kind } : { kind: 'bot', level: kind })),
    options: Object.fromEntries(options),
    pace: fields.get('pace'),
    visibility: fields.get('unlisted') ? 'unlisted' : 'public',
  }
}

function readOption(text) {
  if (text === 'True') return true
  if (text === 'False') return false
  return Number(text)
}

// Where the API fails, the form is sent as without a script.
async function openTable(form) {
  const button = form.querySelector('.primary')
  button.setAttribute('aria-busy', 'true')
  try {
    const request = readForm(form)
    const match = await api.call('POST', '/matches/', request)
    storeSeat(match.id, toStoredSeat(match))
    await tryToAddNonces(api, match)
    location.href = form.dataset.table.replace('MATCH', match.id)
  } catch {
    form.submit()
  } finally {
    button.removeAttribute('aria-busy')
  }
}

// --- the tables of this browser

function findState(match) {
  if (match.status === 'finished') return 'over'
  if (match.status === 'open') return 'open'
  const mustDecide = loadSeats(match.id).some((seat) => match.seats[seat.index]?.waiting)
  return mustDecide ? 'waiting' : 'running'
}

function compareRows(one, other) {
  const order = STATES_IN_ORDER.indexOf(one.state) - STATES_IN_ORDER.indexOf(other.state)
  return order || (one.match.created < other.match.created ? 1 : -1)
}

// The page lists the tables of the account itself. Of many old tables only the newest are requested.
async function loadRows() {
  const isOnPage = (id) => document.querySelector(`[data-own="${CSS.escape(id)}"]`)
  const ids = Object.keys(loadSeats()).filter((id) => !isOnPage(id))
  const requests = ids.slice(-MAX_TABLES).map((id) => api.get(`/matches/${id}/`).catch(() => null))
  const matches = (await Promise.all(requests)).filter(Boolean)
  return matches.map((match) => ({ match, state: findState(match) })).sort(compareRows)
}

async function listOwnTables(list) {
  const rows = await loadRows()
  const runningRows = rows.filter((row) => row.state !== 'over')
  const shownRows = 'all' in list.dataset ? rows : runningRows.slice(0, MAX_SHORT_LIST)
  if (!shownRows.length) return
  render(list, html`${shownRows.map((row) => renderRow(row, list.dataset))}`)
  list.closest('[data-mine]').hidden = false
  document.querySelector('[data-mine-empty]')?.setAttribute('hidden', '')
}

function renderRow({ match, state }, textsByState) {
  const names = match.seats.map((seat) => seat.name).join(', ')
  return html`<li class="card pick">
    <h3><a href="/m/${match.id}">${match.name}</a></h3>
    <p class="cluster">
      <span>${icon('people')} ${names}</span>
      <span class="badge ${state === 'waiting' ? 'house' : ''}">${textsByState[state]}</span>
    </p>
  </li>`
}

// A guest's seats become those of the account; a seat that belongs to another account stays there.
async function claimSeats(button) {
  button.setAttribute('aria-busy', 'true')
  const requests = []
  for (const [id, seats] of Object.entries(loadSeats())) {
    for (const { token } of seats) requests.push(api.call('POST', `/matches/${id}/claim/`, { token }))
  }
  await Promise.allSettled(requests)
  location.reload()
}

for (const form of document.querySelectorAll('[data-new-table]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    openTable(form)
  })
}
for (const list of document.querySelectorAll('[data-mine-list]')) listOwnTables(list)
for (const button of document.querySelectorAll('[data-claim]')) {
  button.addEventListener('click', () => claimSeats(button))
}
