"""Settings: few, typed, bounded, and wrong ones stop the start with all that is wrong."""

import pytest

from app import create_app
from app.config import Config, ConfigError


def test_an_empty_environment_gives_the_defaults():
    assert Config.from_env({}) == Config()
    assert Config().max_body_bytes == 768 * 1024
    assert Config().max_json_depth == 10


def test_every_setting_has_a_variable_and_a_meaning():
    for variable, value, meaning in Config().described():
        assert variable.startswith("MELDWISE_")
        assert meaning.endswith((".", "none."))
        assert Config.from_env({variable: str(value)}) == Config()


def test_all_faults_come_together():
    environ = {"MELDWISE_MAX_BODY_BYTES": "1", "MELDWISE_MAX_JSON_DEPTH": "ten", "MELDWISE_CACHE_SECONDS": "-1"}
    with pytest.raises(ConfigError) as refusal:
        Config.from_env(environ)
    assert len(refusal.value.faults) == 3
    assert all(name in str(refusal.value) for name in environ)


@pytest.mark.parametrize("text", ["1e3", "1 0", "0x10", "２０", "+20", "20.0", "9" * 13])
def test_numbers_are_plain_decimal(text):
    with pytest.raises(ConfigError, match="MELDWISE_MAX_JSON_DEPTH is a whole number from 4 to 100"):
        Config.from_env({"MELDWISE_MAX_JSON_DEPTH": text})


def test_an_empty_variable_counts_as_absent():
    assert Config.from_env({"MELDWISE_MAX_JSON_DEPTH": "", "MELDWISE_CACHE_SECONDS": " "}) == Config()


@pytest.mark.parametrize(("text", "on"), [("1", True), ("TRUE", True), ("0", False), ("off", False), ("", False)])
def test_requests_are_not_logged_unless_asked_for(text, on):
    assert Config.from_env({"MELDWISE_ACCESS_LOG": text}).access_log is on


def test_a_switch_is_on_or_off():
    with pytest.raises(ConfigError, match="MELDWISE_METRICS is one of 1 or 0, not 'maybe'"):
        Config.from_env({"MELDWISE_METRICS": "maybe"})


def test_settings_given_in_code_are_checked_too():
    with pytest.raises(ConfigError):
        Config(max_json_depth=True)


def test_a_service_without_settings_takes_those_of_the_environment(monkeypatch):
    monkeypatch.setenv("MELDWISE_CACHE_SECONDS", "7")
    assert create_app().settings.cache_seconds == 7


def test_a_service_with_wrong_settings_does_not_start(monkeypatch):
    monkeypatch.setenv("MELDWISE_CACHE_SECONDS", "soon")
    with pytest.raises(ConfigError):
        create_app()
