// Talks: a line that comes back by itself, and over it the commands of one table.

/** @typedef {import("./protocol").ClientFrame} ClientFrame */
/** @typedef {import("./protocol").PlayerCommand} PlayerCommand */
/** @typedef {import("./protocol").RefusedFrame} RefusedFrame */
/** @typedef {import("./protocol").TableFrame} TableFrame */

/** @typedef {"connecting" | "open" | "lost" | "ended"} LineState */

const FIRST_WAIT = 100;
const USUAL_WAIT = 800;
const USUAL_TRIES = 30;
const LONGEST_WAIT = 10_000;
const LOOK_EVERY = 4_000;
const PING_AFTER = 20_000;
const DEAD_AFTER = 32_000;
const CONNECT_WITHIN = 10_000;

/** Close codes that say: don't come back like this. */
const FOR_GOOD = new Set([1003, 1008, 1009]);

const PROTOCOL = 1;

/**
 * @typedef {object} LineAsks What somebody wants to hear of a line.
 * @property {() => void} opened It is open: say hello.
 * @property {(frame: any) => void} heard A frame has come.
 * @property {(state: LineState, reason: string) => void} changed The line is another.
 */

/** A WebSocket that is opened again whenever it is lost. */
export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #timer = 0;
  #heardAt = 0;
  #over = false;
  /** Whether the server has said that another try may go through. */
  #passing = false;

  /**
   * @param {string} path
   * @param {LineAsks} asks
   */
  constructor(path, asks) {
    this.path = path;
    this.asks = asks;
    window.setInterval(() => this.#look(), LOOK_EVERY);
    document.addEventListener("visibilitychange", () => this.#wake());
    window.addEventListener("online", () => this.#wake());
    asks.changed("connecting", "");
    this.#connect();
  }

  /**
   * Sends a frame if the line is open; otherwise it is lost.
   * @param {ClientFrame} frame
   */
  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Comes in anew, at once. */
  renew() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  #connect() {
    window.clearTimeout(this.#timer);
    const own = new WebSocket(addressOf(this.path));
    this.#socket = own;
    this.#heardAt = Date.now();
    this.#passing = false;
    own.onopen = () => own === this.#socket && this.asks.opened();
    own.onmessage = (event) => own === this.#socket && this.#heard(event.data);
    own.onclose = (event) => own === this.#socket && this.#lost(event.code, event.reason);
  }

  /** @param {string} text */
  #heard(text) {
    this.#heardAt = Date.now();
    const frame = JSON.parse(text);
    this.#passing = frame.type === "refused" && (frame.retry || frame.code === "limit");
    if (frame.type !== "refused") this.#failures = 0;
    if (frame.type !== "pong") this.asks.heard(frame);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #lost(code, reason) {
    this.#socket = null;
    this.#over = FOR_GOOD.has(code) && !this.#passing;
    this.asks.changed(this.#over ? "ended" : "lost", reason);
    if (this.#over) return;
    this.#timer = window.setTimeout(() => this.#connect(), waitAfter(this.#failures++));
  }

  /** Asks whether anybody is there, and lets go of a connection that is dead. */
  #look() {
    const silent = Date.now() - this.#heardAt;
    const opening = this.#socket?.readyState === WebSocket.CONNECTING;
    if (this.#socket && silent > (opening ? CONNECT_WITHIN : DEAD_AFTER)) {
      const old = this.#socket;
      this.#lost(0, "");
      old.close(); // which may take long: nobody waits for it
    } else if (silent > PING_AFTER) this.send({ type: "ping" });
  }

  /** Somebody looks at the page again, or the network is back: no more waiting. */
  #wake() {
    if (this.#over || document.hidden) return;
    if (this.#socket) this.send({ type: "ping" });
    else this.#connect();
  }
}

/**
 * How long to wait for the next try (ms): short at first, and not all clients at once.
 * @param {number} failures
 */
export function waitAfter(failures) {
  const usual = Math.min(FIRST_WAIT * 2 ** failures, USUAL_WAIT);
  const longer = usual * 2 ** Math.max(0, failures - USUAL_TRIES);
  return Math.min(longer, LONGEST_WAIT) * (0.5 + Math.random() / 2);
}

/**
 * @typedef {object} TableAsks What somebody wants to hear of a table.
 * @property {() => number | null} seq The last entry that is known.
 * @property {(frame: TableFrame) => void} heard A frame has come.
 * @property {(state: LineState, reason: string) => void} changed The line is another.
 */

/** The line to one table: says hello, and sends each command until it is answered. */
export class TableLine {
  /** @type {Map<string, {command: PlayerCommand, tries: number, answer: (refusal: RefusedFrame | null) => void}>} */
  #waiting = new Map();
  #greeted = false;

  /**
   * @param {string} code
   * @param {TableAsks} asks
   */
  constructor(code, asks) {
    this.asks = asks;
    this.line = new Line(`/ws/tables/${code}`, {
      opened: () => this.line.send({ type: "hello", protocol: PROTOCOL, seq: asks.seq() }),
      heard: (frame) => this.#heard(frame),
      changed: (state, reason) => {
        this.#greeted = false;
        asks.changed(state, reason);
      },
    });
  }

  /**
   * Asks for something; it is sent again after each loss of the line, under the same id.
   * @param {PlayerCommand} command
   * @returns {Promise<RefusedFrame | null>} Why not, or null: it is done.
   */
  ask(command) {
    const id = newId();
    return new Promise((answer) => {
      this.#waiting.set(id, { command, tries: 0, answer });
      this.#send(id);
    });
  }

  /** Comes in anew, at once: as somebody else, or to hear what was missed. */
  renew() {
    this.#greeted = false;
    this.line.renew();
  }

  /** @param {TableFrame} frame */
  #heard(frame) {
    if (frame.type === "welcome") {
      this.#greeted = true;
      this.asks.changed("open", "");
    }
    this.asks.heard(frame);
    if (frame.type === "welcome") for (const id of this.#waiting.keys()) this.#send(id);
    else if (frame.type === "refused" && frame.re !== null) this.#refused(frame.re, frame);
    else if ("re" in frame && frame.re) this.#settle(frame.re, null);
  }

  /** @param {string} id */
  #send(id) {
    const asked = this.#waiting.get(id);
    if (asked && this.#greeted) this.line.send({ type: "command", id, command: asked.command });
  }

  /**
   * @param {string} id
   * @param {RefusedFrame} refusal
   */
  #refused(id, refusal) {
    const asked = this.#waiting.get(id);
    if (asked && refusal.retry) {
      window.setTimeout(() => this.#send(id), 2 * waitAfter(3 + asked.tries++));
    } else this.#settle(id, refusal);
  }

  /**
   * @param {string} id
   * @param {RefusedFrame | null} refusal
   */
  #settle(id, refusal) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    asked?.answer(refusal);
  }
}

/** @param {string} path */
function addressOf(path) {
  const address = new URL(path, window.location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** An id that no other command has. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
