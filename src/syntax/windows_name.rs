//! File names that Windows reads as another name.

/// Names of devices, in upper case.
const DEVICES: [&[u8]; 6] = [b"CON", b"PRN", b"AUX", b"NUL", b"CONIN$", b"CONOUT$"];
/// Names of devices before a digit. The superscripts of 1, 2 and 3 (here in UTF-8) count as digits.
const PORTS: [&[u8]; 2] = [b"COM", b"LPT"];
const SUPERSCRIPTS: [&[u8]; 3] = ["¹".as_bytes(), "²".as_bytes(), "³".as_bytes()];

/// The longest base of a short name (8.3), and longer than the name of any device.
const SHORT: usize = 8;

/// A decoded file name, byte by byte, and whether Windows, or a file system on it, reads it as
/// another name, by the rules of `PathPolicy::windows_names`. (Microsoft, *Naming Files, Paths, and
/// Namespaces*.)
#[derive(Default)]
pub(crate) struct WindowsName {
    has_odd_byte: bool,
    last: u8,
    dots: usize,
    /// The bytes before the first dot, in upper case, as far as there is room.
    base: [u8; SHORT],
    base_len: usize,
    /// The length of the base without spaces at its end.
    trimmed_len: usize,
    /// The number of bytes after the first dot that are not dots.
    extension_len: usize,
}

impl WindowsName {
    #[inline]
    pub(crate) fn push(&mut self, byte: u8) {
        self.has_odd_byte |= matches!(byte, b':' | b'\\' | b'"' | b'*' | b'<' | b'>' | b'?' | b'|');
        self.last = byte;
        if byte == b'.' {
            self.dots += 1;
        } else if self.dots > 0 {
            self.extension_len += 1;
        } else {
            if let Some(place) = self.base.get_mut(self.base_len) {
                *place = byte.to_ascii_uppercase();
            }
            self.base_len += 1;
            if byte != b' ' {
                self.trimmed_len = self.base_len;
            }
        }
    }

    /// Returns whether Windows reads the bytes so far as another name.
    #[cfg(feature = "path")]
    #[inline]
    pub(crate) fn is_changed(&self) -> bool {
        self.has_odd_byte
            || matches!(self.last, b'.' | b' ')
            || self.is_device()
            || self.short_of().is_some_and(|start| !start.is_empty())
    }

    /// Returns whether the base is longer than the name of any device.
    #[cfg(feature = "inspect")]
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.trimmed_len >= SHORT
    }

    /// Returns whether the base is the name of a device.
    #[inline]
    pub(crate) fn is_device(&self) -> bool {
        self.base.get(..self.trimmed_len).is_some_and(is_device_name)
    }

    /// The bytes before `~` and a number, in upper case, if it may be a short name.
    #[inline]
    pub(crate) fn short_of(&self) -> Option<&[u8]> {
        let base = self.base.get(..self.base_len)?;
        let tilde = base.iter().rposition(|&byte| byte == b'~')?;
        let number = &base[tilde + 1..];
        let is_short = self.dots <= 1
            && self.extension_len <= 3
            && !number.is_empty()
            && number.iter().all(u8::is_ascii_digit);
        is_short.then_some(&base[..tilde])
    }
}

/// Returns whether the base of a name, in upper case, is that of a device.
#[inline]
fn is_device_name(name: &[u8]) -> bool {
    let is_number = |rest: &[u8]| matches!(rest, [b'0'..=b'9']) || SUPERSCRIPTS.contains(&rest);
    DEVICES.contains(&name)
        || PORTS.iter().any(|port| name.strip_prefix(*port).is_some_and(is_number))
}
