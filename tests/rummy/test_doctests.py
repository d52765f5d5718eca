"""The examples in the game's docstrings are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import app.rummy

MODULES = ["app.rummy", *(f"app.rummy.{module.name}" for module in pkgutil.iter_modules(app.rummy.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_a_modules_docstrings_are_true(name):
    assert doctest.testmod(import_module(name)).failed == 0
