"""urllib.parse with our functions in it, and CPython's own tests of it."""

import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

import percent_simd
from percent_simd import parse

HERE = Path(__file__).parent  # where only the installed package is found

# Runs tests of the standard library with urllib.parse patched before they import a name from it.
RUN = """
import percent_simd, sys, unittest
percent_simd.patch()
import {module} as tests
import urllib.parse
assert urllib.parse.unquote is percent_simd.parse.unquote
# These tests inspect the functions themselves: ours are not of the module urllib.parse, and functions in C have no
# __defaults__. (test_parse.py compares the signatures.)
if hasattr(tests, "UrlParseTestCase"):
    del tests.UrlParseTestCase.test_all
if hasattr(tests, "QuotingTests"):
    del tests.QuotingTests.test_default_safe
unittest.main(tests, argv=["tests"], verbosity=1)
"""


def test_blocks_that_overlap() -> None:
    original = urllib.parse.quote
    one, other = percent_simd.patched(), percent_simd.patched()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert urllib.parse.quote is parse.quote
    other.__exit__(None, None, None)
    assert urllib.parse.quote is original


def test_a_second_import_knows_the_originals() -> None:
    program = """
import sys, urllib.parse
original = urllib.parse.quote
import percent_simd
percent_simd.patch()
for name in [name for name in sys.modules if name.startswith("percent_simd") and "native" not in name]:
    del sys.modules[name]
import percent_simd
percent_simd.unpatch()
assert urllib.parse.quote is original
"""
    subprocess.run([sys.executable, "-c", program], cwd=HERE, check=True)


def test_originals_that_another_library_has_wrapped() -> None:
    """They have no defaults, so they get the arguments by name."""
    program = r"""
import urllib.parse
def wrapped(function):
    return lambda *args, **kwargs: function(*args, **kwargs)
names = ["parse_qs", "parse_qsl", "quote", "quote_from_bytes", "quote_plus", "unquote", "unquote_plus", "unquote_to_bytes", "urlencode"]
for name in names:
    setattr(urllib.parse, name, wrapped(getattr(urllib.parse, name)))
from percent_simd import parse
class Text(str):
    pass
assert parse.quote(Text("\u00e9 /")) == "%C3%A9%20/"
assert parse.quote(Text("\u00e9 /"), "", "latin-1") == parse.quote(Text("\u00e9 /"), encoding="latin-1", safe="") == "%E9%20%2F"
assert parse.unquote("%E9", encoding="latin-1") == "\u00e9" and parse.unquote_to_bytes(Text("%FF")) == b"\xff"
assert parse.parse_qsl(Text("a=%41;b=1"), separator=";") == [("a", "A"), ("b", "1")]
assert parse.urlencode({"a": Text("b c")}, quote_via=None) == "a=b+c"
try:
    parse.quote()
except TypeError as error:
    assert "quote() missing 1 required positional argument: 'string'" in str(error)
"""
    subprocess.run([sys.executable, "-c", program], cwd=HERE, check=True)


def test_a_subinterpreter_is_refused() -> None:
    program = """
import sys
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    for kind in ("legacy", "isolated"):
        error = interpreters.run_string(interpreters.create(kind), "import percent_simd")
        assert error and error.type.__name__ == "ImportError" and "subinterpreter" in error.msg, error
else:
    import _xxsubinterpreters as interpreters
    try:
        interpreters.run_string(interpreters.create(isolated=False), "import percent_simd")
    except interpreters.RunFailedError as error:
        assert "subinterpreter" in str(error), error
    else:
        raise AssertionError("it was imported")
"""
    subprocess.run([sys.executable, "-c", program], cwd=HERE, check=True, timeout=60)


def test_a_call_while_python_ends() -> None:
    program = """
import os, sys
from percent_simd.parse import quote
class Last:
    def __del__(self, quote=quote, write=os.write):
        write(1, quote("\u00e9", encoding="latin-1").encode())
sys.last = Last()
"""
    ran = subprocess.run([sys.executable, "-c", program], cwd=HERE, check=True, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("%E9", "")


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


def test_odd_arguments_while_patched() -> None:
    """The originals call one another by name, and so call ours, without recursion."""
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
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, cwd=HERE)
    assert result.returncode == 0, result.stderr
    assert "\nOK" in result.stderr and "Ran 0 tests" not in result.stderr


def run(*arguments: str, path: Path = HERE) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=path, capture_output=True, text=True)


KEEPS = "from urllib.parse import quote as q, urlsplit\nimport urllib.parse\nIS_OURS = q.__module__ == 'percent_simd.parse'\n"


def test_patch_names_the_modules_that_kept_the_originals(tmp_path: Path) -> None:
    (tmp_path / "framework.py").write_text(KEEPS)
    (tmp_path / "innocent.py").write_text("import urllib.parse")
    after = run("-c", "import framework, innocent, urllib.request, percent_simd; percent_simd.patch(); percent_simd.patch()", path=tmp_path)
    assert after.returncode == 0 and after.stderr.count("RuntimeWarning") == 1
    assert "before patch() keep the originals: framework; call patch() before" in after.stderr
    before = run("-W", "error", "-c", "import percent_simd, urllib.request; percent_simd.patch(); import framework; assert framework.IS_OURS", path=tmp_path)
    assert (before.returncode, before.stderr) == (0, "")
    block = run("-W", "error", "-c", "import framework, percent_simd\nwith percent_simd.patched(): pass", path=tmp_path)
    assert (block.returncode, block.stderr) == (0, "")


@pytest.mark.parametrize("program", [["app.py"], ["-m", "app"]])
def test_run_patches_before_the_program(program: list[str], tmp_path: Path) -> None:
    (tmp_path / "framework.py").write_text(KEEPS)
    (tmp_path / "app.py").write_text("import sys, framework\nprint(__name__, framework.IS_OURS, sys.argv[1:], sys.argv[0].endswith('app.py'))")
    ran = run("-W", "error", "-m", "percent_simd", "run", *program, "-x", "1", path=tmp_path)
    assert (ran.stdout, ran.stderr) == ("__main__ True ['-x', '1'] True\n", "")
    for wrong in ([], ["run"], ["run", "-x"], ["walk", "app.py"]):
        ran = run("-m", "percent_simd", *wrong, path=tmp_path)
        assert ran.returncode == 1 and ran.stderr.startswith("usage: python -m percent_simd run")


def test_help() -> None:
    for arguments in (["--help"], ["-h"], ["run", "--help"]):
        ran = run("-m", "percent_simd", *arguments)
        assert ran.returncode == 0 and ran.stdout.startswith("usage: python -m percent_simd run") and not ran.stderr


CHILDREN = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor


def module(name):
    import urllib.parse

    return getattr(urllib.parse, name).__module__


def in_a_child(method):
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        return pool.submit(module, "quote").result()


if __name__ == "__main__":
    for method in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context(method)
        with context.Pool(1) as pool, ProcessPoolExecutor(1, context) as executor:
            print(method, *pool.map(module, ["quote"]), in_a_child(method), executor.submit(in_a_child, method).result())
"""


def test_children_are_patched_like_their_parent(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(CHILDREN)
    (tmp_path / "patching.py").write_text(CHILDREN.replace('if __name__ == "__main__":', 'if __name__ == "__main__":\n    __import__("percent_simd").patch()'))
    undone = '    __import__("percent_simd").patch()\n    __import__("percent_simd").unpatch()'
    (tmp_path / "undone.py").write_text(CHILDREN.replace('if __name__ == "__main__":', f'if __name__ == "__main__":\n{undone}'))
    for arguments, expected in [
        (["app.py"], "urllib.parse"),
        (["undone.py"], "urllib.parse"),
        (["patching.py"], "percent_simd.parse"),
        (["-m", "percent_simd", "run", "app.py"], "percent_simd.parse"),
    ]:
        ran = run(*arguments, path=tmp_path)
        lines = ran.stdout.splitlines()
        assert len(lines) >= 2 and all(line.split()[1:] == [expected] * 3 for line in lines), (arguments, ran)
