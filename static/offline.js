/* Without a network: wait until it is there again, then load the page anew. */

const AGAIN = 5000;

addEventListener("online", look);
setInterval(look, AGAIN);
rooms();

async function look() {
  const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** On the page for offline: the rooms whose last board is kept on this device. */
async function rooms() {
  const list = document.querySelector("[data-rooms]");
  if (!list) return;
  const found = await caches.open("machi-boards").then((cache) => cache.keys());
  for (const { pathname } of found.map((request) => new URL(request.url)).filter((url) => url.pathname.startsWith("/r/"))) {
    const link = Object.assign(document.createElement("a"), { href: pathname, className: "btn mono" });
    link.textContent = pathname.slice(3);
    list.append(link);
    list.closest("[hidden]")?.removeAttribute("hidden");
  }
}
