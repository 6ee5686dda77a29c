// What the things of Macao tell about themselves: what they give, cost and bring, and the section about them.

import { html, formatText } from '../games/dom.js'
import { renderCopies } from './copies.js'
import { drawSmallCard, renderTalent } from './talents.js'
import { findTileName, renderCard, renderChip, renderCoins, renderNeeds } from './things.js'
import { renderSigns, renderTile, renderYield } from './things.js'

export function describeCard(name, table) {
  const { state, texts, view } = table
  const card = state.cards[name]
  const look = findLook(name, state)
  const holdsCard = ({ blue, red, deceased }) => [...blue, ...red, ...deceased].includes(name)
  const owner = state.seats.findIndex(holdsCard)
  const isOwn = owner >= 0 && owner === view.seat
  const isMember = look === 'red'
  const isAlive = look !== 'dead' // A deceased widow can no longer become a member.
  return {
    title: texts.types[card.type],
    art: renderCard(`info-${name}`, card, look, texts),
    facts: [
      isAlive && [texts.gives, renderYield(card, look, texts)],
      isAlive && card.cost?.length > 0 && [texts.costs, renderSigns(card.cost, texts)],
      isAlive && [texts.brings, html`${!isMember && drawMember(texts)} ${renderCoins(card.coins, texts)}`],
    ],
    more: html`${isAlive && renderTalent({ card, texts, limit: findLimit(name, owner, table) })}
    ${renderCopies(name, table)}`,
    rule: card.type,
    ask: isOwn && !isMember ? { type: state.phase === 'discard' ? 'discard' : 'recruit', card: name } : null,
  }
}

// An informant brings coins only once it is a member.
function drawMember(texts) {
  return html`${drawSmallCard('red')}<span class="visually-hidden">${texts.as_member}:</span>`
}

// How many informants the owner of a card, or else the reader, may keep without it.
function findLimit(name, owner, { state, view }) {
  const seat = state.seats[owner >= 0 ? owner : (view.seat ?? 0)]
  return seat.blue_limit - (seat.red.includes(name) ? 1 : 0)
}

function findLook(name, { seats }) {
  if (seats.some(({ red }) => red.includes(name))) return 'red'
  return seats.some(({ deceased }) => deceased.includes(name)) ? 'dead' : 'blue'
}

export function describePile(i, board) {
  const { state, texts } = board
  const { top, count } = state.piles[i]
  const ask = { type: 'contact', pile: i }
  if (!top) return { title: `${texts.piles} ${i + 1}`, rule: 'discard', ask }
  const card = describeCard(top, board)
  const isOffered = board.view.menu.some((action) => action.type === 'contact' && action.pile === i)
  const facts = [...card.facts, [texts.piles, `${i + 1} (${count})`]]
  return { ...card, facts, ask: isOffered ? null : ask }
}

export function describeTile(name, { state, texts, view }) {
  const tile = state.establishments[name]
  const owner = state.seats.findIndex(({ opened, reserved }) => [...opened, ...reserved].includes(name))
  const isOpened = state.seats.some(({ opened }) => opened.includes(name))
  const look = isOpened ? 'opened' : owner >= 0 ? 'reserved' : 'central'
  const line = state.mine?.openings.find((opening) => opening.tile === name)
  const reservedNote = look === 'reserved' ? ` (${texts.reserved})` : ''
  const price = tile.cost ? renderSigns(tile.cost, texts) : renderNeeds(tile, line, texts)
  return {
    title: findTileName(name, texts),
    art: renderTile(`info-${name}`, tile, look, texts),
    facts: [
      [texts.costs, price],
      [texts.brings, formatText(texts, 'coins', { count: tile.coins })],
      owner >= 0 && [texts.where, view.seats[owner].name + reservedNote],
    ],
    rule: 'establishments',
    ask: isOpened ? null : { type: state.phase === 'reserve' ? 'reserve' : 'open', tile: name },
  }
}

// All that lies before a seat.
export function listCrew(index, { state, texts, view }) {
  const seat = state.seats[index]
  const members = formatText(texts, 'members', { count: seat.red_count, end: seat.red_to_end })
  const informants = formatText(texts, 'informants', { count: seat.blue_count, limit: seat.blue_limit })
  const renderChips = (names, colour) =>
    html`<span class="macao-chips">
      ${names.map((name) => renderChip(state.cards[name], colour, texts))}
    </span>`
  const renderTiles = (names, look) =>
    names.map(
      (name) => html`<span class="macao-chip ${look}">${findTileName(name, texts)}
        ${look === 'reserved' && `(${texts.reserved})`}</span>`,
    )
  const dead = seat.deceased.map(() => html`<span class="macao-chip dead">${texts.deceased}</span>`)
  const tiles = [...renderTiles(seat.opened, 'opened'), ...renderTiles(seat.reserved, 'reserved')]
  return {
    title: formatText(texts, 'labelled', {
      name: view.seats[index].name,
      what: formatText(texts, 'coins', { count: seat.coins.total }),
    }),
    facts: [
      [members, renderChips(seat.red, 'red')],
      [informants, html`${renderChips(seat.blue, 'blue')}${dead}`],
      tiles.length > 0 && [texts.tiles_of, html`<span class="macao-chips">${tiles}</span>`],
    ],
    rule: 'scoring',
  }
}
