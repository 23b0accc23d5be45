"""Run a program with urllib.parse patched from its start: `python -m percent_simd run app.py`, `… run -m gunicorn app:app`."""

import os
import runpy
import sys

from ._patch import patch

USAGE = """usage: python -m percent_simd run [-m] PROGRAM [ARGUMENT ...]

Run a Python program, or with -m a module, with the functions of urllib.parse replaced from its start."""


def main() -> None:
    match sys.argv[1:]:
        case ["run", "-m", module, *arguments] if not module.startswith("-"):
            sys.argv = [module, *arguments]
            patch()
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["run", script, *arguments] if not script.startswith("-"):
            sys.argv = [script, *arguments]
            sys.path[0] = os.path.dirname(os.path.abspath(script))
            patch()
            runpy.run_path(script, run_name="__main__")
        case ["-h" | "--help"] | ["run", "-h" | "--help"]:
            print(USAGE)
        case _:
            sys.exit(USAGE)


if __name__ == "__main__":
    main()
