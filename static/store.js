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

/** Of the objects kept under keys that begin with `prefix`, keep the `most` whose `at` is the latest. */
export function thin(storage, prefix, most) {
  try {
    const keys = Object.keys(window[storage]).filter((key) => key.startsWith(prefix));
    const age = new Map(keys.map((key) => [key, recall(storage, key)?.at ?? 0]));
    keys.sort((one, two) => age.get(two) - age.get(one));
    for (const key of keys.slice(most)) window[storage].removeItem(key);
  } catch {
    /* nothing is remembered */
  }
}
