"""``python -m loadtests.crowd``: the service, started here, under many clients; a CSV and an HTML report of it.

The clients are Locust's, of the kinds in :mod:`loadtests.users`. Options that are not listed below go to Locust as they
are, its own and those of ``locustfile.py``: ``python -m loadtests.crowd --rate 200 --max-p99-ms 50``. The exit code is
1 when a threshold is broken.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from app.serving import cores
from loadtests.servers import ROOT, SERVICE, running

RESULTS: Final = ROOT / "loadtests" / "results"
"""Where reports go; nothing there is kept in the repository."""
_GRACE_SECONDS: Final = 90


class Crowd(NamedTuple):
    """How many clients, and for how long.

    Attributes:
        kinds: names of classes of clients; empty: all there are, in their usual proportions.
        users: clients.
        seconds: how long they ask.
        processes: processes that the clients are spread over; 1 is Locust's own process alone.
        more: further options of Locust or of ``locustfile.py``.
    """

    kinds: Sequence[str] = ()
    users: int = 16
    seconds: int = 60
    processes: int = 1
    more: Sequence[str] = ()


def begin(url: str, crowd: Crowd, report: Path | None = None) -> subprocess.Popen[bytes]:
    """Locust, started; reports go to ``report`` with suffixes of their own."""
    command = [
        *(sys.executable, "-m", "locust", "-f", "loadtests/locustfile.py", *crowd.kinds),
        *("--headless", "--only-summary", "--loglevel", "WARNING", "--host", url),
        *("-u", str(crowd.users), "-r", str(crowd.users), "-t", f"{crowd.seconds}s"),
    ]
    if crowd.processes > 1:
        command += ["--processes", str(crowd.processes)]
    if report is not None:
        report.parent.mkdir(parents=True, exist_ok=True)
        command += ["--csv", str(report), "--csv-full-history", "--html", f"{report}.html"]
    return subprocess.Popen([*command, *crowd.more], cwd=ROOT)


def play(url: str, crowd: Crowd, report: Path | None = None) -> int:
    """Locust from beginning to end; its exit code, or 1 where it does not end in time."""
    process = begin(url, crowd, report)
    try:
        return process.wait(crowd.seconds + _GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait()
        return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the service, let the crowd in, and say where the reports are."""
    asked, more = _parser().parse_known_args(arguments)
    crowd = Crowd(asked.kinds or (), asked.users, asked.seconds, asked.processes, more)
    with running("service", SERVICE, asked.workers) as service:
        code = play(service.url, crowd, RESULTS / "crowd")
    print(f"Reports: {RESULTS}/crowd.html and crowd_*.csv; exit code {code}")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.crowd", description=__doc__, allow_abbrev=False)
    parser.add_argument("--kinds", nargs="+", metavar="CLASS", help="classes of loadtests/users.py (default: all)")
    parser.add_argument("--users", type=int, default=16, help="clients (%(default)s)")
    parser.add_argument("--seconds", type=int, default=60, help="how long (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="processes of the clients (%(default)s)")
    parser.add_argument("--workers", type=int, default=cores(), help="of the service (default: one a core)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
