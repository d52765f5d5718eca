"""Ships the contract inside the package.

Everything else about the build is in pyproject.toml. ``openapi.yaml`` lives at the top of the repository, where people
look for it, so a build copies it to ``app/openapi.yaml``; ``app.resources`` finds either.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithContract(build_py):
    """The usual build, plus the one file from outside the package."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # an editable install reads the repository itself
            self.copy_file("openapi.yaml", str(Path(self.build_lib) / "app" / "openapi.yaml"))


setup(cmdclass={"build_py": BuildWithContract})
