"""Python: urllib.parse; yarl, by the properties of its URL. The first argument says which."""

import struct
import sys
import time
from urllib.parse import parse_qsl, quote, unquote

which, operation, file, task = sys.argv[1:]
if which == "yarl":
    from yarl import URL

    calls = {
        "decode": lambda line: URL.build(path=line, encoded=True).path,
        "query": lambda line: list(URL.build(query_string=line, encoded=True).query.items()),
    }
else:
    calls = {
        "decode": unquote,
        "encode": lambda line: quote(line, safe=""),
        "query": lambda line: parse_qsl(line, keep_blank_values=True),
    }
call = calls[operation]
with open(file, encoding="utf-8", newline="\n") as text:
    lines = text.read().removesuffix("\n").split("\n")

if task == "answers":
    for line in lines:
        try:
            answer = call(line)
            if operation == "query":
                answer = "".join(f"{name}\x1f{value}\x1e" for name, value in answer)
            answer = answer.encode()
            sys.stdout.buffer.write(struct.pack(">I", len(answer)) + answer)
        except ValueError:
            sys.stdout.buffer.write(b"\xff" * 4)
else:
    for _ in range(2):
        passes, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < 0.2:
            for line in lines:
                try:
                    call(line)
                except ValueError:
                    pass  # it is counted among the answers
            passes += 1
        spent = (time.perf_counter() - begin) / passes
    print(round(spent * 1e9))
