/** Walking the ways to each legal move: what can be clicked next, given what was clicked so far. Knows no game. */

/** @import {Paths} from "./types.js" */

export class Walk {
  /** @param {Paths} paths */
  constructor(paths) {
    this.ways = Object.entries(paths);
    /** @type {string[]} */
    this.picked = [];
  }

  /** The ids that come next. */
  get next() {
    const at = this.picked.length;
    return new Set(this.open.map(([, way]) => way[at] ?? ""));
  }

  /** The ids a way could begin with instead of what is picked. */
  get others() {
    const firsts = new Set(this.picked.length ? this.ways.map(([, way]) => way[0] ?? "") : []);
    for (const id of [...this.next, ...this.picked]) firsts.delete(id);
    return firsts;
  }

  /** All ids of all ways. */
  get all() {
    return new Set(this.ways.flatMap(([, way]) => way));
  }

  /**
   * One click; the move when it completes one, `undefined` when the click means nothing here.
   * @param {string} id
   * @returns {string | null | undefined}
   */
  pick(id) {
    if (this.next.has(id)) {
      this.picked.push(id);
    } else if (this.picked.at(-1) === id) {
      this.picked.pop();
      return null;
    } else if (this.others.has(id)) {
      this.picked = [id];
    } else {
      return undefined;
    }
    const done = this.open.find(([, way]) => way.length === this.picked.length);
    return done ? done[0] : null;
  }

  /** Takes up what was picked before, if a way still begins so; whether it does. @param {string[]} picked */
  resume(picked) {
    const begun = this.ways.some(([, way]) => way.length > picked.length && picked.every((id, i) => way[i] === id));
    this.picked = begun ? [...picked] : [];
    return begun;
  }

  /** One step back; whether there was one. */
  back() {
    return this.picked.pop() !== undefined;
  }

  /** The ways that go on from what is picked. */
  get open() {
    return this.ways.filter(([, way]) => this.picked.every((id, i) => way[i] === id));
  }
}
