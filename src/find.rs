//! Searches that stand on the policies' `find`.

use crate::encode::Encoder;

/// The index of the first member of the encoder's set, past any bytes >= 0x80 before it.
#[inline]
pub(crate) fn find_ascii(finder: Encoder, input: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + finder.find(&input[from..])?;
        if input[at] < 0x80 {
            return Some(at);
        }
        // Such bytes mostly come in runs.
        from = at + input[at..].iter().take_while(|&&byte| byte >= 0x80).count();
    }
}
