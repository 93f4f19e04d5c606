/* Words that come up: toasts for the eye, a live region for the ear. Both places are in base.html. */

const LONG = 6000;

/** Show `text` for a few seconds at the bottom of the page (and read it out). Empty text is ignored. */
export function toast(text) {
  if (!text) return;
  const box = document.createElement("div");
  box.className = "toast";
  box.textContent = text;
  document.getElementById("toasts").append(box);
}

// Toasts also come from the server, by htmx: whatever is put there goes after a while.
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) setTimeout(() => node.remove(), LONG);
}).observe(document.getElementById("toasts"), { childList: true });

/** Read `text` out to people who listen to the page; nothing is shown. */
export function announce(text) {
  const place = document.getElementById("announce");
  place.textContent = "";
  requestAnimationFrame(() => {
    place.textContent = text;
  });
}
