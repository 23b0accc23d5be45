"""The examples do what they say."""

import doctest
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("name, needs", [("duckdb_function", "duckdb")])
def test_example(name: str, needs: str) -> None:
    pytest.importorskip(needs)
    pytest.importorskip("pyarrow")
    path = EXAMPLES / f"{name}.py"
    names = runpy.run_path(str(path))
    examples = doctest.DocTestParser().get_doctest(str(names["__doc__"]), names, name, str(path), 0)
    assert examples.examples and not doctest.DocTestRunner().run(examples).failed
