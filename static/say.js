/* Words that come up: toasts for the eye, a live region for the ear. Both places are in base.html. */

const LONG = 6000;

/** Show `text` for a few seconds at the bottom of the page (and read it out). Empty text is ignored. */
export function toast(text) {
  if (!text) return;
  const box = document.createElement("div");
  box.className = "toast";
  box.textContent = text;
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), LONG);
}

/** Read `text` out to people who listen to the page; nothing is shown. */
export function announce(text) {
  const place = document.getElementById("announce");
  place.textContent = "";
  requestAnimationFrame(() => {
    place.textContent = text;
  });
}
