/* The time machine's page: arrow keys press its buttons. */

const BUTTONS = { ArrowLeft: "step-back", ArrowRight: "step-on" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, summary, pre, [tabindex='0']")) return;
  document.getElementById(BUTTONS[event.key])?.click();
});
