/* Times in the reader's own zone, which each of them names. Without a script they stay in UTC, and say so. */

const MINUTE = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" };
const EXACT = { ...MINUTE, second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" };
const format = (how) => new Intl.DateTimeFormat(document.documentElement.lang, how);

/** To the microsecond as the server told it: browsers count in milliseconds. */
function exactly({ dateTime }) {
  const fraction = /\.(\d+)/.exec(dateTime)?.[1] ?? "0";
  const parts = format(EXACT).formatToParts(new Date(dateTime));
  return parts.map(({ type, value }) => (type === "fractionalSecond" ? fraction.padEnd(6, "0") : value)).join("");
}

function inOwnZone() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const isExact = "exact" in time.dataset;
    time.textContent = isExact ? exactly(time) : format(MINUTE).format(new Date(time.dateTime));
  }
}

document.addEventListener("machi:shown", inOwnZone);
inOwnZone();
