/* The page behind a seat link: the key stands behind # and is moved into the form, out of sight and out of history. */

const key = location.hash.slice(1);

if (key) {
  document.getElementById("token").value = key;
  document.getElementById("seat-key").hidden = true;
  // The page comes back with the key in another language or theme: what follows # goes on to where a form leads.
  for (const form of document.querySelectorAll("form.setting")) form.action += `#${key}`;
  history.replaceState(null, "", location.pathname);
}
