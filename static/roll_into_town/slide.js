/* A finger on the map: as long as it lies there, the cell under it shows what would come; lifted, it chooses that cell.
   So one tap chooses, and who wants to compare slides before letting go. Off the map nothing is chosen. */

import { board } from "./board.js";

let from = null; // the cell that was touched first
let over = null; // the cell under the finger
let swallow = false; // the browser's own click on the first cell is not meant

/** `preview(cell element or null)` is called for what lies under the finger, `choose(cell element)` when it is lifted. */
export function watch({ preview, choose }) {
  document.addEventListener("pointerdown", (event) => {
    swallow = false;
    const cell = event.pointerType === "mouse" ? null : cellOf(event.target);
    if (!cell?.classList.contains("lit")) return;
    from = over = cell;
    preview(cell);
  });
  document.addEventListener("pointermove", (event) => {
    if (!from) return;
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell === over) return;
    over = cell;
    preview(cell?.classList.contains("lit") ? cell : null);
  });
  document.addEventListener("pointerup", () => {
    if (!from) return;
    const chosen = over;
    swallow = chosen !== from;
    end(preview);
    if (swallow && chosen?.classList.contains("lit")) choose(chosen);
  });
  document.addEventListener("pointercancel", () => from && end(preview));
}

function end(preview) {
  from = over = null;
  preview(null);
}

function cellOf(target) {
  const cell = target?.closest?.(".cell");
  return cell && board()?.contains(cell) ? cell : null;
}

/** Is this click only the end of a slide to another cell? Asked once for each click. */
export function slid() {
  const was = swallow;
  swallow = false;
  return was;
}
