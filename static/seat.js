/* The page behind a seat link: the key stands behind # and is moved into the form, out of sight and out of history. */

const key = location.hash.slice(1);

if (key) {
  document.getElementById("token").value = key;
  document.getElementById("seat-key").hidden = true;
  // A page in another language comes back with the key: what follows # goes on to where a form leads.
  document.querySelector('form[action="/language"]').action += `#${key}`;
  history.replaceState(null, "", location.pathname);
}
