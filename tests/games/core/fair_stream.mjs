// The fair stream of chance, written from its page of the record's format alone (no project code).
// Standard input: {"secret", "nonces", "below": ["n", …], "shuffle": size}; standard output: the commitment and the draws.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function* words(key) {
  for (let counter = 0n; ; counter++) {
    const message = Buffer.alloc(8);
    message.writeBigUInt64BE(counter);
    const block = createHmac("sha256", key).update(message).digest();
    for (let at = 0; at < block.length; at += 8) yield block.readBigUInt64BE(at);
  }
}

function drawer(key) {
  const stream = words(key);
  return (n) => {
    const size = BigInt(n);
    const limit = 2n ** 64n - (2n ** 64n % size);
    for (;;) {
      const x = stream.next().value;
      if (x < limit) return x % size;
    }
  };
}

const { secret, nonces, below, shuffle } = JSON.parse(readFileSync(0, "utf8"));
const bytes = Buffer.from(secret, "hex");
const draw = drawer(sha256(bytes, ...nonces.map((nonce) => Buffer.from(nonce, "hex"))));
const numbers = below.map((n) => String(draw(n)));
const list = Array.from({ length: shuffle }, (_, i) => i);
for (let i = list.length - 1; i >= 1; i--) {
  const j = Number(draw(i + 1));
  [list[i], list[j]] = [list[j], list[i]];
}
console.log(JSON.stringify({ commitment: sha256(bytes).toString("hex"), numbers, list }));
