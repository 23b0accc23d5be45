"""An oracle for decoding and encoding, written from the contract: byte by byte, slow and obvious."""

from __future__ import annotations

from dataclasses import dataclass

HEX = b"0123456789abcdefABCDEF"


class Refused(Exception):
    """The kind of a refusal, and its position in bytes."""

    def __init__(self, kind: str, position: int) -> None:
        super().__init__(kind, position)
        self.kind, self.position = kind, position


@dataclass(frozen=True)
class Oracle:
    plus_as_space: bool = False
    malformed: str = "keep"
    keep: str = ""
    reject: str = ""
    keep_non_ascii: bool = False
    reject_raw: bool = False
    utf8: str = "strict"

    def pieces(self, data: bytes) -> list[tuple[bytes, int, bool]]:
        """Each decoded byte (or triplet that stays): the bytes, where they come from, whether they were an escape."""
        keep, reject, pieces, at = self.keep.encode(), self.reject.encode(), [], 0
        while at < len(data):
            byte, digits = data[at], data[at + 1 : at + 3]
            if byte == ord("%") and len(digits) == 2 and all(digit in HEX for digit in digits):
                value = int(digits, 16)
                if value in reject:
                    raise Refused("rejected", at)
                if value in keep or (value >= 0x80 and self.keep_non_ascii):
                    pieces += [(data[at + index : at + index + 1], at + index, False) for index in range(3)]
                else:
                    pieces.append((bytes([value]), at, True))
                at += 3
                continue
            if byte == ord("%") and self.malformed == "error":
                raise Refused("bad-hex" if any(digit not in HEX for digit in digits) else "truncated", at)
            if byte == ord("+") and self.plus_as_space:
                byte = ord(" ")
            if self.reject_raw and byte in reject:
                raise Refused("rejected", at)
            pieces.append((bytes([byte]), at, False))
            at += 1
        return pieces

    def decode(self, data: bytes) -> bytes:
        return b"".join(piece for piece, _, _ in self.pieces(data))

    def decode_text(self, data: bytes) -> str:
        try:
            pieces, refused = self.pieces(data), None
        except Refused as error:
            # An earlier piece may be refused first.
            pieces, refused = self.pieces(data[: error.position]), error
        decoded = b"".join(piece for piece, _, _ in pieces)
        if self.utf8 == "strict":
            try:
                text = decoded.decode()
            except UnicodeDecodeError as error:
                raise Refused("utf8", pieces[error.start][1]) from None
            if refused:
                raise refused
            return text
        if refused:
            raise refused
        if self.utf8 == "lossy":
            return decoded.decode(errors="replace")
        text, at = "", 0
        while at < len(pieces):
            for length in (1, 2, 3, 4):
                try:
                    text += decoded[at : at + length].decode()
                    at += length
                    break
                except UnicodeDecodeError:
                    pass
            else:
                byte, position, escaped = pieces[at]
                text += data[position : position + 3].decode() if escaped else f"%{byte[0]:02X}"
                at += 1
        return text


def encode(data: bytes, escape: str, space_as_plus: bool = False, lowercase_hex: bool = False, keep_escapes: bool = False) -> str:
    text, at = "", 0
    while at < len(data):
        byte, digits = data[at], data[at + 1 : at + 3]
        if keep_escapes and byte == ord("%") and len(digits) == 2 and all(digit in HEX for digit in digits):
            text += data[at : at + 3].decode()
            at += 3
            continue
        if space_as_plus and byte == ord(" "):
            text += "+"
        elif byte >= 0x80 or chr(byte) in escape or (space_as_plus and byte == ord("+")):
            text += f"%{byte:02x}" if lowercase_hex else f"%{byte:02X}"
        else:
            text += chr(byte)
        at += 1
    return text
