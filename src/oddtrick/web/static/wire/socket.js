// A WebSocket that reconnects, and on top of it the commands of one table.

/** @import {ClientFrame, PlayerCommand, RefusedFrame, TableFrame} from "./protocol" */
/** @typedef {Omit<import("./protocol").Visit, "type">} Visit */

/** @typedef {"connecting" | "open" | "lost" | "ended"} ConnectionState */

const INITIAL_DELAY = 100;
const STEADY_DELAY = 800;
const STEADY_RETRIES = 30;
const MAX_DELAY = 10_000;
const CHECK_INTERVAL = 4_000;
const PING_AFTER = 20_000;
const SILENCE_TIMEOUT = 32_000;
const CONNECT_TIMEOUT = 10_000;
/** Time for a sign of life once the page is visible or the network back, before a new connection replaces the old (ms). */
const PROBE_TIMEOUT = 2_000;

/** Close codes after which reconnecting would fail in the same way. */
const FATAL_CLOSE_CODES = new Set([1003, 1008, 1009]);

const PROTOCOL = 1;

/**
 * @typedef {object} SocketHandlers Callbacks of a socket.
 * @property {() => void} onOpen The connection is open: send the hello frame.
 * @property {(frame: any) => void} onFrame A frame has arrived.
 * @property {(state: ConnectionState, reason: string) => void} onStateChange The connection state has changed.
 */

/** A WebSocket that reconnects with exponential backoff whenever the connection is lost. */
export class ReconnectingSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #retryTimer = 0;
  #lastFrameAt = 0;
  #stopped = false;
  /** The last frame was an error that the server marks as temporary, so a fatal close code doesn't apply. */
  #mayRetry = false;

  /**
   * @param {string} path
   * @param {SocketHandlers} handlers
   */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    window.setInterval(() => this.#checkLiveness(), CHECK_INTERVAL);
    document.addEventListener("visibilitychange", () => this.#retryNow());
    window.addEventListener("online", () => this.#retryNow());
    handlers.onStateChange("connecting", "");
    this.#connect();
  }

  /**
   * Sends a frame if the connection is open; otherwise the frame is dropped.
   * @param {ClientFrame} frame
   */
  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Drops the connection and opens a new one immediately. */
  reconnect() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  #connect() {
    window.clearTimeout(this.#retryTimer);
    const own = new WebSocket(addressOf(this.path));
    this.#socket = own;
    this.#lastFrameAt = Date.now();
    this.#mayRetry = false;
    own.onopen = () => own === this.#socket && this.handlers.onOpen();
    own.onmessage = (event) => own === this.#socket && this.#receive(event.data);
    own.onclose = (event) => own === this.#socket && this.#disconnected(event.code, event.reason);
  }

  /** @param {string} text */
  #receive(text) {
    this.#lastFrameAt = Date.now();
    const frame = JSON.parse(text);
    this.#mayRetry = frame.type === "refused" && (frame.retry || frame.code === "limit");
    if (frame.type !== "refused") this.#failures = 0;
    if (frame.type !== "pong") this.handlers.onFrame(frame);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #disconnected(code, reason) {
    this.#socket = null;
    this.#stopped = FATAL_CLOSE_CODES.has(code) && !this.#mayRetry;
    this.handlers.onStateChange(this.#stopped ? "ended" : "lost", reason);
    if (this.#stopped) return;
    this.#retryTimer = window.setTimeout(() => this.#connect(), retryDelay(this.#failures++));
  }

  /** Pings a silent connection, and drops it when it stays silent: mobile networks don't report a dead TCP connection. */
  #checkLiveness() {
    const silent = Date.now() - this.#lastFrameAt;
    const opening = this.#socket?.readyState === WebSocket.CONNECTING;
    if (this.#socket && silent > (opening ? CONNECT_TIMEOUT : SILENCE_TIMEOUT)) {
      const old = this.#socket;
      this.#disconnected(0, "");
      old.close(); // may take long on a dead connection, so don't wait for its close event
    } else if (silent > PING_AFTER) this.send({ type: "ping" });
  }

  /** The page is visible or the network is back: skip the backoff and retry now. */
  #retryNow() {
    if (this.#stopped || document.hidden) return;
    if (this.#socket) this.#probe(this.#socket);
    else this.#connect();
  }

  /**
   * Replaces a connection that stays silent: a phone that changes its network is not told that the old one is dead.
   * @param {WebSocket} own
   */
  #probe(own) {
    const asked = Date.now();
    this.send({ type: "ping" });
    window.setTimeout(() => {
      if (own !== this.#socket || own.readyState !== WebSocket.OPEN || this.#lastFrameAt >= asked) return;
      this.#disconnected(0, "");
      own.close();
    }, PROBE_TIMEOUT);
  }
}

/**
 * Computes the delay before the next attempt (ms): exponential backoff with jitter, so that clients don't return in step.
 * @param {number} failures
 */
function retryDelay(failures) {
  const delay = Math.min(INITIAL_DELAY * 2 ** failures, STEADY_DELAY);
  const longDelay = delay * 2 ** Math.max(0, failures - STEADY_RETRIES);
  return Math.min(longDelay, MAX_DELAY) * (0.5 + Math.random() / 2);
}

/**
 * @typedef {object} TableHandlers Callbacks of a table connection.
 * @property {() => number | null} seq Returns the sequence number of the last known entry.
 * @property {(frame: TableFrame) => void} onFrame A frame has arrived.
 * @property {(state: ConnectionState, reason: string) => void} onStateChange The connection state has changed.
 */

/** The connection to one table: sends the hello frame, and resends each command until it is answered. */
export class TableConnection {
  /** @type {Map<string, {command: PlayerCommand, tries: number, answer: (refusal: RefusedFrame | null) => void}>} */
  #pending = new Map();
  #welcomed = false;
  /** What the others are shown of the viewer. @type {Visit | null} */
  #visit = null;

  /**
   * @param {string} code
   * @param {TableHandlers} handlers
   */
  constructor(code, handlers) {
    this.handlers = handlers;
    this.socket = new ReconnectingSocket(`/ws/tables/${code}`, {
      onOpen: () => this.socket.send({ type: "hello", protocol: PROTOCOL, seq: handlers.seq() }),
      onFrame: (frame) => this.#receive(frame),
      onStateChange: (state, reason) => {
        this.#welcomed = false;
        handlers.onStateChange(state, reason);
      },
    });
  }

  /**
   * Sends a command. It is resent under the same id after each reconnect, and the server ignores duplicates.
   * @param {PlayerCommand} command
   * @returns {Promise<RefusedFrame | null>} The error, or null on success.
   */
  request(command) {
    const id = newId();
    return new Promise((answer) => {
      this.#pending.set(id, { command, tries: 0, answer });
      this.#send(id);
    });
  }

  /**
   * Shows the others that the viewer is about to take a place, also after a reconnect; null: no longer.
   * @param {Visit | null} visit
   */
  visit(visit) {
    if (!visit && !this.#visit) return;
    this.#visit = visit;
    if (this.#welcomed) this.socket.send({ type: "visit", ...(visit ?? { doing: null }) });
  }

  /** Reconnects immediately: under a new identity, or to fetch missed entries. */
  reconnect() {
    this.#welcomed = false;
    this.socket.reconnect();
  }

  /** @param {TableFrame} frame */
  #receive(frame) {
    if (frame.type === "welcome") {
      this.#welcomed = true;
      this.handlers.onStateChange("open", "");
    }
    this.handlers.onFrame(frame);
    if (frame.type === "welcome") {
      if (this.#visit) this.visit(this.#visit);
      for (const id of this.#pending.keys()) this.#send(id);
    }
    if (frame.type === "refused" && frame.re !== null) this.#refused(frame.re, frame);
    else if ("re" in frame && frame.re) this.#resolve(frame.re, null);
  }

  /** @param {string} id */
  #send(id) {
    const pending = this.#pending.get(id);
    if (pending && this.#welcomed) this.socket.send({ type: "command", id, command: pending.command });
  }

  /**
   * @param {string} id
   * @param {RefusedFrame} refusal
   */
  #refused(id, refusal) {
    const pending = this.#pending.get(id);
    if (pending && refusal.retry) {
      window.setTimeout(() => this.#send(id), 2 * retryDelay(3 + pending.tries++));
    } else this.#resolve(id, refusal);
  }

  /**
   * @param {string} id
   * @param {RefusedFrame | null} refusal
   */
  #resolve(id, refusal) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.answer(refusal);
  }
}

/** @param {string} path */
function addressOf(path) {
  const address = new URL(path, window.location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** Returns a random id. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
