//! The crate `bytes`: results equal the oracle's, unchanged input is shared, and a full buffer
//! receives nothing.

use bytes::{BufMut, Bytes, BytesMut};
use oracle::content::Content;
use oracle::random::Random;
use percent_simd::{DecodeIntoError, Decoder, Encoder, sets};

/// Inputs of every kind, of lengths around the chunks' bound.
fn inputs() -> Vec<Vec<u8>> {
    let mut random = Random::new(5);
    Content::ALL
        .into_iter()
        .flat_map(|content| {
            [0, 3, 100, 255, 1024, 1025, 3000].map(|len| content.generate(len, &mut random))
        })
        .collect()
}

/// A buffer with some bytes, and this much room.
fn buffer_of(room: usize) -> bytes::buf::Limit<BytesMut> {
    BytesMut::from(&b"prior %4"[..]).limit(room)
}

#[test]
fn decoding() {
    for input in inputs() {
        let shared = Bytes::copy_from_slice(&input);
        for (name, policy) in oracle::decode_policies() {
            let expected = oracle::decode(&input, &policy);
            for backend in support::backends() {
                let context = format!("{name} on {backend}, of {}", input.escape_ascii());
                let decoder = support::decoder(&policy).on(backend);
                let bytes = decoder.decode_shared(shared.clone()).map_err(support::error);
                assert_eq!(
                    bytes.as_deref().map_err(|&error| error),
                    expected.as_deref().map_err(|&error| error),
                    "{context}"
                );
                if let Ok(bytes) = bytes {
                    let is_shared = bytes.as_ptr() == shared.as_ptr();
                    assert_eq!(is_shared || input.is_empty(), *bytes == *input, "{context}");
                }

                for room in [usize::MAX, expected.as_ref().map_or(0, Vec::len)] {
                    let (mut stream, mut buffer) = (decoder.stream(), buffer_of(room));
                    let result = stream.push_buf(&input, &mut buffer);
                    let result = result.and_then(|()| stream.finish_buf(&mut buffer));
                    match (&expected, result) {
                        (Err(expected), Err(DecodeIntoError::Decode(error))) => {
                            assert_eq!(support::error(error), *expected, "{context}");
                        }
                        (Err(_), Err(DecodeIntoError::OutputTooSmall(_))) if room == 0 => {}
                        (Ok(bytes), Ok(())) => {
                            let wanted = [b"prior %4", &bytes[..]].concat();
                            assert_eq!(buffer.into_inner(), wanted, "{context}");
                        }
                        (_, result) => panic!("{context}: {result:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn encoding() {
    for input in inputs() {
        let shared = Bytes::copy_from_slice(&input);
        for (name, policy) in oracle::encode_policies() {
            let expected = oracle::encode(&input, &policy).into_bytes();
            for backend in support::backends() {
                let context = format!("{name} on {backend}, of {}", input.escape_ascii());
                let encoder = support::encoder(&policy).on(backend);
                let bytes = encoder.encode_shared(shared.clone());
                assert_eq!(bytes, expected, "{context}");
                assert_eq!(
                    bytes.as_ptr() == shared.as_ptr() || input.is_empty(),
                    expected == input,
                    "{context}"
                );

                for room in [usize::MAX, 3 * input.len(), expected.len()] {
                    let (mut stream, mut buffer) = (encoder.stream(), buffer_of(room));
                    let pushed = stream.push_buf(&input, &mut buffer).unwrap();
                    let finished = stream.finish_buf(&mut buffer).unwrap();
                    assert_eq!(pushed + finished, expected.len(), "{context}");
                    let wanted = [b"prior %4", &expected[..]].concat();
                    assert_eq!(buffer.into_inner(), wanted, "{context}");
                }
            }
        }
    }
}

/// Buffers of every kind: growing, fixed, and with room in two chunks.
#[test]
fn buffers() {
    let (mut grows, mut first, mut second) = (Vec::new(), [0xAA; 700], [0xBB; 900]);
    let input = "%41".repeat(1500);
    assert_eq!(Decoder::new().stream().push_buf(&input, &mut grows), Ok(()));
    let mut chain = (&mut first[..]).chain_mut(&mut second[..]);
    assert_eq!(Decoder::new().stream().push_buf(&input, &mut chain), Ok(()));
    assert_eq!([&first[..], &second[..800]].concat(), grows);
    assert_eq!(second[800..], [0xBB; 100]);

    let mut chain = (&mut first[..]).chain_mut(&mut second[..]);
    assert_eq!(Encoder::new(sets::FORM_SET).stream().push_buf(&[b' '; 500], &mut chain), Ok(1500));
    assert_eq!([&first[..], &second[..800]].concat(), b"%20".repeat(500));
    assert_eq!(
        Encoder::new(sets::FORM_SET)
            .stream()
            .push_buf(b"   ", &mut &mut first[..8])
            .unwrap_err()
            .needed(),
        9
    );
}

/// At every split, a stream gives a buffer the bytes that a Vec or a String would get. Without room
/// nothing is put, and the piece can be pushed again.
#[test]
fn streams() {
    for input in inputs().iter().filter(|input| input.len() <= 100) {
        for split in 0..=input.len() {
            let pieces = [&input[..split], &input[split..]];
            for (name, policy) in oracle::decode_policies() {
                let context = format!("{name}, of {} at {split}", input.escape_ascii());
                let decoder = support::decoder(&policy);
                let (mut stream, mut bytes) = (decoder.stream(), Vec::new());
                let (mut other, mut buffer) = (decoder.stream(), BytesMut::new());
                for piece in pieces {
                    let before = bytes.len();
                    let expected = stream.push(piece, &mut bytes);
                    let missing = bytes.len() - before;
                    if missing > 0 {
                        let mut short = (&mut buffer).limit(missing - 1);
                        let error = other.push_buf(piece, &mut short).unwrap_err();
                        let DecodeIntoError::OutputTooSmall(error) = error else {
                            panic!("{context}: {error}");
                        };
                        assert_eq!(error.needed(), missing, "{context}");
                    }
                    let mut exact = (&mut buffer).limit(missing);
                    let result = other.push_buf(piece, &mut exact);
                    assert_eq!(result, expected.map_err(DecodeIntoError::Decode), "{context}");
                }
                let expected = stream.finish(&mut bytes);
                let result = other.finish_buf(&mut buffer);
                assert_eq!(result, expected.map_err(DecodeIntoError::Decode), "{context}");
                assert_eq!(buffer, bytes, "{context}");
            }
            for (name, policy) in oracle::encode_policies() {
                let context = format!("{name}, of {} at {split}", input.escape_ascii());
                let encoder = support::encoder(&policy);
                let (mut stream, mut text) = (encoder.stream(), String::new());
                let (mut again, mut bytes) = (encoder.stream(), Vec::new());
                let (mut other, mut buffer) = (encoder.stream(), BytesMut::new());
                for piece in pieces {
                    let before = text.len();
                    stream.push(piece, &mut text);
                    again.push_bytes(piece, &mut bytes);
                    let missing = text.len() - before;
                    if missing > 0 {
                        let mut short = (&mut buffer).limit(missing - 1);
                        let error = other.push_buf(piece, &mut short).unwrap_err();
                        assert_eq!(error.needed(), missing, "{context}");
                    }
                    let mut exact = (&mut buffer).limit(missing);
                    assert_eq!(other.push_buf(piece, &mut exact), Ok(missing), "{context}");
                }
                stream.finish(&mut text);
                again.finish(&mut bytes);
                other.finish_buf(&mut buffer).unwrap();
                assert_eq!(text, oracle::encode(input, &policy), "{context}");
                assert_eq!(
                    (&bytes[..], &buffer[..]),
                    (text.as_bytes(), text.as_bytes()),
                    "{context}"
                );
            }
        }
    }
}
