"""Times percent_simd beside urllib, yarl and what dataframes have: `python benchmarks/run.py` prints the tables of README.md.

Rows are interleaved: a round times every function once, and the figure is the least of all rounds, in nanoseconds a call. Each answer is compared
before it is timed. Values come from pools of distinct ones, so that no branch predictor learns them. `--check` fails where a target is missed,
`--columns` times columns alone, `--quick` takes a tenth of the time.
"""

import argparse
import random
import sys
import timeit
import urllib.parse
from collections.abc import Callable, Iterable
from typing import Any

import yarl._quoting as yarl_quoting

import percent_simd
from percent_simd import parse

SIZES = (20, 50, 200, 16384)
PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789-_."
POOL = 64


def value(size: int, kind: str, rng: random.Random, escaped: bool) -> str:
    """About `size` bytes: clean, half of them escapes (or what needs them), or nothing else."""
    parts: list[str] = []
    length = 0
    while length < size:
        if kind == "clean":
            part = rng.choice(PLAIN)
        elif kind == "half":
            # Three bytes escaped, three plain, in either order; raw, one that needs it of four.
            part = "".join(rng.choices(PLAIN, k=3))
            part += f"%{rng.choice(b'/ =?&'):02X}" if escaped else rng.choice(" =?&")
        else:
            part = urllib.parse.quote(chr(rng.randint(0x410, 0x44F))) if escaped else chr(rng.randint(0x410, 0x44F))
        parts.append(part)
        length += len(part if escaped else part.encode())
    return "".join(parts)


def query(size: int, kind: str, rng: random.Random) -> str:
    fields: list[str] = []
    while sum(map(len, fields)) + len(fields) < size:
        fields.append(f"{value(5, 'clean', rng, True)}={value(12, kind, rng, True)}")
    return "&".join(fields)


def pairs(size: int, kind: str, rng: random.Random) -> dict[str, str]:
    return {f"key{index}": value(12, kind, rng, False) for index in range(max(1, size // 20))}


def loop(function: Callable[[Any], Any], pool: list[Any]) -> Callable[[], None]:
    def run() -> None:
        for item in pool:
            function(item)

    return run


def best(functions: Iterable[Callable[[Any], Any]], pool: list[Any], seconds: float) -> list[float]:
    """Nanoseconds a call of each function, with the loop around it."""
    timers = [timeit.Timer(loop(function, pool)) for function in functions]
    numbers = []
    for timer in timers:
        once = max(timer.timeit(1), 1e-7)
        numbers.append(max(1, int(seconds / 15 / once)))
    least = [float("inf")] * len(timers)
    for _ in range(15):
        for index, timer in enumerate(timers):
            least[index] = min(least[index], timer.timeit(numbers[index]) / numbers[index])
    return [1e9 * time / len(pool) for time in least]


def functions() -> list[tuple[str, Any, Any, Any, str]]:
    """Name, urllib's, ours, yarl's (without requoting, as quote works), and what it takes."""
    quoter, form_quoter = yarl_quoting._Quoter(requote=False), yarl_quoting._Quoter(qs=True, requote=False)
    unquoter, form_unquoter = yarl_quoting._Unquoter(), yarl_quoting._Unquoter(qs=True)
    both = [
        ("quote", quoter, "raw"),
        ("quote_plus", form_quoter, "raw"),
        ("unquote", unquoter, "escaped"),
        ("unquote_plus", form_unquoter, "escaped"),
        ("parse_qsl", None, "query"),
        ("parse_qs", None, "query"),
        ("urlencode", None, "pairs"),
    ]
    data = [("quote", None, "raw bytes"), ("quote_plus", None, "raw bytes"), ("quote_from_bytes", None, "raw bytes")]
    data += [("unquote", None, "escaped bytes"), ("unquote_to_bytes", None, "escaped bytes"), ("unquote_to_bytes", None, "escaped")]
    data += [("parse_qsl", None, "query bytes"), ("parse_qs", None, "query bytes")]
    return [(name, getattr(urllib.parse, name), getattr(parse, name), yarl, takes) for name, yarl, takes in both + data]


def pool_of(takes: str, size: int, kind: str) -> list[Any]:
    rng, count = random.Random(size), POOL if size < 1000 else 4
    items: list[Any]
    if takes.startswith("query"):
        items = [query(size, kind, rng) for _ in range(count)]
    elif takes == "pairs":
        items = [pairs(size, kind, rng) for _ in range(count)]
    else:
        items = [value(size, kind, rng, takes.startswith("escaped")) for _ in range(count)]
    return [item.encode() for item in items] if takes.endswith("bytes") else items


def calls(seconds: float) -> list[str]:
    missed = []
    summary: dict[tuple[str, str], dict[int, list[str]]] = {}
    print("| function | takes | | bytes | urllib, ns | yarl, ns | percent_simd, ns | times urllib | times yarl |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, theirs, ours, yarl, takes in functions():
        for size in SIZES:
            for kind in ("clean", "half", "solid"):
                pool = pool_of(takes, size, kind)
                try:
                    theirs(pool[0])
                except UnicodeEncodeError:
                    continue  # before Python 3.13, values of bytes must be ASCII
                for item in pool:
                    assert ours(item) == theirs(item), (name, item)
                timed = best([theirs, ours] + [yarl] * (yarl is not None), pool, seconds)
                urllib_time, our_time, *yarl_time = timed
                ratio = urllib_time / our_time
                other = f"{yarl_time[0]:,.0f}" if yarl_time else ""
                times = f"{yarl_time[0] / our_time:.1f}" if yarl_time else ""
                what = takes.removeprefix("raw").removeprefix("escaped").removeprefix("query").removeprefix("pairs").strip() or "str"
                what = "dict" if takes == "pairs" else what
                print(f"| `{name}` | {what} | {kind} | {size:,} | {urllib_time:,.0f} | {other} | {our_time:,.0f} | {ratio:.1f} | {times} |", flush=True)
                summary.setdefault((name, what), {}).setdefault(size, []).append(f"{ratio:,.0f}")
                changes = kind != "clean" or name not in ("unquote", "unquote_plus", "unquote_to_bytes")
                if ratio < (10 if changes else 1) or (yarl_time and yarl_time[0] < our_time):
                    missed.append(f"{name} of {what}, {kind}, {size} bytes: {ratio:.1f} times urllib" + (f", {times} times yarl" if times else ""))
    print("\nTimes urllib: clean / half escaped / solid.\n\n| function | takes |", " | ".join(f"{size:,} bytes" for size in SIZES), "|")
    print("| --- | --- |" + " ---: |" * len(SIZES))
    for (name, what), cells in summary.items():
        print(f"| `{name}` | {what} |", " | ".join(" / ".join(cells[size]) for size in SIZES), "|")
    return missed


def columns(seconds: float) -> list[str]:
    import duckdb
    import polars
    import pyarrow

    rng = random.Random(1)
    rows = [value(rng.choice([20, 50, 100]), rng.choice(["clean", "half", "solid"]), rng, True) for _ in range(100_000)]
    column, series = pyarrow.array(rows), polars.Series(rows)
    database = duckdb.connect()
    database.register("rows", pyarrow.table({"row": column}))

    def loop_of_pyarrow() -> Any:
        return pyarrow.array([urllib.parse.unquote(row) for row in column.to_pylist()])

    def elements_of_polars() -> Any:
        return series.map_elements(urllib.parse.unquote, return_dtype=polars.String)

    def query_of_duckdb() -> Any:
        return database.sql("SELECT url_decode(row) AS row FROM rows").to_arrow_table()

    contestants: list[tuple[str, Callable[[], Any]]] = [
        ("percent_simd.decode_column of pyarrow", lambda: pyarrow.array(percent_simd.decode_column(column))),
        ("percent_simd.decode_column of Polars", lambda: polars.Series(percent_simd.decode_column(series))),
        ("pyarrow and a loop over urllib.parse.unquote", loop_of_pyarrow),
        ("Polars, map_elements(urllib.parse.unquote)", elements_of_polars),
        ("DuckDB, url_decode", query_of_duckdb),
    ]
    expected = [urllib.parse.unquote(row) for row in rows]
    for name, run in contestants:
        answer = run()
        answer = answer.column("row").combine_chunks() if hasattr(answer, "column") else answer
        assert (answer.to_pylist() if hasattr(answer, "to_pylist") else answer.to_list()) == expected, name
    least = {name: float("inf") for name, _ in contestants}
    for _ in range(max(3, int(5 * seconds / 0.15))):
        for name, run in contestants:
            least[name] = min(least[name], timeit.timeit(run, number=1))
    ours = max(least[contestants[0][0]], least[contestants[1][0]])
    print("\n| 100,000 rows | ns a row | times |\n| --- | ---: | ---: |")
    for name, time in least.items():
        print(f"| {name} | {1e9 * time / len(rows):,.0f} | {time / ours:.1f} |")
    return [f"columns: {name} takes {time / ours:.1f} times as long" for name, time in least.items() if "percent_simd" not in name and time < 3 * ours]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--columns", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    seconds = 0.015 if options.quick else 0.15
    missed = [] if options.columns else calls(seconds)
    missed += columns(seconds)
    print(f"\nPython {sys.version.split()[0]}; targets missed: {len(missed)}")
    print("\n".join(missed))
    sys.exit(1 if options.check and missed else 0)


if __name__ == "__main__":
    main()
