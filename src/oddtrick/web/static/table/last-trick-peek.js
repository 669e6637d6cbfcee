// The last trick, shown again for a few seconds in place of the current one.

const PEEK_DURATION = 4500;

/** Whether the last trick is shown. */
export class LastTrickPeek {
  #timer = 0;

  /** @param {() => void} onChange Renders the table again. */
  constructor(onChange) {
    this.onChange = onChange;
  }

  get isOpen() {
    return this.#timer > 0;
  }

  /** Shows the last trick until its time is over. */
  open() {
    this.#timer = window.setTimeout(() => this.close(), PEEK_DURATION);
    this.onChange();
  }

  /** Shows the current trick again. */
  close() {
    if (!this.isOpen) return;
    this.cancel();
    this.onChange();
  }

  /** Ends the peek where the table is rendered anyway. */
  cancel() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
