// The state that the parts of the organiser's desk share: the drive, commands, and how their failures are shown.

import { setText } from "../../ui/dom.js";
import { errorMessage } from "../../ui/http-client.js";
import { t } from "../../i18n/translate.js";
import { DriveError } from "../drive-api.js";
import { openConflict } from "./edit-conflict-dialog.js";

/** @import {Command, Parts} from "../drive-types" */
/** @typedef {{root: HTMLElement, update: () => void, shown?: () => void}} Phase A part of the desk; `shown` runs when it comes into view. */

/** Time for which a done command is said (ms). */
const SAID_FOR = 6_000;

/** The desk of one drive. */
export class Desk {
  #timer = 0;

  /**
   * @param {import("../drive-connection.js").DriveConnection} connection
   * @param {HTMLElement} status Says what has been done; has the role "status".
   * @param {HTMLElement} problem Says what was refused; has the role "alert".
   */
  constructor(connection, status, problem) {
    this.connection = connection;
    this.status = status;
    this.problem = problem;
  }

  /** @returns {Partial<Parts>} */
  get parts() {
    return this.connection.parts;
  }

  /** True for the organiser, who may do more than a scorer. */
  get isOrganiser() {
    return this.parts.you?.role === "organiser";
  }

  /**
   * Sends a command, and shows why if it is refused.
   * @param {Command} command
   * @param {string} [done] Said when the server has accepted it.
   * @param {number} [seen] Number of the last entry in the log that the organiser has seen, if the page may show newer ones by now.
   * @returns {Promise<boolean>} Whether it was accepted.
   */
  async send(command, done = "", seen = undefined) {
    setText(this.problem, "");
    try {
      await this.connection.outbox.send(command, seen);
      if (done) this.say(done);
      return true;
    } catch (error) {
      if (error instanceof DriveError && error.details?.conflict) openConflict(this, command, error.details.conflict);
      else this.fail(error);
      return false;
    }
  }

  /**
   * Says what has been done.
   * @param {string} text
   */
  say(text) {
    setText(this.problem, "");
    setText(this.status, text);
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => setText(this.status, ""), SAID_FOR);
  }

  /**
   * Says what has failed.
   * @param {unknown} error
   */
  fail(error) {
    setText(this.status, "");
    setText(this.problem, errorMessage(error));
  }

  /**
   * Runs an action and shows its failure.
   * @param {() => Promise<unknown>} action
   */
  async run(action) {
    setText(this.problem, "");
    await action().catch((error) => this.fail(error));
  }

  /** The name of the drive. */
  get name() {
    return this.parts.drive?.settings.name || t("drive.one");
  }
}
