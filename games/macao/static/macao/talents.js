// What a character does as a member, in pictures: on one side what there is, on the other what becomes of it.

import { html, icon } from '../games/dom.js'
import { drawUse } from '../games/people.js'
import { renderCoins, renderSign } from './things.js'

const ANY_RESOURCE = ['alcohol', 'weapons', 'money', 'opium', 'jade']

// `facts` are the card, the texts, and how many informants its owner may keep without it.
const PICTURES = {
  killer: () => [[icon('person'), drawSmallCard('blue')], '→', [drawSmallCard('pile')]],
  dancer: () => [[drawSmallCard('pile')], '→', [drawSmallCard('blue')]],
  policeman: () => [[drawHouse('central')], '→', [drawHouse('reserved')]],
  croupier: ({ texts }) => {
    const sign = renderSign('weapons', texts)
    return [[sign, html`<span class="struck">${sign}</span>`], '→', [sign]]
  },
  trader: ({ card, texts }) => {
    const [first, second] = (card.pair ?? []).map((name) => renderSign(name, texts))
    return [[first], '↔', [second]]
  },
  innkeeper: ({ limit }) => [[drawSmallCard('blue'), `× ${limit}`], '→', [drawSmallCard('blue'), `× ${limit + 1}`]],
  sailor: ({ card, texts }) => {
    const sign = renderSign(card.resource, texts)
    return [[drawSmallCard('red')], '→', [sign, sign]]
  },
  politician: ({ card, texts }) => [[drawSmallCard('red')], '→', [renderCoins(card.coins, texts)]],
  widow: ({ texts }) => {
    const signs = ANY_RESOURCE.map((name, i) => html`${i > 0 && '/'}${renderSign(name, texts)}`)
    return [[renderSign('diamond', texts)], '→', signs]
  },
}

export function renderTalent(facts) {
  const { card, texts } = facts
  const [before, arrow, after] = PICTURES[card.type]?.(facts) ?? []
  if (!before) return ''
  const isOfMembers = card.type !== 'widow'
  return html`<section class="macao-talent">
    ${isOfMembers && html`<h3>${drawSmallCard('red')} ${texts.as_member}</h3>`}
    <p class="talent-picture" aria-hidden="true"
      ><span>${before}</span><span class="talent-arrow">${arrow}</span><span>${after}</span></p
    >
    <p>${texts.talents[card.type]}</p>
  </section>`
}

export function drawSmallCard(look) {
  return drawUse(`card-${look}`, '0 0 20 26', 'small-card')
}

function drawHouse(look) {
  return html`<span class="small-house ${look}">${drawUse('house', '0 0 80 60')}</span>`
}
