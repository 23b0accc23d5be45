"""Decoder, Encoder, Scheme: against an oracle written from the contract."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oracle import Oracle, Refused, encode
from percent_simd import DecodeError, Decoder, Encoder, Scheme, schemes

PIECES = ["%", "%4", "%41", "%2f", "%2F", "%25", "%00", "%0A", "%C3%A9", "%C3", "%A9", "%E2%98%83", "%FF", "%zz", "%4z", "+", " ", "/", "é", "☃", "a"]
piece = st.one_of(st.sampled_from(PIECES), st.text(max_size=3), st.sampled_from(PIECES).map(lambda part: part * 40))
texts = st.lists(piece, max_size=10).map("".join)
raw = st.one_of(texts.map(str.encode), st.tuples(texts.map(str.encode), st.binary(max_size=3), texts.map(str.encode)).map(b"".join))
sets = st.text(alphabet="%/+\0\n aA\x7f", max_size=3)
options = st.fixed_dictionaries(
    {},
    optional={
        "plus_as_space": st.booleans(),
        "malformed": st.sampled_from(["keep", "error"]),
        "keep": sets,
        "reject": sets,
        "keep_non_ascii": st.booleans(),
        "reject_raw": st.booleans(),
        "utf8": st.sampled_from(["strict", "lossy", "keep"]),
    },
)


def outcome(call: Any, *args: Any) -> Any:
    try:
        return call(*args)
    except (Refused, DecodeError) as error:
        return error.kind, error.position


@given(raw, options)
@example(b"%C3%00", {"reject": "\0"})
def test_bytes(data: bytes, options: dict[str, Any]) -> None:
    decoder, oracle = Decoder(**options), Oracle(**options)
    expected = outcome(oracle.decode, data)
    for value in (data, bytearray(data), memoryview(data), memoryview(data + data)[: len(data)]):
        assert outcome(decoder.decode, value) == expected
        assert outcome(decoder.decode_bytes, value) == expected
    if isinstance(expected, bytes):
        assert (decoder.decode(data) is data) == (expected == data)
        decoder.check(data)
        buffer = bytearray(len(data) + 5)
        assert buffer[: decoder.decode_into(data, buffer)] == expected
        exact = bytearray(len(expected))
        assert exact[: decoder.decode_into(memoryview(data), exact)] == expected
        if expected:
            with pytest.raises(ValueError, match=f"{len(expected)} bytes are needed"):
                decoder.decode_into(data, bytearray(len(expected) - 1))
    else:
        assert outcome(decoder.check, data) == expected
        assert outcome(decoder.decode_into, data, bytearray(len(data))) == expected


@given(raw, options)
def test_text_of_bytes(data: bytes, options: dict[str, Any]) -> None:
    assert outcome(Decoder(**options).decode_text, data) == outcome(Oracle(**options).decode_text, data)


@given(texts, options)
def test_text(text: str, options: dict[str, Any]) -> None:
    decoder, expected = Decoder(**options), outcome(Oracle(**options).decode_text, text.encode())
    if isinstance(expected, tuple):
        # Positions are characters.
        kind, position = expected
        expected = kind, len(text.encode()[:position].decode())
        assert outcome(decoder.check, text) == expected
    else:
        assert (decoder.decode(text) is text) == (expected == text)
    assert outcome(decoder.decode, text) == expected
    assert outcome(decoder.decode_text, text) == expected


@given(raw, options)
def test_find(data: bytes, options: dict[str, Any]) -> None:
    decoder, oracle = Decoder(**options), Oracle(**options)
    lengths = (length for length in range(len(data) + 1) if outcome(oracle.decode, data[:length]) != data[:length])
    # A prefix that ends inside a triplet differs from the whole value.
    found = decoder.find(data)
    if found is None:
        assert outcome(oracle.decode, data) == data
    else:
        assert data[:found] == outcome(oracle.decode, data[:found]) or oracle.malformed == "error"
        assert next(lengths, None) is not None


@given(raw, st.text(alphabet=st.characters(max_codepoint=127)), st.booleans(), st.booleans(), st.booleans())
def test_encoder(data: bytes, escape: str, plus: bool, lower: bool, keep: bool) -> None:
    encoder = Encoder(escape=escape, space_as_plus=plus, lowercase_hex=lower, keep_escapes=keep)
    expected = encode(data, escape, plus, lower, keep)
    assert encoder.encode(data) == encoder.encode(bytearray(data)) == expected
    assert set(encoder.escape) == set(escape)
    found = encoder.find(data)
    assert (found is None) == (expected.encode() == data)
    if found is not None:
        assert expected.encode()[:found] == data[:found]


@given(texts)
def test_encoder_of_text(text: str) -> None:
    encoder = Encoder("url-path")
    assert encoder.encode(text) == encoder.encode(text.encode())
    assert (encoder.encode(text) is text) == (encoder.encode(text) == text)
    found = encoder.find(text)
    assert found is None or encoder.find(text[:found]) is None


def test_sets_of_encoders() -> None:
    unreserved = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    everything = {chr(byte) for byte in range(128)}
    assert set(Encoder().escape) == everything - unreserved
    assert set(Encoder(safe="/").escape) == everything - unreserved - {"/"}
    assert set(Encoder(safe=b"/").escape) == everything - unreserved - {"/"}
    assert Encoder(escape="").escape == ""
    # WHATWG URL 1.3: the query percent-encode set is the C0 control set and these.
    assert set(Encoder("url-query").escape) == {chr(byte) for byte in [*range(32), 127]} | set(' "#<>')
    assert "'" in Encoder("url-query", escape="'").escape
    assert Encoder("form").space_as_plus and not Encoder("form", space_as_plus=False).space_as_plus


def test_schemes() -> None:
    assert len({scheme.name for scheme in schemes()}) == len(schemes()) > 30
    for scheme in schemes():
        value, encoded = scheme.example
        assert Scheme(scheme.name) == scheme
        assert scheme.encoder.encode(value) == encoded == Encoder(scheme.name).encode(value)
        assert scheme.decoder.decode_bytes(scheme.encoder.encode("a é/%+")) == "a é/%+".encode() or scheme.encoder.keep_escapes or "%" not in scheme.encoder.escape
        assert scheme.standard
    # W3C Baggage 3.3.1.3: ill-formed UTF-8 becomes U+FFFD.
    assert Scheme("baggage").decoder.decode("a+b%FF") == "a+b\ufffd" and Scheme("baggage").decoder.utf8 == "lossy"
    assert Scheme("s3-key").decoder.decode("red+flower.jpg") == "red flower.jpg"


POLICIES = [
    Decoder(),
    Decoder(plus_as_space=True, malformed="error", keep="/%", reject="\0\n", keep_non_ascii=True, reject_raw=True, utf8="lossy"),
    Decoder(utf8="keep", keep=b"'"),
    Encoder(),
    Encoder("form"),
    Encoder("url-path", lowercase_hex=True, keep_escapes=True, safe="'"),
    Encoder(keep_non_ascii=True),
    Decoder(hex_digits="upper", malformed="error"),
    *schemes(),
    *(scheme.decoder for scheme in schemes()),
]


@pytest.mark.parametrize(
    "value, message, position",
    [
        ("é%00", "rejected byte 0x00 at character 1: ", 1),
        (b"\xc3\xa9%00", "rejected byte 0x00 at byte 2: ", 2),
        ("é%2500", "round 2 of decoding: rejected byte 0x00 at byte 2: ", 2),
        ("%C3%A9%2500", "round 2 of decoding: rejected byte 0x00 at byte 2: ", 2),
        ("%25C3%25A9%252500", "round 3 of decoding: rejected byte 0x00 at byte 2: ", 2),
        (b"%C3%A9%2500", "round 2 of decoding: rejected byte 0x00 at byte 2: ", 2),
    ],
)
def test_positions_in_later_rounds_count_bytes(value: Any, message: str, position: int) -> None:
    with pytest.raises(DecodeError) as caught:
        Decoder(reject="\0").decode(value, times=3)
    assert str(caught.value).startswith(message) and caught.value.position == position


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_policies_are_values(policy: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(policy, protocol)) == policy
    again = eval(repr(policy))
    for other in (copy.copy(policy), copy.deepcopy(policy), again):
        assert other == policy and hash(other) == hash(policy) and repr(other) == repr(policy)
    assert policy != 3 and policy != object()
    with pytest.raises(AttributeError):
        policy.keep = "x"


def test_differing_policies_are_unequal() -> None:
    assert Decoder() != Decoder(keep="/") and Encoder("form") != Encoder("oauth") and Decoder() != Encoder()
    assert Decoder(keep="ab") == Decoder(keep="ba") and len({Decoder(keep="ab"), Decoder(keep=b"ba")}) == 1


def test_errors_are_values() -> None:
    with pytest.raises(DecodeError) as caught:
        Decoder(malformed="error").decode(b"ab%4")
    error = caught.value
    assert isinstance(error, ValueError) and (error.position, error.kind) == (2, "truncated")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.position, again.kind) == (str(error), 2, "truncated")
    assert str(error) == "malformed triplet at byte 2: the input ends before the second hex digit, in 'ab%4'; malformed='keep' keeps such a % [truncated]"


@pytest.mark.parametrize("value", [None, 3, 1.5, ["a"], object()])
def test_other_types_are_refused(value: Any) -> None:
    for call in (Decoder().decode, Decoder().decode_text, Decoder().check, Decoder().find, Encoder().encode, Encoder().find):
        with pytest.raises(TypeError, match="a str or a bytes-like object is needed, not"):
            call(value)


def test_wrong_options() -> None:
    with pytest.raises(ValueError, match='malformed must be "keep" or "error", not "x"'):
        Decoder(malformed="x")  # type: ignore[arg-type]
    for make in (lambda: Decoder(keep="/é"), lambda: Decoder(reject="/é".encode()), lambda: Encoder(escape="é"), lambda: Encoder(safe="é")):
        with pytest.raises(ValueError, match="(keep|reject|escape|safe) must be ASCII characters, and 'é' is not one: remove it"):
            make()
    with pytest.raises(ValueError, match=r"there is no scheme \"x\": percent_simd.schemes\(\) lists them"):
        Encoder("x")
    with pytest.raises(UnicodeEncodeError):
        Decoder().decode("\ud800")


@given(texts, st.sampled_from([Decoder(malformed="error"), Decoder(reject="\0 "), Decoder(malformed="error", reject="a", reject_raw=True)]))
@example("é%00", Decoder(reject="\0"))
@example("%00", Decoder(reject="\0"))
def test_messages_and_positions_count_alike(text: str, decoder: Decoder) -> None:
    """Characters of a str, bytes of anything else."""
    for value, unit in ((text, "character"), (text.encode(), "byte"), (bytearray(text.encode()), "byte")):
        for call in (decoder.decode, decoder.check, decoder.decode_text):
            try:
                call(value)
            except DecodeError as error:
                assert f" at {unit} {error.position}: " in str(error)


def test_hex_digits() -> None:
    for digits, kept in (("any", ""), ("lower", "%4A"), ("upper", "%4a")):
        decoder = Decoder(hex_digits=digits)  # type: ignore[arg-type]
        assert decoder.hex_digits == digits
        assert [decoder.decode(value) for value in ("%4a", "%4A")] == [kept if value == kept else "J" for value in ("%4a", "%4A")]
    with pytest.raises(DecodeError) as caught:
        Decoder(hex_digits="lower", malformed="error").decode(b"f%c3%BC")
    assert (caught.value.position, caught.value.kind) == (4, "bad-hex")


def test_keep_non_ascii() -> None:
    encoder = Encoder("url-path", keep_non_ascii=True)
    assert encoder.keep_non_ascii and encoder != Encoder("url-path")
    assert encoder.encode('/caf\u00e9 "x"') == '/caf\u00e9%20%22x%22'
    assert encoder.encode(b"caf\xe9") == "caf%E9"


def test_schemes_encode_their_examples() -> None:
    for scheme in schemes():
        value, encoded = scheme.example
        assert scheme.encoder.encode(value) == encoded, scheme
        again = eval(repr(scheme.encoder), {"Encoder": Encoder})
        assert again == scheme.encoder and again.encode(value) == encoded
