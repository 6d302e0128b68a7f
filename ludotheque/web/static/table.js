/** The table page: shows what the server tells, walks the ways to a move, sends it. Knows no game. */
import { call, insist, Refused } from "./api.js";
import { Asking } from "./asking.js";
import { Attention } from "./attention.js";
import { Best } from "./best.js";
import { celebrate, festive } from "./celebration.js";
import { Choosing } from "./choosing.js";
import { Coach } from "./coach.js";
import { carried, maybe, need, patch, say, toast } from "./dom.js";
import { Handover } from "./handover.js";
import { Hints } from "./hints.js";
import { Invitation } from "./invitation.js";
import { arrows } from "./keys.js";
import { Live } from "./live.js";
import { Pausing } from "./pausing.js";
import { offerRules } from "./rulebook.js";
import { button, Clocks, myTurns, seatList } from "./seats.js";
import { Sharing } from "./sharing.js";
import { sound } from "./sounds.js";
import { Stage } from "./stage.js";
import { inCompany, tellActions, tellAfter, Telling, tellMatch, tellMoves, tellTurn, tellWatching } from "./telling.js";
import { waiting } from "./waiting.js";

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
    this.pausing = new Pausing(() => this.#goOn());
    this.choosing = new Choosing(stage, snapshot, {
      play: (seat, move) => this.play(seat, move),
      ask: (question, yes) => this.asking.askNow(question, [[say("Yes"), yes], [say("No"), () => undefined, true]]),
      more: () => this.#toSee(),
    });
    /** @type {{table: Snapshot, heard: number}[]} told but not yet shown, and when */
    this.queue = [];
    this.showing = false;
    /** A move is on its way until the table has come so far. */
    this.moving = 0;
    /** @type {Set<string>} requests that are not answered yet */
    this.requests = new Set();
    this.started = false;
    this.sharing = new Sharing();
    this.live = new Live(snapshot.table, snapshot.sequence);
    this.handover = new Handover(this.live);
    this.asking = new Asking();
    this.telling = new Telling();
    this.clocks = new Clocks();
    this.invitation = new Invitation(snapshot);
    this.attention = new Attention(() => tellTurn(this.now, this.attention.calls));
    this.best = new Best();
    this.coach = new Coach(stage, this.choosing, snapshot, () => this.pausing.resting);
    this.hints = new Hints(this.choosing);
  }

  start() {
    this.live.onmessage = (message) => this.received(message);
    this.live.onstate = (up) => this.connection(up);
    this.live.ongone = () => toast(say("This table was put away"));
    this.stage.svg.addEventListener("click", () => this.pausing.resting && !myTurns(this.now).length && this.seen());
    arrows(need("table", HTMLElement), () => this.choosing.back());
    offerRules();
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
    } else if (message.type === "moved") {
      this.moving = message.sequence;
      if (!this.showing) this.#offer();
    } else if (message.type === "refused") {
      toast(message.error.text);
      if (!message.key) return;
      this.moving = 0;
      if (!this.showing) this.#offer();
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
    this.queue.push({ table: snapshot, heard: performance.now() });
    if (snapshot.moves.length > this.now.moves.length) this.pausing.hurry(); // the game goes on
    if (!this.showing) void this.showAll();
  }

  /** Shows what was told, one after the other, quickly when much has come together. */
  async showAll() {
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const hasty = this.queue.length > MOST_WAITING;
      if (!hasty && next.table.moves.length !== this.now.moves.length) await this.pausing.rest();
      if (!hasty) await this.coach.rest(next.table);
      await this.show(next.table, next.heard, hasty);
    }
    this.showing = false;
  }

  /** The seat of this device that is to have it next. */
  get awaited() {
    return this.handover.awaited(this.now);
  }

  /**
   * @param {Snapshot} next
   * @param {number} heard
   * @param {boolean} still
   */
  async show(next, heard, still) {
    const [before, was] = [this.now, this.moment];
    this.now = next;
    const same = this.started && was === this.moment && this.stage.svg.isConnected;
    const mayShow = this.handover.mayShow(next);
    const moved = next.moves.length !== before.moves.length;
    if (moved || next.seat !== before.seat) this.hints.forget();
    if (moved) {
      this.handover.wanted = null;
      this.asking.forget();
    }
    if (moved || !this.started) this.pausing.begin(next, heard);
    if (!same) this.choosing.rest(); // where only words were said, what can be chosen stays within reach
    if (mayShow) {
      if (this.started && moved) sound("knock");
      const turn = this.beside();
      this.telling.announce(next, turn);
      if (!same) await this.stage.show(next.scene, { still: still || !this.started });
    }
    this.started = true;
    if (this.awaited !== null) await this.cover(mayShow && moved);
    else if (mayShow) this.uncover();
    this.beside();
    this.#offer();
    this.handover.release(next);
    this.#ends(before, next);
  }

  /** @param {Snapshot} before @param {Snapshot} next */
  #ends(before, next) {
    const begins = this.queue.length === 0 && this.attention.follow(next);
    if (next.over && !before.over) {
      sound(festive(next) ? "won" : "end");
      if (festive(next)) celebrate(need("board", HTMLElement));
    } else if (begins && next !== before) {
      sound("turn");
    }
  }

  /** Offers what can be chosen now, unless a move is on its way: until the table has it, it could be made twice. */
  #offer() {
    const { over, sequence } = this.now;
    if (sequence < this.moving) return;
    this.moving = 0;
    const kept = this.choosing.offer(this.now, this.playable);
    if (!kept && !over) toast(say("Your choice is gone: with what has happened, it is no longer possible."));
  }

  /** What there is to look at, and what has befallen the one who looks. */
  #toSee() {
    const seen = this.pausing.resting ? [button(say("Seen, go on"), () => this.seen())] : [];
    const told = this.pausing.notice(
      this.now,
      (notice, noted) => this.asking.ask(notice, [[say("All right"), noted, true]]),
      (notice) => this.asking.drop(notice),
    );
    return [...seen, ...told];
  }

  /** There is nothing more to look at. */
  #goOn() {
    this.choosing.again();
    this.coach.goOn();
  }

  /** Whoever looks has seen enough: what came meanwhile is shown, and bots need not wait. */
  seen() {
    this.pausing.end();
    const { seats, you } = this.now;
    for (const seat of you.filter((each) => seats[each]?.can.includes("seen"))) void this.act("seen", seat);
  }

  get playable() {
    return this.now.seat !== null && this.awaited === null && !this.now.over;
  }

  /** Covers the board until the next person has the device. @param {boolean} linger */
  async cover(linger) {
    if (linger) {
      this.#toSee(); // what has befallen who holds it is for their eyes
      if (!this.queue.length) await this.pausing.read();
    }
    if (this.pausing.resting) {
      this.choosing.choices.show(this.now, null, []); // nothing to choose but to go on
      await this.pausing.rest();
    } else if (linger) await new Promise((resolve) => setTimeout(resolve, PAUSE_BEFORE_HANDOVER));
    const seat = this.now.seats[this.awaited ?? -1];
    if (!seat) return;
    this.stage.svg.remove();
    this.handover.cover(seat, this.now.hurry ? this.now.scene.title : "");
  }

  /** Somebody who is not waited for wants to act: the device is theirs. @param {number} seat */
  want(seat) {
    this.handover.wanted = seat;
    if (this.awaited === null) this.live.look(seat);
    else void this.cover(false);
  }

  uncover() {
    this.handover.uncover();
    if (!this.stage.svg.isConnected) void this.stage.show(this.now.scene, { still: true });
  }

  /** All that is told beside the board. */
  beside() {
    const table = this.now;
    const turn = tellTurn(table, this.attention.calls);
    const seats = seatList(table, {
      sit: (seat) => void this.sit(seat),
      fill: (seat, bot) => void this.request("PUT", `/seats/${seat}/bot`, { bot }),
      act: (seat) => this.want(seat),
      awaited: this.awaited,
    });
    patch(need("seats", HTMLElement), seats);
    this.clocks.set(table);
    tellMatch(table);
    this.telling.phrases(table);
    tellMoves(table);
    tellWatching(table);
    this.sharing.follow(table);
    this.invitation.follow(table);
    this.best.follow(table);
    this.coach.follow(table);
    tellActions(table);
    tellAfter(table);
    need("says", HTMLElement).hidden = table.you.length === 0 || !inCompany(table);
    need("join", HTMLElement).hidden = !table.can.includes("sit");
    this.asking.follow(table, (action, seat) => void this.act(action, seat));
    return turn;
  }

  /**
   * Sends a move; until the table has it, nothing else can be chosen.
   * @param {number} seat
   * @param {string} move
   */
  play(seat, move) {
    this.moving = Infinity;
    this.pausing.end(); // who goes on has seen enough
    this.live.play(seat, move);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {() => boolean} [wanted] whether a refusal is still of interest
   */
  async request(method, path, body, wanted = () => true) {
    const same = JSON.stringify([method, path, body]);
    if (this.requests.has(same)) return null; // pressed twice while the answer is slow: meant once
    this.requests.add(same);
    try {
      return await call(method, `/tables/${this.now.table}${path}`, body);
    } catch (error) {
      if (wanted()) toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
      return null;
    } finally {
      this.requests.delete(same);
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

  /** What the board shows, and what a hint is about. */
  get moment() {
    const { match, moves, over, seat, turn_started_ms } = this.now;
    return [turn_started_ms, match?.games, moves.length, seat, over].join(" ");
  }

  async hint() {
    const { moment, speaker } = this;
    const timely = () => moment === this.moment; // what comes later is about a position that is gone
    const advice = await waiting(say("Asking the master for a hint…"), this.request("POST", "/hint", { seat: speaker }, timely));
    if (advice && timely()) this.hints.tell(advice, this.now.seats.length === 1);
    // a choice that made itself meanwhile is no reason to leave whoever asked without an answer
    else if (!timely() && this.speaker === speaker && this.now.can.includes("hint")) void this.hint();
  }

  /** @param {number} seat */
  async sit(seat) {
    const field = need("join", HTMLFormElement).elements.namedItem("nickname");
    if (!(field instanceof HTMLInputElement)) return;
    const nickname = field.value.trim();
    const problem = need("join-error", HTMLElement);
    problem.textContent = nickname ? "" : say("First tell us your name");
    field.setAttribute("aria-invalid", String(!nickname));
    if (nickname) await this.request("POST", `/seats/${seat}`, { nickname });
    else field.focus();
  }

  /** @param {string} what */
  #pressed(what) {
    const seat = this.speaker; // whoever is asked answers for themselves, also when the turn has gone on meanwhile
    /** @param {string} question @param {() => void} yes */
    const sure = (question, yes) => this.asking.confirm(question, [[say("Yes"), yes, true], [say("No"), () => undefined]], `${what} ${seat}`);
    if (what === "hint") void this.hint();
    else if (what === "resign") sure(say("Resign this game?"), () => void this.act("resign", seat));
    else if (what === "leave") sure(say("Leave your seat?"), () => void this.request("DELETE", `/seats/${seat}`));
    else void this.act(what, seat);
  }

  #actions() {
    for (const action of document.querySelectorAll("button[data-action]")) {
      const what = action instanceof HTMLElement ? (action.dataset.action ?? "") : "";
      action.addEventListener("click", () => this.#pressed(what));
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
const symbols = await insist(`/games/${game}/symbols`);
new Table(carried("snapshot"), new Stage(host, symbols, game)).start();
