"""The service seen from its imports: who knows the web framework, and what the documentation in the code promises."""

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[2] / "app"
WEB = {"flask", "werkzeug", "marshmallow"}


def imported(file):
    """The packages that a module imports anywhere in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_only_the_api_imports_the_web_framework():
    outside = [file for file in APP.rglob("*.py") if "api" not in file.relative_to(APP).parts]
    assert outside
    assert [file.name for file in outside if WEB & set(imported(file))] == []


def test_audits_know_nothing_of_the_web_framework():
    code = f"import sys, app.bulk.audit; sys.exit(bool({WEB - {'marshmallow'}!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=APP.parent, check=False).returncode == 0


def test_using_the_game_as_a_library_loads_no_web_framework():
    code = f"import sys, app.rummy; sys.exit(bool({WEB!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=APP.parent, check=False).returncode == 0


@pytest.mark.parametrize(
    "name",
    ["app.bulk.audit", "app.bulk.lines", "app.cli", "app.config", "app.serving", "app.api.kinds", "app.api.strict"],
)
def test_examples_in_docstrings_are_true(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
