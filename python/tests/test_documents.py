"""Every example in the documentation is run: docstrings, README.md, and the examples' own."""

import doctest
import pkgutil
import re
import runpy
import sys
from importlib import import_module
from pathlib import Path

import pytest

import percent_simd

MODULES = ["percent_simd", *(f"percent_simd.{module.name}" for module in pkgutil.iter_modules(percent_simd.__path__))]
README = Path(__file__).parent.parent / "README.md"
EXAMPLES = Path(__file__).parent.parent / "examples"


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
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed
    assert all(len(line) <= 100 for block in blocks for line in block.splitlines())


@pytest.mark.parametrize("name, needs", [("duckdb_function", "duckdb")])
def test_example(name: str, needs: str) -> None:
    pytest.importorskip(needs)
    pytest.importorskip("pyarrow")
    path = EXAMPLES / f"{name}.py"
    names = runpy.run_path(str(path))
    examples = doctest.DocTestParser().get_doctest(str(names["__doc__"]), names, name, str(path), 0)
    assert examples.examples and not doctest.DocTestRunner().run(examples).failed


def test_the_benchmark_of_calls_writes_the_paragraph_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES.parent / "benchmarks"))
    calls, page = import_module("calls"), import_module("page")
    copy = tmp_path / "README.md"
    copy.write_text(README.read_text().replace("<!-- calls: begin -->\n", "<!-- calls: begin -->\nold\n"))
    monkeypatch.setattr(page, "README", copy)
    monkeypatch.setattr(calls, "measured", lambda call: (float(len(call[1])), 7.0))
    monkeypatch.setattr(sys, "argv", ["calls.py", "--update", "test.test_urllib"])
    calls.main()

    def words(text: str) -> str:
        return re.sub(r"\d[\d,.]*(?=\D)", "0", " ".join(text.split()))

    assert words(copy.read_text()) == words(README.read_text())
    assert "1.00 times as fast" in copy.read_text() and "take 7 ns more" in copy.read_text()
    assert all(len(line) <= 150 for line in copy.read_text().splitlines() if not line.startswith("|"))
