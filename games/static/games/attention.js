// How the table calls somebody who looks elsewhere: the tab's title and icon, and a sound for those who want one.

import { remember } from './net.js'

const SPOKEN = 20_000
const title = document.title
const link = document.querySelector('link[rel="icon"]')
const plain = link?.href

// The tab itself says that somebody waits for this reader.
export function mark(yours) {
  document.title = yours ? `● ${title}` : title
  if (link?.dataset.turn) link.href = yours ? link.dataset.turn : plain
}

// Two tones, off until somebody asks for them.
export class Bell {
  constructor() {
    this.on = remember('escale-sound') === 'on'
  }

  toggle() {
    this.on = !this.on
    remember('escale-sound', this.on ? 'on' : '')
    this.ring()
  }

  ring() {
    if (!this.on) return
    this.audio ??= new AudioContext()
    const [tone, volume, now] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime]
    tone.frequency.setValueAtTime(660, now)
    tone.frequency.setValueAtTime(880, now + 0.12)
    volume.gain.setValueAtTime(0.08, now)
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.4)
    tone.connect(volume).connect(this.audio.destination)
    tone.start(now)
    tone.stop(now + 0.4)
  }
}

// What somebody says stands beside the name for a while, and in the log for good.
export class Voices {
  now = {}
  last = {}

  hear(entries, changed) {
    for (const { kind, seat, number, said } of entries) {
      if (kind !== 'message') continue
      this.now[seat] = said
      this.last[seat] = number
      setTimeout(() => this.last[seat] === number && (delete this.now[seat], changed()), SPOKEN)
    }
  }
}
