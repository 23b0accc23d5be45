"""Every example in the documentation is run: docstrings, and README.md."""

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import percent_simd

MODULES = ["percent_simd", *(f"percent_simd.{module.name}" for module in pkgutil.iter_modules(percent_simd.__path__))]
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert not failed
    assert tried or name not in ("percent_simd", "percent_simd.parse")


def test_every_function_of_parse_has_an_example() -> None:
    parse = import_module("percent_simd.parse")
    examples = {test.name.rpartition(".")[2] for test in doctest.DocTestFinder().find(parse) if test.examples}
    assert examples >= set(parse.__all__)


def test_readme() -> None:
    pytest.importorskip("pyarrow")
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", str(README), 0)
    assert examples.examples
    assert not doctest.DocTestRunner().run(examples).failed
