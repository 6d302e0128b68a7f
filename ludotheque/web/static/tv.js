/** The table on a large screen: only what is to be seen, nothing to press. */
import { insist } from "./api.js";
import { celebrate, festive } from "./celebration.js";
import { carried, maybe, need, say } from "./dom.js";
import { Live } from "./live.js";
import { Pausing } from "./pausing.js";
import { Clocks, seatList } from "./seats.js";
import { sound } from "./sounds.js";
import { Stage } from "./stage.js";
import { Telling, tellMatch, tellTurn } from "./telling.js";

/** @import {Message} from "./live.js" */
/** @import {Snapshot} from "./types.js" */

const game = maybe("table")?.dataset.game ?? "";
/** @type {Snapshot} */
const first = carried("snapshot");
const stage = new Stage(need("board", HTMLElement), await insist(`/games/${game}/symbols`), game);
const telling = new Telling();
const clocks = new Clocks();
const live = new Live(first.table, first.sequence, true);
const pausing = new Pausing(() => undefined);
/** @type {{table: Snapshot, heard: number}[]} told but not yet shown, and when */
const queue = [{ table: first, heard: performance.now() }];
let [showing, shown, over] = [false, -1, first.over];

async function showAll() {
  if (showing) return;
  showing = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const watched = { ...next.table, you: [] };
    if (watched.moves.length !== shown) {
      if (queue.length <= 6) await pausing.rest();
      pausing.begin(watched, next.heard);
      shown = watched.moves.length;
    }
    const turn = tellTurn(watched);
    telling.announce(watched, turn);
    telling.phrases(watched);
    tellMatch(watched);
    need("seats", HTMLElement).replaceChildren(...seatList(watched, {}));
    clocks.set(watched);
    sound("knock");
    await stage.show(watched.scene, { still: queue.length > 6 });
    if (festive(watched) && !over) {
      sound("won");
      celebrate(need("board", HTMLElement));
    }
    over = watched.over;
  }
  showing = false;
}

live.onmessage = (/** @type {Message} */ message) => {
  if (message.type !== "table") return;
  queue.push({ table: message, heard: performance.now() });
  void showAll();
};
live.onstate = (/** @type {boolean} */ up) => {
  const notice = need("offline", HTMLElement);
  notice.hidden = up;
  notice.textContent = up ? "" : say("Connection lost. Trying again…");
};
void showAll();
live.connect();
