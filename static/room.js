/* What the shared pages do by themselves: dialogs, copying, sharing, sitting down with a salt of one's own.
 * Everything is done by one listener on document, so it also holds for what htmx puts in later. */

import "./bell.js";
import "./copy.js";
import { forgetSalts, keepCommitment, newSalt } from "./fair.js";
import "./log.js";
import "./snapshot.js";
import { toast } from "./say.js";
import "./times.js";

const actions = {
  open: (button) => document.getElementById(button.dataset.open).showModal(),
  close: (button) => button.closest("dialog").close(),
  share: (button) => navigator.share({ url: button.dataset.share, title: button.dataset.title }).catch(() => {}),
};

document.addEventListener("click", (event) => {
  for (const [name, act] of Object.entries(actions)) {
    const button = event.target.closest(`[data-${name}]`);
    if (button) act(button);
  }
  // A click on the darkened ground beside a dialog closes it.
  if (event.target.matches("dialog[open]") && outside(event, event.target)) event.target.close();
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-salt]")) addSalt(event.target);
  if (event.target.matches("form[data-unsalted]")) forgetSalts(event.target.dataset.unsalted);
}, true);

document.addEventListener("htmx:error", () => toast(document.getElementById("connection")?.dataset.lost));
// An empty answer leaves it to the socket to show what came of a form.
document.addEventListener("htmx:after:request", ({ detail }) => {
  if (detail.ctx.response.status === 204 && document.body.dataset.connection !== "open") location.reload();
});
document.addEventListener("machi:shown", offerShare);

function outside(event, dialog) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

function offerShare() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

/**
 * This browser's part in the dice, made after the room's commitment was shown, for the receipt at the end. Who takes over
 * a seat of a running game brings none: the seed was made at its start.
 */
function addSalt(form) {
  const { salt: room, commitment } = form.dataset;
  if (document.getElementById("game")) keepCommitment(room, commitment);
  else form.elements.salt.value ||= newSalt(room, commitment);
}

offerShare();
document.querySelector("form[data-sit-now]")?.requestSubmit();
