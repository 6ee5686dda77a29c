// Runs the browser's judge on what Python sends: the folder of its scripts, the game, and what a page would load.
import { readFileSync } from 'node:fs'

const { folder, game, record, entries, keptSeats, names, statesByNumber } = JSON.parse(readFileSync(0, 'utf8'))
const { Judge } = await import(`${folder}/games/judge.js`)
const { Luck } = await import(`${folder}/${game}/luck.js`)
const loadState = async (number) => statesByNumber[number]
const judge = new Judge({ record, entries, keptSeats, names, Luck, loadState })
const verdict = await judge.judge()
console.log(JSON.stringify({ ...verdict, meanings: judge.listMeanings() }))
