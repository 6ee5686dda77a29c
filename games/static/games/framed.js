// Inside a frame of another page: tells the page around it what happens, obeys it, and opens a new table
// where it asks for one.

import { loadSeats, readSetting, storeSeat, toStoredSeat, writeSetting } from './browser-store.js'
import { tryToAddNonces } from './contribution.js'
import { Api, Problem } from './net.js'

const page = document.documentElement
const THEMES = ['light', 'dark']
// The link that skips to it stands before it.
const FIRST_CONTROL = 'main :is(button:not([disabled]), input, a[href])'

function tell(type, detail = {}) {
  parent.postMessage({ type, ...detail }, '*')
}

function announce(name, detail) {
  tell(`escale-event-${name}`, { detail })
}

function tellHeight() {
  tell('escale-size', { height: page.offsetHeight })
}

new ResizeObserver(tellHeight).observe(page)

// --- what happens in the frame

if (document.querySelector('[data-missing]')) tell('escale-missing')

const table = document.querySelector('escale-match')
const replay = document.querySelector('escale-replay')

function announceChanges(view, oldView) {
  const place = { id: view.id, number: view.number, seat: view.seat }
  const hasMoved = oldView && view.number > oldView.number
  if (hasMoved) announce('moved', { ...place, text: view.log.at(-1)?.text ?? '' })
  const decision = view.decisions[0]
  const isNewTurn = decision && decision.id !== oldView?.decisions[0]?.id
  if (isNewTurn) announce('turn', { ...place, decision, menu: view.menu, prompt: view.prompt })
  if (view.outcome && !oldView?.outcome) announce('finished', { ...place, outcome: view.outcome })
}

table?.addEventListener('escale-shown', ({ detail }) => announceChanges(detail.view, detail.oldView))
if (table?.view) announceChanges(table.view) // The first view was there before this script.

table?.addEventListener('escale-refused', ({ detail: { code, detail, rule } }) => {
  announce('refused', { id: table.match, code, detail, rule })
})

// --- what the page around it asks for

function setTheme(theme) {
  if (THEMES.includes(theme)) page.dataset.theme = theme
  else delete page.dataset.theme
}

// Plays an action for the page around: the frame answers with the new number, or with the problem.
async function playForPage({ action, id }) {
  try {
    if (!table) throw new Error('no table is open here')
    await table.sender.submitForPage(action)
    tell('escale-answer', { id, number: table.latest.number })
  } catch (error) {
    const problem = error instanceof Problem ? error.body : { code: 'not_possible', detail: error.message }
    announce('refused', { id: table?.match, code: problem.code, detail: problem.detail, rule: problem.rule })
    tell('escale-answer', { id, problem })
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return
  if (data?.type === 'escale-theme') setTheme(data.value)
  if (data?.type === 'escale-at') replay?.goTo(Number(data.value) || (replay.firstNumber ?? 1))
  if (data?.type === 'escale-play') playForPage(data)
  if (data?.type === 'escale-focus') document.querySelector(FIRST_CONTROL)?.focus()
})

// --- a new table, and the way back to it

const api = new Api('/api/v1', page.lang)
const form = document.querySelector('[data-new]')

// The storage of a frame belongs to the page around it: each page has its own table of a game.
const toKey = (game) => `escale-framed-${game}`

function openInFrame(match, hash = '') {
  const query = new URLSearchParams({ lang: page.lang })
  if (page.dataset.theme) query.set('theme', page.dataset.theme)
  location.replace(`/embed/${match}/?${query}${hash}`)
}

// The table that was opened here before, if its match goes on.
async function returnToTable(game) {
  const match = readSetting(toKey(game))
  if (!match || !loadSeats(match).length) return
  const facts = await api.get(`/matches/${match}/`).catch(() => null)
  if (facts && facts.status !== 'finished') openInFrame(match)
}

async function openNewTable(event) {
  event.preventDefault()
  const { new: game, bot } = form.dataset
  const opponent = bot ? { kind: 'bot', level: bot } : { kind: 'human' }
  const name = form.elements.name.value.trim()
  const request = { game, name, seats: [{ kind: 'human' }, opponent], visibility: 'unlisted' }
  const alert = form.querySelector('[role=alert]')
  alert.textContent = ''
  try {
    const match = await api.call('POST', '/matches/', request)
    storeSeat(match.id, toStoredSeat(match))
    writeSetting(toKey(game), match.id)
    await tryToAddNonces(api, match)
    announce('created', { id: match.id, seat_token: match.seat_token })
    openInFrame(match.id, `#seat=${match.seat_token}`)
  } catch (error) {
    alert.textContent = error instanceof Problem ? error.message : form.dataset.offline
  }
}

// A rematch takes the place of the match before it.
function rememberRematch(game, match) {
  if (readSetting(toKey(game)) && loadSeats(match).length) writeSetting(toKey(game), match)
}

form?.addEventListener('submit', openNewTable)
if (form) returnToTable(form.dataset.new)
if (table) rememberRematch(table.getAttribute('game'), table.getAttribute('match'))
