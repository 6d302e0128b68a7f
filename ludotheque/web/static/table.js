/** The table page: shows what the server tells, walks the ways to a move, sends it. Knows no game. */
import { call, Refused } from "./api.js";
import { Asking } from "./asking.js";
import { Attention } from "./attention.js";
import { Best } from "./best.js";
import { carried, make, maybe, need, say, sayCounted, toast } from "./dom.js";
import { Invitation } from "./invitation.js";
import { arrows } from "./keys.js";
import { Live } from "./live.js";
import { Walk } from "./paths.js";
import { button, Clocks, nameOf, seatList } from "./seats.js";
import { sound } from "./sounds.js";
import { Stage } from "./stage.js";
import { standing } from "./standing.js";
import { Telling, tellMatch, tellTurn } from "./telling.js";

/** @import {Snapshot} from "./types.js" */
/** @import {Message} from "./live.js" */

const MOST_WAITING = 6;
const PAUSE_BEFORE_HANDOVER = 900;

class Table {
  /**
   * @param {Snapshot} snapshot
   * @param {Stage} stage
   */
  constructor(snapshot, stage) {
    this.now = snapshot;
    this.stage = stage;
    this.walk = new Walk({});
    /** @type {string[]} */
    this.hinted = [];
    /** @type {Snapshot[]} told but not yet shown */
    this.queue = [];
    this.showing = false;
    this.sending = false;
    /** @type {number | null} who has said “it's me” on a shared device with hidden cards */
    this.holder = null;
    /** @type {number | null} who wants to act without being waited for */
    this.wanted = null;
    this.started = false;
    this.live = new Live(snapshot.table, snapshot.sequence);
    this.asking = new Asking();
    this.telling = new Telling();
    this.clocks = new Clocks();
    this.invitation = new Invitation(snapshot);
    this.attention = new Attention(() => tellTurn(this.now, this.attention.calls));
    this.best = new Best();
  }

  start() {
    this.stage.onpick = (id) => this.pick(id);
    this.live.onmessage = (message) => this.received(message);
    this.live.onstate = (up) => this.connection(up);
    this.live.ongone = () => toast(say("This table was put away"));
    arrows(need("table", HTMLElement), () => this.back());
    this.#actions();
    this.#phrases();
    this.invitation.start();
    this.attention.start();
    this.enqueue(this.now);
    this.live.connect();
  }

  /** @param {Message} message */
  received(message) {
    if (message.type === "table") {
      this.enqueue(message);
    } else if (message.type === "refused") {
      toast(message.error.text);
      this.sending = false;
      this.choose();
    } else if (message.type === "presence") {
      this.presence(message);
    }
  }

  /** @param {Extract<Message, {type: "presence"}>} message */
  presence(message) {
    for (const seat of this.now.seats) {
      const told = message.seats.find((each) => each.seat === seat.seat);
      if (told) Object.assign(seat, told);
    }
    if (message.spectators !== undefined) this.now.spectators = message.spectators;
    if (this.started) this.beside();
  }

  /** @param {boolean} up */
  connection(up) {
    const notice = need("offline", HTMLElement);
    if (up && !notice.hidden) toast(say("Connected again"));
    notice.hidden = up;
    notice.textContent = up ? "" : say("Connection lost. Trying again…");
  }

  /** @param {Snapshot} snapshot */
  enqueue(snapshot) {
    this.queue.push(snapshot);
    if (!this.showing) void this.showAll();
  }

  /** Shows what was told, one after the other, quickly when much has come together. */
  async showAll() {
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      await this.show(next, this.queue.length > MOST_WAITING);
    }
    this.showing = false;
  }

  /** The seat of this device that must see its own cards next and has not said so. */
  get awaited() {
    const { acting, hidden, over, waiting, you } = this.now;
    if (!hidden || over || you.length < 2) return null;
    if (this.wanted !== null && acting.includes(this.wanted)) return this.wanted === this.holder ? null : this.wanted;
    const next = waiting.filter((seat) => you.includes(seat));
    return next.length === 0 || next.includes(this.holder ?? -1) ? null : (next[0] ?? null);
  }

  /**
   * @param {Snapshot} next
   * @param {boolean} still
   */
  async show(next, still) {
    const before = this.now;
    this.now = next;
    const shared = next.hidden && next.you.length > 1 && !next.over;
    const mayShow = !shared || next.seat === null || next.seat === this.holder;
    const moved = next.moves.length !== before.moves.length;
    if (moved || next.seat !== before.seat) this.hinted = [];
    if (moved) {
      this.sending = false;
      this.wanted = null;
    }
    this.stage.mark({ next: new Set(), others: new Set(), picked: [], hinted: [] });
    if (mayShow) {
      if (this.started && moved) sound("knock");
      const turn = this.beside();
      this.telling.announce(next, turn);
      await this.stage.show(next.scene, { still: still || !this.started });
    }
    this.started = true;
    if (this.awaited !== null) await this.cover(mayShow && moved);
    else if (!shared || mayShow) this.uncover();
    this.beside();
    this.walk = new Walk(this.playable ? next.paths : {});
    this.choose();
    this.#release();
    this.#sounds(before, next);
  }

  /** @param {Snapshot} before @param {Snapshot} next */
  #sounds(before, next) {
    const begins = this.queue.length === 0 && this.attention.follow(next);
    if (next.over && !before.over) sound("end");
    else if (begins && next !== before) sound("turn");
  }

  get playable() {
    return this.now.seat !== null && this.awaited === null && !this.now.over;
  }

  /** Covers the board until the next person has the device. @param {boolean} linger */
  async cover(linger) {
    if (linger) await new Promise((resolve) => setTimeout(resolve, PAUSE_BEFORE_HANDOVER));
    const seat = this.now.seats[this.awaited ?? -1];
    if (!seat) return;
    this.stage.svg.remove();
    need("handover-to", HTMLElement).textContent = say("Hand the device to {name}", { name: nameOf(seat) });
    need("handover-hint", HTMLElement).textContent = say("Nobody else looks! Press the button when it is you.");
    const ready = need("handover-ready", HTMLButtonElement);
    ready.onclick = () => this.take(seat.seat);
    need("handover", HTMLElement).hidden = false;
    ready.focus();
  }

  /** Somebody who is not waited for wants to act: the device is theirs. @param {number} seat */
  want(seat) {
    this.wanted = seat;
    if (this.awaited === null) this.live.look(seat);
    else void this.cover(false);
  }

  /** Lets the server choose again whose turn to show, when the seat chosen by hand has nothing to do. */
  #release() {
    const { acting, hidden, waiting, you } = this.now;
    const chosen = this.live.seat;
    if (hidden || chosen === null || acting.includes(chosen)) return;
    if (waiting.some((seat) => you.includes(seat))) this.live.look(null);
  }

  /** @param {number} seat somebody says: it's me */
  take(seat) {
    this.holder = seat;
    this.live.look(seat);
  }

  uncover() {
    need("handover", HTMLElement).hidden = true;
    if (!this.stage.svg.isConnected) void this.stage.show(this.now.scene, { still: true });
  }

  /** All that is told beside the board. */
  beside() {
    const table = this.now;
    const turn = tellTurn(table, this.attention.calls);
    need("seats", HTMLElement).replaceChildren(
      ...seatList(table, {
        sit: (seat) => void this.sit(seat),
        fill: (seat, bot) => void this.request("PUT", `/seats/${seat}/bot`, { bot }),
        act: (seat) => this.want(seat),
        awaited: this.awaited,
      }),
    );
    this.clocks.set(table);
    tellMatch(table);
    this.telling.phrases(table);
    this.#moves();
    this.#watching();
    this.invitation.follow(table);
    this.best.follow(table);
    for (const action of document.querySelectorAll("[data-action]")) {
      if (!(action instanceof HTMLElement)) continue;
      action.hidden = !table.can.includes(action.dataset.can ?? action.dataset.action ?? "");
    }
    need("replay-link", HTMLElement).hidden = !(table.match && table.match.games > 0);
    need("says", HTMLElement).hidden = table.you.length === 0;
    need("join", HTMLElement).hidden = !table.can.includes("sit");
    this.asking.follow(table, (action, seat) => void this.act(action, seat));
    return turn;
  }

  #moves() {
    const list = need("moves", HTMLElement);
    const rows = this.now.moves.map(({ number, seat, words }) =>
      make("li", {}, make("span", { class: "number" }, `${number}.`), make("span", { class: "by" }, this.#told(seat, words))),
    );
    list.replaceChildren(...(rows.length ? rows : [make("li", { class: "none" }, say("No moves yet"))]));
    list.scrollTop = list.scrollHeight;
  }

  /**
   * @param {number} seat
   * @param {string} words
   */
  #told(seat, words) {
    const player = this.now.seats[seat]?.name;
    return player ? say("{player}: {move}", { player, move: words }) : words;
  }

  #watching() {
    const count = this.now.spectators;
    const told = [];
    if (this.now.you.length === 0) told.push(say("You are watching"));
    if (count > 0) told.push(sayCounted("{n} watching", "{n} watching", count));
    const line = need("watching", HTMLElement);
    line.hidden = told.length === 0;
    line.textContent = told.join(" · ");
  }

  /** Shows what can be chosen now. */
  choose() {
    const open = !this.sending && this.playable;
    const [next, others] = open ? [this.walk.next, this.walk.others] : [new Set(""), new Set("")];
    const picked = open ? this.walk.picked : [];
    this.stage.mark({ next, others, picked, hinted: open ? this.hinted : [] });
    const all = open ? this.walk.all : new Set();
    const buttons = this.now.scene.buttons.filter(({ id }) => all.has(id)).map(({ id, label }) => {
      const marks = ["button", next.has(id) && "next", picked.includes(id) && "picked", this.hinted.includes(id) && "hinted"];
      const made = make("button", { type: "button", class: marks.filter(Boolean).join(" "), "data-id": id }, label);
      made.disabled = !next.has(id) && !others.has(id) && !picked.includes(id);
      made.addEventListener("click", () => this.pick(id));
      return made;
    });
    if (picked.length) buttons.push(button(say("Undo the choice"), () => void this.back()));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.id : undefined;
    const row = need("choices", HTMLElement);
    row.replaceChildren(...buttons);
    row.classList.toggle("kept", this.now.scene.buttons.length > 0);
    buttons.find((made) => made.dataset.id && made.dataset.id === focused)?.focus();
  }

  /** @param {string} id */
  pick(id) {
    if (this.sending || this.now.seat === null) return;
    const move = this.walk.pick(id);
    if (move === undefined) return;
    if (typeof move === "string") {
      this.sending = true;
      this.hinted = [];
      this.live.play(this.now.seat, move);
      this.walk = new Walk({});
    }
    this.choose();
  }

  /** One step back in the choice. */
  back() {
    const was = this.walk.back();
    if (was) this.choose();
    return was;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async request(method, path, body) {
    try {
      return await call(method, `/tables/${this.now.table}${path}`, body);
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
      return null;
    }
  }

  /** The seat that speaks and asks for this page. */
  get speaker() {
    const { seat, you } = this.now;
    return seat !== null && you.includes(seat) ? seat : (you[0] ?? 0);
  }

  /**
   * @param {string} action
   * @param {number} [seat]
   * @param {object} [more]
   */
  async act(action, seat = this.speaker, more = {}) {
    await this.request("POST", "/actions", { action, seat, ...more });
  }

  async hint() {
    const advice = await this.request("POST", "/hint", { seat: this.speaker });
    if (!advice) return;
    this.hinted = advice.path;
    this.walk.picked = [];
    this.choose();
    const other = advice.others[0] ? say("Or else: {move}.", { move: advice.others[0].words }) : "";
    toast([say("Hint: {move} ({how}).", { move: advice.words, how: standing(advice.value) }), other].join(" ").trim());
  }

  /** @param {number} seat */
  async sit(seat) {
    const field = need("join", HTMLFormElement).elements.namedItem("nickname");
    const nickname = field instanceof HTMLInputElement ? field.value.trim() : "";
    if (!nickname) {
      toast(say("First tell us your name"));
      if (field instanceof HTMLInputElement) field.focus();
      return;
    }
    await this.request("POST", `/seats/${seat}`, { nickname });
  }

  #actions() {
    for (const action of document.querySelectorAll("button[data-action]")) {
      const what = action instanceof HTMLElement ? (action.dataset.action ?? "") : "";
      action.addEventListener("click", () => {
        if (what === "hint") void this.hint();
        else if (what === "resign") this.asking.ask(say("Resign this game?"), [[say("Yes"), () => void this.act("resign"), true], [say("No"), () => undefined]]);
        else if (what === "leave") this.asking.ask(say("Leave your seat?"), [[say("Yes"), () => void this.request("DELETE", `/seats/${this.speaker}`), true], [say("No"), () => undefined]]);
        else void this.act(what);
      });
    }
    need("join", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
  }

  #phrases() {
    /** @type {{key: string, text: string}[]} */
    const known = carried("phrases-known") ?? [];
    need("phrases", HTMLElement).append(
      ...known.map(({ key, text }) => button(text, () => void this.act("phrase", this.speaker, { phrase: key }))),
    );
  }

}

const host = need("board", HTMLElement);
const game = maybe("table")?.dataset.game ?? "";
const symbols = await call("GET", `/games/${game}/symbols`);
new Table(carried("snapshot"), new Stage(host, symbols, game)).start();
