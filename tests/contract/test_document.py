"""The contract is valid, complete, and says what the code says."""

import itertools
import re

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.api.contract import ASSETS
from app.api.fields import MOST_CARDS, MOST_GROUPS
from app.api.items import AUDIT, GROUPS_ITEM, HAND_ITEM, LINKED_AUDIT
from app.api.kinds import KINDS, MOST_ERRORS
from app.api.ledger import MOST_TOTAL, SCORE
from app.api.schemas import ANALYZE, LINKED_ANALYZE, VERIFY
from app.api.table import MOST_READ
from app.bulk.items import MOST_ID_CHARACTERS, MOST_NUMBER, Detail
from app.config import Config
from app.rummy.cards import CARD_CODES, CARD_TEXT, RANK_CODES
from app.rummy.deal import MOST_PLAYERS, Outcome, Player
from app.rummy.deals import MOST_DEALS
from app.rummy.faults import FaultCode
from app.rummy.money import FEE_PERCENT, POINT_VALUE
from app.rummy.results import Counted, Kind, Reason, Show, Violation
from app.rummy.rules import DEFAULT_PRESET, PRESETS, Protection
from app.rummy.settle import Why
from app.rummy.switches import SWITCHES
from tests.contract.reading import METHODS, follow, operations, python_pattern

pytestmark = pytest.mark.contract


@pytest.fixture
def schemas(document):
    return document["components"]["schemas"]


def test_the_document_is_openapi_3_1(document):
    assert document["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(document).validate()


def test_every_route_is_documented_and_every_documented_route_exists(app, document):
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods
    }
    assert routes == {(path, method) for path, method, _ in operations(document)}


def test_allow_says_the_same_as_the_document(client, document):
    for path, item in document["paths"].items():
        documented = sorted(method.upper() for method in METHODS if method in item)
        response = client.delete(path.replace("{name}", "x"))
        assert response.headers["Allow"].split(", ") == documented, path


@pytest.mark.parametrize(
    ("schema", "enum"),
    [
        ("Kind", Kind),
        ("Reason", Reason),
        ("Violation", Violation),
        ("Counted", Counted),
        ("Show", Show),
        ("Protection", Protection),
        ("Outcome", Outcome),
        ("ScoreReason", Why),
        ("FaultCode", FaultCode),
        ("Detail", Detail),
        ("PresetName", PRESETS),
        ("ProblemName", KINDS),
    ],
)
def test_closed_lists_are_those_of_the_code(schemas, schema, enum):
    assert schemas[schema]["enum"] == [str(name) for name in enum]


@pytest.mark.parametrize("where", ["RulesObject", "Switches"])
@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_has_the_range_of_the_code(document, schemas, where, name):
    told = follow(document, schemas[where]["properties"][name])
    switch = SWITCHES[name]
    if name == "ace_points":
        assert told["enum"] == [1, 10]
    elif switch.allowed is bool:
        assert told["type"] == "boolean"
    elif isinstance(switch.allowed, tuple):
        assert told["type"] == (["integer", "null"] if switch.nullable else "integer")
        assert (told["minimum"], told["maximum"]) == switch.allowed
    else:
        assert told["enum"] == [str(value) for value in switch.allowed] + [None] * switch.nullable


def test_rules_have_no_other_switches(schemas):
    assert list(schemas["RulesObject"]["properties"]) == ["preset", *SWITCHES]
    assert list(schemas["Switches"]["properties"]) == list(SWITCHES) == schemas["Switches"]["required"]
    assert schemas["Rules"]["default"] == DEFAULT_PRESET


@pytest.mark.parametrize("name", [name for name in SWITCHES if name != "protection"])
def test_every_switch_has_its_meaning(schemas, name):
    assert schemas["RulesObject"]["properties"][name]["description"] == SWITCHES[name].meaning


@pytest.mark.parametrize(
    ("schema", "code"),
    [("AnalyzeRequest", ANALYZE), ("VerifyRequest", VERIFY), ("ScoreRequest", SCORE), ("AuditRequest", AUDIT)],
)
def test_requests_have_the_members_of_the_code_and_no_others(schemas, schema, code):
    told = schemas[schema]
    assert told["additionalProperties"] is False
    assert set(told["properties"]) == set(code.fields)
    assert set(told["required"]) == {name for name, field in code.fields.items() if field.required}


def test_a_link_has_the_parameters_of_the_code(document):
    parameters = [follow(document, p) for p in document["paths"]["/v1/analyze"]["get"]["parameters"]]
    asked = {p["name"]: p.get("required", False) for p in parameters if p["in"] == "query"}
    assert asked == {name: field.required for name, field in LINKED_ANALYZE.fields.items()}


@pytest.mark.parametrize(("schema", "code"), [("HandItem", HAND_ITEM), ("GroupsItem", GROUPS_ITEM)])
def test_items_have_the_members_of_the_code_and_no_others(schemas, schema, code):
    told = schemas[schema]
    assert told["additionalProperties"] is False
    assert set(told["properties"]) == set(code.fields)
    # What holds for all items need not be in each.
    assert {*told["required"], "wild_joker", "rules"} == {name for name, f in code.fields.items() if f.required}


def test_an_audit_in_lines_has_the_parameters_of_the_code(document):
    parameters = [follow(document, p) for p in document["paths"]["/v1/audit"]["post"]["parameters"]]
    assert {p["name"] for p in parameters if p["in"] == "query"} == set(LINKED_AUDIT.fields)


def test_the_limits_of_audits_are_those_of_the_code(document, schemas):
    config = Config()
    told = document["paths"]["/v1/audit"]["post"]["description"]
    for limit in (
        f"that and {config.audit_item_budget} choices of sets more for each",
        f"at most {config.audit_max_items} items and 768 KiB",
        f"at most {config.audit_max_lines} items",
        f"lines of {config.audit_max_line_bytes >> 10} KiB and {config.audit_max_bytes >> 20} MiB in all",
        f"more than {config.audit_max_answer_bytes >> 20} MiB of them are 413",
        f"nothing moves for {config.audit_idle_seconds} seconds",
    ):
        assert limit in " ".join(told.split())
    assert schemas["AuditRequest"]["properties"]["items"]["maxItems"] == config.audit_max_items
    number = schemas["ItemId"]
    assert (number["minimum"], number["maximum"]) == (-MOST_NUMBER - 1, MOST_NUMBER)
    assert number["maxLength"] == MOST_ID_CHARACTERS


def test_pages_that_read_the_document_do_not_fill_in_what_may_be_left_out(document):
    for parameter in document["paths"]["/v1/analyze"]["get"]["parameters"]:
        assert parameter.get("required") or not {"example", "examples"} & set(parameter)


def test_limits_are_those_of_the_code(document, schemas):
    assert schemas["Cards"]["maxItems"] == MOST_CARDS
    assert schemas["VerifyRequest"]["properties"]["groups"]["maxItems"] == MOST_GROUPS
    assert schemas["VerifyRequest"]["properties"]["groups"]["items"]["maxItems"] == MOST_CARDS
    assert schemas["Problem"]["properties"]["errors"]["maxItems"] == MOST_ERRORS
    assert "768 KiB" in document["info"]["description"]
    assert Config().max_body_bytes == 768 * 1024


def test_cards_are_spelled_in_the_document_as_in_the_code(schemas):
    letters = "0123456789ATJQKSHDCRatjqkshdcr♠♥\ufe0f 1Сſ１♡🂬🂼🂠\n\0"
    tried = {"".join(text) for n in range(4) for text in itertools.product(letters, repeat=n)} | CARD_CODES.keys()
    pattern = python_pattern(schemas["Card"]["pattern"])
    assert {text for text in tried if pattern.match(text)} == CARD_CODES.keys()


def test_every_spelling_of_a_card_and_a_rank_is_a_wild_joker(schemas):
    card, rank = schemas["WildJokerText"]["anyOf"]
    assert card == {"$ref": "#/components/schemas/Card"}
    pattern = python_pattern(rank["pattern"])
    assert all(pattern.match(text) for text in RANK_CODES)
    assert not any(pattern.match(text) for text in ["", "1", "0", "7\n", "none", "T0", "S", "♠", "JKS", "11"])


def test_patterns_mean_the_same_to_readers_that_see_utf_16_units(document):
    patterns = re.findall(r"'pattern': ('[^']*'|\"[^\"]*\")", str(document))
    assert len(patterns) > 5
    for pattern in patterns:
        for characters in re.findall(r"\[[^\]]*\]", pattern):
            assert all(ord(c) < 0x10000 for c in characters), characters


def test_the_limits_of_scoring_are_those_of_the_code(schemas):
    player, told = schemas["DealPlayer"], schemas["ScoreRequest"]["properties"]
    assert list(player["properties"]) == list(Player._fields)
    assert (told["players"]["minItems"], told["players"]["maxItems"]) == (2, MOST_PLAYERS)
    assert schemas["PlayerId"]["maxLength"] == MOST_ID_CHARACTERS
    money = told["money"]["properties"]
    assert python_pattern(money["point_value"]["pattern"]).pattern == rf"^{POINT_VALUE.pattern}\Z"
    assert python_pattern(money["fee_percent"]["pattern"]).pattern == rf"^{FEE_PERCENT.pattern}\Z"
    total = schemas["Totals"]["additionalProperties"]
    assert (total["minimum"], total["maximum"]) == (-MOST_TOTAL, MOST_TOTAL)
    assert schemas["Totals"]["maxProperties"] == MOST_READ
    assert told["deals"]["properties"]["deal"]["maximum"] == told["deals"]["properties"]["of"]["maximum"] == MOST_DEALS


@pytest.mark.parametrize(
    "name",
    [
        *("Kind", "Show", "Reason", "Violation", "Counted", "Protection", "FaultCode", "Detail"),
        *("Outcome", "ScoreReason"),
    ],
)
def test_every_value_of_a_closed_list_is_explained(schemas, name):
    told = re.findall(r"`([a-z_]+)`:", schemas[name]["description"])
    assert told == schemas[name]["enum"]


def test_answers_spell_cards_canonically(schemas):
    pattern = python_pattern(schemas["CanonicalCard"]["pattern"])
    assert {text for text in CARD_CODES if pattern.match(text)} == set(CARD_TEXT)


def test_the_document_names_every_asset(document):
    assert document["paths"]["/assets/{name}"]["parameters"][0]["schema"]["enum"] == list(ASSETS)


def test_every_error_is_a_problem(document):
    for path, method, told in operations(document):
        for status, response in told["responses"].items():
            if status[0] in "45":
                content = follow(document, response)["content"]
                assert list(content) == ["application/problem+json"], (path, method, status)


def test_every_response_names_its_request(document):
    for path, method, told in operations(document):
        for status, response in told["responses"].items():
            assert "X-Request-Id" in follow(document, response)["headers"], (path, method, status)


def test_every_operation_says_what_can_go_wrong(document):
    for path, method, told in operations(document):
        statuses = set(told["responses"])
        expected = {"414", "417", "431", "500", "501"} | (set() if method == "options" else {"400", "405"})
        expected |= {"409", "413", "415"} if method == "post" else set()
        expected |= {"422"} if path.startswith("/v1/") and method != "options" else set()
        assert expected <= statuses, (path, method)


def test_operations_have_names_of_their_own(document):
    names = [told["operationId"] for _, method, told in operations(document) if method in {"get", "post"}]
    assert len(names) == len(set(names))


def test_media_types_are_well_formed(document):
    for _, _, told in operations(document):
        for response in told["responses"].values():
            for media_type in follow(document, response).get("content", {}):
                assert re.fullmatch(r"[a-z]+/[a-z+.-]+", media_type)


def test_servers_are_relative(document):
    assert [server["url"] for server in document["servers"]] == ["/"]


def test_every_schema_is_used(document):
    used = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert used == set(document["components"]["schemas"])
