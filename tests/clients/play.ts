// Plays a match against a bot with the types that openapi-typescript makes of the schema, and openapi-fetch:
// node play.mjs https://site GAME
import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.mjs";

type View = components["schemas"]["ViewOut"];
type Game = components["schemas"]["NewMatchRequest"]["game"];
declare const process: { argv: string[] };

const [site, game] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: site });
const seats: components["schemas"]["SeatWishRequest"][] = [{ kind: "program" }, { kind: "bot", level: "easy" }];

function expect<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const made = expect(await client.POST("/api/v1/matches/", { body: { game: game as Game, seats } }));
const params = { path: { match_id: made.id } };
const headers = { Authorization: `Seat ${made.seat_token}` };
const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
let view: View = expect(
  await client.POST("/api/v1/matches/{match_id}/seats/mine/nonce/", { params, headers, body: { nonce: nonce.join("") } }),
);
let moves = 0;
while (view.status !== "finished") {
  if (view.decisions.length > 0) {
    const body = { decision: view.decisions[0].id, action: view.menu[0] };
    view = expect(await client.POST("/api/v1/matches/{match_id}/actions/", { params, headers, body }));
    moves += 1;
  } else {
    await new Promise((resolve) => setTimeout(resolve, 50));
    view = expect(await client.GET("/api/v1/matches/{match_id}/view/", { params, headers }));
  }
}
console.log(JSON.stringify({ moves, end: view.outcome?.end, scores: view.outcome?.scores }));
