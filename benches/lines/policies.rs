//! A policy as users write it: `const`, as the README advises, `static`, a field, or a local. The
//! copy on the stack must not stall a kernel that loads it (see `EncodeRules`).

use std::hint::black_box;

use percent_simd::{Decoder, Encoder, scheme, sets};

use super::decode::room;
use super::input::{All, File};
use super::set::{Expected, Set, row};
use oracle::random::Random;
use percent_simd_benches::percent_encoding_encode;
use support::corpus::to_encode;

const ENCODER: Encoder = Encoder::new(sets::URI_COMPONENT);
static STATIC_ENCODER: Encoder = ENCODER;
static STATIC_DECODER: Decoder = All::DECODER;
static SERVER: Server = Server { encoder: ENCODER, decoder: All::DECODER };

/// Policies as a server keeps them.
struct Server {
    encoder: Encoder,
    decoder: Decoder,
}

/// Values of 17 to 28 bytes with one escape, a line each.
pub(crate) fn file() -> File {
    let random = &mut Random::new(0x1728);
    let values: Vec<String> = (0..8192)
        .map(|_| {
            let len = 15 + random.below(12);
            let mut value = to_encode("clean", len, random);
            value[random.below(len)] = b' ';
            percent_encoding_encode(&value).into_owned()
        })
        .collect();
    File::new("values of 17 to 28 bytes", values.join("\n").into_bytes())
}

/// Encoding to, and decoding from, the same lines.
pub(crate) fn ours<'a>(
    set: &mut Set<'a>,
    lines: &'a [&'a [u8]],
    (decoded, encoded): (&'a [&'a [u8]], &[Expected]),
) {
    let (bytes, _) = All::expected(lines);
    let server = black_box(&SERVER);
    let (encoder, decoder) = black_box((ENCODER, All::DECODER));
    macro_rules! encode {
        ($form:literal, $encoder:expr) => {
            let mut out = room(decoded, 3);
            row!(set, concat!("encode_into, ", $form), decoded, encoded, |line| {
                $encoder.encode_into(line, &mut out).map(|len| &out[..len])
            });
        };
    }
    macro_rules! decode {
        ($form:literal, $decoder:expr) => {
            let mut out = room(lines, 1);
            row!(set, concat!("decode_into, ", $form), lines, &bytes, |line| {
                $decoder.decode_into(line, &mut out).map(|len| &out[..len])
            });
        };
    }
    encode!("a local", encoder);
    encode!("const", ENCODER);
    encode!("static", STATIC_ENCODER);
    encode!("a field", server.encoder);
    encode!("scheme", scheme::AWS.encoder());
    decode!("a local", decoder);
    decode!("const", All::DECODER);
    decode!("static", STATIC_DECODER);
    decode!("a field", server.decoder);
}
