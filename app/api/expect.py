"""No verdict under rules that the client did not mean."""

from app.api.kinds import Problem
from app.rummy.rules import NamedRules


def check_rules(rules: NamedRules, expected: str | None) -> None:
    """Refuse to go on where the client expects other rules than its request resolves to.

    Raises:
        Problem: it does, 409.
    """
    if expected is not None and expected != rules.fingerprint:
        detail = f"expect_rules is {expected}, but the rules of this request ({rules.name}) are {rules.fingerprint}"
        raise Problem("other-rules", detail)
