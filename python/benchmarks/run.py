"""Times percent_simd beside urllib, yarl, w3lib, DuckDB, Polars and DataFusion: `python benchmarks/run.py` prints tables, and with `--update`
writes those of README.md.

Calls take turns: a round times every function once, and the figure is the least of all rounds, in nanoseconds a call. Each answer of ours is compared
with urllib's before it is timed. Values come from pools of distinct ones, so that no branch predictor learns them.
"""

import importlib.util
import random
import sys
import timeit
import urllib.parse
from collections.abc import Callable
from typing import Any

import datafusion
import duckdb
import pandas
import polars
import pyarrow
import w3lib.url
import yarl._quoting as yarl_quoting
from page import machine, write

import percent_simd
import percent_simd.pandas
from percent_simd import parse
from percent_simd.polars import percent

SIZES = (20, 50, 200, 16384)
KINDS = ("clean", "half", "solid")
PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789-_."
ROUNDS = 15

Pool = list[Any]
Sides = dict[str, Callable[[], Any]]


def value(size: int, kind: str, rng: random.Random, escaped: bool) -> str:
    """About `size` bytes: clean, half of them escapes (or what needs them), or nothing else."""
    parts: list[str] = []
    length = 0
    while length < size:
        if kind == "clean":
            part = rng.choice(PLAIN)
        elif kind == "half":
            # Three bytes escaped, three plain; raw, one that needs it of four.
            part = "".join(rng.choices(PLAIN, k=3))
            part += f"%{rng.choice(b'/ =?&'):02X}" if escaped else rng.choice(" =?&")
        else:
            part = chr(rng.randint(0x410, 0x44F))
            part = urllib.parse.quote(part) if escaped else part
        parts.append(part)
        length += len(part if escaped else part.encode())
    return "".join(parts)


def query(size: int, kind: str, rng: random.Random) -> str:
    fields: list[str] = []
    while sum(map(len, fields)) + len(fields) < size:
        fields.append(f"{value(5, 'clean', rng, True)}={value(12, kind, rng, True)}")
    return "&".join(fields)


def pool_of(takes: str, size: int, kind: str) -> Pool:
    """Inputs of `quote` (raw), `unquote` (escaped), `parse_qsl` (query) or `urlencode` (dict), as str or as bytes."""
    rng, what = random.Random(size), takes.split()[0]

    def item() -> Any:
        if what == "query":
            return query(size, kind, rng)
        if what == "dict":
            return {f"key{index}": value(12, kind, rng, False) for index in range(max(1, size // 20))}
        return value(size, kind, rng, what == "escaped")

    items = [item() for _ in range(64 if size < 1000 else 4)]
    return [item.encode() for item in items] if takes.endswith("bytes") else items


def loop(function: Callable[[Any], Any], pool: Pool) -> Callable[[], None]:
    def run() -> None:
        for item in pool:
            function(item)

    return run


def least(calls: list[Callable[[], Any]]) -> list[float]:
    """Seconds of each call; a round takes 10 ms or one call."""
    timers = [timeit.Timer(call) for call in calls]
    numbers = [max(1, int(0.01 / max(timer.timeit(1), 1e-7))) for timer in timers]
    rounds = [[timer.timeit(number) / number for timer, number in zip(timers, numbers, strict=True)] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def functions() -> list[tuple[str, Any, str]]:
    """Names, yarl's functions (without requoting, as quote works), and the type of their input."""
    quoter, form_quoter = yarl_quoting._Quoter(requote=False), yarl_quoting._Quoter(qs=True, requote=False)
    unquoter, form_unquoter = yarl_quoting._Unquoter(), yarl_quoting._Unquoter(qs=True)
    both = [("quote", quoter, "raw str"), ("quote_plus", form_quoter, "raw str"), ("unquote", unquoter, "escaped str")]
    both += [("unquote_plus", form_unquoter, "escaped str"), ("parse_qsl", None, "query str"), ("parse_qs", None, "query str")]
    both += [("urlencode", None, "dict"), ("quote", None, "raw bytes"), ("quote_plus", None, "raw bytes"), ("quote_from_bytes", None, "raw bytes")]
    both += [("unquote", None, "escaped bytes"), ("unquote_to_bytes", None, "escaped bytes"), ("unquote_to_bytes", None, "escaped str")]
    return [*both, ("parse_qsl", None, "query bytes"), ("parse_qs", None, "query bytes")]


def calls() -> list[str]:
    """The table of README.md, after the nanoseconds are printed."""
    summary = [f"| function | takes | {' | '.join(f'{size:,} bytes' for size in SIZES)} |", "| --- | --- |" + " ---: |" * len(SIZES)]
    short: list[float] = []  # nanoseconds of the shortest inputs
    yarl_ratios: list[float] = []
    print("| function | takes | | bytes | urllib, ns | yarl, ns | percent_simd, ns | times urllib | times yarl |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, yarl, takes in functions():
        theirs, ours, what = getattr(urllib.parse, name), getattr(parse, name), takes.split()[-1]
        cells = []
        for size in SIZES:
            ratios = []
            for kind in KINDS:
                pool = pool_of(takes, size, kind)
                try:
                    theirs(pool[0])
                except UnicodeEncodeError:
                    continue  # before Python 3.13, values of bytes must be ASCII
                for item in pool:
                    assert ours(item) == theirs(item), (name, item)
                sides = [theirs, ours] + [yarl] * (yarl is not None)
                urllib_ns, our_ns, *yarl_ns = [1e9 * time / len(pool) for time in least([loop(side, pool) for side in sides])]
                other, times = (f"{yarl_ns[0]:,.0f}", f"{yarl_ns[0] / our_ns:.1f}") if yarl_ns else ("", "")
                yarl_ratios += [time / our_ns for time in yarl_ns]
                short += [our_ns] * (size == SIZES[0])
                ratio = urllib_ns / our_ns
                print(f"| `{name}` | {what} | {kind} | {size:,} | {urllib_ns:,.0f} | {other} | {our_ns:,.0f} | {ratio:.1f} | {times} |", flush=True)
                ratios.append(f"{ratio:,.0f}")
            cells.append(" / ".join(ratios))
        summary.append(f"| `{name}` | {what} | {' | '.join(cells)} |")
    summary += ["", f"A call on {SIZES[0]} bytes takes {min(short):.0f} to {max(short):.0f} ns. yarl's functions, written in C, take {min(yarl_ratios):.1f}"]
    summary.append(f"to {max(yarl_ratios):.0f} times as long as `quote`, `quote_plus`, `unquote` and `unquote_plus`.")
    print("\n".join(["", *summary]))
    return summary


def columns() -> list[str]:
    """The tables of README.md."""
    rng = random.Random(1)
    rows = [value(rng.choice([20, 50, 100]), rng.choice(KINDS), rng, True) for _ in range(100_000)]
    column, series = pyarrow.array(rows), polars.Series(rows)
    database = duckdb.connect()
    database.register("rows", pyarrow.table({"row": column}))
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    context.enable_spark_functions()
    context.register_record_batches("rows", [[pyarrow.record_batch({"row": column})]])
    text = pyarrow.string()

    def decode(values: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array(percent_simd.decode_column(values))

    context.register_udf(datafusion.udf(decode, [text], text, "immutable", "percent_decode"))
    frame = polars.DataFrame({"row": series})
    strings, objects = pandas.Series(rows, dtype="string[pyarrow]"), pandas.Series(rows, dtype=object)
    sides: Sides = {
        "percent_simd.decode_column of pyarrow": lambda: pyarrow.array(percent_simd.decode_column(column)),
        "percent_simd.decode_column of Polars": lambda: polars.Series(percent_simd.decode_column(series)),
        "percent_simd in Polars, percent('row').decode()": lambda: frame.select(percent("row").decode())["row"],
        "percent_simd in DataFusion, as a UDF": lambda: context.sql("SELECT percent_decode(row) AS row FROM rows").to_arrow_table().column("row"),
        "percent_simd in pandas, Series.percent of string": lambda: strings.percent.decode(),
        "percent_simd in pandas, Series.percent of object": lambda: objects.percent.decode(),
        "DuckDB, url_decode": lambda: database.sql("SELECT url_decode(row) AS row FROM rows").to_arrow_table().column("row"),
        "DataFusion, url_decode of its Spark functions": lambda: context.sql("SELECT url_decode(row) AS row FROM rows").to_arrow_table().column("row"),
        "pandas, Series.map(urllib.parse.unquote) of object": lambda: objects.map(urllib.parse.unquote),
        "pyarrow and a loop over urllib.parse.unquote": lambda: pyarrow.array([urllib.parse.unquote(row) for row in column.to_pylist()]),
        "Polars, map_elements(urllib.parse.unquote)": lambda: series.map_elements(urllib.parse.unquote, return_dtype=polars.String),
    }
    lines = table("Decode 100,000 strings", sides, [urllib.parse.unquote(row) for row in rows])
    # The rows have 5,000 values, of which two in three change, so that the dictionary is merged.
    repeated = [rng.choice(rows[:5_000]) for _ in rows]
    dictionary, category = pyarrow.array(repeated).dictionary_encode(), pandas.Series(repeated, dtype="category")
    shared = pyarrow.chunked_array([dictionary[start : start + 100] for start in range(0, len(rows), 100)])
    sides = {
        "percent_simd.decode_column of a dictionary": lambda: pyarrow.array(percent_simd.decode_column(dictionary)),
        "percent_simd.decode_column of 1,000 chunks that share it": lambda: pyarrow.chunked_array(percent_simd.decode_column(shared)),
        "percent_simd in pandas, Series.percent of category": lambda: category.percent.decode(),
        "pandas, Series.map(urllib.parse.unquote) of category": lambda: category.map(urllib.parse.unquote),
    }
    lines += table("Decode 100,000 rows of 5,000 values", sides, [urllib.parse.unquote(row) for row in repeated])
    urls = [f"https://example.org/{value(10, 'half', rng, True)}?{query(60, rng.choice(KINDS), rng)}&q={row}" for row in rows]
    targets = pyarrow.array(urls)
    sides = {
        "percent_simd.query_param_column of pyarrow": lambda: pyarrow.array(percent_simd.query_param_column(targets, "q")),
        "a loop over w3lib.url.url_query_parameter": lambda: [w3lib.url.url_query_parameter(url, "q") for url in urls],
        "a loop over urlsplit and parse_qs": lambda: [urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["q"][0] for url in urls],
    }
    return lines + table("A parameter of 100,000 URLs", sides, [urllib.parse.unquote_plus(row) for row in rows])


def table(title: str, sides: Sides, expected: list[str]) -> list[str]:
    for name, run in sides.items():
        answer = run()
        assert (answer.to_pylist() if hasattr(answer, "to_pylist") else list(answer)) == expected, name
    times = least(list(sides.values()))
    lines = ["", f"| {title} | ns a row | times |", "| --- | ---: | ---: |"]
    for name, time in zip(sides, times, strict=True):
        lines.append(f"| {name} | {1e9 * time / len(expected):,.0f} | {time / times[0]:.1f} |")
    print("\n".join(lines), flush=True)
    return lines


def patched() -> list[str]:
    """A library that calls urllib.parse, as it is and with patch()."""
    with percent_simd.patched():
        ours = module_again("w3lib.url")
    lines = ["", "| w3lib | urllib, ns a URL | `patch()`, ns | times |", "| --- | ---: | ---: | ---: |"]
    rng = random.Random(2)
    urls = [f"https://example.org/{value(20, 'half', rng, False)}?{query(60, 'half', rng)}" for _ in range(64)]
    for name in ("safe_url_string", "canonicalize_url"):
        sides = [getattr(module, name) for module in (w3lib.url, ours)]
        assert [sides[0](url) for url in urls] == [sides[1](url) for url in urls]
        theirs, our = (1e9 * time / len(urls) for time in least([loop(side, urls) for side in sides]))
        lines.append(f"| `{name}` | {theirs:,.0f} | {our:,.0f} | {theirs / our:.1f} |")
    print("\n".join(lines))
    return lines


def module_again(name: str) -> Any:
    """A second copy of a module, which imports its names now."""
    spec = importlib.util.find_spec(name)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    print(machine(), "\n")
    write("functions", [machine(), "", *calls()])
    write("columns", [*columns(), *patched()][1:])
