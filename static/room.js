/* What the shared pages do by themselves: dialogs, copying, sharing, sitting down with a salt of one's own.
 * Everything is done by one listener on document, so it also holds for what htmx puts in later. */

import "./bell.js";
import "./log.js";
import "./snapshot.js";
import { announce, toast } from "./say.js";
import { keep, recall } from "./store.js";

const actions = {
  open: (button) => document.getElementById(button.dataset.open).showModal(),
  close: (button) => button.closest("dialog").close(),
  copy: (button) => copy(document.getElementById(button.dataset.copy), button.dataset.done),
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

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-select]")) event.target.select();
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-salt]")) addSalt(event.target);
}, true);

document.addEventListener("htmx:error", () => toast(document.getElementById("connection")?.dataset.lost));
document.addEventListener("machi:shown", offerShare);

function outside(event, dialog) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** Copy the text of a field. Without https there is no clipboard to ask, then the old command does it. */
async function copy(field, done) {
  field.focus();
  field.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) return;
    toast(done);
  } catch {
    announce(field.value); // it stays selected, to be copied by hand
  }
}

function offerShare() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

/**
 * This browser's part in the dice: 16 random bytes, made after the room's commitment was shown. Both are kept, before
 * the bytes are sent, for the receipt at the end.
 */
function addSalt(form) {
  if (form.elements.salt.value) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const salt = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  form.elements.salt.value = salt;
  remember(form.dataset.salt, { commitment: form.dataset.commitment, salts: [salt] });
}

function remember(room, { commitment, salts }) {
  const known = recall("localStorage", `machi:fair:${room}`) ?? { salts: [] };
  const all = { commitment: known.commitment ?? commitment ?? null, salts: [...known.salts, ...salts] };
  keep("localStorage", `machi:fair:${room}`, all);
}

offerShare();
document.querySelector("form[data-sit-now]")?.requestSubmit();
