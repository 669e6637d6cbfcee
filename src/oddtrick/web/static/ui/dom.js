// Elements made and kept in step with lists: all that this page has in place of a framework.

/** @typedef {Node | string | null | undefined | false} Part */

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [given]
 *   Attributes; a function listens to the event of that name, true is an attribute without value,
 *   false and null leave it out.
 * @param {...Part} parts What is in it; what is null or false is left out.
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, given = {}, ...parts) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else mark(made, name, value);
  }
  made.append(...present(parts));
  return made;
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} given
 * @param {...Node | string} parts
 */
export function shape(tag, given, ...parts) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, String(value));
  made.append(...parts);
  return made;
}

/**
 * Sets an attribute, or takes it away for false and null.
 * @param {Element} at
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function mark(at, name, value) {
  if (value === false || value === null || value === undefined) at.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (at.getAttribute(name) !== text) at.setAttribute(name, text);
  }
}

/**
 * Makes the text of an element what it should be, and touches nothing if it is.
 * @param {Element} at
 * @param {string} text
 */
export function say(at, text) {
  if (at.textContent !== text) at.textContent = text;
}

/**
 * Gives an element other parts, unless what they are made from is as it was: so that a button that
 * is being pressed stays the one that is pressed.
 * @param {Element} at
 * @param {unknown} from What the parts are made from.
 * @param {() => Part[]} make
 */
export function fill(at, from, make) {
  const key = JSON.stringify(from);
  if (made.get(at) === key) return;
  const focused = at.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  made.set(at, key);
  at.replaceChildren(...present(make()));
  if (focused) named(at, focused)?.focus();
}

/** @type {WeakMap<Element, string>} */
const made = new WeakMap();

/**
 * Keeps the children of an element in step with a list; a child stays as long as its key is there.
 * @template Item
 * @param {Element} at
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => HTMLElement} make
 * @param {(child: HTMLElement, item: Item) => void} update
 */
export function keep(at, items, key, make, update) {
  const old = new Map([...at.children].map((child) => [nameOf(child), child]));
  const wanted = new Set(items.map(key));
  // First of all: one that stays is then moved only if the order has changed, and keeps the focus.
  for (const [name, child] of old) if (!wanted.has(name)) child.remove();
  let next = at.firstElementChild;
  for (const item of items) {
    const name = key(item);
    const child = /** @type {HTMLElement | undefined} */ (old.get(name)) ?? make(item);
    child.dataset.key = name;
    if (child === next) next = next.nextElementSibling;
    else at.insertBefore(child, next);
    update(child, item);
  }
}

/**
 * The element of the page, or of a part of it, that a selector names.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(within, selector) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * The same for a field that somebody fills in.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLInputElement}
 */
export function field(within, selector) {
  return /** @type {HTMLInputElement} */ (find(within, selector));
}

/**
 * What a template of the page holds, ready to be shown.
 * @param {string} id
 */
export function template(id) {
  const found = /** @type {HTMLTemplateElement} */ (find(document, `template#${id}`));
  return /** @type {DocumentFragment} */ (document.importNode(found.content, true));
}

/**
 * @param {Part[]} parts
 * @returns {(Node | string)[]}
 */
function present(parts) {
  return /** @type {(Node | string)[]} */ (
    parts.filter((part) => part !== null && part !== undefined && part !== false && part !== "")
  );
}

/** @param {Element | null} at */
function nameOf(at) {
  return at instanceof HTMLElement ? (at.dataset.key ?? "") : "";
}

/**
 * @param {Element} within
 * @param {string} key
 */
function named(within, key) {
  return [...within.querySelectorAll("[data-key]")].find(
    /** @returns {child is HTMLElement} */ (child) => nameOf(child) === key,
  );
}
