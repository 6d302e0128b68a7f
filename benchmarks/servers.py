"""Starts a PostgreSQL, a Redis and an nginx of one's own on free ports of the loopback, and stops them afterwards."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import random
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from weakref import finalize

_PORTS = range(20_000, 32_000)
"""Below those that the system gives to lines that go out: nobody is given one of them by chance."""


def free_port() -> int:
    """A port nobody uses. It stays claimed as long as this process runs, so that no other one with servers of its own,
    which looks at the same time, takes it before it is listened to."""
    folder = Path(tempfile.gettempdir()) / "ludotheque-ports"
    folder.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(_PORTS, 200):
        claim = os.open(folder / str(port), os.O_CREAT | os.O_WRONLY)
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(claim)
        else:
            return port
    raise RuntimeError("no port is free")


def postgres_binary(name: str) -> str | None:
    """Where one of PostgreSQL's programs is; the newest, if there are several."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name)


def _as_somebody(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as postgres, or as nobody."""
    if os.getuid() != 0:
        return command
    return ["setpriv", f"--reuid={_somebody().pw_uid}", f"--regid={_somebody().pw_gid}", "--clear-groups", *command]


def _somebody() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


class _Service:
    """A server of somebody else's, which can be killed and started again."""

    process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """No time to say goodbye."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)


class Postgres(_Service):
    """A PostgreSQL with durable commits."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where its data lies, for example on a disk of its own."""
        server, initdb = postgres_binary("postgres"), postgres_binary("initdb")
        if server is None or initdb is None:
            raise FileNotFoundError("PostgreSQL is not installed")
        data, port = Path(tempfile.mkdtemp(prefix="ludotheque-postgres-", dir=folder)), free_port()
        finalize(self, shutil.rmtree, data, ignore_errors=True)
        if os.getuid() == 0:
            os.chown(data, _somebody().pw_uid, _somebody().pw_gid)
        command = [initdb, "-D", str(data), "-U", "ludotheque", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(_as_somebody(command), check=True, stdout=subprocess.DEVNULL, cwd="/")
        settings = ["-h", "127.0.0.1", "-p", str(port), "-k", "", "-c", "max_connections=60"]
        self._command = _as_somebody([server, "-D", str(data), *settings])
        self._port = port
        self.url = f"postgresql+psycopg://ludotheque@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True
        )
        _wait_for(self._port)
        _wait_ready(self.url)


class Redis(_Service):
    """A Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        server = shutil.which("redis-server")
        if server is None:
            raise FileNotFoundError("Redis is not installed")
        self._port = free_port()
        self._command = [server, "--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._command += ["--dir", str(folder)]
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        _wait_for(self._port)


_NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log warn;
events {{ worker_connections 4096; }}
http {{
  include /etc/nginx/mime.types; access_log {folder}/access.log;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {sites}
}}
"""


class Nginx(_Service):
    """An nginx with these sites."""

    def __init__(self, folder: Path, sites: str, port: int) -> None:
        server = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if server is None:
            raise FileNotFoundError("nginx is not installed")
        configuration = folder / "nginx.conf"
        configuration.write_text(_NGINX.format(folder=folder, sites=sites), encoding="utf-8")
        folder.chmod(0o755)
        self._command = [server, "-p", str(folder), "-c", str(configuration), "-e", str(folder / "error.log")]
        self._port = port

    def check(self) -> str:
        """What nginx says of its configuration: nothing, where it is well."""
        done = subprocess.run([*self._command, "-t", "-q"], capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _wait_for(self._port)


def site(ports: list[int], port: int) -> str:
    """The site of `deploy/nginx.conf` for these servers, without the certificate, which is a matter of each machine."""
    text = (Path(__file__).parents[1] / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    text, replaced = re.subn(r"server 127\.0\.0\.1:\d+ (.*);\n", "", text)
    assert replaced, "the site names servers"
    servers = "".join(f"server 127.0.0.1:{each} max_fails=0;\n" for each in ports)
    text = text.replace("keepalive 32;", f"{servers} keepalive 32;")
    text = re.sub(r"\n\s*ssl_certificate.*;", "", text)
    plain = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    return plain.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")


@contextlib.contextmanager
def nginx(folder: Path, sites: str, port: int) -> Iterator[None]:
    """An nginx with these sites, one of which listens on this port."""
    server = Nginx(folder, sites, port)
    server.start()
    try:
        yield
    finally:
        server.stop()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL; gives its URL."""
    server = Postgres()
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis; gives its URL."""
    server = Redis(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def _wait_for(port: int) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise TimeoutError(f"nothing answers on port {port}")


def _wait_ready(url: str) -> None:
    import psycopg

    for _ in range(100):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(url.replace("+psycopg", ""), connect_timeout=1).close()
            return
        time.sleep(0.05)
    raise TimeoutError("PostgreSQL does not answer")
