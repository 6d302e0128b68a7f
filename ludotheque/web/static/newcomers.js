/** What this browser knows of its visitor: lessons taken, games finished, whether the coach is wanted. Nothing leaves it. */

const KEY = "ludotheque-learnt";
/** After so many games of a box one is no newcomer to it any more. */
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

/** Whether the coach speaks: as was chosen, else to newcomers. @param {string} game */
export function coached(game) {
  return read().coach ?? !known(game);
}

/** @param {boolean} wanted */
export function wantCoach(wanted) {
  keep({ coach: wanted });
}

/** Whether somebody has played this game a few times. @param {string} game */
function known(game) {
  return (read().games?.[game] ?? 0) >= KNOWN_AFTER;
}

/** Whether neither a lesson of this game was taken nor a game of it finished. @param {string} game */
export function neverPlayed(game) {
  const { games = {}, lessons = {} } = read();
  return !games[game] && !Object.entries(lessons).some(([lesson, at]) => at === "done" && lesson.startsWith(`${game} `));
}

/** A game is finished; told twice, it counts once. @param {string} game @param {string} which */
export function finished(game, which) {
  const { games = {}, last } = read();
  if (last !== which) keep({ games: { ...games, [game]: (games[game] ?? 0) + 1 }, last: which });
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
