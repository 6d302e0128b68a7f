/** The pages of puzzles: marks those that this browser has solved. */
import { say } from "./dom.js";
import { solvedPuzzle } from "./solved.js";

for (const link of document.querySelectorAll("a[data-puzzle]")) {
  const [game = "", number = ""] = (link.getAttribute("data-puzzle") ?? "").split(" ");
  const solved = solvedPuzzle(game, Number(number));
  if (!solved) continue;
  link.classList.add(solved.helped ? "helped" : "solved");
  link.setAttribute("aria-label", `${link.getAttribute("aria-label")}, ${solved.helped ? say("with help") : say("solved")}`);
}
for (const tally of document.querySelectorAll("[data-tally]")) {
  const [game = ""] = (tally.getAttribute("data-tally") ?? "").split(" ");
  const all = [...document.querySelectorAll(`a[data-puzzle^="${game} "]`)];
  const solved = all.filter((link) => link.classList.contains("solved")).length;
  tally.textContent = solved ? say("{solved} of {all} solved", { solved, all: all.length }) : "";
}
