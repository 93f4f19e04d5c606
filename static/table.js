/* The shared screen: nobody touches it while people play, so it must not fall asleep. Browsers lend a lock for that, on
 * secure pages only and as long as the page is in sight; where there is none the screen's own settings decide. */

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => {}); // refused: an empty battery, a policy
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
