// Lets the notebook of a game follow matches that the engine has played, and prints the first step of each at which
// the two differ: `node follow_notebooks.mjs <game>`, in a folder with the static files, with the matches on stdin.

import { readFileSync } from 'node:fs'

const [game] = process.argv.slice(2)
const { Notebook } = await import(`${process.cwd()}/${game}/notebook.js`)
const matches = JSON.parse(readFileSync(0, 'utf8'))

function follow({ pad, view, steps, places }) {
  const open = (entered) => new Notebook({ view: { ...view, luck: { ...view.luck, entered } }, ...pad })
  const book = open({ known: {}, moves: [] })
  const entered = { known: {}, moves: [] }
  for (const [number, step] of steps.entries()) {
    const fault = findFault(book, step, () => open(entered))
    if (fault) return `step ${number} ${JSON.stringify(step.action)}: ${fault}`
    Object.assign(entered.known, step.entries)
    entered.moves.push({ seat: step.seat, action: step.action, chance: step.chance })
  }
  if (book.kind !== 'over' && book.phase !== 'over') return 'the match is not over'
  return String(book.listPlaces()) === String(places) ? '' : `at the end ${book.listPlaces()} are asked, not ${places}`
}

function findFault(book, { entries, seat, kind, menu, action, chance }, openAgain) {
  for (const [place, value] of Object.entries(entries)) {
    if (book.listPlaces()[0] !== place) return `${place} is next, not ${book.listPlaces()}`
    book.noteCard(place, value)
  }
  if (book.listPlaces().length) return `${book.listPlaces()} are known already`
  if (book.turn !== seat) return `seat ${seat} decides, not ${book.turn}`
  if (book.kind && book.kind !== kind) return `the decision is ${kind}, not ${book.kind}`
  const missing = menu.find((offered) => !book.canBe(offered))
  if (missing) return `${JSON.stringify(missing)} cannot be noted`
  return findFaultOfLuck(book, action, chance, openAgain)
}

// A notebook that begins with all that was entered asks for the luck of the action, one question after the other.
function findFaultOfLuck(book, action, chance, openAgain) {
  const told = {}
  for (const [label, value] of Object.entries(chance)) {
    const again = book.drawn ? openAgain() : book
    for (const [place, card] of Object.entries(book.known ?? {})) again.noteCard(place, card)
    const question = again.findQuestion(action, { ...told })
    if (question?.label !== label) return `asks for ${question?.label}, not ${label}`
    if (question.groups && !question.groups.all.includes(value)) return `${label} cannot be ${value}`
    told[label] = value
  }
  book.noteAction(action, chance)
  return book.kind === 'draw' ? `${book.next.label} was not drawn` : ''
}

console.log(JSON.stringify(matches.map(follow)))
