/* What others have done since the last picture, for who listens: the lines of the log that are new. */

const KNOWN = 6; // so many lines in a row are found again for sure
const MOST = 5; // lines read out at a time

let before = null; // the texts of the log, newest first

/** The sentences about others that have come since the last call, oldest first; none at the first call or an undo. */
export function fresh(game) {
  const lines = [...game.querySelectorAll(".story .event")];
  const texts = lines.map((line) => line.textContent);
  const known = before;
  before = texts;
  if (!known) return [];
  const many = known.length ? texts.findIndex((_, start) => alike(texts, start, known)) : texts.length;
  const { seat } = game.dataset;
  const others = lines.slice(0, many < 0 ? 0 : many).filter((line) => line.dataset.of.split(" ")[0] !== seat);
  return others.slice(0, MOST).reverse().map((line) => line.textContent.trim());
}

function alike(texts, start, known) {
  return known.slice(0, KNOWN).every((text, i) => texts[start + i] === text);
}
