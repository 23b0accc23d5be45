"""urllib.parse with our functions in it, and CPython's own tests of it."""

import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

import percent_simd
from percent_simd import parse

# Runs tests of the standard library with urllib.parse patched before they import a name from it.
RUN = """
import percent_simd, sys, unittest
percent_simd.patch()
import {module} as tests
import urllib.parse
assert urllib.parse.unquote is percent_simd.parse.unquote
# These ask what the functions say of themselves: ours are not of the module urllib.parse, and functions in C have no
# __defaults__. (test_parse.py compares the signatures.)
if hasattr(tests, "UrlParseTestCase"):
    del tests.UrlParseTestCase.test_all
if hasattr(tests, "QuotingTests"):
    del tests.QuotingTests.test_default_safe
unittest.main(tests, argv=["tests"], verbosity=1)
"""


def test_patching_is_undone() -> None:
    names = parse.__all__
    before = [getattr(urllib.parse, name) for name in names]
    ours = [getattr(parse, name) for name in names]
    with percent_simd.patched():
        assert [getattr(urllib.parse, name) for name in names] == ours
        with percent_simd.patched():
            pass
        assert [getattr(urllib.parse, name) for name in names] == ours
    assert [getattr(urllib.parse, name) for name in names] == before
    percent_simd.patch()
    percent_simd.patch()
    percent_simd.unpatch()
    assert [getattr(urllib.parse, name) for name in names] == before
    with pytest.raises(ZeroDivisionError), percent_simd.patched():
        1 / 0
    assert [getattr(urllib.parse, name) for name in names] == before


def test_what_urllib_does_with_odd_arguments_while_patched() -> None:
    """The originals call one another by name, and so call ours: nothing turns in a circle."""
    with percent_simd.patched():
        assert urllib.parse.unquote("%E9", encoding="latin-1") == "é"
        assert urllib.parse.quote("é", encoding="latin-1") == "%E9"
        assert urllib.parse.quote(bytearray(b" ")) == "%20"
        assert urllib.parse.parse_qs("a=%E9", encoding="latin-1") == {"a": ["é"]}
        assert urllib.parse.urlencode({"a": "é"}, encoding="latin-1") == "a=%E9"
        with pytest.raises(UnicodeEncodeError):
            urllib.parse.quote("\ud800")


# test_urllib has tests that open local servers and files; its classes that quote and unquote are run.
CLASSES = ["QuotingTests", "UnquotingTests", "urlencode_Tests", "Pathname_Tests", "Utility_Tests"]


@pytest.mark.parametrize("module, arguments", [("test.test_urlparse", []), ("test.test_urllib", CLASSES)])
def test_cpython(module: str, arguments: list[str]) -> None:
    pytest.importorskip(module, reason="this Python comes without its tests")
    code = RUN.format(module=module).replace('["tests"]', repr(["tests", *arguments]))
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, cwd=Path(__file__).parent)
    assert result.returncode == 0, result.stderr
    assert "\nOK" in result.stderr and "Ran 0 tests" not in result.stderr
