// The tavern of Shanghaien: my dice below the cards, the opponent's above, mine always red.

import { html, icon, render, say } from '../dom.js'

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] }

function die(value, owner) {
  const pips = (PIPS[value] || []).map((at) => html`<circle cx="${6 + 10 * ((at - 1) % 3)}" cy="${6 + 10 * Math.floor((at - 1) / 3)}" r="3"/>`)
  return html`<svg class="die ${owner}" viewBox="0 0 32 32" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="6"/>${pips}</svg>`
}

class Shanghaien extends HTMLElement {
  show({ view, texts, selected }) {
    const state = view.state
    const me = view.seat ?? 0
    this.texts = texts
    this.me = me
    const offered = (type) => view.menu.filter((action) => action.type === type)
    const row = me === 1 ? [...state.tavern].reverse() : state.tavern
    render(this, html`
      <p class="sh-round">${say(texts, 'round', state)}</p>
      <ol class="sh-tavern" aria-label="${texts.tavern}">${row.map((card) => this.card(card, offered('place'), selected))}</ol>
      ${offered('direction').length > 0 && this.captains(offered('direction'), me)}
      ${state.dice.length > 0 && html`<div class="sh-roll" role="group" aria-label="${texts.dice}">${state.dice.map((value, i) => html`<span data-key="roll-${state.round}-${i}" data-appears>${die(value, state.turn === me ? 'mine' : 'theirs')}</span>`)}</div>`}
      <div class="sh-supplies">${[me, 1 - me].map((seat) => html`<p>${die(0, seat === me ? 'mine' : 'theirs')} ${view.seats[seat].name}: ${say(texts, 'supply', { count: state.seats[seat].supply })}</p>`)}</div>
      ${this.score(state, me)}`)
  }

  card(card, placing, selected) {
    const { texts, me } = this
    const label = card.nation ? say(texts, 'card', { nation: texts.nations[card.nation], value: card.value }) : say(texts, 'trick', { use: texts.uses[card.second] })
    const action = placing.find((each) => each.die === card.number)
    const face = html`<span class="sh-face nation-${card.nation ?? 'trick'}"><b>${card.value ?? icon('star')}</b><small>${card.nation ? texts.nations[card.nation] : texts.uses[card.second]}</small></span>`
    const now = card.now && (card.now.to === null ? 'now_nobody' : card.now.to === me ? 'now_mine' : 'now_theirs')
    const sums = card.now?.sums && say(texts, 'sums', { mine: card.now.sums[me], theirs: card.now.sums[1 - me] })
    const dice = (seat, owner) => html`<span class="sh-dice ${owner}"><span class="visually-hidden">${say(texts, owner, { count: card.dice[seat] })}</span>${Array.from({ length: card.dice[seat] }, (_, i) => html`<span data-key="die-${card.card}-${seat}-${i}">${die(card.number, owner)}</span>`)}</span>`
    const inside = html`${dice(1 - me, 'theirs')}<span class="sh-number">${card.number ?? '·'}</span>${face}<span class="visually-hidden">${label}</span>${dice(me, 'mine')}
      ${now && card.dice.some(Boolean) && html`<span class="sh-now ${now}" title="${texts[now]}${sums ? ` (${sums})` : ''}">${icon(now === 'now_nobody' ? 'out' : 'captain')}<span class="visually-hidden">${texts[now]} ${sums}</span></span>`}`
    const chosen = action && JSON.stringify(action) === JSON.stringify(selected)
    return html`<li data-key="card-${card.card}" class="sh-card">${action ? html`<button data-place="${card.number}" data-key="place-${card.card}" aria-pressed="${Boolean(chosen)}">${inside}</button>` : html`<div>${inside}</div>`}</li>`
  }

  captains(offered, me) {
    const ends = me === 1 ? ['right', 'left'] : ['left', 'right']
    return html`<div class="sh-captains">${ends.map((end) => offered.some((action) => action.one === end) && html`<button class="button" data-end="${end}">${icon('captain')} 1</button>`)}</div>`
  }

  score(state, me) {
    const { texts } = this
    return html`<details class="panel"><summary>${texts.score}: ${state.seats[me].score} – ${state.seats[1 - me].score}</summary>
      <div class="table-scroll" role="region" tabindex="0" aria-label="${texts.score}"><table><thead><tr><th>${texts.nation}</th><th class="num">${texts.you_short}</th><th class="num">${texts.them_short}</th><th class="num">${texts.left}</th></tr></thead>
      <tbody>${state.table.map((line) => html`<tr><th><span class="sh-flag nation-${line.nation}"></span> ${texts.nations[line.nation]}</th><td class="num">${line.mine}</td><td class="num">${line.opponent}</td><td class="num">${line.points_left}</td></tr>`)}</tbody></table></div></details>`
  }

  connectedCallback() {
    this.addEventListener('click', (event) => {
      const place = event.target.closest('[data-place]')
      const end = event.target.closest('[data-end]')
      const action = place ? { type: 'place', die: Number(place.dataset.place) } : end ? { type: 'direction', one: end.dataset.end } : null
      if (action) this.dispatchEvent(new CustomEvent('escale-choose', { bubbles: true, detail: { action } }))
    })
  }
}

customElements.define('escale-board-shanghaien', Shanghaien)
