// Keeps keyboard focus on the next action when the focused element disappears.

/** Selectors of possible next actions, most urgent first. */
const FOCUS_TARGETS = [".panel:not([hidden]) :is(.primary, .choices button)", ".hand:not([hidden]) [tabindex='0']", ".actions .primary"];

/**
 * Focuses the next action. If there is none yet, the hand takes the focus when it is dealt.
 * @param {HTMLElement} page
 */
export function focusNextAction(page) {
  for (const selector of FOCUS_TARGETS) {
    const found = /** @type {HTMLElement | null} */ (page.querySelector(selector));
    if (found) return found.focus({ preventScroll: true });
  }
  page.dataset.focusPending = "";
}

/**
 * Runs a change; if it removes the focused element, the focus moves to the next action.
 * @param {HTMLElement} page
 * @param {() => void} change
 */
export function preserveFocus(page, change) {
  const before = document.activeElement;
  change();
  const lost = before && before !== page && !before.isConnected;
  if (lost && document.activeElement === page) focusNextAction(page);
}
