// boardgame.io's own server with the game of shanghaien_boardgame.cjs, or clients that play on it.
// usage: NODE_PATH=…/node_modules node shanghaien_served.cjs serve PORT FOLDER|postgres://…   (its lobby on PORT + 1)
//        NODE_PATH=…/node_modules node shanghaien_served.cjs play PORT MATCHES ACTIONS
// "play" prints {"seconds", "latencies"}: of the whole, and of each action from sending until its update is back.
const { game, menu } = require("./shanghaien_boardgame.cjs");

const serve = (port, store) => {
  const { Server, FlatFile, Origins } = require("boardgame.io/server");
  const postgres = store.startsWith("postgres");
  const db = postgres ? new (require("bgio-postgres").PostgresStore)(store, { logging: false }) : new FlatFile({ dir: store });
  Server({ games: [game], db, origins: [Origins.LOCALHOST] })
    .run({ port: Number(port), lobbyConfig: { apiPort: Number(port) + 1 } });
};

const post = async (url, body) => {
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
};

// One connection a match that plays for both seats: cheaper for the server than the two it has in truth.
const table = async (port) => {
  const { io } = require("socket.io-client");
  const root = `http://127.0.0.1:${port + 1}/games/shanghaien`;
  const { matchID } = await post(`${root}/create`, { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ["0", "1"]) {
    credentials.push((await post(`${root}/${matchID}/join`, { playerID, playerName: playerID })).playerCredentials);
  }
  const socket = io(`http://127.0.0.1:${port}/shanghaien`, { transports: ["websocket"], forceNew: true });
  const state = await new Promise((done) => {
    socket.on("sync", (id, info) => done(info.state));
    socket.on("connect", () => socket.emit("sync", matchID, "0", credentials[0], 2));
  });
  return { socket, matchID, credentials, state };
};

// Acts, and waits for the state in which the action counts.
const act = ({ socket, matchID, credentials }, state) => new Promise((done, fail) => {
  // rounds are played out, so that a match is long enough
  const choices = menu(state).filter(([type], i, all) => all.length === 1 || type !== "shanghai");
  const [type, ...args] = choices[Math.floor(Math.random() * choices.length)];
  const playerID = state.ctx.currentPlayer;
  const late = setTimeout(() => fail(new Error(`${type} was not answered`)), 20000);
  socket.once("update", (id, next) => {
    clearTimeout(late);
    if (next._stateID === state._stateID + 1) done(next);
    else fail(new Error(`${type} was not accepted`));
  });
  socket.emit("update", { type: "MAKE_MOVE", payload: { type, args, playerID, credentials: credentials[playerID] } }, state._stateID, matchID, playerID);
});

const play = async (port, matches, actions) => {
  const tables = [];
  for (let i = 0; i < matches; i++) tables.push(await table(port));
  const latencies = [];
  const start = performance.now();
  await Promise.all(tables.map(async (one) => {
    for (let done = 0; done < actions; done++) {
      const sent = performance.now();
      one.state = await act(one, one.state);
      latencies.push((performance.now() - sent) / 1000);
    }
  }));
  console.log(JSON.stringify({ seconds: (performance.now() - start) / 1000, latencies }));
  process.exit(0);
};

const [task, ...rest] = process.argv.slice(2);
if (task === "serve") serve(...rest);
else play(...rest.map(Number)).catch((error) => { console.error(error); process.exit(1); });
