"""The web application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ludotheque import __version__
from ludotheque.core.text import Refusal, Text
from ludotheque.server import journal
from ludotheque.server.http import (
    analysis_api,
    answers,
    api,
    daily_api,
    devices_api,
    drafts_api,
    forgetting_api,
    lessons_api,
    models,
    puzzles_api,
    sockets,
    tables_api,
)
from ludotheque.server.http.guard import Guard, language_of
from ludotheque.server.http.handover import NEIGHBOURS, Door
from ludotheque.server.http.identity import Signer, signing_key
from ludotheque.server.http.invalid import problems
from ludotheque.server.http.patience import REQUEST_SECONDS
from ludotheque.server.http.services import Services, services
from ludotheque.server.metrics import Metrics
from ludotheque.server.neighbours import Neighbours
from ludotheque.server.pages import analysis, learning, routes
from ludotheque.server.settings import Settings
from ludotheque.tables.refusals import BROKEN, NO_PAGE, Refused, code_of, refused

_DESCRIPTION = """Board games by their real rules, for people and for programs.

A program can open tables, take seats with a token (`"token": true`, then `Authorization: Bearer …`), and play over HTTP
or over the socket `/api/tables/{table}/live`. See docs/web.md."""


def make_app(settings: Settings | None = None, neighbours: Neighbours | None = None) -> FastAPI:
    """The application with these settings, in one of several processes where it has neighbours."""
    chosen, near = settings or Settings(), neighbours or Neighbours()
    metrics = Metrics()
    signer = Signer(signing_key(chosen.data))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        found = app.state.services = Services.of(chosen, metrics, signer, near)
        await found.open()
        near.open(found.registry.ownership.needed, Door(app, chosen, near).came)
        try:
            yield {NEIGHBOURS: near, REQUEST_SECONDS: chosen.request_seconds}
        finally:
            await found.close()

    app = FastAPI(
        title="Ludothèque",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = chosen
    app.state.signer = signer
    app.include_router(api.router)
    app.include_router(devices_api.router)
    app.include_router(forgetting_api.router)
    app.include_router(tables_api.router)
    app.include_router(lessons_api.router)
    app.include_router(drafts_api.router)
    app.include_router(puzzles_api.router)
    app.include_router(daily_api.router)
    app.include_router(analysis_api.router)
    app.include_router(sockets.router)
    _add_watching(app, metrics)
    _add_errors(app, metrics)
    app.include_router(learning.router)
    app.include_router(analysis.router)
    routes.install(app, chosen)
    _check_root(app, chosen.root)
    app.add_middleware(Guard, settings=chosen, signer=signer, metrics=metrics)
    return app


def _check_root(app: FastAPI, root: str) -> None:
    """Refuses a root path that begins like a page of ours: nobody could tell which is meant."""
    ours = {getattr(route, "path", "/api").split("/")[1] for route in (*app.routes, *routes.router.routes)}
    if root and root.split("/")[1] in ours:
        raise Refusal(Text("--root-path {path}: that is where a page of ours is; choose another one", path=root))


def _add_watching(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/healthz", tags=["watching"], response_model=models.Health)
    async def health(request: Request) -> Response:
        """Whether this process can do its work."""
        found = services(request)
        database, others = await found.store.alive(), await found.fanout.alive()
        ok = database and others
        return answers.json({"ok": ok, "database": database, "fanout": others}, 200 if ok else 503)

    @app.get("/metrics", tags=["watching"], response_class=Response)
    async def counted() -> Response:
        """What is counted, in the text format of Prometheus."""
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _add_errors(app: FastAPI, metrics: Metrics) -> None:
    def answer(request: Request, error: Refusal, status: int | None = None) -> Response:
        return answers.answer(error, language_of(request.scope), status)

    @app.exception_handler(Refusal)
    async def refusal(request: Request, error: Refusal) -> Response:
        metrics.refused.labels(code_of(error)).inc()
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(request, Refused("malformed", Text("Malformed: {problem}", problem=problems(error.errors()))))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, Refusal):  # refused while the request was being read
            return answer(request, error.__cause__)
        if error.status_code == 404:
            return answer(request, refused(NO_PAGE))
        response = answer(request, Refused("not-allowed", Text("Not allowed.")), error.status_code)
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        journal.trouble("broken", path=journal.shortened(request.scope["state"]["path"]))
        return answer(request, refused(BROKEN))
