"""Python in a page of a real browser, served as files: what tests and measurements of it share."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from ludotheque.app.pressing import unpressed
from ludotheque.pages.rendering import APP_POLICY

PYODIDE = Path(__file__).parents[2] / "node_modules" / "pyodide"
_WORKER = """
import { startPython, wholeLibrary } from "./app/python.js";
onmessage = async ({ data }) => {
  try {
    const python = (globalThis.python ??= await startPython("en"));
    await wholeLibrary(python);
    postMessage({ answer: python.runPython(data) });
  } catch (error) {
    postMessage({ problem: String(error) });
  }
};
"""
_ASK = """
code => new Promise((resolve, reject) => {
  const worker = (globalThis.worker ??= new Worker("./worker.js", { type: "module" }));
  worker.onmessage = ({ data }) => ("problem" in data ? reject(new Error(data.problem)) : resolve(data.answer));
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage(code);
})
"""


class Bare(SimpleHTTPRequestHandler):
    """Files, as `python -m http.server` has them."""

    def log_message(self, *args: Any) -> None:
        pass


class Files(Bare):
    """The same with the policy that an app is served with."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", APP_POLICY)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """As many web spaces do: where there is no file, the nearest `404.html` above is answered."""
        above = Path(self.translate_path(self.path)).parents
        lost = next((each / "404.html" for each in above if (each / "404.html").is_file()), None)
        if code != 404 or lost is None:
            return super().send_error(code, message, explain)
        content = lost.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        SimpleHTTPRequestHandler.end_headers(self)  # without our policy: the page brings its own
        self.wfile.write(content)
        return None


class Space(ThreadingHTTPServer):
    """A web space; a browser that no longer wants what it asked for is nobody's trouble."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def house(browser: Browser, built: Path, root: Path) -> Iterator[Page]:
    """A page whose worker runs Python, served from a folder below the root."""
    folder = root / "games" / "ours"
    shutil.copytree(built, folder)
    for smaller in folder.glob("parts/*.pressed"):  # there is no service worker here that would do it
        smaller.with_suffix("").write_bytes(unpressed(smaller.read_bytes()))
    (folder / "index.html").write_text("<!doctype html><title>Ludothèque</title>", encoding="utf-8")
    (folder / "worker.js").write_text(_WORKER, encoding="utf-8")
    server = Space(("127.0.0.1", 0), partial(Files, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/games/ours/")
    yield page
    page.close()
    server.shutdown()


def run(page: Page, code: str) -> Any:
    """What Python in the page makes of the last line, an expression."""
    return page.evaluate(_ASK, code)
