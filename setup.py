"""Ships the contract inside the package, and compiles the search core and the writer of its answers.

Everything else about the build is in pyproject.toml. ``openapi.yaml`` lives at the top of the repository, where people
look for it, so a build copies it to ``app/openapi.yaml``; ``app.resources`` finds either.

The modules of the core are plain Python, typed for Cython by the ``.pxd`` beside them. Where there is no C compiler, or
with ``MELDWISE_PURE=1``, they stay as they are: the same answers, several times slower. ``python -m app version`` says
which it is.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

CORE = (
    "app.rummy.suit_table",
    "app.rummy.suit_builder",
    "app.rummy.suit_memo",
    "app.rummy.bounds",
    "app.rummy.set_choices",
    "app.rummy.game",
    "app.rummy.holding",
    "app.rummy.join",
    "app.rummy.search",
    "app.rummy.best",
    "app.rummy.arrangement",
    "app.rummy.melds",
    "app.rummy.penalty",
    "app.rummy.analysis",
    "app.rummy.points",
    "app.rummy.digest",
    "app.api.encode",
)
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # annotations are for readers and mypy; what C may assume stands in the .pxd
    "boundscheck": False,
    "initializedcheck": False,
    "cdivision": True,
}


class BuildWithContract(build_py):
    """The usual build, plus the one file from outside the package."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # an editable install reads the repository itself
            self.copy_file("openapi.yaml", str(Path(self.build_lib) / "app" / "openapi.yaml"))


def core() -> list[Extension]:
    """The extensions to build; optional, so that a failing compiler is a warning."""
    if os.environ.get("MELDWISE_PURE", "0") not in {"", "0"}:
        return []
    try:
        from Cython.Build import cythonize  # noqa: PLC0415 - a build without it is possible
    except ImportError:
        print("warning: Cython is not there, the search core stays interpreted")  # noqa: T201
        return []
    modules = [Extension(name, [f"{name.replace('.', '/')}.py"], optional=True) for name in CORE]
    extensions: list[Extension] = cythonize(modules, build_dir="build", compiler_directives=DIRECTIVES, quiet=True)
    return extensions


setup(cmdclass={"build_py": BuildWithContract}, ext_modules=core())
