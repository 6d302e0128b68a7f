/** The public collection: one's own can be taken out again. */
import { call, Refused } from "./api.js";
import { need, say, toast } from "./dom.js";

need("collection", HTMLElement).addEventListener("click", async (event) => {
  const button = event.target instanceof HTMLButtonElement ? event.target : null;
  const item = button?.closest("li");
  if (!button || !(item instanceof HTMLElement)) return;
  button.disabled = true;
  try {
    await call("PUT", `/me/drafts/${item.dataset.draft}`, { public: false });
    item.remove();
    toast(say("It is no longer in the collection. You still keep it."));
  } catch (error) {
    button.disabled = false;
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
});
