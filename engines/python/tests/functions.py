"""The functions in Python's DataFusion beside urllib.parse, on every type of text; errors."""

import random
import unittest
from urllib.parse import parse_qs, quote, quote_plus, unquote, unquote_plus

import datafusion
import percent_simd_datafusion
import pyarrow as pa

TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int32(), pa.string()),
]
PARTS = ["a", "Z", "9", "~", "*", "-", "+", " ", "/", "é", "你", "😀"]
PARTS += ["%41", "%2F", "%C3%A9", "%25", "%00"]
MALFORMED = ["%", "%4", "%zz", "%FF", "%C3", "%ED%A0%80", "%E4%BD"]


def texts(parts):
    """Random values, some of them null; each of the parts is often one."""
    values = ["".join(random.choices(parts, k=random.randrange(12))) for _ in range(3000)]
    return values + parts + ["", None]


def session(column):
    """A session with the functions, and a table with this column in several batches."""
    context = datafusion.SessionContext()
    percent_simd_datafusion.register_all(context)
    table = pa.table({"v": column})
    context.register_record_batches("t", [table.to_batches(max_chunksize=700)])
    return context


def answers(context, expression):
    """The values of an expression for all rows."""
    return context.sql(f"SELECT {expression} AS answer FROM t").to_pydict()["answer"]


def first(query, name):
    """The first value of a parameter."""
    return parse_qs(query, keep_blank_values=True).get(name, [None])[0]


class Functions(unittest.TestCase):
    def compare(self, values, expression, reference):
        """Compares an SQL expression with a function of Python, on every type of text."""
        expected = [value if value is None else reference(value) for value in values]
        for of in TYPES:
            with self.subTest(expression=expression, type=str(of)):
                got = answers(session(pa.array(values, of)), expression)
                self.assertEqual(got, expected)

    def test_encoding(self):
        values = texts(PARTS + MALFORMED)
        self.compare(values, "percent_encode(v, 'uri-component')", lambda v: quote(v, safe=""))
        # Java escapes ~ and leaves *.
        self.compare(values, "url_encode(v)", lambda v: quote_plus(v, safe="*").replace("~", "%7E"))

    def test_decoding(self):
        self.compare(texts(PARTS), "url_decode(v)", unquote_plus)
        values = texts(PARTS + MALFORMED)
        self.compare(values, "percent_decode(v, 'utf8=lossy')", unquote)
        self.compare(values, "percent_decode(v, 'plus utf8=lossy')", unquote_plus)

    def test_parameters(self):
        parts = ["a", "b", "=", "&", "a=", "&a=", "&b=", "%61", "+", "é", "%C3%A9", "%26", "%FF"]
        values = texts(parts)
        self.compare(values, "query_param(v, 'a')", lambda v: first(v, "a"))
        # A key that differs from row to row.
        key = "CASE WHEN length(v) % 2 = 0 THEN 'a' ELSE 'b' END"
        self.compare(values, f"query_param(v, {key})", lambda v: first(v, "ab"[len(v) % 2]))

    def test_other_results(self):
        targets = ["/a/%2e%2e/../../b?q=%00", "/caf%C3%A9?q=1&p=2", None]
        for of in TYPES:
            context = session(pa.array(targets, of))
            for expression, expected in [
                ("path_check(split_part(v, '?', 1), 'nginx')", ["climbs-above-root", "ok", None]),
                ("encoding_flags(v, 'nul,slash')", [True, False, None]),
                ("parse_url(v, 'QUERY', 'q')", ["%00", "1", None]),
                ("percent_decode(v, 'utf8=bytes')", [b"/a/../../../b?q=\0", "/café?q=1&p=2".encode(), None]),
                ("query_params(v)", [[("q", "\0")], [("q", "1"), ("p", "2")], None]),
                ("percent_encode('é', 'uri-component')", ["%C3%A9"] * 3),
                ("percent_encode(v, concat('url-', 'path')) IS NULL", [False, False, True]),
            ]:
                with self.subTest(expression=expression, type=str(of)):
                    self.assertEqual(answers(context, expression), expected)

    def test_no_rows(self):
        for of in TYPES:
            context = session(pa.array(["a"], of))
            frame = context.sql("SELECT path_check(v, 'nginx') AS answer FROM t WHERE v = 'b'")
            self.assertEqual(frame.to_pydict()["answer"], [])

    def test_errors(self):
        context = session(pa.array(["/a", "%zz"]))
        for expression, expected in [
            ("url_decode(v)", r"url_decode cannot decode '%zz': .* in row 2 of a batch of 2"),
            ("path_check(v, v)", "argument 2 of path_check must be a string constant"),
            ("path_check(v, 'caddy')", "no preset of path_check is called 'caddy'"),
            ("percent_decode(v, v)", "argument 2 of percent_decode must be a string literal"),
            ("percent_decode(v, 'pluss')", "malformed option 'pluss' of percent_decode"),
        ]:
            with self.subTest(expression=expression), self.assertRaisesRegex(Exception, expected):
                answers(context, expression)

    def test_another_version(self):
        version = datafusion.__version__
        datafusion.__version__ = "54.1.0"
        try:
            with self.assertRaisesRegex(ImportError, r"needs datafusion 55, and 54\.1\.0 is installed"):
                percent_simd_datafusion.register_all(datafusion.SessionContext())
        finally:
            datafusion.__version__ = version


if __name__ == "__main__":
    random.seed(30)
    unittest.main()
