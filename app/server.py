"""What the server refuses before the service hears of it, told in the service's own words.

A garbled first line or an endless header never reaches the application; gunicorn answers those itself, as a web page.
:func:`speak_problems` has it answer problem details instead, like everything else here.
"""

from socket import socket

from gunicorn import util

from app.api.problems import server_refusal


def speak_problems() -> None:
    """Replace gunicorn's own error pages, in this process and those that it forks."""
    util.write_error = write_error


def write_error(sock: socket, status_int: int, reason: str, mesg: str) -> None:  # noqa: ARG001 - gunicorn's signature
    """Answer ``status_int`` and hang up. ``mesg`` quotes the request, so it goes to the log only."""
    util.write_nonblock(sock, server_refusal(status_int, reason))
