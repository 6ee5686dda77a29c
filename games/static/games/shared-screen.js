// Several people at one screen: the seats of this browser, and whose seat the table shows.

import { loadSeats, storeSeat } from './browser-store.js'
import { formatText, html, icon } from './dom.js'

export class SharedScreen {
  // `turnTo(seat)` shows the table as this seat sees it.
  constructor(match, turnTo) {
    this.match = match
    this.turnTo = turnTo
    this.seats = loadSeats(match)
    this.curtainSeat = null
  }

  reload() {
    this.seats = loadSeats(this.match)
  }

  // A seat that came by its token alone learns its index from the first view.
  rememberSeatIndex(view, token) {
    const seat = this.seats.find((ownSeat) => ownSeat.token === token)
    if (!seat || seat.index !== undefined || view.seat === null) return
    seat.index = view.seat
    storeSeat(this.match, seat)
  }

  // The table turns to the player who must decide. Where a game has secrets, a curtain covers the board
  // first, and also before the first view.
  turnToNextPlayer(view, token, { hasSecrets, isFirstView }) {
    const knownSeats = this.seats.filter((seat) => seat.index !== undefined)
    const mustCover = isFirstView && hasSecrets
    if (knownSeats.length < 2 || (view.decisions.length && !mustCover)) return
    const nextSeat = knownSeats.find((seat) => view.seats[seat.index].waiting)
    if (!nextSeat || (nextSeat.token === token && !mustCover)) return
    if (hasSecrets) this.curtainSeat = nextSeat
    else this.turnTo(nextSeat)
  }

  // The next player has taken the screen.
  uncover() {
    const seat = this.curtainSeat
    this.curtainSeat = null
    this.turnTo(seat)
  }

  renderCurtainButton(view, texts) {
    const { name } = view.seats[this.curtainSeat.index]
    return html`<button class="button primary" data-do="uncover">
      ${icon('eye')} ${formatText(texts, 'hand_over', { who: name })}
    </button>`
  }
}
