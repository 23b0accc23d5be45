use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use percent_simd::{Backend, DecodeErrorKind, Decoder, Utf8};

/// UTF-8 validation and the positions of errors, compared with the standard library, on raw and on
/// escaped bytes.
pub fn utf8(data: &[u8]) {
    let plan = Plan::new(data);
    // Without triplets, the library validates the bytes themselves, and borrows them.
    let bytes: Vec<u8> =
        plan.input.iter().map(|&byte| if byte == b'%' { b'$' } else { byte }).collect();
    judge(&bytes, &plan, &bytes, 1);
    let triplets: Vec<u8> =
        bytes.iter().flat_map(|byte| format!("%{byte:02X}").into_bytes()).collect();
    judge(&triplets, &plan, &bytes, 3);
}

/// `input` decodes to `bytes`, `width` bytes of input to each.
fn judge(input: &[u8], plan: &Plan, bytes: &[u8], width: usize) {
    let expected = std::str::from_utf8(bytes)
        .map_err(|error| (width * error.valid_up_to(), DecodeErrorKind::Utf8));
    let lossy = String::from_utf8_lossy(bytes);
    let source = Source::new(input, plan.frame);
    for backend in Backend::available() {
        let case = Case { backend, policy: &"UTF-8 of the standard library", input };
        let decoder = Decoder::new().on(backend);
        let found =
            decoder.decode_utf8(source.bytes()).map_err(|error| (error.position(), error.kind()));
        case.same("decode_utf8", found.as_deref().map_err(|&error| error), expected);
        case.holds(
            "text is borrowed",
            width > 1 || !matches!(found, Ok(std::borrow::Cow::Owned(_))),
        );
        let checked =
            decoder.check_utf8(source.bytes()).map_err(|error| (error.position(), error.kind()));
        case.same("check_utf8", checked, expected.map(|_| ()));
        let found = decoder.utf8(Utf8::Lossy).decode_utf8(source.bytes()).expect("it never fails");
        case.same_bytes("lossy decode_utf8", found.as_bytes(), lossy.as_bytes());
        case.same_bytes(
            "display",
            decoder.display(source.bytes()).to_string().as_bytes(),
            lossy.as_bytes(),
        );
        let mut appended = String::from("é");
        decoder
            .utf8(Utf8::Lossy)
            .decode_utf8_append(source.bytes(), &mut appended)
            .expect("it never fails");
        case.same_bytes(
            "lossy decode_utf8_append",
            appended.as_bytes(),
            format!("é{lossy}").as_bytes(),
        );
    }
}
