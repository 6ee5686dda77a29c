// Calls a player who looks elsewhere: the title and the icon of the tab, and a sound for those who want one.

import { readSetting, writeSetting } from './browser-store.js'

const SPEECH_MILLISECONDS = 20_000
const SOUND_KEY = 'escale-sound'
const pageTitle = document.title
const iconLink = document.querySelector('link[rel="icon"]')
const plainIcon = iconLink?.href

// The tab itself shows that it is this player's turn.
export function markTab(isYourTurn) {
  document.title = isYourTurn ? `● ${pageTitle}` : pageTitle
  if (iconLink?.dataset.turn) iconLink.href = isYourTurn ? iconLink.dataset.turn : plainIcon
}

// Two tones, off until a player asks for them.
export class Bell {
  constructor() {
    this.isOn = readSetting(SOUND_KEY) === 'on'
  }

  toggle() {
    this.isOn = !this.isOn
    writeSetting(SOUND_KEY, this.isOn ? 'on' : '')
    this.ring()
  }

  ring() {
    if (!this.isOn) return
    this.audio ??= new AudioContext()
    const tone = this.audio.createOscillator()
    const volume = this.audio.createGain()
    const now = this.audio.currentTime
    tone.frequency.setValueAtTime(660, now)
    tone.frequency.setValueAtTime(880, now + 0.12)
    volume.gain.setValueAtTime(0.08, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.4)
    tone.connect(volume).connect(this.audio.destination)
    tone.start(now)
    tone.stop(now + 0.4)
  }
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
