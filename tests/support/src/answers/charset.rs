//! The standards' steps for legacy charsets, one code point and one byte at a time. The charsets'
//! tables are those of `encoding_rs`; its stateful encoder, ISO-2022-JP, is not used.

use encoding_rs::{EUC_JP, Encoding};

/// The encoded bytes, with the code point of each error.
pub fn encode_or_fail(text: &str, encoding: &'static Encoding) -> Vec<Result<u8, u32>> {
    match encoding.name() {
        "UTF-8" | "UTF-16LE" | "UTF-16BE" | "replacement" => text.bytes().map(Ok).collect(),
        "ISO-2022-JP" => iso_2022_jp(text),
        _ => text.chars().flat_map(|code_point| stateless(code_point, encoding)).collect(),
    }
}

fn stateless(code_point: char, encoding: &'static Encoding) -> Vec<Result<u8, u32>> {
    let mut buffer = [0; 4];
    let (bytes, _, lacks) = encoding.encode(code_point.encode_utf8(&mut buffer));
    if lacks { vec![Err(u32::from(code_point))] } else { bytes.iter().copied().map(Ok).collect() }
}

/// WHATWG Encoding 12.2.2, *ISO-2022-JP encoder*. Index jis0208 is that of EUC-JP, whose bytes are
/// those of ISO-2022-JP with the high bit.
fn iso_2022_jp(text: &str) -> Vec<Result<u8, u32>> {
    #[derive(PartialEq, Clone, Copy)]
    enum State {
        Ascii,
        Roman,
        Jis0208,
    }
    let mut state = State::Ascii;
    let mut output = Vec::new();
    let enter = |state: &mut State, new: State, output: &mut Vec<Result<u8, u32>>| {
        let escape = match new {
            State::Ascii => b"\x1B(B",
            State::Roman => b"\x1B(J",
            State::Jis0208 => b"\x1B$B",
        };
        output.extend(escape.iter().copied().map(Ok));
        *state = new;
    };
    for code_point in text.chars() {
        loop {
            // Each turn is one call of the handler; `continue` is "restore codePoint".
            let is_ascii = code_point.is_ascii();
            if state != State::Jis0208 && matches!(code_point, '\x0E' | '\x0F' | '\x1B') {
                output.push(Err(0xFFFD));
                break;
            }
            if state == State::Ascii && is_ascii {
                output.push(Ok(code_point as u8));
                break;
            }
            if state == State::Roman
                && (is_ascii && !matches!(code_point, '\\' | '~')
                    || matches!(code_point, '¥' | '‾'))
            {
                output.push(Ok(match code_point {
                    '¥' => 0x5C,
                    '‾' => 0x7E,
                    ascii => ascii as u8,
                }));
                break;
            }
            if is_ascii && state != State::Ascii {
                enter(&mut state, State::Ascii, &mut output);
                continue;
            }
            if matches!(code_point, '¥' | '‾') && state != State::Roman {
                enter(&mut state, State::Roman, &mut output);
                continue;
            }
            let full_width = match code_point {
                '\u{FF61}'..='\u{FF9F}' => KATAKANA[code_point as usize - 0xFF61],
                '\u{2212}' => '\u{FF0D}',
                other => other,
            };
            let [Ok(lead), Ok(trail)] = stateless(full_width, EUC_JP)[..] else {
                if state == State::Jis0208 {
                    enter(&mut state, State::Ascii, &mut output);
                    continue;
                }
                // "Return error with codePoint": by then the full-width one, and each of those is
                // in the index.
                output.push(Err(u32::from(full_width)));
                break;
            };
            if state != State::Jis0208 {
                enter(&mut state, State::Jis0208, &mut output);
                continue;
            }
            output.extend([Ok(lead & 0x7F), Ok(trail & 0x7F)]);
            break;
        }
    }
    if state != State::Ascii {
        enter(&mut state, State::Ascii, &mut output);
    }
    output
}

/// Index ISO-2022-JP katakana: U+FF61 to U+FF9F.
const KATAKANA: [char; 63] = [
    '。', '「', '」', '、', '・', 'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー',
    'ア', 'イ', 'ウ', 'エ', 'オ', 'カ', 'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ',
    'チ', 'ツ', 'テ', 'ト', 'ナ', 'ニ', 'ヌ', 'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ',
    'ム', 'メ', 'モ', 'ヤ', 'ユ', 'ヨ', 'ラ', 'リ', 'ル', 'レ', 'ロ', 'ワ', 'ン', '\u{309B}',
    '\u{309C}',
];
