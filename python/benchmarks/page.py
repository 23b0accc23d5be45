"""Writes measured tables into README.md, between the comments that name them."""

import re
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def machine() -> str:
    """The version of Python and the CPU, whose name the system may hide."""
    cpu = dict(re.findall(r"^(vendor_id|cpu family|model)\t+: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE))
    return f"CPython {sys.version.split()[0]}, one core of {cpu.get('vendor_id', 'a CPU')} family {cpu.get('cpu family')}, model {cpu.get('model')}:"


def write(name: str, lines: list[str]) -> None:
    """Replaces the lines between `<!-- name: begin -->` and `<!-- name: end -->`, if the program has the argument --update."""
    if "--update" in sys.argv:
        before, begin, rest = README.read_text().partition(f"<!-- {name}: begin -->\n")
        _, end, after = rest.partition(f"<!-- {name}: end -->\n")
        assert begin and end, name
        README.write_text("".join([before, begin, *(f"{line}\n" for line in lines), end, after]))
