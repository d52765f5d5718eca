"""Files of an audit: plain or compressed by their suffix, ``-`` for the standard streams, and never half a result."""

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

STANDARD: Final = "-"
"""In place of a file's name: standard input or output."""
DAMAGED: Final = (EOFError, zlib.error, zstd.ZstdError)
"""What reading a compressed file raises where that is damaged or cut short."""

_CHECKED: Final[Mapping[int, int]] = {zstd.CompressionParameter.checksum_flag: 1}


class FileError(Exception):
    """A file that cannot be used as asked."""


class Source(NamedTuple):
    """Where the items come from.

    Attributes:
        read: gives the next bytes, at most so many.
        size: the size of the file as it lies on the disk, or None where nobody knows.
        position: how much of that has been read.
    """

    read: Callable[[int], bytes]
    size: int | None
    position: Callable[[], int]


@contextmanager
def source(name: str) -> Iterator[Source]:
    """The file ``name``, opened to be read.

    Raises:
        OSError: it cannot be read.
    """
    if name == STANDARD:
        yield Source(sys.stdin.buffer.read, None, lambda: 0)
        return
    with Path(name).open("rb") as raw:
        size = os.fstat(raw.fileno()).st_size if Path(name).is_file() else None
        with _unpacked(raw, name) as file:
            yield Source(file.read, size, raw.tell)


@contextmanager
def target(name: str) -> Iterator[IO[bytes]]:
    """A file that gets the ``name`` when all of it has been written, and is gone when something fails before.

    Raises:
        OSError: it cannot be written.
    """
    if name == STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("xb") as raw:
            with _packed(raw, name) as file:
                yield file
            raw.flush()
            os.fsync(raw.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def same(one: str, other: str) -> bool:
    """Whether both names are one file that exists."""
    if STANDARD in {one, other} or not (Path(one).exists() and Path(other).exists()):
        return False
    return Path(one).samefile(other)


def _unpacked(raw: IO[bytes], name: str) -> Any:  # noqa: ANN401 - three kinds of file, alike in what is used
    """``raw`` to be read as its name says."""
    suffix = Path(name).suffix.lower()
    if suffix == ".gz":
        return gzip.GzipFile(fileobj=raw, mode="rb")
    return zstd.ZstdFile(raw) if suffix == ".zst" else _Plain(raw)


def _packed(raw: IO[bytes], name: str) -> Any:  # noqa: ANN401 - as there
    """``raw`` to be written as its name says; equal answers make equal files."""
    suffix = Path(name).suffix.lower()
    if suffix == ".gz":
        return gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0)
    # With a checksum, as the command zstd writes it and gzip always does: damage is noticed when the file is read.
    return zstd.ZstdFile(raw, "wb", options=_CHECKED) if suffix == ".zst" else _Plain(raw)


class _Plain:
    """A file as it is, which is closed by who opened it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __enter__(self) -> IO[bytes]:
        return self._file

    def __exit__(self, *_: object) -> None:
        pass
