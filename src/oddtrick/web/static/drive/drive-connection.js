// The live view of one drive: the parts that the server tells, the time by its clock, and commands.

import { newId, ReconnectingSocket } from "../wire/socket.js";
import { setAttribute, setText } from "../ui/dom.js";
import { t } from "../i18n/translate.js";
import { DriveApi, DriveError } from "./drive-api.js";
import { timeOfDay } from "./drive-words.js";

/** @import {Parts, Command} from "./drive-types" */
/** @import {ConnectionState} from "../wire/socket.js" */

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
   * @param {import("./drive-api.js").KeyKind} kind
   * @param {string | null} key
   * @param {DriveHandlers} handlers
   */
  constructor(code, kind, key, handlers) {
    this.api = new DriveApi(code, key);
    this.handlers = handlers;
    this.outbox = new CommandOutbox(this, kind);
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

// One line about the connection: that it is lost, since when, and what waits to be sent.

/**
 * Returns what is to be said about a connection; empty if all is well.
 * @param {DriveConnection} connection
 */
function connectionText(connection) {
  const waiting = connection.outbox.waiting.length;
  if (!connection.lost) return waiting && connection.outbox.failing ? t("drive.waiting", { n: waiting }) : "";
  const since = connection.currentAt === null ? t("drive.unreachable") : t("drive.lost", { time: timeOfDay(connection.currentAt) });
  return waiting ? `${since} ${t("drive.waiting", { n: waiting })}` : since;
}

/**
 * Updates the line; it is hidden while all is well.
 * @param {HTMLElement} at Has the role "status".
 * @param {DriveConnection} connection
 */
export function updateConnectionNote(at, connection) {
  const text = connectionText(connection);
  setText(at, text);
  setAttribute(at, "data-lost", connection.lost);
  at.classList.toggle("quiet", !text);
}

/**
 * @typedef {object} WaitingCommand A command that the server has not answered yet.
 * @property {string} id Random; the server answers a repeated id without applying the command again.
 * @property {number} seen Number of the last entry in the log that the page showed when the command was given.
 * @property {boolean} [strict] Whether nothing newer counts as seen, not even what this device has done since.
 * @property {Command} command
 * @property {number} at Time when it was given, in ms since 1970.
 */

/**
 * @typedef {object} RefusedCommand A command that the server did not accept and nobody was waiting for.
 * @property {string} message The reason, translated.
 */

// Commands to a drive that are sent until the server has answered. They are kept in the browser, so that a reload, a
// dead spot or a flat battery loses nothing; each has an id, so that the server applies it once.

/** @typedef {{resolve: (answer: any) => void, reject: (error: Error) => void}} Caller */

const FIRST_DELAY = 500;
const MAX_DELAY = 8_000;

/** Time after which an unanswered request is given up and sent again (ms): mobile networks drop packets silently. */
const REQUEST_TIMEOUT = 12_000;

/** Statuses that say no; any other failure says "later". */
export const FINAL_STATUSES = new Set([400, 401, 403, 404, 409, 413]);

/** Keeps commands in order and sends one at a time. */
class CommandOutbox {
  /** Commands kept where the browser has no storage. @type {WaitingCommand[]} */
  #memory = [];
  /** @type {Map<string, Caller>} */
  #callers = new Map();
  #failures = 0;
  #timer = 0;
  #sending = false;
  /** Commands that the server has applied, with the entry of the log that they made. @type {{command: Command, seq: number}[]} */
  #applied = [];
  /** Entry of the log that the last accepted command made: what this device did itself is no conflict. */
  #accepted = 0;

  /**
   * @param {DriveConnection} connection
   * @param {import("./drive-api.js").KeyKind} kind Whose commands these are: a desk's tab must not send those of a phone.
   */
  constructor(connection, kind) {
    this.connection = connection;
    this.storageKey = `oddtrick-drive-outbox-${kind}-${connection.api.code}`;
    /** @type {RefusedCommand[]} */
    this.refused = [];
    const retry = () => !document.hidden && this.#sendSoon(0);
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", retry);
    window.addEventListener("storage", (event) => event.key === this.storageKey && this.#changedElsewhere());
    this.#sendSoon(0);
  }

  /** The commands that wait for an answer, oldest first. @returns {WaitingCommand[]} */
  get waiting() {
    try {
      const stored = JSON.parse(window.localStorage.getItem(this.storageKey) ?? "[]");
      return [...(Array.isArray(stored) ? stored : []), ...this.#memory];
    } catch {
      return this.#memory;
    }
  }

  /**
   * The commands that the parts of the drive do not show yet: those that the server has applied since, then those that wait.
   * @returns {Command[]}
   */
  get pending() {
    this.#applied = this.#applied.filter(({ seq }) => seq > this.connection.seq);
    return [...this.#applied, ...this.waiting].map(({ command }) => command);
  }

  /** True if a command could not be delivered and is going to be sent again. */
  get failing() {
    return this.#failures > 0;
  }

  /**
   * Keeps a command and sends it after those before it.
   * @param {Command} command
   * @param {number} [seen] Number of the last entry in the log that the user has seen; nothing newer counts then.
   * @returns {Promise<any>} The server's answer; null if another tab got it. Rejects with `DriveError` if the server
   *   does not accept the command.
   */
  send(command, seen) {
    const id = newId();
    const answered = new Promise((resolve, reject) => this.#callers.set(id, { resolve, reject }));
    this.#store([...this.waiting, { id, seen: seen ?? this.connection.seq, ...(seen === undefined ? {} : { strict: true }), command, at: Date.now() }]);
    this.#sendSoon(0);
    return answered;
  }

  /**
   * Takes the log up to an entry as seen, whether or not the page shows it yet.
   * @param {number} seq
   */
  acknowledge(seq) {
    this.#accepted = Math.max(this.#accepted, seq);
  }

  /** Forgets the refusals that have been read. */
  clearRefused() {
    this.refused = [];
    this.connection.handlers.onChange();
  }

  /** Another tab has sent or given commands: those that it sent for this one are answered. */
  #changedElsewhere() {
    const waiting = new Set(this.waiting.map((each) => each.id));
    for (const [id, caller] of this.#callers) {
      if (waiting.has(id)) continue;
      this.#callers.delete(id);
      caller.resolve(null);
    }
    this.connection.handlers.onChange();
  }

  /** @param {number} delay */
  #sendSoon(delay) {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#sendFirst(), delay);
  }

  async #sendFirst() {
    const [first] = this.waiting;
    if (!first || this.#sending) return;
    this.#sending = true;
    const error = await this.#post(first).then(
      (answer) => {
        this.#accepted = Math.max(this.#accepted, answer.seq);
        this.#applied.push({ command: first.command, seq: answer.seq });
        this.#answered(first, (caller) => caller?.resolve(answer));
      },
      (reason) => reason,
    );
    this.#sending = false;
    if (error instanceof DriveError && FINAL_STATUSES.has(error.status)) this.#refuse(first, error);
    else if (error) this.#failures++;
    else this.#failures = 0;
    if (this.#failures) this.connection.handlers.onChange();
    const delay = this.#failures ? Math.min(FIRST_DELAY * 2 ** this.#failures, MAX_DELAY) * (0.5 + Math.random() / 2) : 0;
    if (this.waiting.length) this.#sendSoon(delay);
  }

  /** @param {WaitingCommand} waiting */
  async #post({ id, seen, strict, command }) {
    const abort = new AbortController();
    const timeout = window.setTimeout(() => abort.abort(), REQUEST_TIMEOUT);
    try {
      return await this.connection.api.post("/commands", { id, seen: strict ? seen : Math.max(seen, this.#accepted), command }, abort.signal);
    } finally {
      window.clearTimeout(timeout);
    }
  }

  /**
   * @param {WaitingCommand} waiting
   * @param {DriveError} error
   */
  #refuse(waiting, error) {
    this.#failures = 0;
    this.#answered(waiting, (caller) => {
      if (caller) caller.reject(error);
      else this.refused.push({ message: error.message });
    });
  }

  /**
   * @param {WaitingCommand} waiting
   * @param {(caller: Caller | undefined) => void} tell
   */
  #answered({ id }, tell) {
    const caller = this.#callers.get(id);
    this.#callers.delete(id);
    this.#store(this.waiting.filter((each) => each.id !== id), () => tell(caller));
  }

  /**
   * @param {WaitingCommand[]} commands
   * @param {() => void} [before] Runs before the change is announced.
   */
  #store(commands, before) {
    try {
      window.localStorage.setItem(this.storageKey, JSON.stringify(commands));
      this.#memory = [];
    } catch {
      this.#memory = commands; // storage is blocked: the commands last until the page is closed
    }
    before?.();
    this.connection.handlers.onChange();
  }
}
