/* What the server sends is text with <hx-partial>s: htmx puts it into the page, keeping focus and typed text. */

// Whether a fold or a dialog is open belongs to the person, not to the server's picture.
htmx.registerExtension("machi", {
  htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.matches("details, dialog")),
});

let last = Promise.resolve();

/** Put `text` into the page, one after the other; then tell everybody by `machi:shown` on document. */
export function show(text) {
  last = last.then(() => swap(text)).catch((error) => console.error(error));
  return last;
}

async function swap(text) {
  await htmx.swap({ sourceElement: document.body, target: document.body, swap: "innerHTML swapEmpty:false", text });
  document.dispatchEvent(new CustomEvent("machi:shown"));
}
