/* The page behind a seat link: the key stands behind # and is moved into the form, out of sight and out of history. */

const key = location.hash.slice(1);

if (key) {
  document.getElementById("token").value = key;
  document.getElementById("seat-key").hidden = true;
  history.replaceState(null, "", location.pathname);
}
