/** Questions that wait for an answer: take back? a draw? a rematch? are you sure? */
import { make, need, say, toast } from "./dom.js";
import { button, nameOf } from "./seats.js";

/** @import {Snapshot} from "./types.js" */
/** @typedef {[label: string, answer: () => void, strong?: boolean]} Answer */

/** @param {"undo" | "draw" | "rematch"} what is said to the one who asked */
function waiting(what) {
  if (what === "undo") return say("Asked to take back…");
  return what === "draw" ? say("Draw offered…") : say("Waiting for the others to agree…");
}

/** @param {"undo" | "draw" | "rematch"} what @param {string} name who asks for it */
function question(what, name) {
  if (what === "undo") return say("{name} would like to take back. All right?", { name });
  return what === "draw" ? say("{name} offers a draw. All right?", { name }) : say("{name} wants a rematch!", { name });
}

/** @param {"undo" | "draw" | "rematch"} what @param {string} name who refuses it */
function refusal(what, name) {
  if (what === "undo") return say("{name} does not agree to take back.", { name });
  return what === "draw" ? say("{name} does not agree to a draw: the game goes on.", { name }) : say("{name} does not want a rematch.", { name });
}

export class Asking {
  constructor() {
    this.bar = need("ask", HTMLElement);
    /** @type {string} what is asked now, so that the same question is not drawn twice */
    this.current = "";
    this.passing = "";
    /** @type {number | null} the last refusal that was told */
    this.heard = null;
    /** @type {HTMLElement | null} where the keyboard was when somebody was asked whether they are sure */
    this.from = null;
    this.bar.addEventListener("keydown", (event) => event.key === "Escape" && this.from && this.#no?.click());
  }

  /**
   * @param {string} question
   * @param {Answer[]} answers
   * @param {string} [which] tells questions with the same words apart
   */
  ask(question, answers, which = question) {
    if (which === this.current) return;
    this.current = which;
    need("ask-text", HTMLElement).textContent = question;
    need("ask-answers", HTMLElement).replaceChildren(
      ...answers.map(([label, answer, strong]) =>
        button(label, () => {
          this.close();
          answer();
        }, strong),
      ),
    );
    this.bar.hidden = false;
    this.bar.scrollIntoView({ block: "nearest" }); // who has pressed a button below the board is answered above it
  }

  /**
   * Asks whoever wants to do something whether they are sure. The last answer is no: the keyboard is there, and so is Escape.
   * @param {string} question
   * @param {Answer[]} answers
   * @param {string} [which]
   */
  confirm(question, answers, which = question) {
    if (which === this.current) return;
    const from = document.activeElement;
    this.ask(question, answers, which);
    this.from = from instanceof HTMLElement ? from : null;
    this.#no?.focus({ preventScroll: true });
  }

  get #no() {
    const last = need("ask-answers", HTMLElement).lastElementChild;
    return last instanceof HTMLButtonElement ? last : null;
  }

  /**
   * Asks something that means nothing any more once the game has gone on.
   * @param {string} question
   * @param {Answer[]} answers
   */
  askNow(question, answers) {
    this.confirm(question, answers);
    this.passing = question;
  }

  /** The game has gone on. */
  forget() {
    if (this.passing) this.drop(this.passing);
    this.passing = "";
  }

  /** A question means nothing any more. @param {string} question */
  drop(question) {
    if (this.current === question) this.close();
  }

  close() {
    const held = this.bar.contains(document.activeElement);
    this.current = "";
    this.bar.hidden = true;
    need("ask-answers", HTMLElement).replaceChildren(make("span"));
    if (held) this.from?.focus({ preventScroll: true }); // where the keyboard was
    this.from = null;
  }

  /**
   * What the table itself asks of this page's people.
   * @param {Snapshot} table
   * @param {(action: string, seat: number) => void} act
   */
  follow(table, act) {
    const asked = table.asked;
    this.#declined(table);
    if (!asked) {
      if (this.fromTable) this.close();
      this.fromTable = false;
      return;
    }
    this.fromTable = true;
    const by = table.seats[asked.by];
    const me = table.you.find((seat) => seat !== asked.by);
    const name = by ? nameOf(by) : "";
    if (table.you.includes(asked.by)) return this.ask(waiting(asked.what), []);
    if (me === undefined) return this.close();
    this.ask(question(asked.what, name), [
      [say("Yes"), () => act(`accept-${asked.what}`, me), true],
      [say("No"), () => act(`refuse-${asked.what}`, me)],
    ]);
  }

  /** Somebody said no: whoever asked is told, once. @param {Snapshot} table */
  #declined(table) {
    const { declined, you } = table;
    const last = declined?.sequence ?? 0;
    const news = declined && this.heard !== null && last > this.heard && !you.includes(declined.seat) && you.length > 0;
    this.heard = last;
    const by = declined && table.seats[declined.seat];
    if (news && by) toast(refusal(declined.what, nameOf(by)));
  }
}
