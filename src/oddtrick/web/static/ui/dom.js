// DOM helpers: creates elements and updates them in place. Used instead of a framework.

/** @typedef {Node | string | null | undefined | false} Part */

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes]
 *   Attributes. A function becomes a listener for the event of that name, true an attribute without a value;
 *   false and null omit the attribute.
 * @param {...Part} parts Children; null and false are skipped.
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...parts) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(name, value);
    else setAttribute(created, name, value);
  }
  created.append(...nonEmpty(parts));
  return created;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node | string} parts
 */
export function svgElement(tag, attributes, ...parts) {
  const created = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value));
  created.append(...parts);
  return created;
}

/**
 * Sets an attribute; false and null remove it.
 * @param {Element} at
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(at, name, value) {
  if (value === false || value === null || value === undefined) at.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (at.getAttribute(name) !== text) at.setAttribute(name, text);
  }
}

/**
 * Sets the text of an element if it differs.
 * @param {Element} at
 * @param {string} text
 */
export function setText(at, text) {
  if (at.textContent !== text) at.textContent = text;
}

/**
 * Replaces the children of an element if their data has changed. Unchanged children stay in the DOM, so
 * that a button is not replaced while it is being pressed.
 * @param {Element} at
 * @param {unknown} from The data the children are built from; compared as JSON.
 * @param {() => Part[]} make
 */
export function updateContent(at, from, make) {
  const key = JSON.stringify(from);
  if (contentKeys.get(at) === key) return;
  const focused = at.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  contentKeys.set(at, key);
  at.replaceChildren(...nonEmpty(make()));
  if (focused) childByKey(at, focused)?.focus();
}

/** @type {WeakMap<Element, string>} */
const contentKeys = new WeakMap();

/**
 * Reconciles the children of an element with a list; a child is kept as long as its key is present.
 * @template Item
 * @param {Element} at
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => HTMLElement} make
 * @param {(child: HTMLElement, item: Item) => void} update
 */
export function updateList(at, items, key, make, update) {
  const old = new Map([...at.children].map((child) => [keyOf(child), child]));
  const newKeys = new Set(items.map(key));
  // Remove first: the remaining children then move only if the order changed, and keep their focus.
  for (const [name, child] of old) if (!newKeys.has(name)) child.remove();
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
 * Returns the element that matches a selector. Throws if there is none.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function findElement(within, selector) {
  const match = within.querySelector(selector);
  if (!(match instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return match;
}

/**
 * Returns the input that matches a selector.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLInputElement}
 */
export function findInput(within, selector) {
  return /** @type {HTMLInputElement} */ (findElement(within, selector));
}

/**
 * Clones the content of a template.
 * @param {string} id
 */
export function template(id) {
  const match = /** @type {HTMLTemplateElement} */ (findElement(document, `template#${id}`));
  return /** @type {DocumentFragment} */ (document.importNode(match.content, true));
}

/**
 * @param {Part[]} parts
 * @returns {(Node | string)[]}
 */
function nonEmpty(parts) {
  return /** @type {(Node | string)[]} */ (
    parts.filter((part) => part !== null && part !== undefined && part !== false && part !== "")
  );
}

/** @param {Element | null} at */
function keyOf(at) {
  return at instanceof HTMLElement ? (at.dataset.key ?? "") : "";
}

/**
 * @param {Element} within
 * @param {string} key
 */
function childByKey(within, key) {
  return [...within.querySelectorAll("[data-key]")].find(
    /** @returns {child is HTMLElement} */ (child) => keyOf(child) === key,
  );
}

/**
 * Draws a line icon at text size.
 * @param {string} path Path data in a 24 × 24 box.
 */
export function icon(path) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) {
    svg.setAttribute(name, value);
  }
  const line = document.createElementNS(namespace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
