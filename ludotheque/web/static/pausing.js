/** Times that run at a table: a ring that shrinks while one may still decide or a bot thinks, and a rest in which to look at cards. */
import { make, maybe, root, say } from "./dom.js";
import { shape } from "./shapes.js";

/** @import {Snapshot, Time} from "./types.js" */

/**
 * A ring that shrinks to nothing by the time it is over.
 * @param {number} left in milliseconds
 * @param {number} whole how long it was when it was full
 */
function ring(left, whole) {
  const drawn = shape("svg", { class: "ring-time", viewBox: "0 0 36 36" });
  const circle = shape("circle", { cx: 18, cy: 18, r: 14, pathLength: 100 });
  circle.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: 100 }], { duration: whole, delay: Math.min(0, left - whole), fill: "both" });
  drawn.append(circle);
  return drawn;
}

/**
 * How long a bot may take that everybody waits for.
 * @param {Snapshot} table
 * @returns {Time | null}
 */
function thinking({ over, waiting, seats, turn_started_ms }) {
  const seconds = over || !waiting.length ? [] : waiting.map((seat) => seats[seat]?.bot_seconds ?? 0);
  const longest = Math.max(0, ...seconds);
  return seconds.every(Boolean) && longest ? { until_ms: turn_started_ms + longest * 1000, seconds: longest } : null;
}

export class Pausing {
  /** @param {() => void} over what is done when a rest is over */
  constructor(over) {
    this.over = over;
    /** when the rest is over, as `performance.now()` counts */
    this.until = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {(() => void)[]} those who wait for it */
    this.waiters = [];
    /** the notice that was told, and the last one that was taken note of */
    this.told = "";
    this.noted = "";
    /** @type {(() => void)[]} those who wait until it is */
    this.readers = [];
  }

  /**
   * The times that begin with what is shown now. The ring stands beside whose turn it is.
   * @param {Snapshot} table
   * @param {number} heard when it was told
   */
  begin(table, heard) {
    /** @param {Time | null | undefined} time */
    const left = (time) => (time ? time.until_ms - table.server_ms - (performance.now() - heard) : 0);
    this.end();
    const rest = table.scene.notice ? 0 : left(table.pause);
    if (rest > 0) {
      this.until = performance.now() + rest;
      this.timer = setTimeout(() => this.end(), rest);
    }
    const time = table.hurry ?? (rest > 0 ? table.pause : thinking(table));
    maybe("ring")?.replaceChildren(...(time && left(time) > 0 ? [ring(left(time), time.seconds * 1000)] : []));
  }

  /** Whether something lies open that people should have time to see. */
  get resting() {
    return performance.now() < this.until;
  }

  /** Waits until it has been seen: for its time, or until somebody taps. */
  async rest() {
    if (this.resting) await new Promise((resolve) => this.waiters.push(() => resolve(undefined)));
  }

  /** The rest is over, or somebody has seen enough. */
  end() {
    const was = this.until > 0;
    clearTimeout(this.timer);
    this.until = 0;
    for (const go of this.waiters.splice(0)) go();
    if (was) {
      maybe("ring")?.replaceChildren();
      this.over();
    }
  }

  /** Waits until what was told has been taken note of, or nobody waits for that any more. */
  async read() {
    if (this.told && this.told !== this.noted) await new Promise((resolve) => this.readers.push(() => resolve(undefined)));
  }

  /** Nobody waits for that any more. */
  hurry() {
    for (const go of this.readers.splice(0)) go();
  }

  /**
   * What has befallen the one who looks: first to be taken note of, then a quiet line with a way out.
   * @param {Snapshot} table
   * @param {(notice: string, noted: () => void) => void} tell
   * @param {(notice: string) => void} hush what was told means nothing any more
   * @returns {HTMLElement[]}
   */
  notice(table, tell, hush) {
    const notice = table.scene.notice;
    if (this.told && notice !== this.told) {
      hush(this.told);
      this.hurry();
    }
    this.told = notice;
    if (!notice) {
      this.noted = "";
      return [];
    }
    if (notice !== this.noted) {
      tell(notice, () => {
        this.noted = notice;
        this.hurry();
      });
    }
    return [make("p", { class: "told" }, say("You may watch, or go: nobody waits for you."), " ", make("a", { href: `${root}/` }, say("Back to the shelf")))];
  }
}
