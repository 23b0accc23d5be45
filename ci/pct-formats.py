#!/usr/bin/env python3
"""Usage: python3 ci/pct-formats.py [--lines N] [--pct FILE] [FILE...]

The results of `pct decode` on fields, read back by other programs: Python's csv and json, and a regular expression for logs. Of each format N (100000)
lines are written, with values that are made up, the same at every run, or that stand in FILEs (URLs, paths, or combined logs). Then

* only the named fields have changed, and a line is one line to Python, whose str.splitlines knows eleven ends of lines;
* a value read back equals urllib.parse.unquote_to_bytes of the original, except for the escapes that stay by `pct decode --help`;
* a target is the text between the method and ` HTTP/1.1`, raw spaces included, and servers' escapes in it keep their spelling;
* words (as awk splits) are in the same places in logs;
* one line in a hundred is broken: it passes unchanged, and standard error counts it;
* in a log of eight formats, `pct inspect` finds every planted escape, in broken lines, too;
* lines of every format and of templates are spoilt by raw spaces, quotes, cells, prefixes: nothing hides an escape, and lines that do not fit pass.
"""
import argparse, csv, io, json, os, random, re, subprocess, sys
from urllib.parse import unquote_to_bytes

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser(usage=__doc__.split("\n")[0][7:])
parser.add_argument("--lines", type=int, default=100_000)
parser.add_argument("--pct", default=os.path.join(here, "../target/debug/pct"))
parser.add_argument("files", nargs="*")
options = parser.parse_args()

# ---- values -----------------------------------------------------------------------------------------------------------------------------------

PIECES = """a b.html index wiki 2026 ~me - _ . / // %2F %2f %20 %20%20 %09 %0A %0d%0a %00 %1B[2J %7F %22 %22%22 %27 %5C %5C%5C %5Cx41 %2C %3B %3A %7C
    %3F %23 %26 %3D %2B %25 %2541 %252B + ! $ ' ( ) * , : @ %5B %5D %7B %7D %23 % %4 %zz %%41 %u0041 %C3%A9 %D0%BE%D0%B1 %E6%9D%B1 %F0%9F%8D%8A %c3%a9 %C3 %A9
    %E9 %FF %C0%AF %ED%A0%80 %EF%BB%BF %C2%85 %c2%9b %C2%A0 %D8%9C %D8%A7 %E2%80%A8 %E2%80%a9 %E2%80%AE %E2%80%8F %E2%81%A6 %E2%80%93 %E2%82%AC %20200%205
    %20HTTP/1.1%22%20200%20 =SUM(1) é об 東 𝄞""".split()
WITHIN_QUERY = ["&", "=", "q=", "&page=2", "+", ";", "?"]
rng = random.Random(15)


def made_up(more=()):
    return "".join(rng.choice(PIECES + list(more)) for _ in range(rng.randrange(9)))


def real(files):
    # The target is the text between the method and the last ` HTTP/...`, or the end.
    log = re.compile(r'\S+ \S+ .* \[[^]]*\] "(?:[^ "]* +)?([^"]*?)(?: +HTTP/[^ "]*)? *" \S+ \S+ "([^"]*)"')
    for file in files:
        with open(file, encoding="utf-8", errors="surrogateescape", newline="\n") as lines:
            for line in lines:
                found = log.match(line)
                yield from found.groups() if found else [line.rstrip("\r\n")]


# A path and a query, without the characters that no URL in a log holds raw.
urls = [url.partition("?")[::2] for url in real(options.files) if not re.search(r'[\x00-\x20"\\\x7f-\x9f]', url)]
urls = [rng.choice(urls) for _ in range(options.lines)] if urls else [(made_up(), made_up(WITHIN_QUERY)) for _ in range(options.lines)]
raw = lambda text: text.encode("utf-8", "surrogateescape")

# ---- the expected values ------------------------------------------------------------------------------------------------------------------------

# Control characters, C1, U+2028, U+2029 and Bidi_Control, in UTF-8.
LINE = "%[01][0-9A-F]|%7F|%C2%[89][0-9A-F]|%D8%9C|%E2%80%8[EF]|%E2%80%A[89A-E]|%E2%81%A[6-9]"


def decoded(value, stays, text=False):
    """The decoded value; `stays` lists the bytes whose escapes stay, in hexadecimal, and |."""
    pattern = re.compile(("(" + LINE + "".join(f"|%{byte}" for byte in stays.split()) + ")").encode(), re.I)
    parts = pattern.split(value)
    out = [unquote_to_bytes(part) if at % 2 == 0 else part for at, part in enumerate(parts)]
    if text:  # ill-formed UTF-8 stays escaped
        out = [re.sub("[\udc80-\udcff]", lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", part.decode("utf-8", "surrogateescape")) for part in out]
        return "".join(out)
    return b"".join(out)


PATH, QUERY, WORD = "3F 23 ", "26 3D 2B 3B 23 ", "20 22 5C "


def url_decoded(path, query, stays, text=False):
    # The query is the text after the first `?`.
    path, mark, more = joined(path, query).partition("?")
    mark = mark if text else raw(mark)
    return decoded(raw(path), stays + PATH, text) + mark + decoded(raw(more), stays + QUERY, text)


def joined(path, query):
    return path + ("?" + query if query else "")


# ---- formats: a line's writer, its reader, and the expected result -----------------------------------------------------------------------------------


class Failure(Exception):
    pass


def pct(args, data, status=0):
    ran = subprocess.run([options.pct, "decode", "-q", *args], input=data, stdout=subprocess.PIPE)
    if ran.returncode != status:
        raise Failure(f"pct decode {' '.join(args)}: status {ran.returncode}, and not {status}")
    return ran.stdout


def same(what, number, got, expected):
    if got != expected:
        raise Failure(f"{what}, record {number + 1}:\n  got      {got!r}\n  expected {expected!r}")


def same_all(what, got, expected):
    if len(got) != len(expected):
        raise Failure(f"{what}: {len(got)} records, and not {len(expected)}")
    for number, (one, other) in enumerate(zip(got, expected)):
        same(what, number, one, other)


def lines_of(what, data, count):
    text = data.decode("utf-8", "surrogateescape")
    if len(text.splitlines()) != count:
        raise Failure(f"{what}: {len(text.splitlines())} lines to Python, and not {count}")
    return data.split(b"\n")[:-1]


OTHER = "%41%20%22%2C"  # never selected


def csv_():
    rows = [[OTHER, joined(*url), str(at)] for at, url in enumerate(urls)]
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
        written = io.StringIO(newline="")
        csv.writer(written, quoting=quoting, lineterminator="\r\n").writerows([["other", "url", "number"], *rows])
        data = pct(["--format=csv", "-f", "url"], raw(written.getvalue()))
        lines_of("csv", data, len(rows) + 1)
        got = list(csv.reader(io.StringIO(data.decode("utf-8", "surrogateescape"), newline=""), strict=True))
        expected = [[other, decoded(raw(url), "").decode("utf-8", "surrogateescape"), number] for other, url, number in rows]
        same("csv", 0, got.pop(0), ["other", "url", "number"])
        same_all("csv", got, expected)


def jsonl():
    here = [url for url in urls if not re.search("[\udc80-\udcff]", "".join(url))]  # JSON is UTF-8
    rows = [{"n": at, "other": OTHER, "request": {"url": joined(*url), "x": joined(*url)}} for at, url in enumerate(here)]
    for ascii in (True, False):
        data = pct(["--format=jsonl", "-f", "/request/url", "-f", "/request/x"], "".join(json.dumps(row, ensure_ascii=ascii) + "\n" for row in rows).encode())
        got = [json.loads(line) for line in lines_of("jsonl", data, len(rows))]
        # A known key of a URL keeps the separators of its parts.
        known = [url_decoded(*url, "", text=True) for url in here]
        others = [decoded(raw(joined(*url)), "", text=True) for url in here]
        expected = [dict(row, request={"url": url, "x": other}) for row, url, other in zip(rows, known, others)]
        same_all("jsonl", got, expected)


def once_more(query, stays):
    """CloudFront escapes the `%` of the client's escapes; the client's separators stay."""
    return decoded(decoded(query, stays + "3F 23 26 3D 2B 3B "), stays + QUERY)


def delimited(name, args, delimiter, head, stays, urls_are_split):
    def check():
        between = delimiter.encode()
        rows = [[raw(OTHER), raw(path or "-"), raw(query or "-"), b"%41"] for path, query in urls]
        rows = [row for row in rows if not any(re.search(rb'[\t "]', cell) or between in cell for cell in row)]
        data = pct(args, head + b"".join(between.join(row) + b"\n" for row in rows))
        kept = (PATH, QUERY) if urls_are_split else ("", "")
        of_query = lambda query: once_more(query, stays) if name == "cloudfront" else decoded(query, stays + kept[1])
        expected = [[row[0], decoded(row[1], stays + kept[0]), of_query(row[2]), row[3]] for row in rows]
        lines = lines_of(name, data, len(rows) + head.count(b"\n"))[head.count(b"\n"):]
        same_all(name, [line.split(between) for line in lines], expected)
        # A reader that honours quotes reads the same cells.
        text = b"\n".join(lines).decode("utf-8", "surrogateescape")
        same_all(name, [[raw(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)], expected)

    return check


# Each format is written here independently, from the documentation of its server: a line, and the
# regular expression that reads it. `\0` is the request's target, `\1` another URL.
QUOTED, WORD_, TIME = r'"((?:[^"\\]|\\.)*)"', r"(\S+)", r"\[([^]]*)\]"
COMMON = r'192.0.2.7 - a%20b [12/Nov/2026:06:00:07 +0000] "GET {0} HTTP/1.1" 200 5'
AGENT = r'"Mozilla/5.0 (%41 \"%20\" \x5C)"'
COMMON_READ = f"{WORD_} {WORD_} (.+?) {TIME} {QUOTED} {WORD_} {WORD_}"
COMBINED, COMBINED_READ = COMMON + ' "{1}" ' + AGENT, f"{COMMON_READ} {QUOTED} {QUOTED}"
words = lambda count: " ".join([WORD_] * count)
quotes = lambda count: " ".join([QUOTED] * count)
ELB = '2026-11-12T06:00:07.000000Z app/web/5 192.0.2.7:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET {0} HTTP/1.1" ' + AGENT + " ECDHE TLSv1.3"
ENVOY = '[2026-11-12T06:00:07.000Z] "GET {0} HTTP/1.1" 200 - '
# Name: a line, its regular expression, and the groups of the request and of URLs in quotes.
LOGS = {
    "common": (COMMON, COMMON_READ, [4]),
    "combined": (COMBINED, COMBINED_READ, [4, 7]),
    "vhost-combined": ("www%41.example.com:80 " + COMBINED, f"{WORD_} {COMBINED_READ}", [5, 8]),
    "elb": (ELB, f"{words(11)} {QUOTED} {QUOTED} {words(2)}", [11]),
    "alb": (
        f'https {ELB} arn:%41 "Root=1" "www.example.com" "-" 1 2026-11-12T06:00:07.000000Z "redirect" "{{1}}" "-"',
        f"{words(12)} {QUOTED} {QUOTED} {words(3)} {quotes(3)} {words(2)} {quotes(3)}",
        [12, 23],
    ),
    "s3": (
        '79a5 bucket [12/Nov/2026:06:00:07 +0000] 192.0.2.7 - 3E57 REST.GET.OBJECT - "GET {0} HTTP/1.1" 200 - 113 113 7 - "{1}" ' + AGENT + " -",
        f"{words(2)} {TIME} {words(5)} {QUOTED} {words(6)} {QUOTED} {QUOTED} {WORD_}",
        [8, 15],
    ),
    "haproxy": (
        '192.0.2.7:2817 [12/Nov/2026:06:00:07.123] www~ web/s1 10/0/30/69/109 200 5 - - ---- 1/1/1/1/0 0/0 {{%41}} {{}} "GET {0} HTTP/1.1"',
        f"{WORD_} {TIME} {words(10)} {{([^}}]*)}} {{([^}}]*)}} {QUOTED}",
        [14],
    ),
    "envoy": (
        ENVOY + '0 154 7 3 "192.0.2.7" ' + AGENT + ' "cc21d9b0" "web%41" "10.0.35.28:80"',
        f"{TIME} {QUOTED} {words(6)} {quotes(5)}",
        [1],
    ),
    "istio": (
        ENVOY + 'via_upstream - "-" 0 154 7 3 "192.0.2.7" ' + AGENT + ' "cc21d9b0" "web%41" "10.0.35.28:80" outbound|80 a:1 b:2 c:3 - default',
        f"{TIME} {QUOTED} {words(4)} {QUOTED} {words(4)} {quotes(5)} {words(6)}",
        [1],
    ),
    "traefik": (COMBINED + ' 17 "web@%41" "http://10.0.0.1:80" 3ms', f"{COMBINED_READ} {WORD_} {quotes(2)} {WORD_}", [4, 7]),
    "ingress-nginx": (
        COMBINED + " 512 0.003 [web-80] [] 10.0.0.1:80, 10.0.0.2:80 0, 5 0.001, 0.002 502, 200 %41",
        f"{COMBINED_READ} {words(2)} {TIME} {TIME} (.*)",
        [4, 7],
    ),
}


def odd(url):
    """A URL with raw spaces, which no client should send, with servers' escapes, and with a backslash that begins no escape."""
    return tuple(part.replace("!", " ").replace("'", r"\.").replace("*", r"\xC3\xA9\x7E") for part in url)


def broken(line, at):
    """A line that fits no format: cut off, with a prefix, or without its second half."""
    return [line[: len(line) // 3].replace('"', ""), "[x] " + line, "no line of a log " + line.replace('"', "'")][at % 3]


def filled(line, target, referer):
    return line.format(joined("/" + target[0], target[1]), joined(*referer))


def log(name):
    line, pattern, places = LOGS[name]
    pattern = re.compile(pattern.encode())

    def check():
        rows = [(odd(url), odd(urls[at // 2])) for at, url in enumerate(urls)]
        written = [filled(line, *row) for row in rows]
        written = [raw(broken(text, at) if at % 100 == 7 else text) for at, text in enumerate(written)]
        data = pct(["--format", name], b"".join(text + b"\n" for text in written), status=1)
        lines = lines_of(name, data, len(rows))
        if len(lines) != len(rows):
            raise Failure(f"{name}: {len(lines)} lines, and not {len(rows)}")
        for at, (old, new, (target, referer)) in enumerate(zip(written, lines, rows)):
            if at % 100 == 7:
                same(f"{name}, broken", at, new, old)
                continue
            before, after = pattern.fullmatch(old), pattern.fullmatch(new)
            if not before or not after:
                raise Failure(f"{name}, line {at + 1}: no such line any more: {new!r}")
            expected = list(before.groups())
            urls_here = [("/" + target[0], target[1]), referer][: len(places)]
            decoded_here = [url_decoded(*url, WORD) for url in urls_here]
            expected[places[0]] = b"GET " + decoded_here[0] + b" HTTP/1.1"
            expected[places[-1]] = decoded_here[-1] if len(places) > 1 else expected[places[-1]]
            same(name, at, list(after.groups()), expected)
            words_here = (old.split(), new.split())
            is_same = [one == other for one, other in zip(*words_here)]
            within = sum(joined(*url).count(" ") + 1 for url in urls_here)
            if len(words_here[0]) != len(words_here[1]) or is_same.count(False) > within:
                raise Failure(f"{name}, line {at + 1}: other words: {new!r}")

    return check


def word(name, line, pattern, stays):
    """A URL that is a word of its own, or a value in quotes."""
    pattern = re.compile(pattern.encode())

    def check():
        rows = [url for url in urls if not re.search(r'[ \t"\\]', "".join(url))]
        data = pct(["--format", name], b"".join(raw(filled(line, url, ("", ""))) + b"\n" for url in rows))
        for at, (new, url) in enumerate(zip(lines_of(name, data, len(rows)), rows)):
            found = pattern.fullmatch(new)
            same(name, at, found and found[1], url_decoded("/" + url[0], url[1], stays))

    return check


def verb(args, data):
    return subprocess.run([options.pct, *args], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def flagged(formats, written):
    """The lines in which `inspect` finds a NUL, from 1."""
    ran = verb(["inspect", "-q", "--only", "nul", "--format", formats], raw("".join(line + "\n" for line in written)))
    return [int(line.split(b":")[1]) for line in ran.stdout.splitlines()], ran.returncode


def mixed():
    """Eight formats in one log, one line in a hundred broken, and an escape of NUL planted in some: in the target, or anywhere in a broken line."""
    names = ["combined", "haproxy", "envoy", "elb", "s3", "alb", "vhost-combined", "traefik"]
    written, planted = [], []
    for at in range(options.lines):
        attack = rng.random() < 0.02
        line = LOGS[names[at % 8]][0].format("/a%20b?q=%41" + ("/%2e%2e/%00" if attack else ""), "-")
        line = broken(line, rng.randrange(3)) if rng.random() < 0.01 else line
        written.append(line)
        planted += [at + 1] if "%00" in line else []
    found, status = flagged(",".join(names), written)
    same("mixed", 0, found, planted)
    same("mixed, status", 0, status, 1)


# Only its form shows the end of the target.
BARE = "$remote_addr [$time_local] $request_uri $status $http_user_agent"
# Users' formats, which split the request into parts.
PARTS = {
    BARE: "{0} 200 ua",
    '$remote_addr [$time_local] "$request_method $request_uri $server_protocol" $status "$http_user_agent"': '"GET {0} HTTP/1.1" 200 "ua"',
    "%h %t %m %U%q %H %>s": "GET {0} HTTP/1.1 200",
    "$remote_addr [$time_local] $request_method $host$request_uri $scheme $status": "GET e.org{0} https 200",
    "$remote_addr [$time_local] $request_uri|$status": "{0}|200",
}


# Formats whose lines are not templates with quotes, some with the head that names their fields.
OTHERS = {
    "squid": ("", "1533744000.777     11 192.0.2.7 TCP_MISS/200 1390 GET {0} - DIRECT/192.0.2.9 text/xml"),
    "logfmt": ("", 'at=info method=GET path="{0}" host=e.org fwd="192.0.2.7" status=200 ua="ua"'),
    "heroku": ("", "at=info method=GET url={0} fwd=192.0.2.7 status=200 ua=ua"),
    "jsonl": ("", '{{"remote_addr":"192.0.2.7","request":"GET {0} HTTP/1.1","referer":"{1}","agent":"ua"}}'),
    "json": ("", '{{"request":{{"client_ip":"192.0.2.7","uri":"{0}","headers":{{"Referer":["{1}"],"User-Agent":["ua"]}}}}}}'),
    "csv": ("date,cs-uri-stem,x", '2026-11-12,"{0}",ua'),
    "tsv": ("date\tcs-uri-stem\tx", "2026-11-12\t{0}\tua"),
    "zeek": ("#fields\tts\turi\treferrer", "1794463207.0\t{0}\tua"),
    "w3c": ("#Fields: date c-ip cs-uri-stem cs(User-Agent)", "2026-11-12 192.0.2.7 {0} ua"),
    "cloudfront": ("#Fields: date c-ip cs-uri-stem cs(User-Agent)", "2026-11-12\t192.0.2.7\t{0}\tua"),
}
FIELD = {"csv": "cs-uri-stem", "tsv": "cs-uri-stem"}
HEADED = {name for name, (head, _) in OTHERS.items() if head}


def spoilt(line):
    """The line with a planted NUL, spoilt as clients and servers spoil lines: the kind of damage, and the new line."""
    target = rng.choice(["/", "//e.org/", "/a?b=", "http://e.org/", "//"]) + "%00"
    plain = line.format(target, "-")
    yield "a target", plain
    yield "a raw space", line.format(target + rng.choice([" ", " a", "  b ", " HTTP/1.1 ", " 200 5 "]) + "%2e", "-")
    yield "a forged status", line.format(target + rng.choice([" 404 x", " - x", " 200 Mozilla/5.0 (", " 404 5 -"]), "-")
    yield "a space before it", line.format("/a" + rng.choice([" ", " a b ", " HTTP/1.1 "]) + target, "-")
    places = [at for at in range(len(plain)) if plain[max(0, at - 2) : at + 2].count("%") == 0]
    at = rng.choice(places)
    yield "a quote", plain[:at] + '"' + plain[at:]
    yield "a quote and more", plain[:at] + '" x' + plain[at:]
    yield "a space", plain[:at] + " " + plain[at:]
    yield "a bracket", plain[:at] + rng.choice("[]") + plain[at:]
    yield "a field more", plain + rng.choice([' "%00', ' a"b', " x", ' "a" b"'])
    yield "in a header", line.format("/", "%00").replace("ua", "%00").replace("Mozilla", "%00") + (" %00" if "%00" not in line.format("/", "%00") else "")
    yield "an escape", line.format("/a" + rng.choice([r"\x22", r"\"", r"\\", r"\u0022", "\\", r"\xff", r"\u12"]) + target, "-")
    yield "no text", line.format("/a\udcff" + target, "\udce9\udcff")
    yield "a tab", line.format("/a\t" + target, "-")
    yield "a cell more", plain + rng.choice([" ", "\t", ","]) + "%00"
    yield "CONNECT", plain.replace("GET ", "CONNECT ").replace(target, "e.org:443/%00")
    for name in ("access.log:", "a.gz:17:", "/var/log/a.log:"):
        yield "grep", name + plain


def kinds():
    """In every spoilt line the NUL is found, and a line that does not fit passes unchanged."""
    formats = {name: ("", line) for name, (line, *_) in LOGS.items()}
    formats |= {name: ("", "192.0.2.7 [12/Nov/2026:06:00:07 +0000] " + line) for name, line in PARTS.items()}
    for name, (head, line) in (formats | OTHERS).items():
        written = [one for _ in range(max(1, options.lines // 1000)) for one in spoilt(line)]
        written = [("the head", head)] * bool(head) + written
        if name == "csv":
            # An open quote takes the following lines into its record, so each line is tested alone.
            found = [at + 1 for at, (_, one) in enumerate(written) if flagged(name, [head, one])[0]]
        else:
            found, _ = flagged(name, [one for _, one in written])
        for at, (kind, one) in enumerate(written):
            if "%00" in one and at + 1 not in found:
                raise Failure(f"{name}: {kind} hides it: {one}")
        data = raw("".join(one + "\n" for _, one in written))
        selected = ["-f", FIELD[name]] if name in FIELD else []
        ran = verb(["decode", "-v", "--format", name, *selected], data)
        told = [line for line in ran.stderr.splitlines() if line.endswith(b"; passed on unchanged")]
        misfits = {int(line.split(b":")[1]) for line in told}
        for at, (new, (kind, old)) in enumerate(zip(ran.stdout.split(b"\n"), written)):
            if at + 1 in misfits:
                same(f"{name}, {kind}", at, new, raw(old))
            elif kind == "a forged status" and name == BARE:
                raise Failure(f"{name}: a client forges the status: {old}")
            elif kind == "grep" and name not in HEADED:
                # A prefix is expected in the format that syslog usually carries: haproxy.
                hosts = verb(["decode", "--format", name, "--only", "-f", "host"], raw(old + "\n"))
                if name != "haproxy" or hosts.stdout != b"192.0.2.7\n":
                    raise Failure(f"{name}: the file is a field: {old}")
        if name in HEADED:
            continue
        behind = [one for kind, one in written if kind == "grep"]
        ran = verb(["inspect", "--prefix", "grep", "--only", "nul", "--format", name], raw("".join(one + "\n" for one in behind)))
        same(f"{name}, --prefix grep", 0, (ran.stdout.count(b"\n"), ran.stderr), (len(behind), b""))


def cells():
    """Rows with more or fewer cells than the header are reported and pass."""
    for name, delimiter in (("csv", ","), ("tsv", "\t"), ("w3c", " "), ("cloudfront", "\t"), ("zeek", "\t")):
        head = {"w3c": "#Fields: ", "cloudfront": "#Fields: ", "zeek": "#fields\t"}.get(name, "")
        head += ("\t" if name == "zeek" else delimiter if not head else " ").join(["date", "cs-uri-stem", "x"])
        rows = [["2026-11-12", "/%41", "%00"][: rng.randrange(1, 4)] + ["%00"] * rng.randrange(3) for _ in range(options.lines // 100)]
        data = raw("\n".join([head, *(delimiter.join(row) for row in rows), ""]))
        field = "cs-uri-stem"
        ran = verb(["decode", "-v", "--format", name, "-f", field], data)
        for at, (row, new) in enumerate(zip(rows, ran.stdout.decode().splitlines()[1:])):
            expected = delimiter.join(row).replace("%41", "A") if len(row) == 3 else delimiter.join(row)
            same(f"{name}, cells", at, new, expected)
        odd = sum(len(row) != 3 for row in rows)
        same(f"{name}, cells", 0, ran.stderr.count(b"does not fit"), odd)
        found, _ = flagged(name, data.decode().splitlines())
        same(f"{name}, cells", 0, found, [at + 2 for at, row in enumerate(rows) if "%00" in row])
        # Every verb reports such rows: without -f, by name, and by number if a directive names the
        # fields.
        for fields in [[], ["-f", field], ["-f", "2"] if head.startswith("#") else ["-f", "2", "--fields", "a,b,c"]]:
            for which in ("inspect", "check", "normalize"):
                if not fields and which != "inspect" and not head.startswith("#"):
                    continue
                ran = verb([which, "-v", "--format", name, *fields, *(["--rules", "escapes"] if which == "normalize" else [])], data)
                told = [line for line in ran.stderr.splitlines() if b"does not fit" in line]
                # With --fields, the row of names is a row like others.
                same(f"{name}, cells, {which} {fields}", 0, (len(told), ran.returncode), (odd, 1))


def keys():
    """A record has one request."""
    order = ["request", "request_uri", "uri", "url"]
    rows = [rng.sample(order, rng.randrange(1, 5)) for _ in range(options.lines // 100)]
    first = [min(row, key=order.index) for row in rows]
    value = lambda key: f"GET /?q={key} HTTP/1.1" if key == "request" else f"/?q={key}"
    for name, write in (
        ("jsonl", lambda row: json.dumps({**{key: value(key) for key in row}, "referer": "/?q=%00"})),
        ("logfmt", lambda row: " ".join(f'{key}="{value(key)}"' for key in [*row, "referer"])),
    ):
        data = raw("".join(write(row) + "\n" for row in rows))
        same(f"{name}, keys", 0, verb(["query", "--format", name, "-k", "q"], data).stdout.decode().split(), first)


def marks():
    """The `?` that some servers write before a query changes nothing."""
    rows = [f"q={at}%26&r" for at in range(options.lines // 100)]
    expected = [f"{at}%26" for at in range(len(rows))]
    for name, field, line in (
        ("w3c", "cs-uri-query", "2026-11-12 {}"),
        ("cloudfront", "cs-uri-query", "2026-11-12\t{}"),
        ('%h "%m %U" "%q" %>s', "query", '192.0.2.7 "GET /a" "{}" 200'),
        ("%h %m %U%q %H %>s", "query", "192.0.2.7 GET /a{} HTTP/1.1 200"),
        ("$request_method $uri$is_args$args $status", "query", "GET /a{} 200"),
    ):
        head = "#Fields: date cs-uri-query\n" if "-" in field else ""
        written = raw(head + "".join(line.format("?" + row) + "\n" for row in rows))
        got = verb(["query", "--format", name, "-f", field, "-k", "q"], written).stdout.decode().split()
        same(f"{name}, ?", 0, got, expected)


FIELDS = b"#Version: 1.0 %41\n#Fields: x-other cs-uri-stem cs-uri-query x\n"
FORMATS = {
    "csv": csv_,
    "jsonl": jsonl,
    "tsv": delimited("tsv", ["--format=tsv", "-f", "2", "-f", "3"], "\t", b"", "22 ", False),
    "tsv, |": delimited("tsv, |", ["--format=tsv", "--delimiter", "|", "-f", "2", "-f", "3"], "|", b"", "22 7C ", False),
    "cloudfront": delimited("cloudfront", ["--format", "cloudfront"], "\t", FIELDS, "22 ", True),
    "w3c": delimited("w3c", ["--format", "w3c"], " ", FIELDS, "20 22 ", True),
    **{name: log(name) for name in LOGS},
    "squid": word(
        "squid",
        "1533744000.777     11 192.0.2.7 TCP_MISS/200 1390 GET http://e.org{0} - DIRECT/%41 text/xml",
        r"1533744000.777     11 192.0.2.7 TCP_MISS/200 1390 GET http://e.org(\S+) - DIRECT/%41 text/xml",
        "20 22 5C ",
    ),
    "logfmt": word("logfmt", 'at=%41 url={0} path="/x y"', r'at=%41 url=(\S+) path="/x y"', "20 22 "),
    "logfmt, quoted": word("logfmt", 'at=%41 path="{0}" x', r'at=%41 path="([^"\\]*)" x', WORD),
    "a log of eight formats": mixed,
    "lines that are spoilt": kinds,
    "rows of other lengths": cells,
    "several known keys": keys,
    "queries that begin with ?": marks,
}

try:
    for name, check in FORMATS.items():
        check()
        print(f"{name}: {options.lines} lines as Python reads them", flush=True)
except Failure as failure:
    sys.exit(f"pct-formats: {failure}")
