// Shanghaien on boardgame.io's reducer, without the uses of trick cards: the same loop as tests/bench/engines.py.
// usage: NODE_PATH=…/node_modules node shanghaien_boardgame.cjs SECONDS   prints {"actions", "seconds"} of CPU time
// Without a number of seconds it only gives the game away: module.exports = { game, menu }.

const sums = (dice, at) => (dice[at - 1] || 0) * at + (dice[at + 1] || 0) * (at + 2);

const taker = (G, at) => {
  const [one, other] = [G.laid[0][at], G.laid[1][at]];
  const [a, b] = one === other && one ? [sums(G.laid[0], at), sums(G.laid[1], at)] : [one, other];
  return a === b ? null : a > b ? 0 : 1;
};

const game = {
  name: "shanghaien",
  setup: ({ random }) => ({
    deck: random.Shuffle(Array.from({ length: 48 }, (_, card) => card)),
    round: 0, direction: null, rolled: [], laid: [Array(6).fill(0), Array(6).fill(0)], supply: [6, 6], won: [[], []],
  }),
  moves: {
    roll: ({ G, random }) => { G.rolled = random.D6(2); },
    direction: ({ G }, one) => { G.direction = one; },
    place: ({ G, playerID, events }, die) => {
      G.laid[playerID][die - 1] += 1;
      G.supply[playerID] -= 1;
      G.rolled = [];
      events.endTurn();
    },
    shanghai: ({ G, events }) => {
      const row = G.deck.slice(6 * G.round, 6 * G.round + 6);
      if (G.direction === "right") row.reverse();
      row.forEach((card, at) => {
        const seat = taker(G, at);
        if (seat !== null) G.won[seat].push(card);
      });
      Object.assign(G, { round: G.round + 1, direction: null, supply: [6, 6] });
      G.laid = [Array(6).fill(0), Array(6).fill(0)];
      if (G.round === 8) events.endGame({ won: G.won.map((cards) => cards.length) });
      else events.endTurn();
    },
  },
};

const menu = ({ G, ctx }) => {
  if (G.rolled.length) {
    if (!G.direction) return [["direction", "left"], ["direction", "right"]];
    return [...new Set(G.rolled)].map((die) => ["place", die]);
  }
  const left = G.supply[ctx.currentPlayer];
  return [...(left >= 2 ? [["roll"]] : []), ...(6 - left >= 2 ? [["shanghai"]] : [])];
};

const loop = (seconds) => {
  const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
  const reducer = CreateGameReducer({ game });
  const start = process.cpuUsage();
  const spent = () => { const { user, system } = process.cpuUsage(start); return user + system; };
  let actions = 0;
  for (let seed = 0; spent() < 1e6 * seconds; seed++) {
    let state = InitializeGame({ game: { ...game, seed }, numPlayers: 2 });
    while (state.ctx.gameover === undefined) {
      const choices = menu(state);
      const [type, ...args] = choices[Math.floor(Math.random() * choices.length)];
      const payload = { type, args, playerID: state.ctx.currentPlayer };
      const next = reducer(state, { type: "MAKE_MOVE", payload });
      if (next === state) throw new Error(`${type} was not accepted`);
      state = next;
      actions += 1;
    }
  }
  console.log(JSON.stringify({ actions, seconds: spent() / 1e6 }));
};

module.exports = { game, menu };
if (require.main === module) loop(Number(process.argv[2] || 2));
