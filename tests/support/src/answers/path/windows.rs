//! Names that Windows reads as others.

/// Microsoft, *Naming Files, Paths, and Namespaces*, by the documentation of
/// `PathPolicy::windows_names`.
pub(super) fn windows_reads_another(name: &[u8]) -> bool {
    let is_odd = |byte: &u8| b"\\:\"*<>?|".contains(byte);
    if name.iter().any(is_odd) || matches!(name.last(), Some(b'.' | b' ')) {
        return true;
    }
    let upper_case = name.to_ascii_uppercase();
    let mut parts = upper_case.split(|&byte| byte == b'.');
    let base = parts.next().unwrap_or_default();
    let extensions: Vec<&[u8]> = parts.collect();
    let trimmed = String::from_utf8_lossy(base).trim_end_matches(' ').to_owned();
    let is_device = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*trimmed)
        || (trimmed.chars().count() == 4
            && ["COM", "LPT"].iter().any(|port| trimmed.starts_with(port))
            && trimmed.ends_with(|last| "0123456789¹²³".contains(last)));
    let digits = base.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let is_numbered = digits > 0 && base[..base.len() - digits].ends_with(b"~");
    let is_short = is_numbered
        && base.len() > digits + 1
        && base.len() <= 8
        && extensions.len() <= 1
        && extensions.iter().all(|extension| extension.len() <= 3);
    is_device || is_short
}
