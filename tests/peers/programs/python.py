# Each line of standard input is an operation and its input in hex. Each line of the answer is the result in hex.
# Pairs are `name=value`, joined by `&`.
import sys
from urllib.parse import parse_qsl, quote, quote_plus, unquote, unquote_plus, unquote_to_bytes, urlencode


def text(data):
    return data.decode("utf-8")


def serialize(data):
    items = data.split(b"|")
    items += [b""] * (len(items) % 2)
    return urlencode(list(zip(items[::2], items[1::2]))).encode()


def parse(data):
    pairs = parse_qsl(text(data), keep_blank_values=True)
    return "&".join(name.encode().hex() + "=" + value.encode().hex() for name, value in pairs)


OPERATIONS = {
    "quote": lambda data: quote(data).encode(),
    "quote-all": lambda data: quote(data, safe="").encode(),
    "quote-uri": lambda data: quote(data, safe="-_.!~*'();/?:@&=+$,#").encode(),
    "quote-component": lambda data: quote(data, safe="-_.!~*'()").encode(),
    "quote-plus": lambda data: quote_plus(data).encode(),
    "quote-form": lambda data: quote_plus(data, safe="*").encode(),
    "unquote-to-bytes": unquote_to_bytes,
    "unquote": lambda data: unquote(text(data)).encode(),
    "unquote-plus": lambda data: unquote_plus(text(data)).encode(),
    "serialize": serialize,
    "parse": parse,
}

answers = []
for line in sys.stdin.buffer.read().decode("ascii").split("\n")[:-1]:
    operation, _, data = line.partition(" ")
    answer = OPERATIONS[operation](bytes.fromhex(data))
    answers.append((answer if isinstance(answer, str) else answer.hex()) + "\n")
sys.stdout.write("".join(answers))
