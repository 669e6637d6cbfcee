// Talks: a line that comes back by itself, and over it the commands of one table.

/** @typedef {import("./frames").ClientFrame} ClientFrame */
/** @typedef {import("./frames").PlayerCommand} PlayerCommand */
/** @typedef {import("./frames").RefusedFrame} RefusedFrame */
/** @typedef {import("./frames").TableFrame} TableFrame */

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
 * A WebSocket that is opened again whenever it is lost.
 * @param {string} path
 * @param {{
 *   opened: () => void,
 *   heard: (frame: any) => void,
 *   changed: (state: LineState, reason: string) => void,
 * }} asks `opened`: say hello; `heard`: a frame has come; `changed`: the line is another.
 */
export function openLine(path, asks) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let timer = 0;
  let heardAt = 0;
  let over = false;
  /** Whether the server has said that another try may go through. */
  let passing = false;

  function connect() {
    window.clearTimeout(timer);
    const own = new WebSocket(addressOf(path));
    socket = own;
    heardAt = Date.now();
    passing = false;
    own.onopen = () => socket === own && asks.opened();
    own.onmessage = (event) => {
      if (socket !== own) return;
      heardAt = Date.now();
      const frame = JSON.parse(event.data);
      passing = frame.type === "refused" && (frame.retry || frame.code === "limit");
      if (frame.type !== "refused") failures = 0;
      if (frame.type !== "pong") asks.heard(frame);
    };
    own.onclose = (event) => socket === own && lost(event.code, event.reason);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  function lost(code, reason) {
    socket = null;
    if (over) return;
    over = FOR_GOOD.has(code) && !passing;
    asks.changed(over ? "ended" : "lost", reason);
    if (!over) timer = window.setTimeout(connect, waitAfter(failures++));
  }

  /** Lets go of a connection that may be dead, without waiting for its farewell. */
  function drop() {
    const old = socket;
    if (old) {
      socket = null;
      old.close();
      lost(0, "");
    }
  }

  function look() {
    const silent = Date.now() - heardAt;
    if (socket?.readyState === WebSocket.CONNECTING && silent > CONNECT_WITHIN) drop();
    else if (socket?.readyState === WebSocket.OPEN && silent > DEAD_AFTER) drop();
    else if (silent > PING_AFTER) send({ type: "ping" });
  }

  /** @param {ClientFrame} frame */
  function send(frame) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  /** Somebody looks at the page again, or the network is back: no more waiting. */
  function wake() {
    if (over || document.hidden) return;
    if (socket) send({ type: "ping" });
    else connect();
  }

  const watch = window.setInterval(look, LOOK_EVERY);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  asks.changed("connecting", "");
  connect();
  return {
    send,
    /** Comes back anew, at once. */
    renew() {
      const old = socket;
      socket = null;
      old?.close();
      connect();
    },
    close() {
      over = true;
      window.clearTimeout(timer);
      window.clearInterval(watch);
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      socket?.close();
    },
  };
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
 * The line to one table: says hello, and sends each command until it is answered.
 * @param {string} code
 * @param {{
 *   seq: () => number | null,
 *   heard: (frame: TableFrame) => void,
 *   changed: (state: LineState, reason: string) => void,
 * }} asks `seq`: the last entry that is known.
 */
export function openTable(code, asks) {
  /** @type {Map<string, {command: PlayerCommand, tries: number, answer: (refusal: RefusedFrame | null) => void}>} */
  const waiting = new Map();
  let greeted = false;

  const line = openLine(`/ws/tables/${code}`, {
    opened() {
      greeted = false;
      line.send({ type: "hello", protocol: PROTOCOL, seq: asks.seq() });
    },
    heard(/** @type {TableFrame} */ frame) {
      if (frame.type === "welcome") {
        greeted = true;
        asks.changed("open", "");
      }
      asks.heard(frame);
      if (frame.type === "welcome") for (const id of waiting.keys()) sendAgain(id);
      else if (frame.type === "refused" && frame.re !== null) refused(frame.re, frame);
      else if ("re" in frame && frame.re) settle(frame.re, null);
    },
    changed(state, reason) {
      greeted = false;
      asks.changed(state, reason);
    },
  });

  /** @param {string} id */
  function sendAgain(id) {
    const asked = waiting.get(id);
    if (asked && greeted) line.send({ type: "command", id, command: asked.command });
  }

  /**
   * @param {string} id
   * @param {RefusedFrame} refusal
   */
  function refused(id, refusal) {
    const asked = waiting.get(id);
    if (!asked) return;
    if (refusal.retry) window.setTimeout(sendAgain, 2 * waitAfter(3 + asked.tries++), id);
    else settle(id, refusal);
  }

  /**
   * @param {string} id
   * @param {RefusedFrame | null} refusal
   */
  function settle(id, refusal) {
    const asked = waiting.get(id);
    waiting.delete(id);
    asked?.answer(refusal);
  }

  return {
    /**
     * Asks for something; it is sent again after each loss of the line, under the same id.
     * @param {PlayerCommand} command
     * @returns {Promise<RefusedFrame | null>} Why not, or null: it is done.
     */
    ask(command) {
      const id = newId();
      return new Promise((answer) => {
        waiting.set(id, { command, tries: 0, answer });
        sendAgain(id);
      });
    },
    renew: line.renew,
    close: line.close,
  };
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
