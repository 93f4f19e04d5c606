/* The fairness receipt of a finished game: everything that chance did is computed here again, from the secret and the
 * salts that the server has published, and compared with what it says came of them and with what this browser kept.
 *
 * [data-value="name"]   is given a value: commitment, computed, secret, seed, seed-computed, kept, salts, salt-0, ...
 * [data-check="name"]   is given data-mark: "equal", "different" or "unknown", and shows the words for it
 * [data-shown='[...]']  in a game's part: things that the game has shown. Its own script (static/<game>/receipt.js) hears
 *                       "machi:seed" on document, with {seed, compare(element, things)} as detail, and computes them
 * template[data-thing]  how one such thing looks; clones stand in the element's [data-computed] */

import "./copy.js";
import { commitment, gameSeed } from "./draws.js";
import { kept } from "./fair.js";

const { room, chance } = document.body.dataset;

async function read(address) {
  const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.json();
}

function put(name, value) {
  for (const place of document.querySelectorAll(`[data-value="${name}"]`)) place.textContent = value;
}

function mark(element, result) {
  if (element) element.dataset.mark = result;
}

function check(name, result) {
  mark(document.querySelector(`[data-check="${name}"]`), result);
}

function equal(one, other) {
  return one === other ? "equal" : "different";
}

function plainly(text) {
  return Object.assign(document.createElement("li"), { textContent: text });
}

function shown(things) {
  if (!things.length) return [plainly("–")];
  return things.map((thing) => {
    const look = document.querySelector(`template[data-thing="${CSS.escape(thing)}"]`);
    return look ? look.content.cloneNode(true) : plainly(thing);
  });
}

function compare(element, things) {
  element.querySelector("[data-computed]").replaceChildren(...shown(things));
  mark(element, equal(JSON.stringify(things), element.dataset.shown));
}

/** What the server says against what this browser kept when it sat down. */
function checkKept(published) {
  const own = kept(room);
  put("kept", own.commitment ?? "–");
  check("kept", own.commitment === null ? "unknown" : equal(own.commitment, published));
  return own;
}

function checkSalts(own, salts) {
  salts.forEach((salt, seat) => {
    put(`salt-${seat}`, salt || "–");
    const place = document.querySelector(`[data-salt-of="${seat}"]`);
    if (place && salt && own.includes(salt)) place.dataset.own = "";
  });
  const counted = salts.some((salt) => salt && own.includes(salt));
  check("salt", own.length ? (counted ? "equal" : "different") : "unknown");
}

/** The seed as it must be, whatever the server says that it is. */
function checkSeed(published, { secret, salts, seed }) {
  const [promised, computed] = [commitment(secret), gameSeed(secret, salts)];
  const values = { commitment: published, secret, seed, computed: promised, "seed-computed": computed };
  for (const [name, value] of Object.entries({ ...values, salts: JSON.stringify(salts) })) put(name, value);
  check("commitment", equal(promised, published));
  check("seed", equal(computed, seed));
  return computed;
}

/** "good", "promised" (nothing of this browser's went in), "unwitnessed" (it kept nothing), "numbers" (of a game whose
 * draws the server cannot show any more), "imported" (from a file, of which nobody can keep anything), or "bad". */
function judged() {
  const found = [...document.querySelectorAll("[data-check]")].map((each) => each.dataset.mark);
  const of = (name) => document.querySelector(`[data-check="${name}"]`)?.dataset.mark;
  if (!found.every((each) => ["equal", "unknown"].includes(each))) return "bad";
  if (document.body.dataset.draws === "unknown") return "numbers";
  if (document.body.dataset.source === "file") return "imported";
  if (of("kept") === "unknown") return "unwitnessed";
  return of("salt") === "unknown" ? "promised" : "good";
}

function say(verdict) {
  const place = document.getElementById("verdict");
  const words = document.querySelector(`template[data-verdict="${verdict}"]`);
  place.dataset.verdict = verdict;
  place.replaceChildren(words.content.cloneNode(true));
}

/** A room whose dice were given: there is nothing to compute, but a promise may have been made and forgotten. */
async function given() {
  const { commitment: published } = await read(`/api/rooms/${room}`);
  if (checkKept(published).commitment !== null) say(judged());
}

async function drawn() {
  const [{ commitment: published }, log] = await Promise.all(
    [`/api/rooms/${room}`, `/api/rooms/${room}/log`].map(read),
  );
  const own = checkKept(published);
  checkSalts(own.salts, log.salts);
  const seed = checkSeed(published, log);
  document.dispatchEvent(new CustomEvent("machi:seed", { detail: { seed, compare } }));
  say(judged());
}

// Not before: then the game's own script listens, too.
document.addEventListener("DOMContentLoaded", () => {
  (chance === "drawn" ? drawn() : given()).catch((error) => {
    console.info(error);
    say("failed");
  });
});
