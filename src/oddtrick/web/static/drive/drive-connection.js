// The live view of one drive: the parts that the server tells, the time by its clock, and commands.

import { ReconnectingSocket } from "../wire/socket.js";
import { CommandOutbox } from "./command-outbox.js";
import { DriveApi } from "./drive-api.js";

/** @typedef {import("./drive-types").Parts} Parts */
/** @typedef {import("./drive-types").Command} Command */
/** @typedef {import("../wire/socket.js").ConnectionState} ConnectionState */

const PROTOCOL = 1;

/** Time after which a lost connection is shown (ms): most are back sooner. */
const GRACE = 3_000;

/**
 * @typedef {object} DriveHandlers
 * @property {() => void} onChange The parts, the connection or the waiting commands have changed.
 * @property {(code: string, message: string) => void} onEnd The server has ended the connection for good.
 */

/** Follows a drive and sends commands to it. */
export class DriveConnection {
  /** The parts told so far; empty before the first frame. @type {Partial<Parts>} */
  parts = {};
  /** Number of the last entry in the drive's log that the parts show. */
  seq = 0;
  /** Server clock minus the clock of this device (ms). */
  #offset = 0;
  /** When the connection was lost, by this device's clock; null while it is open. @type {number | null} */
  #lostAt = Date.now();
  /** When the parts were last known to be current, by this device's clock. @type {number | null} */
  currentAt = null;

  /**
   * @param {string} code
   * @param {import("./drive-keys.js").KeyKind} kind
   * @param {string | null} key
   * @param {DriveHandlers} handlers
   */
  constructor(code, kind, key, handlers) {
    this.api = new DriveApi(code, key);
    this.handlers = handlers;
    this.outbox = new CommandOutbox(this.api, kind, () => this.seq, handlers.onChange);
    this.socket = new ReconnectingSocket(`/ws/drives/${encodeURIComponent(code)}`, {
      onOpen: () => this.socket.send(/** @type {any} */ ({ type: "hello", protocol: PROTOCOL, key: this.api.key })),
      onFrame: (frame) => this.#receive(frame),
      onStateChange: (state) => this.#connectionChanged(state),
    });
  }

  /** The time by the server's clock, in ms since 1970. */
  now() {
    return Date.now() + this.#offset;
  }

  /** True if the connection has been lost for longer than a moment. */
  get lost() {
    return this.#lostAt !== null && Date.now() - this.#lostAt >= GRACE;
  }

  /**
   * Sends a command; it is kept and sent again until the server answers.
   * @param {Command} command
   * @param {number} [seen] Number of the last entry in the log that the user has seen, if the page may show newer ones by now.
   * @returns {Promise<any>}
   */
  send(command, seen) {
    return this.outbox.send(command, seen);
  }

  /**
   * Goes on with another key.
   * @param {string | null} key
   */
  changeKey(key) {
    this.api.key = key;
    this.parts = {};
    this.socket.reconnect();
  }

  /** @param {any} frame */
  #receive(frame) {
    if (frame.type === "drive") {
      this.seq = frame.seq;
      this.#offset = frame.now - Date.now();
      this.parts = { ...this.parts, ...frame.parts };
      this.#lostAt = null;
      this.currentAt = Date.now();
      this.handlers.onChange();
    } else if (frame.type === "refused" && !frame.retry && frame.code !== "limit") this.handlers.onEnd(frame.code, frame.message);
  }

  /** @param {ConnectionState} state */
  #connectionChanged(state) {
    if (state === "open" || state === "connecting" || this.#lostAt !== null) return;
    this.currentAt = Date.now();
    this.#lostAt = Date.now();
    window.setTimeout(() => this.handlers.onChange(), GRACE);
  }
}
