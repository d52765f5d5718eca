"""A machine that fails: no room on the disk, nowhere to write, nobody who reads the log, a clock that jumps."""

import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.api.requests_for_tests import BODY
from tests.api.wire import get
from tests.chaos.healthy import Healthy
from tests.chaos.service import serving

_CLOCK = Path(__file__).resolve().parents[1] / "clock.c"
_LINE = json.dumps(BODY).encode() + b"\n"


def _audit(lines, query=b""):
    body = _LINE * lines
    head = b"POST /v1/audit%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n"
    return head % (query, len(body)) + body


def _no_large_files():
    """Files end at 64 KiB, as if the disk were full then."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))


def the_disk_is_full(plan, finding):
    """Nothing more fits on the disk: neither what waits of an audit's answers, nor a line of the log."""
    with ExitStack() as stack:
        full = stack.enter_context(Path("/dev/full").open("wb"))
        service = stack.enter_context(serving(stdout=full, stderr=full, before=_no_large_files, ACCESS_LOG=1))
        with Healthy(lambda: service.port, seed=plan.seed) as healthy:
            for _ in range(2):
                answer = service.ask(_audit(5000, b"?detail=full"), 60)
                finding.expect(
                    answer.status == 503, f"an audit whose answers find no room is refused ({answer.status})"
                )
                finding.expect("retry-after" in answer.headers, "with the advice to try again")
                streamed = service.ask(_audit(5000, b"?detail=full&stream=true"), 60)
                whole = streamed.body.count(b'"declarable":true') >= 5000 and b'"summary"' in streamed.body
                finding.expect(whole, "one that streams needs no room")
            time.sleep(plan.seconds)
        finding.served(healthy.ledger)
        lost = service.metric("meldwise_log_lines_lost_total")
        finding.expect(lost > 0, f"lines that could not be written are counted ({lost:.0f})")


def nothing_can_be_written(plan, finding):
    """A root that is read-only, and shared memory."""
    wrapper = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        'mount -o remount,ro,bind / && mount -o remount,ro,bind /tmp; exec "$@"',
        "sh",
    ]
    if os.getuid() != 0 or subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode:
        finding.skipped = "this needs to be root, and to be allowed to mount"
        return
    with serving(wrapper=wrapper, environ={"TMPDIR": "/dev/shm"}) as service:  # noqa: S108 - memory
        worker = min(service.workers())
        refused = subprocess.run(
            ["nsenter", "--mount", "--target", str(worker), "touch", str(Path.cwd() / "written")],
            check=False,
            capture_output=True,
        )
        finding.expect(b"ead-only" in refused.stderr, "nothing can be written there")
        with Healthy(lambda: service.port, seed=plan.seed) as healthy:
            answer = service.ask(_audit(3000, b"?detail=full"), 60)
            finding.expect(answer.status == 200 and b'"summary"' in answer.body, "long answers wait in shared memory")
            os.kill(worker, signal.SIGKILL)
            finding.expect(service.until(lambda: len(service.workers() - {worker}) == 2), "a dead worker is replaced")
            time.sleep(plan.seconds)
        finding.served(healthy.ledger, lost=6)


def nobody_reads_the_log(plan, finding):
    """Standard output and standard error are a pipe that is full, and stays so."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b"x" * 4096)
    except BlockingIOError:
        pass
    os.set_blocking(writing, True)
    try:
        with serving(stdout=writing, stderr=writing, ACCESS_LOG=1, LOG_LEVEL="debug") as service:
            with Healthy(lambda: service.port, seed=plan.seed) as healthy:
                time.sleep(plan.seconds)
                before = service.workers()
                os.kill(min(before), signal.SIGKILL)
                replaced = service.until(lambda: len(service.workers()) == 2 and service.workers() != before)
                finding.expect(replaced, "the server goes on, too: it replaces a dead worker")
                for _ in range(30):
                    service.ask(b"GET /\xff HTTP/1.1\r\n\r\n")  # each of which is worth a warning
                time.sleep(plan.seconds)
            finding.served(healthy.ledger, lost=6)
            lost = service.metric("meldwise_log_lines_lost_total")
            finding.fact(f"{lost:.0f} lines were lost, and counted")
            finding.expect(plan.short or lost > 0, "what is lost is counted")
            finding.expect(service.memory() < 1000, f"lines do not pile up ({service.memory():.0f} MiB)")
            os.kill(service.process.pid, signal.SIGTERM)
            finding.expect(_ends(service.process, 20), "it can still be stopped")
    finally:
        os.close(reading)
        os.close(writing)


def the_clock_jumps(plan, finding):
    """The time of day jumps by days, forth and back, while requests are answered and connections are kept."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        finding.skipped = "this needs a C compiler: for a library that tells another time"
        return
    with tempfile.TemporaryDirectory() as directory:
        library, offset = Path(directory) / "clock.so", Path(directory) / "offset"
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, _CLOCK, "-ldl"], check=True)
        offset.write_bytes((0).to_bytes(8, "little", signed=True))
        environ = {"LD_PRELOAD": str(library), "CHAOS_CLOCK": str(offset)}
        with serving(environ=environ, ACCESS_LOG=1) as service:
            with Healthy(lambda: service.port, fresh=1, seed=plan.seed) as healthy:
                days = set()
                for jump in (86_400 * 3, -86_400 * 30, 3600, 0):
                    with offset.open("r+b") as file:  # in place: the service has it mapped
                        file.write(jump.to_bytes(8, "little", signed=True))
                    time.sleep(max(1.5, plan.seconds / 4))
                    days.add(service.ask(get("/livez")).headers["date"][:16])
            finding.expect(len(days) >= 3, f"the service sees the clock jump ({', '.join(sorted(days))})")
            finding.served(healthy.ledger)
            logged = service.log.read_text("utf-8", "replace")
            times = [json.loads(line)["seconds"] for line in logged.splitlines() if line.startswith("{")]
            finding.expect(min(times) >= 0 and max(times) < 60, "no time in the log is negative, none is of days")
            finding.expect("WORKER TIMEOUT" not in logged, "no worker is taken for stuck")
            worst = service.metric("meldwise_http_request_seconds_sum") / max(1, len(times))
            finding.expect(worst < 1, "nor are the measured times off")
            os.kill(service.process.pid, signal.SIGTERM)
            finding.expect(_ends(service.process, 25), "it stops as it should")


def _ends(process, seconds):
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True
