"""The many clients of a load test: what is documented of them is what there is."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


def source(name):
    return (ROOT / "loadtests" / name).read_text(encoding="utf-8")  # importing locust would patch this process


def test_every_option_is_documented_with_its_variable_and_default():
    options = re.findall(
        r'^    "([a-z0-9-]+)": \((?:str|int|float), "?([^",]+)"?, ', source("locustfile.py"), re.MULTILINE
    )
    told = re.findall(r"^\| `--([a-z0-9-]+)` \| `(\w+)` \|.*?(?:\(([\d.]+)\))? \|$", PAGE, re.MULTILINE)
    assert len(options) == 10
    assert {name for name, _, _ in told} == {name for name, _ in options}
    for name, variable, default in told:
        assert variable == f"MELDWISE_LOAD_{name.replace('-', '_').upper()}"
        assert not default or float(default) == float(dict(options)[name])


def test_every_kind_of_client_is_documented_and_known_to_locust():
    kinds = set(re.findall(r"^class (\w+User)\(Asking\)", source("users.py") + source("score_user.py"), re.MULTILINE))
    assert set(re.findall(r"^\| `(\w+User)` \|", PAGE, re.MULTILINE)) == kinds
    assert kinds <= set(re.findall(r'"(\w+User)"', source("locustfile.py")))
