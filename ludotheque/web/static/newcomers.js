/** What this browser knows of its visitor: lessons taken, games finished, whether the coach is wanted. Nothing leaves it. */

const KEY = "ludotheque-learnt";
/** After so many games one is no newcomer any more. */
const KNOWN_AFTER = 2;

/**
 * @typedef {{coach?: boolean, games?: Record<string, number>, lessons?: Record<string, number | "done">, last?: string}} Learnt
 */

/** @returns {Learnt} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<Learnt>} more */
function keep(more) {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), ...more }));
}

/**
 * Whether the coach speaks: as was chosen, else to newcomers. What one is new to is a game as its lesson teaches it
 * (a variant is another game), as “game lesson”; of the game alone, any of them.
 * @param {string} what
 */
export function coached(what) {
  return read().coach ?? playedOf(what) < KNOWN_AFTER;
}

/** @param {boolean} wanted */
export function wantCoach(wanted) {
  keep({ coach: wanted });
}

/**
 * How many games count for this: each lesson's game of a box; and what was counted by the box alone, as it was at
 * first, for all of them. @param {string} what
 */
function playedOf(what) {
  const within = Object.entries(read().games ?? {}).filter(([each]) => `${each} `.startsWith(`${what} `) || what.startsWith(`${each} `));
  return within.reduce((sum, [, times]) => sum + times, 0);
}

/** Whether neither its lesson was taken nor a game of it finished. @param {string} what */
export function neverPlayed(what) {
  return !playedOf(what) && read().lessons?.[what] !== "done";
}

/** A game is finished; told twice, it counts once. @param {string} what @param {string} which */
export function finished(what, which) {
  const { games = {}, last } = read();
  if (last !== which) keep({ games: { ...games, [what]: (games[what] ?? 0) + 1 }, last: which });
}

/** Where a lesson was left. @param {string} game @param {string} lesson */
export function stoppedAt(game, lesson) {
  const at = read().lessons?.[`${game} ${lesson}`];
  return typeof at === "number" ? at : 0;
}

/** @param {string} game @param {string} lesson @param {number | "done"} at */
export function keepPlace(game, lesson, at) {
  keep({ lessons: { ...read().lessons, [`${game} ${lesson}`]: at } });
}
