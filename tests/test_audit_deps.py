"""``make audit-deps``: says what was found, and never takes what nobody could look up for fine."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_spec = importlib.util.spec_from_file_location("audit_deps", ROOT / "tools" / "audit_deps.py")
audit_deps = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(audit_deps)

BOM = {"components": [{"name": "flask"}], "dependencies": []}
MIT = [{"Name": "flask", "Version": "3.1", "License": "BSD-3-Clause"}]
CLEAN = {"dependencies": [{"name": "flask", "version": "3.1", "vulns": []}]}
HOLE = {"dependencies": [{"name": "flask", "version": "3.1", "vulns": [{"id": "CVE-1", "fix_versions": ["3.2"]}]}]}
SKIPPED = {"dependencies": [{"name": "flask", "skip_reason": "not found"}]}


@pytest.fixture
def look(tmp_path, capsys):
    """Look at an environment with tools that say what they are told to say; None for a tool that fails."""

    def run(licences=MIT, pypi=CLEAN, osv=None, bom=BOM):
        (tmp_path / "tools" / "bin").mkdir(parents=True, exist_ok=True)
        for name, said in {
            "pip-licenses": {"": licences}, "cyclonedx-py": {"": bom}, "pip-audit": {"=pypi": pypi, "=osv": osv}
        }.items():  # fmt: skip
            tool = tmp_path / "tools" / "bin" / name
            choices = "".join(
                f"    if {choice!r} in ' '.join(sys.argv): print({json.dumps(text)!r}); sys.exit(1)\n"
                for choice, text in said.items()
                if text is not None
            )
            tool.write_text(f"#!{sys.executable}\nimport sys\nif True:\n{choices}    pass\nsys.exit('no network')\n")
            tool.chmod(0o755)
        bill = tmp_path / "dist" / "bom.json"
        status = audit_deps.main("shipped", str(tmp_path / "tools"), "lock", str(bill))
        return status, capsys.readouterr().out, json.loads(bill.read_text())

    return run


def test_nothing_found_is_0(look):
    status, told, _ = look()
    assert status == 0
    assert "known vulnerabilities:\n  none\n" in told


def test_a_known_vulnerability_is_1(look):
    status, told, _ = look(pypi=HOLE)
    assert status == 1
    assert "flask 3.1: CVE-1, fixed in 3.2" in told


def test_a_licence_that_is_not_on_the_list_is_1(look):
    status, told, _ = look(licences=[*MIT, {"Name": "x", "Version": "1", "License": "GPL-3.0-only"}])
    assert status == 1
    assert "x 1: GPL-3.0-only" in told


@pytest.mark.parametrize(("pypi", "osv"), [(None, None), (SKIPPED, None), (SKIPPED, SKIPPED), (None, SKIPPED)])
def test_what_nobody_could_look_up_is_3_and_never_fine(look, pypi, osv):
    status, told, _ = look(pypi=pypi, osv=osv)
    assert status == 3
    assert "NOT LOOKED UP, so nothing is known about their vulnerabilities:\n  flask\n" in told
    assert "none among the 0 packages that could be looked up" in told


@pytest.mark.parametrize(("pypi", "osv", "status"), [(None, CLEAN, 0), (SKIPPED, CLEAN, 0), (SKIPPED, HOLE, 1)])
def test_a_second_service_is_asked_where_the_first_does_not_know(look, pypi, osv, status):
    assert look(pypi=pypi, osv=osv)[0] == status


def test_the_bill_lists_what_the_pages_ship_too(look):
    names = [component["name"] for component in look()[2]["components"]]
    assert names == ["flask", "swagger-ui-dist"]
    ((_, version, _),) = audit_deps.assets()
    assert version[0].isdigit()


@pytest.mark.parametrize(
    ("licence", "fine"),
    [
        ("MIT", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("(MIT OR Apache-2.0) AND GPL-2.0-only", False),
        ("MIT; BSD License", True),
        ("MIT; GNU General Public License (GPL)", False),
        ("UNKNOWN", False),
        ("", False),
    ],
)
def test_an_expression_is_fine_if_it_leaves_a_licence_that_is(licence, fine):
    assert audit_deps.is_allowed(licence) == fine
