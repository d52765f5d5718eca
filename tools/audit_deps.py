"""What the image ships, looked at: known vulnerabilities, licences, and a bill of materials (``make audit-deps``).

    python tools/audit_deps.py SHIPPED TOOLS LOCK BOM

``SHIPPED`` is the folder of an environment with nothing in it but what ``LOCK`` lists, ``TOOLS`` that of one with the
tools of ``requirements/audit.txt``; the bill of materials is written to ``BOM``. Exit status 0: nothing was found;
1: something was; 3: nothing was, but not everything could be looked up, so nobody knows.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
FINE, FOUND, UNKNOWN = 0, 1, 3
ALLOWED: Final = frozenset(
    {
        "0BSD",
        "Apache Software License",
        "Apache-2.0",
        "BSD License",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "ISC License (ISCL)",
        "MIT",
        "MIT License",
        "MIT-0",
        "PSF-2.0",
        "Python Software Foundation License",
        "The Unlicense (Unlicense)",
        "Unlicense",
    }
)
"""Licences that ask for no more than to be passed on, as identifiers and as the names that packages use for them."""
SERVICES: Final = ("pypi", "osv")
"""Where advisories are asked for, one after the other until all are known."""
_ASSETS: Final = ROOT / "app" / "site" / "vendor"


def main(shipped: str, tools: str, lock: str, bom: str) -> int:
    """Look at everything, say what there is to say, and give the exit status."""
    commands = Path(tools) / "bin"
    python = str(Path(shipped) / "bin" / "python")
    licences = json.loads(_said(commands / "pip-licenses", f"--python={python}", "--from=mixed", "--format=json"))
    wrong = licence_faults(licences)
    _tell(f"licences of {len(licences)} packages", wrong or ["all on the list of those that are fine"])

    written = Path(bom)
    written.parent.mkdir(parents=True, exist_ok=True)
    project = f"--pyproject={ROOT / 'pyproject.toml'}"
    text = _said(commands / "cyclonedx-py", "environment", python, project, "--output-reproducible", "--output-file=-")
    materials = with_assets(json.loads(text), assets())
    written.write_text(json.dumps(materials, indent=2) + "\n", encoding="utf-8")
    _tell("bill of materials", [f"{len(materials['components'])} components, in {bom}"])

    found: list[str] = []
    unknown = [package["Name"] for package in licences]
    for service in SERVICES:
        report = _said(commands / "pip-audit", *_AUDIT, f"--vulnerability-service={service}", f"--requirement={lock}")
        if report:
            found, unknown = advisories(json.loads(report))
        if report and not unknown:
            break
    looked_up = f"none among the {len(licences) - len(unknown)} packages that could be looked up"
    _tell("known vulnerabilities", found or [looked_up if unknown else "none"])
    if unknown:
        _tell("NOT LOOKED UP, so nothing is known about their vulnerabilities", unknown)
    _tell("not looked up here, since no service for Python packages knows them", [f"{n} {v}" for n, v, _ in assets()])
    return FOUND if wrong or found else UNKNOWN if unknown else FINE


_AUDIT: Final = ("--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json")


def licence_faults(listed: Iterable[Mapping[str, str]]) -> list[str]:
    """The packages whose licence is not on the list."""
    return [f"{p['Name']} {p['Version']}: {p['License']}" for p in listed if not is_allowed(p["License"])]


def is_allowed(licence: str) -> bool:
    """Whether an expression of licences leaves one that is fine; with ``;`` or brackets in it, all must be.

    >>> is_allowed("Apache-2.0 OR GPL-3.0-only"), is_allowed("MIT AND GPL-3.0-only"), is_allowed("MIT; BSD License")
    (True, False, True)
    """
    if licence in ALLOWED:
        return True
    if re.search(r"[;()]", licence):
        return all(part.strip() in ALLOWED for part in re.split(r"[;()]+|\bOR\b|\bAND\b", licence) if part.strip())
    either = re.split(r"\s+OR\s+", licence)
    return any(all(part.strip() in ALLOWED for part in re.split(r"\s+AND\s+", each)) for each in either)


def advisories(report: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """What is known to be wrong with the packages of a report, and the packages that nobody knew anything about."""
    found, unknown = [], []
    for package in report["dependencies"]:
        if "skip_reason" in package:
            unknown.append(package["name"])
        for advisory in package.get("vulns", ()):
            better = ", ".join(advisory["fix_versions"]) or "none yet"
            found.append(f"{package['name']} {package['version']}: {advisory['id']}, fixed in {better}")
    return found, unknown


def assets() -> list[tuple[str, str, str]]:
    """What the pages ship that is no Python package: name, version, licence."""
    bundle = (_ASSETS / "swagger-ui" / "swagger-ui-bundle.js").read_text(encoding="utf-8")
    version = re.search(r'PACKAGE_VERSION:"([0-9.]+)"', bundle)
    return [("swagger-ui-dist", version[1] if version else "unknown", "Apache-2.0")]


def with_assets(bom: dict[str, Any], shipped: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """The bill of materials with those as well."""
    for name, version, licence in shipped:
        purl = f"pkg:npm/{name}@{version}"
        bom["components"].append(
            {
                "bom-ref": purl,
                "type": "library",
                "name": name,
                "version": version,
                "purl": purl,
                "licenses": [{"license": {"acknowledgement": "declared", "id": licence}}],
            }
        )
        bom["dependencies"].append({"ref": purl})
    return bom


def _said(command: Path, *arguments: str) -> str:
    """What a tool writes; nothing where it has not come that far, which the log then says."""
    ran = subprocess.run([command, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if not ran.stdout.strip():
        last = (ran.stderr.strip() or "it said nothing").splitlines()[-1]
        print(f"{command.name} {' '.join(arguments[-2:])} failed: {last[:300]}", file=sys.stderr)
    return ran.stdout.strip()


def _tell(what: str, lines: Iterable[str]) -> None:
    print(f"{what}:")
    for line in lines:
        print(f"  {line}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
