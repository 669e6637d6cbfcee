// Where somebody who plays by keys goes on, when what had the focus is gone.

/** What one acts with, the most urgent first. */
const ACTS = [".panel:not([hidden]) :is(.chief, .choices button)", ".hand:not([hidden]) [tabindex='0']", ".deeds .chief"];

/**
 * Leads the focus to where one acts now; if there is nothing yet, the hand takes it when it is dealt.
 * @param {HTMLElement} page
 */
export function leadOn(page) {
  for (const selector of ACTS) {
    const found = /** @type {HTMLElement | null} */ (page.querySelector(selector));
    if (found) return found.focus({ preventScroll: true });
  }
  page.dataset.goesOn = "";
}

/**
 * Does something to the page; whoever loses the focus by it is led on.
 * @param {HTMLElement} page
 * @param {() => void} change
 */
export function keepingOn(page, change) {
  const before = document.activeElement;
  change();
  const lost = before && before !== page && !before.isConnected;
  if (lost && document.activeElement === page) leadOn(page);
}
