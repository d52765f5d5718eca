"""The contract is found in a checkout and in an installed package."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from app.resources import contract_path

ROOT = Path(__file__).resolve().parents[1]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_checkout_has_it_at_the_top(tmp_path):
    write(tmp_path / "openapi.yaml", "here")
    assert contract_path(tmp_path / "app") == tmp_path / "openapi.yaml"


def test_an_installed_package_has_its_own_whatever_lies_beside_it(tmp_path):
    write(tmp_path / "openapi.yaml", "somebody else's")
    write(tmp_path / "app" / "openapi.yaml", "ours")
    assert contract_path(tmp_path / "app").read_text(encoding="utf-8") == "ours"


def test_a_missing_contract_says_where_it_was_looked_for(tmp_path):
    with pytest.raises(FileNotFoundError, match="contract is missing") as refusal:
        contract_path(tmp_path / "app")
    assert str(tmp_path / "app") in str(refusal.value)


def test_this_checkout_uses_the_one_at_the_top():
    if not (ROOT / "openapi.yaml").exists():
        pytest.skip("no contract yet")
    assert contract_path() == ROOT / "openapi.yaml"


def test_a_built_wheel_carries_the_contract_and_all_files_of_the_package(tmp_path):
    source = tmp_path / "source"
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in"):
        write(source / name, (ROOT / name).read_text(encoding="utf-8"))
    for name in ("README.md", "LICENSE", "app/__init__.py", "app/py.typed", "app/site/a.html", "app/site/b/c.js"):
        write(source / name, "")
    write(source / "openapi.yaml", "openapi: 3.1.0\n")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    command += ["--no-index", "--no-build-isolation", "-w", str(tmp_path), str(source)]
    subprocess.run(command, check=True, env=os.environ | {"MELDWISE_PURE": "1"})  # there is no core here to compile
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("app/")}
        assert archive.read("app/openapi.yaml") == b"openapi: 3.1.0\n"
    assert packed == {"app/__init__.py", "app/py.typed", "app/site/a.html", "app/site/b/c.js", "app/openapi.yaml"}
    assert not (source / "app" / "openapi.yaml").exists()
