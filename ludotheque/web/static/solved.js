/** What this browser knows of puzzles solved and days' tasks done. Nothing leaves it. */

const PUZZLES = "ludotheque-puzzles";
const DAYS = "ludotheque-days";
const DAY = 24 * 3600 * 1000;

/**
 * @typedef {{tries: number, helped: boolean}} Solved after how many wrong tries, and whether the solution was asked for
 * @typedef {{table?: string, tries?: number, helped?: boolean, words?: string}} Day
 *   a day's task: the table it is played at; once it is done, how
 */

/** @param {string} key @returns {Record<string, any>} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} game @param {number} number @returns {Solved | undefined} */
export function solvedPuzzle(game, number) {
  return read(PUZZLES)[`${game} ${number}`];
}

/** A puzzle is solved; the first time counts. @param {string} game @param {number} number @param {Solved} how */
export function keepPuzzle(game, number, how) {
  localStorage.setItem(PUZZLES, JSON.stringify({ [`${game} ${number}`]: how, ...read(PUZZLES) }));
}

/** @param {string} date @param {string} game @returns {Day} */
export function day(date, game) {
  return read(DAYS)[`${date} ${game}`] ?? {};
}

/** More is known of a day's task. @param {string} date @param {string} game @param {Day} more */
export function keepDay(date, game, more) {
  localStorage.setItem(DAYS, JSON.stringify({ ...read(DAYS), [`${date} ${game}`]: { ...day(date, game), ...more } }));
}

/** The day's task that is played at a table, if it is one. @param {string} table */
export function dayOf(table) {
  const found = Object.entries(read(DAYS)).find(([, each]) => each.table === table);
  if (!found) return null;
  const [date = "", game = ""] = found[0].split(" ");
  return { date, game };
}

/** Whether a day's task is done. @param {Day} each */
export function done(each) {
  return each.words !== undefined;
}

/**
 * How many days in a row a game's task was done, up to a day; a day that is not over yet breaks nothing.
 * @param {string} game
 * @param {string} today
 */
export function streak(game, today) {
  const at = (/** @type {number} */ back) => new Date(Date.parse(today) - back * DAY).toISOString().slice(0, 10);
  let days = done(day(today, game)) ? 1 : 0;
  for (let back = 1; done(day(at(back), game)); back += 1) days += 1;
  return days;
}
