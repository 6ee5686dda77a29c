// From a dive to the action that leads there, and from the selected action to its dives.
// `state.ghosts` is the engine's preview: where each card and number would lead.

export function findActionAt({ menu, state }, space) {
  return menu.find((action) => leadsTo(action, space, state.ghosts))
}

function leadsTo(action, space, ghosts) {
  if (action.type === 'settle' || action.type === 'settle_jack') return action.space === space
  return findSpaces(action, ghosts).includes(space)
}

// Where the captain, or Black Jack, would land by this card or number.
function findSpaces(action, ghosts) {
  if (action.type === 'choose') {
    if (action.card === 'rum') return [] // Its number is chosen later.
    const ghost = ghosts?.cards?.find(({ card }) => card === action.card)
    return ghost ? [ghost.landings[0].space] : []
  }
  if (action.type === 'rum') return findSpacesOfNumber(ghosts?.rum, action.number)
  if (action.type === 'choose_jack') return findSpacesOfNumber(ghosts?.jack, action.card)
  if (action.type === 'rum_jack') return findSpacesOfNumber(ghosts?.jack, action.number)
  return []
}

function findSpacesOfNumber(landings, number) {
  return (landings ?? []).filter((landing) => landing.number === number).map(({ space }) => space)
}

// Where the selected card would lead: {space, piece, from}.
export function findLandings({ state, selected, ownSeat }) {
  if (selected?.type === 'settle') return [{ space: selected.space, piece: ownSeat }]
  if (selected?.type === 'settle_jack') return [{ space: selected.space, piece: 'jack' }]
  if (!selected || state.telling || !state.ghosts) return []
  const toOwnLanding = ({ space }) => ({ space, piece: ownSeat, from: state.captains[ownSeat] })
  const toJackLanding = (space) => ({ space, piece: 'jack', from: state.jack.space })
  switch (selected.type) {
    case 'choose': {
      const ghost = state.ghosts.cards.find(({ card }) => card === selected.card)
      return ghost ? ghost.landings.map(toOwnLanding) : []
    }
    case 'rum':
      return state.ghosts.rum.filter(({ number }) => number === selected.number).map(toOwnLanding)
    case 'choose_jack':
    case 'rum_jack':
      return findSpaces(selected, state.ghosts).map(toJackLanding)
    default:
      return []
  }
}
