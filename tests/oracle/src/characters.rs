//! The characters behind `Flags::CONFUSABLE`, `BIDI`, `ZERO_WIDTH` and `TRUNCATED_NEWLINE`, by their
//! sources.

/// Microsoft's `bestfit1252.txt`: what becomes the ASCII character.
pub const BEST_FIT: [(char, &str); 7] = [
    ('"', "\u{2BA}\u{30E}\u{FF02}"),
    ('\'', "\u{2B9}\u{2BC}\u{2C8}\u{2032}\u{FF07}"),
    ('.', "\u{FF0E}"),
    ('/', "\u{2044}\u{2215}\u{FF0F}"),
    ('<', "\u{2329}\u{3008}\u{FF1C}"),
    ('>', "\u{232A}\u{3009}\u{FF1E}"),
    ('\\', "\u{2216}\u{FF3C}"),
];

/// UAX #15: what NFKC maps to a string that has the ASCII character, without the two ellipses of
/// three dots.
pub const NFKC: [(char, &str); 7] = [
    ('"', "\u{FF02}"),
    ('\'', "\u{FF07}"),
    (
        '.',
        "\u{2024}\u{2025}\u{2488}\u{2489}\u{248A}\u{248B}\u{248C}\u{248D}\u{248E}\u{248F}\u{2490}\
         \u{2491}\u{2492}\u{2493}\u{2494}\u{2495}\u{2496}\u{2497}\u{2498}\u{2499}\u{249A}\u{249B}\
         \u{33C2}\u{33C7}\u{33D8}\u{FE30}\u{FE52}\u{FF0E}\u{1F100}",
    ),
    ('/', "\u{2100}\u{2101}\u{2105}\u{2106}\u{FF0F}"),
    ('<', "\u{FE64}\u{FF1C}"),
    ('>', "\u{FE65}\u{FF1E}"),
    ('\\', "\u{FE68}\u{FF3C}"),
];

/// UTS #39, `confusables.txt`: punctuation and symbols that are no quotation marks.
pub const LOOK_ALIKES: [(char, &str); 5] = [
    ('.', "\u{701}\u{702}\u{2024}\u{A60E}\u{10A50}"),
    ('/', "\u{1735}\u{2041}\u{2044}\u{2215}\u{2571}\u{27CB}\u{29F8}\u{2F03}\u{31D3}\u{1D23A}"),
    ('<', "\u{2C2}\u{276E}\u{1D236}"),
    ('>', "\u{2C3}\u{276F}\u{1D237}"),
    ('\\', "\u{2216}\u{27CD}\u{29F5}\u{29F9}\u{2F02}\u{31D4}\u{FE68}\u{FF3C}\u{1D20F}\u{1D23B}"),
];

pub fn is_confusable(character: char) -> bool {
    [&BEST_FIT[..], &NFKC, &LOOK_ALIKES]
        .iter()
        .any(|source| source.iter().any(|(_, characters)| characters.contains(character)))
}

/// `Bidi_Control` of `PropList.txt`.
pub fn is_bidi(character: char) -> bool {
    matches!(character, '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Of general category Cf in `UnicodeData.txt` and `Default_Ignorable_Code_Point` in
/// `DerivedCoreProperties.txt`, and not `Bidi_Control`.
pub fn is_zero_width(character: char) -> bool {
    let ignorable_format = matches!(character,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0001}' | '\u{E0020}'..='\u{E007F}');
    ignorable_format && !is_bidi(character)
}

/// CR or LF in the low byte: the two characters that are known from reports of split responses.
pub fn is_truncated_newline(character: char) -> bool {
    matches!(character, '\u{560A}' | '\u{560D}')
}
