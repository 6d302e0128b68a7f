/** What the app begins with: which language, its words and its pages; then the rest. */
import { base, dress, preferred, read, shelfIn } from "./place.js";

const root = document.documentElement;
dress();
const known = await read("pages/languages.json");
root.lang = preferred(known);
root.dataset.root = base;
const shelf = await shelfIn(root.lang);
const words = document.createElement("script");
words.type = "application/json";
words.id = "words";
words.textContent = JSON.stringify(shelf.words);
document.head.append(words);
const { Shell } = await import("./shell.js");
void new Shell(shelf, known).open();
