//! Tests of the checker: a checker that compares nothing would let every test pass.

use oracle::places::Placed;
use support::check::{self, Memory, Place};

/// Memory with one defect: a wrong input, a wrong buffer, or a write outside of the output.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    Input,
    InPlace,
    Output,
}

struct Written(Placed, Wrong);

impl Place for Written {
    fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    fn holds(&self, content: &[u8]) -> bool {
        !matches!(self.1, Wrong::Output) && self.0.holds(content)
    }
}

impl Memory for Wrong {
    type Place = Written;

    fn input(&self, content: &[u8]) -> Written {
        let content = if let Self::Input = self { b"%42" } else { content };
        Written(Placed::input(content, 0), Self::Input)
    }

    fn in_place(&self, content: &[u8]) -> Written {
        let content = if let Self::InPlace = self { b"%42" } else { content };
        Written(Placed::input(content, 0), Self::InPlace)
    }

    fn output(&self, len: usize) -> Written {
        Written(Placed::output(len, 0), *self)
    }
}

#[test]
#[should_panic = "decode_into, with room for 1, wrote another result, or outside"]
fn other_bytes() {
    check::decode(b"%41", &oracle::Decode::default(), Wrong::Input);
}

#[test]
#[should_panic = "decode_in_place's result is wrong"]
fn other_bytes_in_place() {
    check::decode(b"%41", &oracle::Decode::default(), Wrong::InPlace);
}

#[test]
#[should_panic = "decode_into, with room for 1, wrote another result, or outside"]
fn decoded_outside() {
    check::decode(b"%41", &oracle::Decode::default(), Wrong::Output);
}

#[test]
#[should_panic = "display gave"]
fn other_text() {
    check::decode_text(b"%41", &oracle::Decode::default(), Wrong::Input);
}

#[test]
#[should_panic = "pieces gave"]
fn another_encoding() {
    check::encode(b"%41", &oracle::Encode::default(), Wrong::Input);
}

#[test]
#[should_panic = "encode_into, with room for 3, wrote another result, or outside"]
fn encoded_outside() {
    check::encode(b"%41", &oracle::Encode::default(), Wrong::Output);
}
