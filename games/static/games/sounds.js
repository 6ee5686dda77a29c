// The sounds of a table, made by the browser itself. They are off until a player wants them.

import { readSetting, writeSetting } from './browser-store.js'

const SOUND_KEY = 'escale-sound'

// Tones of each sound: [when in seconds, frequency in hertz, length in seconds, volume, form of the wave]
const TONES_BY_SOUND = {
  turn: [
    [0, 660, 0.2, 0.08, 'sine'],
    [0.12, 880, 0.3, 0.08, 'sine'],
  ],
  dice: [
    [0, 220, 0.05, 0.07, 'square'],
    [0.09, 180, 0.05, 0.06, 'square'],
    [0.21, 240, 0.05, 0.05, 'square'],
    [0.36, 160, 0.07, 0.04, 'square'],
  ],
  card: [[0, 320, 0.09, 0.06, 'triangle']],
  shout: [
    [0, 392, 0.16, 0.1, 'sawtooth'],
    [0.14, 523, 0.16, 0.1, 'sawtooth'],
    [0.28, 784, 0.4, 0.1, 'sawtooth'],
  ],
  clock: [
    [0, 1000, 0.06, 0.06, 'sine'],
    [0.25, 1000, 0.06, 0.06, 'sine'],
  ],
}

export class Sounds {
  constructor() {
    this.isOn = readSetting(SOUND_KEY) === 'on'
  }

  toggle() {
    this.isOn = !this.isOn
    writeSetting(SOUND_KEY, this.isOn ? 'on' : '')
    this.play('turn')
  }

  play(name) {
    if (!this.isOn || !name) return
    this.audio ??= new AudioContext()
    for (const tone of TONES_BY_SOUND[name]) this.playTone(...tone)
  }

  playTone(delay, frequency, length, volume, form) {
    const start = this.audio.currentTime + delay
    const oscillator = this.audio.createOscillator()
    const gain = this.audio.createGain()
    oscillator.type = form
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(volume, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + length)
    oscillator.connect(gain).connect(this.audio.destination)
    oscillator.start(start)
    oscillator.stop(start + length)
  }
}
