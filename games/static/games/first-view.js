// Requests the first view of a table while the other scripts are still loading: on a slow line the board is
// there a round trip earlier. The head of the page names the match.

import { loadSeats, takeSeatFromAddress } from './browser-store.js'

const { match, game } = document.querySelector('meta[name=escale-match]')?.dataset ?? {}
let firstRequest = match ? requestView() : null

// The view comes with the board in words.
export function getViewPath(match) {
  return `/matches/${match}/view/?words=1`
}

function requestView() {
  takeSeatFromAddress(match, game)
  const token = loadSeats(match)[0]?.token ?? null
  const language = document.documentElement.lang
  const headers = { 'Accept-Language': language, ...(token && { Authorization: `Seat ${token}` }) }
  const response = fetch(`/api/v1${getViewPath(match)}`, { credentials: 'same-origin', headers })
  response.catch(() => {}) // Whoever takes the request sees its error.
  return { match, token, language, sentAt: Date.now(), response }
}

// Hands the running request over, if it is for this match, seat and language. Afterwards, and on pages that
// name no match, there is none: null.
export function takeFirstRequest({ match, token, language }) {
  const request = firstRequest
  firstRequest = null
  const isSame = request?.match === match && request.token === token && request.language === language
  return isSame ? request : null
}
