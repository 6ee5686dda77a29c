// The commands of a table besides the moves, by the names that buttons (`data-do`) and keys use.

import { removeSeat, storeSeat, toStoredSeat } from './browser-store.js'
import { storeSpeed } from './director.js'
import { formatText } from './dom.js'

// A request with the session of the account, not with the token of the seat.
const AS_ACCOUNT = { Authorization: '' }

export function createCommands(table) {
  // Null when the API refuses; the player has read why.
  async function request(method, path, body, headers) {
    try {
      return (await table.api.call(method, table.path + path, body, headers)) ?? {}
    } catch (error) {
      table.alerts.showError(error)
      return null
    }
  }

  // The page that opens next tries it again.
  async function addNonces(answer) {
    const { tryToAddNonces } = await import('./contribution.js')
    await tryToAddNonces(table.api, answer)
  }

  const commands = {
    play: () => table.play(table.selected),
    retry: () => table.outbox.retryNow(),
    skip: () => table.director.skipAll(),
    dismiss: () => table.alerts.clear(),
    undo: () => table.send('/undo/'),
    takeback: () => table.send('/offers/', { kind: 'takeback' }),
    pause: () => table.send('/offers/', { kind: 'pause' }),
    resume: () => table.send('/resume/'),
    agree: () => table.send('/offers/answer/', { accept: true }),
    decline: () => table.send('/offers/answer/', { accept: false }),
    resign: () => table.alerts.ask(table.texts.resign_sure, null, () => table.send('/resignation/')),
    join: () => table.alerts.ask(table.texts.your_name, 'name', commands.sitDown),
    uncover: () => table.screen.uncover(),
    back: () => table.send('/return/'),
    notify: () => table.alerts.ask(table.texts.your_mail, 'mail', commands.setMail),

    coach: () => table.coach.toggle(),
    unhint: () => table.coach.dismiss(),

    sound() {
      table.sounds.toggle()
      table.draw()
    },

    setSpeed(speed) {
      storeSpeed(speed)
      if (speed === 'off') table.director.skipAll()
      table.draw()
    },

    async block({ index, name, blocked }) {
      if (!(await table.send('/blocks/', { seat: index, blocked: !blocked }))) return
      table.alerts.confirm(formatText(table.texts, blocked ? 'unblocked' : 'blocked', { who: name }))
    },

    // A message in the player's own words comes from the account that is signed in.
    async write(event) {
      event.preventDefault()
      const field = event.target.elements.text
      const text = field.value.trim()
      if (text && (await table.send('/messages/', { text }, AS_ACCOUNT))) field.value = ''
    },

    // A guest's seat becomes the seat of the account that has signed in since.
    async claim() {
      if (!(await table.send('/claim/', { token: table.api.token }, AS_ACCOUNT))) return
      table.setAttribute('account', table.view.seat)
      table.draw()
      table.alerts.confirm(table.texts.claimed)
    },

    async sitDown(name) {
      const answer = await request('POST', '/seats/', { name })
      if (!answer) return
      storeSeat(table.match, toStoredSeat(answer))
      await addNonces(answer)
      table.screen.reload()
      table.api.token = answer.seat_token
      table.refresh()
    },

    async setMail(mail) {
      if (!(await request('PATCH', '/seats/mine/', { mail }))) return
      table.alerts.confirm(mail ? formatText(table.texts, 'mail_on', { mail }) : table.texts.mail_off)
    },

    async leave() {
      if (!(await request('DELETE', '/seats/mine/'))) return
      removeSeat(table.match, table.api.token)
      location.href = table.getAttribute('lobby')
    },

    async invite() {
      const url = `${location.origin}/m/${table.match}`
      if (navigator.share) return navigator.share({ url }).catch(() => {})
      try {
        await navigator.clipboard.writeText(url)
        table.alerts.confirm(table.texts.copied)
      } catch {
        table.querySelector('[name=link]').select()
      }
    },

    // Everyone at this screen moves on together.
    async rematch() {
      let answer
      const { seats } = table.screen
      for (const seat of seats.length ? seats : [null]) {
        const headers = seat ? { Authorization: `Seat ${seat.token}` } : {}
        answer = await request('POST', '/rematch/', {}, headers)
        if (!answer) return
        storeSeat(answer.id, toStoredSeat(answer))
        await addNonces(answer)
      }
      const address = table.getAttribute('again') ?? '/m/{id}'
      location.href = address.replace('{id}', answer.id).replace('{seat}', answer.seat_token)
    },

    async hint() {
      if (!table.playsAlone() || !table.view.decisions.length) return
      const answer = await request('POST', '/hint/', {})
      if (!answer) return
      table.selected = answer.action
      table.coach.showHint(answer)
    },
  }
  return commands
}
