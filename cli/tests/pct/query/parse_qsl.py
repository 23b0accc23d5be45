"""Compares what `pct query` writes with urllib.parse.parse_qsl on the same lines.

Usage: python3 parse_qsl.py [--url] INPUT OUTPUT

INPUT is what `pct query [--url] INPUT > OUTPUT` has read: a query string, or with --url a URL, in
each line. The names of a line and their order, and the values of each name and their order have to
be equal. Prints how many lines are.
"""

import json
import sys
import urllib.parse


def lines(path):
    with open(path, "rb") as file:
        content = file.read()
    return content.removesuffix(b"\n").split(b"\n") if content else []


def expected(line, is_url):
    # Ill-formed UTF-8 that is raw has to become text before urllib sees it.
    query = line.removesuffix(b"\r").decode("utf-8", "replace")
    if is_url:
        query = query.partition("#")[0].partition("?")[2]
    values = {}
    for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True, errors="replace"):
        values.setdefault(name, []).append(value)
    return [(name, found if len(found) > 1 else found[0]) for name, found in values.items()]


def main():
    is_url = sys.argv[1] == "--url"
    inputs, outputs = (lines(path) for path in sys.argv[-2:])
    if len(inputs) != len(outputs):
        sys.exit(f"{len(inputs)} lines were read, and {len(outputs)} written")
    for number, (line, output) in enumerate(zip(inputs, outputs), 1):
        found = json.loads(output, object_pairs_hook=list)
        found = [(name, value) for name, value in found]
        if found != expected(line, is_url):
            sys.exit(f"line {number}: {line!r}\npct:       {found}\nparse_qsl: {expected(line, is_url)}")
    print(len(inputs))


main()
