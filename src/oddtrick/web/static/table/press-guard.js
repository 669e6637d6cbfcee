// Decides whether a press means what it hit. A press aimed at something else, such as the second half of a
// double tap or a tap that skips an animation, must not act on what has just slid under the finger.

import { act } from "./action-buttons.js";

/** How long a card must have been playable and in place before a press can mean it (ms). */
const REACTION_TIME = 120;
/** How long after an act a press at the same place, or of the same key, belongs to the same tap (ms). */
const REPEAT_TIME = 800;
/** Distance up to which two presses are at the same place: about the width of a fingertip (px). */
const SAME_PLACE = 48;

/** Attributes that show a control, or change what pressing it does. */
const WATCHED = ["hidden", "open", "data-open", "data-legal", "data-hint"];

const CONTROLS = "button, a, input, select, textarea, summary";

/**
 * @typedef {object} Press A pointer or key going down.
 * @property {Element | null} control What it hit.
 * @property {number} at Time, as in `performance.now()`.
 * @property {string | null} key The key; null for a pointer.
 * @property {number} x
 * @property {number} y
 * @property {boolean} late Whether earlier plays were still being shown, and no card could be picked ahead.
 * @property {boolean} used Whether its click has come.
 */

/** Guards the controls of a page against presses that were not meant for them. */
export class PressGuard {
  /** When an element last appeared, moved or changed. @type {WeakMap<Node, number>} */
  #changedAt = new WeakMap();
  /** The latest press. @type {Press | null} */
  #press = null;
  /** The latest press that had an effect. @type {Press | null} */
  #act = null;
  #observer = new MutationObserver((records) => this.#noteChanges(records));

  /** @param {HTMLElement} page Has the attribute `data-pending` while earlier plays are still being shown. */
  constructor(page) {
    this.page = page;
    page.addEventListener("pointerdown", (event) => this.#pointerDown(event), true);
    page.addEventListener("keydown", (event) => this.#keyDown(event), true);
    page.addEventListener("click", (event) => this.#click(event), true);
  }

  /** Watches for changes from now on. What is there already has been seen. */
  watch() {
    this.#observer.observe(this.page, { childList: true, subtree: true, attributes: true, attributeFilter: WATCHED });
  }

  /**
   * Notes that a control moves.
   * @param {Element} control
   * @param {number} duration Time until it rests (ms).
   */
  noteMove(control, duration) {
    this.#changedAt.set(control, performance.now() + duration);
  }

  /** Notes that the latest press had an effect. */
  noteAct() {
    this.#act = this.#press;
  }

  /**
   * Returns whether the latest press may act on a control.
   * @param {Element} control
   */
  allows(control) {
    const [press, act] = [this.#press, this.#act];
    if (!press) return true;
    if (isCard(control) && (press.late || press.control !== control || this.#lastChange(control) > press.at - REACTION_TIME)) return false;
    if (!act || act === press || !isRepeat(act, press, control)) return true;
    return act.control === control && this.#lastChange(control) <= act.at;
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    if (event.isPrimary) this.#begin(event, null, event.clientX, event.clientY);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (!event.repeat) {
      if (!isPressing(event.key) && this.#act?.key) this.#act = null; // the player has moved on
      return this.#begin(event, event.key, NaN, NaN);
    }
    // A held key presses a button again and again.
    if (event.key === "Enter" && controlAt(event)?.matches("button, a")) event.preventDefault();
  }

  /**
   * @param {UIEvent} event
   * @param {string | null} key
   * @param {number} x
   * @param {number} y
   */
  #begin(event, key, x, y) {
    const control = controlAt(event);
    const isLate = "pending" in this.page.dataset && !control?.closest("[data-ahead]");
    const late = (key === null || isPressing(key)) && control !== null && isCard(control) && isLate;
    this.#press = { control, at: event.timeStamp, key, x, y, late, used: false };
    if (late) act(this.page, { type: "skip" });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const control = controlAt(event);
    if (!control || !event.isTrusted) return;
    // Assistive technologies click without a press.
    if (event.detail === 0 && (this.#press?.key == null || this.#press.used || this.#press.control !== control)) {
      this.#begin(event, "", NaN, NaN);
    }
    if (this.#press) this.#press.used = true;
    if (this.allows(control)) {
      if (!isCard(control)) this.noteAct();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {MutationRecord[]} records */
  #noteChanges(records) {
    const now = performance.now();
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") this.#noteChange(target, now);
      for (const node of addedNodes) this.#noteChange(node instanceof Element ? node : target, now);
    }
  }

  /**
   * @param {Node} node
   * @param {number} now
   */
  #noteChange(node, now) {
    this.#changedAt.set(node, Math.max(now, this.#changedAt.get(node) ?? 0));
  }

  /**
   * Returns when a control or anything around it last changed.
   * @param {Element} control
   */
  #lastChange(control) {
    // What was rendered since the last microtask counts too.
    this.#noteChanges(this.#observer.takeRecords());
    let last = 0;
    for (let at = /** @type {Element | null} */ (control); at && at !== this.page; at = at.parentElement) {
      last = Math.max(last, this.#changedAt.get(at) ?? 0);
    }
    return last;
  }
}

/**
 * Returns whether a press belongs to the same tap or keystroke as an earlier one.
 * @param {Press} act
 * @param {Press} press
 * @param {Element} control
 */
function isRepeat(act, press, control) {
  if (press.at - act.at > REPEAT_TIME || act.key !== press.key) return false;
  if (press.key === null) return Math.hypot(press.x - act.x, press.y - act.y) <= SAME_PLACE;
  // Only to cards and decisions does the focus move by itself.
  return isPressing(press.key) && control.matches(".hand *, .panel *");
}

/** Returns whether a key presses the focused button. @param {string} key */
function isPressing(key) {
  return key === "Enter" || key === " ";
}

/** @param {Event} event */
function controlAt({ target }) {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

/** @param {Element} control */
function isCard(control) {
  return control.matches(".hand .card");
}
