/* What the server sends is text with <hx-partial>s: htmx puts it into the page, keeping focus and typed text. */

// Whether a fold or a dialog is open belongs to the person, not to the server's picture.
const personal = (element, name) => name === "open" && element.matches("details, dialog");

htmx.registerExtension("machi", {
  htmx_before_morph_attr: (element, { attrName }) => !personal(element, attrName),
  // The swap "attributes": an opening tag alone, for an element whose content stays.
  handle_swap: (style, element, fragment) => style === "attributes" && copyAttributes(element, fragment.firstElementChild),
});

function copyAttributes(element, source) {
  const copied = (name) => !personal(element, name) && !name.startsWith("data-htmx-");
  for (const { name } of [...element.attributes]) {
    if (copied(name) && !source.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const { name, value } of source.attributes) {
    if (copied(name) && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  return [];
}

let last = Promise.resolve();

/** Put `text` into the page, one after the other; then tell everybody by `machi:shown` on document. Rejects where it fails. */
export function show(text) {
  const shown = last.then(() => swap(text));
  last = shown.catch(() => {}); // whoever awaits it knows, else the browser says so in its console; the next one is shown
  return shown;
}

async function swap(text) {
  await htmx.swap({ sourceElement: document.body, target: document.body, swap: "innerHTML swapEmpty:false", text });
  document.dispatchEvent(new CustomEvent("machi:shown"));
}
