/* Copying: a button with data-copy="id" copies that field, or the text of that element, and says its data-done. */

import { announce, toast } from "./say.js";

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (button) copy(document.getElementById(button.dataset.copy), button.dataset.done);
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-select]")) target.select();
});

/** Without https there is no clipboard to ask, then the old command does it with what is selected. */
async function copy(place, done) {
  place.focus();
  if (place.select) place.select();
  else getSelection().selectAllChildren(place);
  const text = place.value ?? place.textContent;
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else if (!document.execCommand("copy")) return;
    toast(done);
  } catch {
    announce(text); // it stays selected, to be copied by hand
  }
}
