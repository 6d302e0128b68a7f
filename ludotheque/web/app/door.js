/** Whoever comes by a link to a page, on a web space of files: on to the app, which opens that page. */
{
  const ours = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL("..", ours.src).pathname;
  const page = location.pathname.slice(base.length - 1).replace(/\/(?:index\.html)?$/, "");
  location.replace(`${base}?page=${encodeURIComponent(page + location.search)}${location.hash}`);
}
