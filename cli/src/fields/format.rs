//! The formats: their names, and the names of their fields.

use percent_simd::AsciiSet;

/// The format of lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Fields separated by tabs, without quoting.
    Tsv,
    /// RFC 4180: fields separated by commas. Quoted fields may contain commas, line ends and
    /// doubled quotes.
    Csv,
    /// A JSON text (RFC 8259) in every line.
    Jsonl,
    /// The *combined* log of Apache httpd and nginx: *common*, then referer and user agent. More
    /// fields may follow.
    Combined,
    /// The *common* log of Apache httpd and nginx. More fields may follow.
    Common,
    /// The standard log of Amazon CloudFront: fields separated by tabs, named in `#Fields:` lines.
    CloudFront,
    /// The access log of an AWS Application Load Balancer.
    Alb,
    /// W3C Extended Log File Format as IIS writes it: fields separated by spaces, named in
    /// `#Fields:` lines, without quoting.
    W3c,
    /// *combined* after the name of the virtual host: `vhost_combined` of Debian's Apache httpd.
    VhostCombined,
}

/// The virtual host, the fields of *common*, then those of *combined*.
const VHOST_COMBINED: &[&str] = &[
    "vhost",
    "host",
    "ident",
    "user",
    "time",
    "request",
    "status",
    "bytes",
    "referer",
    "user-agent",
];
const COMBINED: &[&str] = VHOST_COMBINED.split_at(1).1;
const COMMON_LEN: usize = 7;

const ALB: &[&str] = &[
    "type",
    "time",
    "elb",
    "client:port",
    "target:port",
    "request_processing_time",
    "target_processing_time",
    "response_processing_time",
    "elb_status_code",
    "target_status_code",
    "received_bytes",
    "sent_bytes",
    "request",
    "user_agent",
    "ssl_cipher",
    "ssl_protocol",
    "target_group_arn",
    "trace_id",
    "domain_name",
    "chosen_cert_arn",
    "matched_rule_priority",
    "request_creation_time",
    "actions_executed",
    "redirect_url",
    "error_reason",
    "target:port_list",
    "target_status_code_list",
    "classification",
    "classification_reason",
    "conn_trace_id",
    "transformed_host",
    "transformed_uri",
    "request_transform_status",
];

const CLOUDFRONT: &[&str] = &[
    "date",
    "time",
    "x-edge-location",
    "sc-bytes",
    "c-ip",
    "cs-method",
    "cs(Host)",
    "cs-uri-stem",
    "sc-status",
    "cs(Referer)",
    "cs(User-Agent)",
    "cs-uri-query",
    "cs(Cookie)",
    "x-edge-result-type",
    "x-edge-request-id",
    "x-host-header",
    "cs-protocol",
    "cs-bytes",
    "time-taken",
    "x-forwarded-for",
    "ssl-protocol",
    "ssl-cipher",
    "x-edge-response-result-type",
    "cs-protocol-version",
    "fle-status",
    "fle-encrypted-fields",
    "c-port",
    "time-to-first-byte",
    "x-edge-detailed-result-type",
    "sc-content-type",
    "sc-content-len",
    "sc-range-start",
    "sc-range-end",
];

/// The parts of the field `request`, "METHOD TARGET VERSION": `method`, `target` and so on. Most
/// forms of the target have a path and a query.
const PARTS: &[&str] = &["method", "target", "path", "query", "version"];

/// The role of a value, which decides how it is decoded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// Any text.
    Text,
    /// A method or a version.
    Word,
    /// A URL or a request target: a path, and optionally `?` and a query.
    Url,
    Path,
    Query,
}

impl Role {
    /// The raw bytes that separate the parts of a value with this role.
    pub(super) const fn separators(self) -> AsciiSet {
        const OF_PATH: AsciiSet = AsciiSet::from_bytes(b"?#");
        const OF_QUERY: AsciiSet = AsciiSet::from_bytes(b"&=+;#");
        match self {
            Self::Text | Self::Word => AsciiSet::EMPTY,
            Self::Url | Self::Path => OF_PATH,
            Self::Query => OF_QUERY,
        }
    }
}

/// Names in logs ignore case, and `user-agent` equals `user_agent`.
pub(super) fn is_same(known: &[u8], name: &[u8]) -> bool {
    let fold = |byte: u8| if byte == b'_' { b'-' } else { byte.to_ascii_lowercase() };
    known.len() == name.len()
        && known.iter().zip(name).all(|(&known, &byte)| fold(known) == fold(byte))
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 9] = [
        Self::Tsv,
        Self::Csv,
        Self::Jsonl,
        Self::Combined,
        Self::Common,
        Self::CloudFront,
        Self::Alb,
        Self::W3c,
        Self::VhostCombined,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tsv => "tsv",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Combined => "combined",
            Self::Common => "common",
            Self::CloudFront => "cloudfront",
            Self::Alb => "alb",
            Self::W3c => "w3c",
            Self::VhostCombined => "vhost-combined",
        }
    }

    /// The aliases on the command line.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Jsonl => &["json", "ndjson"],
            Self::Combined => &["nginx", "apache"],
            Self::Common => &["clf"],
            Self::W3c => &["iis"],
            Self::VhostCombined => &["vhost_combined"],
            Self::Tsv | Self::Csv | Self::CloudFront | Self::Alb => &[],
        }
    }

    /// The format with this name or alias.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let is_meant = |format: &Self| format.name() == name || format.aliases().contains(&name);
        Self::ALL.into_iter().find(is_meant)
    }

    /// The names of the fields in order; empty if each input names its own. (The names of
    /// CloudFront hold until a `#Fields:` line.)
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Combined => COMBINED,
            Self::VhostCombined => VHOST_COMBINED,
            Self::Common => &COMBINED[..COMMON_LEN],
            Self::CloudFront => CLOUDFRONT,
            Self::Alb => ALB,
            Self::Tsv | Self::Csv | Self::Jsonl | Self::W3c => &[],
        }
    }

    /// Whether records may have a [`Prefix`](super::Prefix): the formats without a header.
    #[must_use]
    pub const fn may_have_prefix(self) -> bool {
        self.is_log() || matches!(self, Self::Jsonl)
    }

    /// Further names: the parts of the field `request`, in order. `target` is `path`, `?` and
    /// `query`.
    #[must_use]
    pub const fn parts(self) -> &'static [&'static str] {
        if self.is_log() { PARTS } else { &[] }
    }

    /// The name of the field or part that a selector means: a number, or a name in any spelling.
    #[must_use]
    pub fn name_of(self, selector: &str) -> Option<&'static str> {
        let names = self.names();
        let number: Option<usize> = selector.parse().ok();
        number.and_then(|number| names.get(number.checked_sub(1)?)).copied().or_else(|| {
            let mut known = names.iter().chain(self.parts());
            known.find(|name| is_same(name.as_bytes(), selector.as_bytes())).copied()
        })
    }

    /// The default selection: the URL fields. Empty if the format does not define them.
    #[must_use]
    pub const fn defaults(self) -> &'static [&'static str] {
        match self {
            Self::Tsv | Self::Csv | Self::Jsonl => &[],
            Self::Combined | Self::VhostCombined => &["target", "referer"],
            Self::Common => &["target"],
            // CloudFront percent-encodes the user agent, too.
            Self::CloudFront => &["cs-uri-stem", "cs-uri-query", "cs(Referer)", "cs(User-Agent)"],
            Self::Alb => &["target", "redirect_url"],
            Self::W3c => &["cs-uri-stem", "cs-uri-query", "cs(Referer)"],
        }
    }

    /// The role of the field with this name.
    pub(super) fn role(self, name: &[u8]) -> Role {
        let is = |known: &[u8]| is_same(known, name);
        match self {
            Self::Combined | Self::VhostCombined if is(b"referer") => Role::Url,
            Self::Alb if is(b"redirect_url") => Role::Url,
            Self::CloudFront | Self::W3c if is(b"cs-uri-stem") => Role::Path,
            Self::CloudFront | Self::W3c if is(b"cs-uri-query") => Role::Query,
            Self::CloudFront | Self::W3c if is(b"cs(Referer)") => Role::Url,
            _ => Role::Text,
        }
    }

    /// Whether fields are separated by spaces, some of them in quotes with backslash escapes.
    pub(super) const fn is_log(self) -> bool {
        matches!(self, Self::Combined | Self::Common | Self::Alb | Self::VhostCombined)
    }

    /// Whether lines that begin with `#` are directives, not records.
    pub(super) const fn has_directives(self) -> bool {
        matches!(self, Self::CloudFront | Self::W3c)
    }

    /// Whether the first record names the fields, if fields are selected by name.
    pub(super) const fn has_header_record(self) -> bool {
        matches!(self, Self::Tsv | Self::Csv)
    }

    /// The default delimiter.
    pub(super) const fn delimiter(self) -> u8 {
        match self {
            Self::Tsv | Self::CloudFront => b'\t',
            Self::Csv | Self::Jsonl => b',',
            Self::Combined | Self::Common | Self::Alb | Self::W3c | Self::VhostCombined => b' ',
        }
    }
}
