/* Small things this browser remembers. Storage may be forbidden or full: then it remembers nothing, and all else works. */

/** Read the JSON value kept under `key` in `storage` ("localStorage" or "sessionStorage"); null when there is none. */
export function recall(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null;
  }
}

/** Keep `value` as JSON under `key`. */
export function keep(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    /* nothing is remembered */
  }
}
