/** Where a device comes to that has read the code of another one: it asks, waits, and is that person too. */
import { call, Refused } from "./api.js";
import { need, root, say } from "./dom.js";

/** @typedef {{state: "offered" | "asked" | "allowed" | "refused" | "taken", nickname: string, number: string}} Told */

const EVERY = 1500;
const key = location.hash.slice(1);
const yes = need("joining-yes", HTMLButtonElement);

/** @param {string} text */
function tell(text) {
  need("joining-text", HTMLElement).textContent = text;
}

/** @param {unknown} error */
function failed(error) {
  yes.hidden = true;
  need("joining-same", HTMLElement).hidden = true;
  tell(error instanceof Refused ? error.message : say("That did not work. Try again."));
}

/** @param {"look" | "ask" | "take"} what @returns {Promise<Told>} */
function request(what) {
  return call("POST", `/devices/${what}`, { key });
}

/** @param {Told} told */
function show(told) {
  const { state, nickname, number } = told;
  const question = nickname ? say("Be {name} on this device too?", { name: nickname }) : say("Be the same person on this device too?");
  need("joining-title", HTMLElement).textContent = question;
  need("joining-number", HTMLElement).textContent = number;
  need("joining-same", HTMLElement).hidden = state !== "asked";
  yes.hidden = state !== "offered";
  if (state === "offered") tell(say("Your games on this device come along."));
  else if (state === "refused") tell(say("Your other device has refused."));
  else tell(say("Now allow it on your other device."));
}

/** Waits for the other device. A question that got lost is asked again. */
async function wait() {
  try {
    const told = await request("look");
    if (told.state === "allowed" || told.state === "taken") {
      await request("take");
      location.assign(`${root}/me`);
      return;
    }
    show(told);
    if (told.state !== "asked") return;
  } catch (error) {
    if (error instanceof Refused && error.code !== "failed") return failed(error);
  }
  setTimeout(() => void wait(), EVERY);
}

yes.addEventListener("click", async () => {
  yes.disabled = true;
  try {
    show(await request("ask"));
    void wait();
  } catch (error) {
    if (error instanceof Refused && error.code !== "failed") failed(error);
    else tell(say("That did not work. Try again."));
  } finally {
    yes.disabled = false;
  }
});

if (key) await wait();
else failed(new Refused({ code: "no-key", text: say("This link is not whole. Open it again from the code.") }));
