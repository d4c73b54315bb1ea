# SPDX-License-Identifier: GPL-2.0-only
"""Run tasks on the workers of a Dask cluster, and return each result as it arrives.

A Dask worker starts a process of ``net8.task.worker`` for each concurrent run, as the local pool does, so a simulation
that crashes affects nothing else. A run writes to a folder of the worker, which is packed and sent back: the
workers need not share a disk with the store.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import queue
import tempfile
import time
import uuid
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from distributed import Client, Future, Security, get_worker
from distributed.client import CancelledError, ClosedClientError
from distributed.comm.addressing import parse_address
from distributed.comm.registry import get_backend
from distributed.scheduler import KilledWorker
from distributed.worker import thread_state

from net8.base import files
from net8.base.errors import Net8Error, PlanError, ToolError
from net8.base.extension import model_version
from net8.base.progress import Report
from net8.task.dask_address import check_address
from net8.task.pool import Done, Job, Message, OnReport, Worker, next_job, spawn
from net8.task.scheduler import Scheduler

__all__ = ["run_jobs"]

CONNECT_TIMEOUT_S: Final = 5
"""Longest wait for the scheduler to answer."""
_REPORT_INTERVAL_S: Final = 1.0
_POLL_S: Final = 0.5
_PART: Final = 1 << 20

_idle: list[Worker] = []
"""Processes of this Dask worker that wait for a run."""

Packed = tuple[Message, bytes]


def identify() -> str:
    """Return the model version of a worker.

    @return: its model version
    """
    return model_version()


def work(text: str, model: str, topic: str) -> Packed:
    """Simulate on a worker.

    @param text: what net8.task.worker is told, as JSON
    @param model: model version of the machine with the store
    @param topic: where to report the progress
    @return: the result, and the packed files of the run
    """
    if model_version() != model:
        return {"foreign": model_version()}, b""
    host = get_worker()
    with tempfile.TemporaryDirectory(prefix="net8-", dir=host.local_directory) as folder:
        files = Path(folder) / "run"
        message = json.loads(text) | {"folder": str(files)}
        process = _idle.pop() if _idle else spawn()
        try:
            process.start(Job(topic, lambda: message))
            result = _wait(process, topic)
        except BaseException:
            process.stop()
            raise
        if result is None:
            process.stop()
            return {}, b""
        _idle.append(process)
        return result, _pack(files)


def _wait(process: Worker, topic: str) -> Message | None:
    """Wait for a run to end; return None if it was cancelled."""
    host, key = get_worker(), thread_state.key
    last = 0.0

    def on_report(_job: Job, report: Report | None) -> None:
        nonlocal last
        if report is not None and time.monotonic() - last >= _REPORT_INTERVAL_S:
            last = time.monotonic()
            host.log_event(topic, [key, report.simulated_s, report.events, report.share])

    while True:
        task = host.state.tasks.get(key)
        if task is None or task.state != "executing":
            return None
        if not process.has_output(_POLL_S):
            continue
        for line in process.lines():
            for _job, result in process.handle(line, on_report):
                return result


def _pack(folder: Path) -> bytes:
    """Pack the files of a run."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    return stream.getvalue()


def run_jobs(
    jobs: Iterable[Job],
    *,
    scheduler: str | Scheduler,
    done: Done,
    on_report: OnReport,
    note: Callable[[str], None],
) -> None:
    """Run all jobs on a cluster and report each as it finishes.

    A run is repeated on another worker if its worker dies, as often as the scheduler allows
    (``distributed.scheduler.allowed-failures``, 3 by default), and then ends with an error.

    @param jobs: the jobs in order; each message has the folder for the files of its run
    @param scheduler: the scheduler, or its address, such as "tcp://node1:8786"
    @param done: called with each finished job and its result, or {"error": ...}
    @param on_report: called with each job that is sent and None, then with its progress
    @param note: called with the reason for waiting
    """
    with _silence_dask(), _connected(Scheduler.of(scheduler)) as client:
        with _gone_told():
            found = client.run(identify, on_error="return")
        _refuse_other_versions(found)
        cluster = _Cluster(client, deque(jobs), done, on_report, note)
        try:
            cluster.run()
        finally:
            cluster.cancel_runs()


@contextlib.contextmanager
def _connected(scheduler: Scheduler) -> Iterator[Client]:
    """Provide a connection to a scheduler."""
    client = _connect(scheduler)
    try:
        yield client
    finally:
        # A client that is about to give up its scheduler may not close in time, which is nothing to tell.
        with contextlib.suppress(OSError):
            client.close()


def _connect(scheduler: Scheduler) -> Client:
    """Connect to a scheduler, or raise ToolError."""
    security = _security(scheduler)
    check_address(scheduler.address, CONNECT_TIMEOUT_S)
    try:
        # Even closing a client with an unknown protocol causes a traceback.
        get_backend(parse_address(scheduler.address)[0])
        return Client(scheduler.address, timeout=CONNECT_TIMEOUT_S, set_as_default=False, security=security)
    except (OSError, ValueError, RuntimeError, TypeError):
        raise PlanError(
            f'no Dask scheduler answers at "{scheduler}"; '
            "use the address that dask scheduler prints, such as tcp://node1:8786"
        ) from None


def _security(scheduler: Scheduler) -> Security | None:
    """Return the TLS files for Dask, or None to use Dask's own configuration."""
    if not str(scheduler.tls_ca):
        return None
    found = Security(
        tls_ca_file=str(scheduler.tls_ca),
        tls_client_cert=str(scheduler.tls_cert),
        tls_client_key=str(scheduler.tls_key) or None,
        require_encryption=True,
    )
    try:
        found.get_connection_args("client")
    except OSError as error:
        files = [str(path) for path in (scheduler.tls_ca, scheduler.tls_cert, scheduler.tls_key) if str(path)]
        raise PlanError(
            f"the TLS files {', '.join(files)} do not belong together or are not PEM files ({error})"
        ) from None
    return found


def _refuse_other_versions(found: dict[str, Any]) -> None:
    """Refuse workers without net8 or with another model version."""
    for address, answer in sorted(found.items()):
        if isinstance(answer, BaseException):
            raise ToolError(
                f"the Dask worker {address} cannot use net8 ({answer}); install the same net8 there"
            )
        if answer != model_version():
            raise _version_error(f"the Dask worker {address}", answer)


def _version_error(worker: str, version: str) -> ToolError:
    return ToolError(
        f"{worker} has net8 {version} and this machine {model_version()}; "
        "install the same commit on both, or their results would differ"
    )


def _scheduler_gone() -> ToolError:
    return ToolError("the Dask scheduler is gone; the same command continues where it stopped")


@contextlib.contextmanager
def _gone_told() -> Iterator[None]:
    """Say that the scheduler is gone in place of Dask's own errors."""
    try:
        yield
    except (OSError, ClosedClientError, CancelledError):
        raise _scheduler_gone() from None


@contextlib.contextmanager
def _silence_dask() -> Iterator[None]:
    """Keep Dask from logging what net8 reports in one sentence."""
    # Of Ctrl-C in the moment before a request is sent, it is Tornado that tells.
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado.application")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class _Cluster:
    """The runs of one sweep on a cluster: one under way for each thread, and a few more waiting."""

    def __init__(
        self,
        client: Client,
        waiting: deque[Job],
        done: Done,
        on_report: OnReport,
        note: Callable[[str], None],
    ) -> None:
        self._client, self._waiting = client, waiting
        self._done, self._on_report, self._note = done, on_report, note
        self._topic = f"net8-{uuid.uuid4().hex}"
        self._running: dict[str, tuple[Job, Future]] = {}
        self._news: queue.SimpleQueue[Future | tuple[str, Report]] = queue.SimpleQueue()

    def run(self) -> None:
        """Run all jobs."""
        with _gone_told():
            self._client.subscribe_topic(self._topic, self._take_report)
        checked = 0.0
        while self._waiting or self._running:
            if time.monotonic() - checked >= _POLL_S:
                checked, room = time.monotonic(), self._room()
            while self._waiting and len(self._running) < room:
                if job := next_job(self._waiting):
                    self._submit(job)
            with contextlib.suppress(queue.Empty):
                news = self._news.get(timeout=_POLL_S)
                if isinstance(news, Future):
                    self._finish(news)
                elif news[0] in self._running:
                    self._on_report(self._running[news[0]][0], news[1])

    def cancel_runs(self) -> None:
        """Let the workers stop cancelled runs."""
        with contextlib.suppress(Exception):
            self._client.cancel([future for _job, future in self._running.values()])

    def _room(self) -> int:
        """Return the number of runs that may be under way: one for each thread, and one waiting at each worker."""
        with _gone_told():
            threads: list[int] = list(self._client.nthreads().values())
        if not threads:
            self._note("waiting for a Dask worker")
        return max(1, sum(threads) + len(threads))

    def _take_report(self, event: tuple[float, list[Any]]) -> None:
        key, *values = event[1]
        self._news.put((key, Report(*values)))

    def _submit(self, job: Job) -> None:
        """Send one job."""
        key = f"{self._topic}-{job.key}"
        text = json.dumps(job.message())
        with _gone_told():
            future = self._client.submit(work, text, model_version(), self._topic, key=key, pure=False)
        self._running[key] = job, future
        future.add_done_callback(self._news.put)
        self._on_report(job, None)

    def _finish(self, future: Future) -> None:
        """Handle the result of one job."""
        job, _future = self._running.pop(future.key)
        if future.status == "finished":
            with _gone_told():
                result, archive = future.result()
            if "foreign" in result:
                raise _version_error("a Dask worker", result["foreign"])
            _unpack(archive, Path(job.message()["folder"]))
        else:
            result = {"error": _cause(future)}
        future.release()
        self._done(job, result)


def _unpack(archive: bytes, folder: Path) -> None:
    """Unpack the files of a run into its folder."""
    with files.explained(folder), zipfile.ZipFile(io.BytesIO(archive)) as packed:
        files.current.remove(folder)
        files.current.make_folder(folder)
        for name in packed.namelist():
            with packed.open(name) as stream:
                # A packed name is a file name, never a path to another folder.
                files.current.write(folder / Path(name).name, iter(lambda: stream.read(_PART), b""))


def _cause(future: Future) -> str:
    """Explain why a job has no result."""
    if future.status != "error":
        raise _scheduler_gone()
    error = future.exception()
    if isinstance(error, KilledWorker):
        times = error.allowed_failures + 1
        return f"{times} workers died while simulating it, the last of them {error.last_worker.address}"
    if isinstance(error, Net8Error):
        raise error
    return f"the Dask worker failed: {type(error).__name__}: {error}"
