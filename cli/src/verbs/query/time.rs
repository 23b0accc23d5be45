//! The day and the hour of a record's time.

use crate::fields::{Format, strip};

/// The rows of a day, or of an hour, are counted together.
#[derive(Clone, Debug)]
pub(super) struct By {
    is_hour: bool,
    /// The field of the time, unless it is that of the format.
    field: Option<String>,
}

impl By {
    /// `day` or `hour`, and perhaps a colon and the field of the time.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let (unit, field) = text.split_once(':').unwrap_or((text, ""));
        let field = Some(field).filter(|field| !field.is_empty()).map(Into::into);
        match unit {
            "day" | "hour" => Ok(Self { is_hour: unit == "hour", field }),
            _ => Err("write day or hour, and for a time in another field day:FIELD"),
        }
    }

    pub(super) const fn name(&self) -> &'static str {
        if self.is_hour { "hour" } else { "day" }
    }

    pub(super) fn fields(&self, format: Format) -> Vec<String> {
        const OF_LOGS: [&str; 3] = ["time", "msec", "request_creation_time"];
        if let Some(field) = &self.field {
            return vec![field.clone()];
        }
        let known: &[&str] = match format {
            Format::CloudFront | Format::W3c if self.is_hour => &["date", "time"],
            Format::CloudFront | Format::W3c => &["date"],
            Format::Zeek => &["ts"],
            Format::Log(_) => {
                let known = OF_LOGS.iter().position(|name| format.name_of(name).is_some());
                let known = known.unwrap_or_default();
                &OF_LOGS[known..=known]
            }
            _ => &["time"],
        };
        known.iter().map(|&name| name.into()).collect()
    }

    /// `2026-11-12` or `2026-11-12T06` of a time, in its own zone: RFC 3339 and similar forms, that of
    /// the common log format, or seconds to nanoseconds since 1970 (UTC). `None` of any other text.
    pub(super) fn of(&self, time: &[u8]) -> Option<String> {
        let number = |text: &[u8]| str::from_utf8(text).ok()?.parse::<u32>().ok();
        let rest = |pattern| strip(time, pattern);
        let hour = |rest| strip(rest, b":99").or(strip(rest, b"T99")).or(strip(rest, b" 99"));
        let (year, month, day, hour) =
            if let Some(rest) = rest(b"9999-99-99").or(rest(b"9999/99/99")) {
                let hour = hour(rest).and_then(|_| number(&rest[1..3]));
                (number(&time[..4])?, number(&time[5..7])?, number(&time[8..10])?, hour)
            } else if rest(b"99/aaa/9999").or(rest(b"99-aaa-9999")).and_then(hour).is_some() {
                const MONTHS: &[u8] = b"JanFebMarAprMayJunJulAugSepOctNovDec";
                let month = (1..).zip(MONTHS.chunks(3)).find(|(_, name)| *name == &time[3..6])?.0;
                (number(&time[7..11])?, month, number(&time[..2])?, number(&time[12..14]))
            } else {
                since_1970(time)?
            };
        let day = format!("{year:04}-{month:02}-{day:02}");
        Some(if self.is_hour { format!("{day}T{:02}", hour?) } else { day })
    }
}

/// The year, the month, the day and the hour (UTC) of a number of seconds, or of their thousandths and so on.
fn since_1970(time: &[u8]) -> Option<(u32, u32, u32, Option<u32>)> {
    let whole = time.split(|&byte| byte == b'.').next()?;
    let mut seconds: u64 = str::from_utf8(whole).ok()?.parse().ok()?;
    while seconds > 99_999_999_999 {
        seconds /= 1000;
    }
    let hour = (seconds / 3600 % 24) as u32;
    // Days of the Gregorian calendar in eras of 400 years, each of which begins on the first of March.
    let days = (seconds / 86400) as u32 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    Some((400 * era + year + u32::from(month < 3), month, day, Some(hour)))
}
