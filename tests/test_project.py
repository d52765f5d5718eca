"""What the project promises about itself: its files, its commands and its locks."""

import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest
import yaml

from app import __version__

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("runtime", "full", "build", "audit", "dev", "mutation")
MOST_LINES = 400


@cache
def own_files() -> list[Path]:
    """Everything that is, or could be, committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def make_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(name: str) -> set[str]:
    lock = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9][a-z0-9.-]*==[^ ;\\]+)", lock, re.MULTILINE))


def test_every_make_target_in_the_documents_exists():
    documents = [path for path in own_files() if path.suffix == ".md"]
    named = {
        (path.name, target)
        for path in documents
        for code in re.findall(
            r"```.*?```|`[^`]+`|^(?: {4}|\$ )[^\n]*$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE
        )
        for target in re.findall(r"\bmake (?:[A-Z_]+=\S+ )*([a-z][a-z-]*)", code)
    }
    assert {(name, target) for name, target in named if target not in make_targets()} == set()


def test_every_make_target_is_phony_and_explained():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))
    assert make_targets() == phony == explained


def test_make_help_lists_every_target():
    listed = subprocess.run(["make", "-s", "-C", str(ROOT)], capture_output=True, check=True, text=True).stdout
    assert set(re.findall(r"^ *make ([a-z-]+)", listed, re.MULTILINE)) == make_targets()


def test_no_module_of_the_service_is_longer_than_400_lines():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in (ROOT / "app").rglob("*.py")
        if (lines := len(path.read_text("utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


def test_the_project_stands_alone():
    beside = re.compile(r"\.\./shared|/work/")
    pointing = [
        str(path.relative_to(ROOT))
        for path in own_files()
        if path != Path(__file__) and beside.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert pointing == []


def test_no_build_product_is_committed():
    products = [path for path in own_files() if path.suffix in {".pyc", ".so"} or "__pycache__" in path.parts]
    assert products == []


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_a_hash_and_no_address(name):
    lock = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)[1:]
    assert blocks
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []
    assert re.findall(r"https?://|--(?:extra-)?index-url|--find-links", lock) == []


def test_the_locks_agree_with_each_other():
    assert locked("runtime") <= locked("full") <= locked("dev")
    assert locked("build") <= locked("dev")


def test_the_locks_hold_everything_that_the_project_asks_for():
    settings = project()

    def names(requirements):
        return {re.match(r"[a-z0-9-]+", item)[0] for item in requirements if isinstance(item, str)}

    asked = names(settings["project"]["dependencies"])
    assert asked <= {pin.split("==")[0] for pin in locked("runtime")}
    extras = settings["project"]["optional-dependencies"].values()
    assert {name for extra in extras for name in names(extra)} <= {pin.split("==")[0] for pin in locked("full")}
    groups = settings["dependency-groups"]
    for own in ("audit", "mutation"):
        assert names(groups.pop(own)) <= {pin.split("==")[0] for pin in locked(own)}
    for group in groups.values():
        asked |= names(group)
    assert asked <= {pin.split("==")[0] for pin in locked("dev")}


def test_every_dependency_says_what_it_is_for():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    silent = [line for line in text.splitlines() if re.match(r' +"[a-z-]+>=', line) and "#" not in line]
    assert silent == []


def test_the_image_copies_only_what_its_context_lets_through():
    allowed = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    copies = re.findall(r"^COPY (?!--from)(.+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    sources = {source for line in copies for source in line.split()[:-1]}
    assert sources == set(allowed)


def test_the_image_runs_a_plain_user_and_hands_gunicorn_the_signals():
    stage = (ROOT / "Dockerfile").read_text(encoding="utf-8").rsplit("\nFROM ", 1)[1]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", stage, re.MULTILINE)
    assert re.search(r'^CMD \["gunicorn", "-c", "gunicorn.conf.py"\]$', stage, re.MULTILINE)
    assert re.search(r"^STOPSIGNAL SIGTERM$", stage, re.MULTILINE)


def test_the_package_has_the_version_of_the_project():
    assert __version__ == project()["project"]["version"]


def test_the_contract_has_the_version_of_the_project():
    contract = ROOT / "openapi.yaml"
    if not contract.exists():
        pytest.skip("no contract yet")
    version = yaml.safe_load(contract.read_text(encoding="utf-8"))["info"]["version"]
    assert version == project()["project"]["version"]


def test_every_marker_is_explained():
    markers = project()["tool"]["pytest"]["ini_options"]["markers"]
    assert all(re.fullmatch(r"[a-z]+: \S.*", marker) for marker in markers)
