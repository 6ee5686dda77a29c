// Calls a player who looks elsewhere by the title and the icon of the tab, and shows what players say.

const SPEECH_MILLISECONDS = 20_000
const pageTitle = document.title
const iconLink = document.querySelector('link[rel="icon"]')
const plainIcon = iconLink?.href

// The tab itself shows that it is this player's turn.
export function markTab(isYourTurn) {
  document.title = isYourTurn ? `● ${pageTitle}` : pageTitle
  if (iconLink?.dataset.turn) iconLink.href = isYourTurn ? iconLink.dataset.turn : plainIcon
}

// A message of a player stands beside the name for a while, and in the log for good.
export class SpeechBubbles {
  textBySeat = {}
  numberBySeat = {}

  add(entries, onChange) {
    for (const { kind, seat, number, said } of entries) {
      if (kind !== 'message') continue
      this.textBySeat[seat] = said
      this.numberBySeat[seat] = number
      setTimeout(() => this.remove(seat, number, onChange), SPEECH_MILLISECONDS)
    }
  }

  // A newer message of the same seat stays for its own time.
  remove(seat, number, onChange) {
    if (this.numberBySeat[seat] !== number) return
    delete this.textBySeat[seat]
    onChange()
  }
}
