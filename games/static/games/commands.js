// The commands of a table besides the moves, by the names that buttons (`data-do`) and keys use.

import { forgetSeat, keepSeat, kept, nonce, seats } from './net.js'
import { html, render, say } from './dom.js'

export function createCommands(table) {
  const failed = (error) => table.complain(error)

  const commands = {
    play: () => table.play(table.selected),
    dismiss: () => render(table.parts.alert, html``),
    undo: () => table.send('/undo/'),
    takeback: () => table.send('/offers/', { kind: 'takeback' }),
    pause: () => table.send('/offers/', { kind: 'pause' }),
    resume: () => table.send('/resume/'),
    agree: () => table.send('/offers/answer/', { accept: true }),
    decline: () => table.send('/offers/answer/', { accept: false }),
    resign: () => table.ask(table.texts.resign_sure, null, () => table.send('/resignation/')),
    join: () => table.ask(table.texts.your_name, 'name', commands.sit),
    uncover: () => table.turnTo(table.curtain),
    back: () => table.send('/return/'),
    notify: () => table.ask(table.texts.your_mail, 'mail', commands.setMail),

    sound() {
      table.bell.toggle()
      table.draw()
    },

    async block({ index, name, blocked }) {
      if (!(await table.send('/blocks/', { seat: index, blocked: !blocked }))) return
      table.tell(say(table.texts, blocked ? 'unblocked' : 'blocked', { who: name }))
    },

    // Own words come from the account that is signed in, not from the seat's token.
    async write(event) {
      event.preventDefault()
      const field = event.target.elements.text
      const text = field.value.trim()
      if (text && (await table.send('/messages/', { text }, { Authorization: '' }))) field.value = ''
    },

    // A guest's seat becomes the seat of the account that has signed in since.
    async claim() {
      if (!(await table.send('/claim/', { token: table.api.token }, { Authorization: '' }))) return
      table.setAttribute('account', table.view.seat)
      table.draw()
      table.tell(table.texts.claimed)
    },

    async sit(name) {
      const mine = nonce()
      const made = await table.api.call('POST', `${table.path}/seats/`, { name, nonce: mine }).catch(failed)
      if (!made) return
      keepSeat(table.match, kept(made, mine))
      table.mine = seats(table.match)
      table.api.token = made.seat_token
      table.refresh()
    },

    async setMail(mail) {
      try {
        await table.api.call('PATCH', `${table.path}/seats/mine/`, { mail })
      } catch (error) {
        return failed(error)
      }
      table.tell(mail ? say(table.texts, 'mail_on', { mail }) : table.texts.mail_off)
    },

    async leave() {
      try {
        await table.api.call('DELETE', `${table.path}/seats/mine/`)
      } catch (error) {
        return failed(error)
      }
      forgetSeat(table.match, table.api.token)
      location.href = table.getAttribute('lobby')
    },

    async invite() {
      const url = `${location.origin}/m/${table.match}`
      if (navigator.share) return navigator.share({ url }).catch(() => {})
      try {
        await navigator.clipboard.writeText(url)
        table.tell(table.texts.copied)
      } catch {
        table.querySelector('[name=link]').select()
      }
    },

    // Everyone at this screen moves on together.
    async rematch() {
      let made
      for (const seat of table.mine.length ? table.mine : [null]) {
        const mine = nonce()
        const headers = seat ? { Authorization: `Seat ${seat.token}` } : {}
        made = await table.api.call('POST', `${table.path}/rematch/`, { nonce: mine }, headers).catch(failed)
        if (!made) return
        keepSeat(made.id, kept(made, mine))
      }
      location.href = (table.getAttribute('again') ?? '/m/{id}')
        .replace('{id}', made.id)
        .replace('{seat}', made.seat_token)
    },

    async hint() {
      if (!table.alone() || !table.view.decisions.length) return
      const found = await table.api.call('POST', `${table.path}/hint/`, {}).catch(failed)
      if (!found) return
      table.selected = found.action
      table.draw()
      table.parts.spoken.textContent = say(table.texts, 'hinted', { what: found.label })
    },
  }
  return commands
}
