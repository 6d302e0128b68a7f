/** The analysis board: any line of a game, tried freely; a tree of variations, what bots think, a link, a record. */
import { call, insist, Refused } from "./api.js";
import { Choosing } from "./choosing.js";
import { carried, door, make, maybe, need, root, say, toast } from "./dom.js";
import { Explaining } from "./explaining.js";
import { arrows } from "./keys.js";
import { coached } from "./newcomers.js";
import { Opinions } from "./opinions.js";
import { askForNumbers, offerDrawings, optionsIn } from "./optionfields.js";
import { button } from "./seats.js";
import { SettingUp } from "./setup.js";
import { copied } from "./sharing.js";
import { Stage } from "./stage.js";
import { branches, Node, packed, planted, unpacked } from "./tree.js";

/** @import {Paths, Scene, Snapshot, Way} from "./types.js" */
/** @import {Branch} from "./tree.js" */
/**
 * @typedef {{seat: number | null, scene: Scene, paths: Paths, ghosts: Record<string, string>, ways: Record<string, Way>}} Now
 * @typedef {{now: Now, acting: {seat: number, id: string, name: string}[], chance: {move: string, words: string}[] | null,
 *   over: boolean, outcome: string, words: string, title: string, position: string | null}} Moment
 * @typedef {{game: string, title: string}} Plan
 */

/** Moves longer than this (a deal, say) are shortened in the list. */
const LONGEST = 26;

class Analysis {
  /** @param {Plan} plan @param {Stage} stage */
  constructor(plan, stage) {
    this.plan = plan;
    this.stage = stage;
    /** @type {Record<string, string>} */
    this.options = {};
    /** @type {Record<string, string>} */
    this.names = {};
    this.root = new Node(null, "", "");
    this.at = this.root;
    /** @type {Moment | null} */
    this.moment = null;
    /** @type {number | null} from which seat one looks, where several may move */
    this.looking = null;
    this.turn = 0;
    /** @type {SettingUp | null} while pieces are put on the board by hand */
    this.setting = null;
    /** @type {Map<string, Promise<Moment>>} */
    this.asked = new Map();
    this.choosing = new Choosing(stage, this.#table(null), {
      play: (seat, move) => void this.#played(seat, move), ask: (_, yes) => yes(), more: () => this.#chances(),
    });
    new Explaining(stage, {
      ask: (thing, chosen) => (this.moment?.now.seat === null ? null : call("POST", "/analysis/explanation", { ...this.#board(this.at), thing, chosen })),
      chosen: () => this.choosing.walk.picked,
      idle: (why) => toast(why),
      dwells: () => coached(plan.game),
    });
    this.opinions = new Opinions({
      play: (move) => void this.#played(this.moment?.now.seat ?? 0, move),
      point: (path) => (path.length ? this.choosing.advise(path) : this.choosing.advise([])),
    });
  }

  async start() {
    arrows(need("table", HTMLElement), () => this.choosing.back());
    need("to-first", HTMLElement).addEventListener("click", () => void this.go(this.root));
    need("to-back", HTMLElement).addEventListener("click", () => void this.go(this.at.parent ?? this.at));
    need("to-forward", HTMLElement).addEventListener("click", () => void this.go(this.at.next[0] ?? this.at));
    need("remove", HTMLElement).addEventListener("click", () => void this.go(this.at.remove()));
    need("promote", HTMLElement).addEventListener("click", () => (this.at.promote(), void this.go(this.at)));
    need("share-link", HTMLElement).addEventListener("click", () => void this.#share());
    need("save", HTMLElement).addEventListener("click", () => void this.#save());
    askForNumbers(need("set-up", HTMLFormElement));
    offerDrawings(need("set-up", HTMLFormElement), plan.game);
    need("set-up", HTMLFormElement).addEventListener("submit", (event) => (event.preventDefault(), void this.#setUp()));
    maybe("by-hand")?.addEventListener("click", () => void this.#byHand());
    need("open-record", HTMLFormElement).addEventListener("submit", (event) => (event.preventDefault(), void this.#read(need("record", HTMLTextAreaElement).value)));
    await this.#opened();
  }

  /** From a link, from a replay, or from the beginning. */
  async #opened() {
    const query = new URLSearchParams(location.search);
    const [link, table] = [location.hash.slice(1), query.get("table") ?? ""];
    try {
      if (link) return await this.#unpack(link);
      if (/^\w+$/.test(table)) return await this.#replayed(table, query);
    } catch {
      toast(say("This link cannot be read."));
    }
    const position = query.get("position");
    this.options = position ? { position } : {};
    await this.go(this.root);
  }

  /** @param {string} link */
  async #unpack(link) {
    /** @type {{o: Record<string, string>, t: [string, string, number][], at: number}} */
    const { o, t, at } = await unpacked(link);
    this.options = o;
    this.root = planted(t.map(([seat, move, parent]) => ({ seat, move, parent })));
    await this.go(branches(this.root).order[at] ?? this.root);
  }

  /** @param {string} table @param {URLSearchParams} query */
  async #replayed(table, query) {
    const game = /^\d+$/.test(query.get("game") ?? "") ? `?game=${query.get("game")}` : "";
    const text = await (await fetch(`${root}/api/tables/${table}/record${game}`)).text();
    await this.#read(text, Number(query.get("at") ?? "0"));
  }

  /** @param {string} text @param {number} [at] which move of the line itself to show */
  async #read(text, at = 0) {
    const problem = need("record-problem", HTMLElement);
    problem.textContent = "";
    try {
      const tree = await call("POST", "/analysis/read", { text });
      if (tree.game !== this.plan.game) return location.assign(`${root}/analysis/${tree.game}#${await packed({ o: tree.options, t: tree.nodes.map((/** @type {Branch} */ each) => [each.seat, each.move, each.parent]), at: -1 })}`);
      this.options = tree.options;
      this.names = tree.names;
      this.root = planted(tree.nodes);
    } catch (error) {
      problem.textContent = error instanceof Refused ? error.message : say("That did not work. Try again.");
      need("open-record", HTMLElement).closest("details")?.setAttribute("open", "");
      this.root = new Node(null, "", "");
    }
    let node = this.root;
    for (let moves = 0; moves < at && node.next[0]; moves += 1) node = node.next[0];
    await this.go(node);
  }

  async #setUp() {
    const problem = need("set-up-problem", HTMLElement);
    problem.textContent = "";
    problem.textContent = await this.#begin(optionsIn(need("set-up", HTMLFormElement)));
  }

  /** A new tree from these options; else what is there stays, and why. @param {Record<string, string>} options */
  async #begin(options) {
    const before = { options: this.options, root: this.root, at: this.at };
    this.options = options;
    this.root = new Node(null, "", "");
    try {
      await this.#moment(this.root);
      await this.go(this.root);
      return "";
    } catch (error) {
      Object.assign(this, before);
      return error instanceof Refused ? error.message : say("That did not work. Try again.");
    }
  }

  /** Pieces are put on the board by hand. Until they stand, nothing else goes on. */
  async #byHand() {
    this.turn += 1;
    this.choosing.rest();
    this.opinions.rest();
    const table = need("table", HTMLElement);
    table.dataset.at = "set-up";
    need("caption", HTMLElement).replaceChildren(say("Choose a piece, then click its squares."));
    table.scrollIntoView({ block: "start" });
    this.setting?.stop();
    this.setting = new SettingUp(this.stage, this.#board(this.at), this.plan.game, {
      done: (position) => this.#begin({ ...this.options, position }),
      left: () => void this.go(this.at),
    });
    await this.setting.start();
  }

  /** What the server is told of a moment. @param {Node} node */
  #board(node) {
    const moves = node.line.map(({ seat, move }) => [seat, move]);
    return { game: this.plan.game, options: this.options, moves, seat: this.looking };
  }

  /** @param {Node} node @returns {Promise<Moment>} */
  #moment(node) {
    const board = this.#board(node);
    const key = JSON.stringify(board);
    const asked = this.asked.get(key) ?? call("POST", "/analysis/moment", board);
    this.asked.set(key, asked);
    asked.catch(() => this.asked.delete(key));
    return asked;
  }

  /** The moment in the shape that the board's scripts know. @param {Moment | null} moment @returns {Snapshot} */
  #table(moment) {
    const now = moment?.now ?? { seat: null, scene: { buttons: [], room: [], items: [] }, paths: {}, ghosts: {}, ways: {} };
    return /** @type {any} */ ({ ...now, table: "", moves: [{ text: String(this.turn) }], match: null });
  }

  /** Shows a moment of the tree. @param {Node} node */
  async go(node) {
    const turn = ++this.turn;
    const near = node.parent === this.at || this.at.parent === node;
    this.at = node;
    this.setting?.stop();
    this.setting = null;
    this.choosing.rest();
    this.opinions.rest();
    this.#list();
    let moment;
    try {
      moment = await this.#moment(node);
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
      if (turn === this.turn && node.parent) await this.go(node.remove());
      return;
    }
    if (turn !== this.turn) return;
    this.moment = moment;
    node.words = moment.words;
    this.#tell(moment);
    await this.stage.show(moment.now.scene, { still: !near });
    if (turn !== this.turn) return;
    this.choosing.offer(this.#table(moment), moment.now.seat !== null && moment.acting.length > 0);
    need("table", HTMLElement).dataset.at = String(node.line.length);
    const mover = moment.acting.find(({ seat }) => seat === moment.now.seat);
    if (mover) void this.opinions.ask(this.#board(node), mover.name);
    void this.#keep();
  }

  /** @param {Moment} moment */
  #tell(moment) {
    need("played", HTMLElement).textContent = moment.title; // a variant has a name of its own
    const where = this.at.parent ? moment.words : say("Start of the game");
    need("caption", HTMLElement).replaceChildren(where, make("small", {}, moment.over ? moment.outcome : moment.now.scene.title));
    need("to-back", HTMLButtonElement).disabled = need("to-first", HTMLButtonElement).disabled = need("remove", HTMLButtonElement).disabled = !this.at.parent;
    need("to-forward", HTMLButtonElement).disabled = !this.at.next.length;
    need("promote", HTMLButtonElement).disabled = this.at.leads;
    const field = need("set-up", HTMLElement).querySelector('[data-option="position"]');
    if (field instanceof HTMLInputElement && moment.position) field.value = moment.position;
    const several = moment.acting.length > 1 ? moment.acting : [];
    need("seats", HTMLElement).replaceChildren(...several.map(({ seat, name }) => {
      const made = button(name, () => ((this.looking = seat), void this.go(this.at)));
      made.setAttribute("aria-pressed", String(seat === moment.now.seat));
      return made;
    }));
  }

  /** Where chance decides: what it could do, and a draw. @returns {HTMLElement[]} */
  #chances() {
    const chance = this.moment?.chance;
    if (!chance) return [];
    const drawn = button(say("Let chance decide"), () => void this.#draw(), true);
    return [drawn, ...chance.map(({ move, words }) => button(words, () => void this.go(this.at.play("chance", move))))];
  }

  async #draw() {
    const turn = this.turn;
    try {
      const { seat, move } = await call("POST", "/analysis/chance", this.#board(this.at));
      if (turn === this.turn) await this.go(this.at.play(seat, move)); // else one is elsewhere by now, or has pressed twice
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
    }
  }

  /** @param {number} seat @param {string} move */
  async #played(seat, move) {
    const who = this.moment?.acting.find((each) => each.seat === seat);
    if (!who) return;
    this.looking = null;
    await this.go(this.at.play(who.id, move));
  }

  /** The tree: the line itself, and behind each move what was tried instead. */
  #list() {
    const place = need("tree", HTMLElement);
    place.replaceChildren(this.#line(this.root.next[0], 1));
    for (const other of this.root.next.slice(1)) place.append(make("div", { class: "variation" }, this.#line(other, 1)));
    const current = place.querySelector("[aria-current]");
    if (current instanceof HTMLElement) place.scrollTop = current.offsetTop - place.offsetTop - place.clientHeight / 2;
  }

  /** @param {Node | undefined} node @param {number} number */
  #line(node, number) {
    const list = make("ol", { class: "line" });
    for (let at = node, count = number; at; at = at.next[0], count += 1) {
      const here = at;
      const text = here.move.length > LONGEST ? `${here.move.slice(0, LONGEST)}…` : here.move;
      const made = make("button", { type: "button", class: "linklike", ...(here === this.at ? { "aria-current": "true" } : {}), ...(here.words ? { "aria-label": `${count}. ${text}, ${here.words}` } : {}) }, `${count}. ${text}`);
      made.addEventListener("click", () => void this.go(here));
      const item = make("li", {}, made);
      const others = here !== node ? (here.parent?.next.slice(1) ?? []) : [];
      for (const other of others) item.append(make("div", { class: "variation" }, this.#line(other, count)));
      list.append(item);
    }
    return list;
  }

  /** The address always holds what is on the board. */
  async #keep() {
    const { branches: all, order } = branches(this.root);
    const turn = this.turn;
    const link = await packed({ o: this.options, t: all.map(({ seat, move, parent }) => [seat, move, parent]), at: order.indexOf(this.at) });
    if (turn === this.turn) history.replaceState(null, "", `${root}/analysis/${this.plan.game}#${link}`);
  }

  async #share() {
    await this.#keep();
    const field = need("link", HTMLInputElement);
    field.value = door + location.pathname.slice(root.length) + location.hash;
    field.hidden = false;
    field.select();
    const done = await copied(field);
    toast(done ? say("Link copied") : say("The link is selected: copy it with Ctrl+C, or hold your finger on it."));
  }

  async #save() {
    try {
      const tree = { game: this.plan.game, options: this.options, names: this.names, nodes: branches(this.root).branches };
      const { text } = await call("POST", "/analysis/write", tree);
      const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${this.plan.game}-analysis.txt` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
    }
  }
}

/** @type {Plan} */
const plan = carried("plan");
const symbols = await insist(`/games/${plan.game}/symbols`);
await new Analysis(plan, new Stage(need("board", HTMLElement), symbols, plan.game)).start();
