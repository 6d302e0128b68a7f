/** The page about the visitor: a name, a code that moves their seats to another device, and the way to be forgotten. */
import { call, Refused } from "./api.js";
import { need, root, say, toast } from "./dom.js";

/** @param {HTMLFormElement} form @param {string} name */
function value(form, name) {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value.trim() : "";
}

/** @param {HTMLFormElement} form @param {() => Promise<void>} send */
function onSubmit(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = form.querySelector(".form-error");
    if (problem) problem.textContent = "";
    try {
      await send();
    } catch (error) {
      if (problem) problem.textContent = error instanceof Refused ? error.message : say("That did not work. Try again.");
    }
  });
}

const me = need("me", HTMLFormElement);
onSubmit(me, async () => {
  const answer = await call("PUT", "/me", { nickname: value(me, "nickname") });
  const shown = document.querySelector(".menu-me");
  if (shown) shown.textContent = answer.nickname ?? value(me, "nickname");
  toast(say("Saved"));
});

const recover = need("recover", HTMLFormElement);
onSubmit(recover, async () => {
  await call("POST", "/me/recover", { code: value(recover, "code") });
  toast(say("Your seats are here now"));
  location.assign(`${root}/me`);
});

need("recovery-get", HTMLElement).addEventListener("click", async () => {
  try {
    const { code } = await call("POST", "/me/recovery");
    need("recovery-code", HTMLElement).textContent = code;
    need("recovery-shown", HTMLElement).hidden = false;
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
});

/** Told once, on the page that comes afterwards. */
const FORGOTTEN = "ludotheque-forgotten";
if (sessionStorage.getItem(FORGOTTEN)) toast(say("Done: nothing is kept of you any more."));
sessionStorage.removeItem(FORGOTTEN);

const asked = need("forget-ask", HTMLElement);
need("forget", HTMLElement).addEventListener("click", () => {
  asked.hidden = false;
  need("forget-no", HTMLElement).focus();
});
need("forget-no", HTMLElement).addEventListener("click", () => {
  asked.hidden = true;
  need("forget", HTMLElement).focus();
});
need("forget-yes", HTMLElement).addEventListener("click", async () => {
  asked.hidden = true;
  try {
    await call("DELETE", "/me");
    for (const key of Object.keys(localStorage)) if (key.startsWith("ludotheque")) localStorage.removeItem(key);
    sessionStorage.setItem(FORGOTTEN, "yes");
    location.assign(`${root}/me`);
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
});
