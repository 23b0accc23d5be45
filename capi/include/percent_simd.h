/* percent-simd: encode, decode and check percent-encoding (%XX) with SIMD.
 *
 * cbindgen generates this file from capi/src; do not edit it.
 *
 * Input is a pointer and a length, without a final NUL. A length of 0 allows NULL. Bytes may have any value.
 *
 * Results. A function that can fail returns a percent_simd_result, and PERCENT_SIMD_RESULT_OK is 0. A function writes only
 * those out-parameters that its comment names; the others keep their value. A parameter `position` may be NULL. If the input is
 * refused, it becomes the offset in bytes from the start of the input. Treat unknown results as errors.
 *
 * Memory. The library allocates nothing and keeps no pointer. Pointers other than input and output must be valid for one value
 * of their type. Memory that a call writes must not overlap any other memory passed to the call, policies and cursors included;
 * in the functions named `_in_place` the buffer is both input and output. If input and output overlap, the result is
 * PERCENT_SIMD_RESULT_OVERLAP; other overlaps are not detected. A call may write anywhere in the output's capacity. The result
 * is at the front; the rest is unspecified, and after an error everything is. A percent_simd_form and the slices that a call
 * writes point into the caller's input, which must stay valid and unchanged while they are in use.
 *
 * Threads. All functions are thread-safe, as long as no call writes memory that another call uses. The only state of the library
 * is the active backend, which is atomic.
 *
 * Bounds. Time is linear. Decoded output is at most as long as the input, or three times as long for percent_simd_decode_utf8
 * with UTF8_LOSSY or UTF8_KEEP_ESCAPED. Encoded output and the target of a path are at most three times as long as the input.
 */

#ifndef PERCENT_SIMD_H
#define PERCENT_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of the header: major.
#define PERCENT_SIMD_VERSION_MAJOR 0

// The version of the header: minor. While the major version is 0, each minor version has an ABI and a soname of its own.
#define PERCENT_SIMD_VERSION_MINOR 1

// The version of the header: patch.
#define PERCENT_SIMD_VERSION_PATCH 0

// Letters of ASCII are equal in either case. For percent_simd_path_is_under.
#define PERCENT_SIMD_PREFIX_IGNORE_CASE 1

// SP is written as `+`, and every `+` is escaped.
#define PERCENT_SIMD_ENCODE_SPACE_AS_PLUS 1

// Hex digits are `a` to `f`.
#define PERCENT_SIMD_ENCODE_LOWERCASE_HEX 2

// Valid triplets of the input stay as written.
#define PERCENT_SIMD_ENCODE_KEEP_ESCAPES 4

// Well-formed UTF-8 >= 0x80 stays; ill-formed bytes are escaped. Not for streams.
#define PERCENT_SIMD_ENCODE_KEEP_NON_ASCII 8

// A raw `+` becomes SP, as in forms.
#define PERCENT_SIMD_DECODE_PLUS_AS_SPACE 1

// A `%` without two hex digits is an error.
#define PERCENT_SIMD_DECODE_STRICT 2

// Triplets of values >= 0x80 stay as written.
#define PERCENT_SIMD_DECODE_KEEP_NON_ASCII 4

// The reject set also applies to raw bytes, by their decoded value: with PLUS_AS_SPACE, a raw `+`
// counts as SP.
#define PERCENT_SIMD_DECODE_REJECT_RAW 8

// For percent_simd_decode_utf8: each maximal ill-formed subsequence becomes U+FFFD. Without this option and the next, it is an error.
#define PERCENT_SIMD_DECODE_UTF8_LOSSY 16

// For percent_simd_decode_utf8: each byte outside any well-formed sequence stays, or becomes, a
// triplet. Excludes the previous option.
#define PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED 32

// A triplet with a digit `A` to `F` is malformed (RFC 9651 4.2.10).
#define PERCENT_SIMD_DECODE_LOWERCASE_DIGITS 64

// A triplet with a digit `a` to `f` is malformed (RFC 7639 2.2). Excludes the previous option.
#define PERCENT_SIMD_DECODE_UPPERCASE_DIGITS 128

// `;` separates pairs, and so does `&`.
#define PERCENT_SIMD_FORM_SEMICOLONS 1

// `%00`.
#define PERCENT_SIMD_FLAG_NUL (1 << 0)

// `%0D`.
#define PERCENT_SIMD_FLAG_CR (1 << 1)

// `%0A`.
#define PERCENT_SIMD_FLAG_LF (1 << 2)

// An escaped control character, also U+0080 to U+009F.
#define PERCENT_SIMD_FLAG_CONTROL (1 << 3)

// Decoding a second time changes the bytes again: `%2541`.
#define PERCENT_SIMD_FLAG_NESTED (1 << 4)

// `%uXXXX`.
#define PERCENT_SIMD_FLAG_PERCENT_U (1 << 5)

// Decoding, however lenient, yields a dot segment: `.%2E`, `..%2F`, `%C0%AE%C0%AE/`.
#define PERCENT_SIMD_FLAG_DOT_SEGMENT (1 << 6)

// Raw `../`, `..\` or `..;` that no name ends with.
#define PERCENT_SIMD_FLAG_RAW_TRAVERSAL (1 << 7)

// `%2F`.
#define PERCENT_SIMD_FLAG_SLASH (1 << 8)

// `%5C`.
#define PERCENT_SIMD_FLAG_BACKSLASH (1 << 9)

// An overlong form of UTF-8: `%C0%AF`.
#define PERCENT_SIMD_FLAG_OVERLONG (1 << 10)

// The escapes do not decode to UTF-8.
#define PERCENT_SIMD_FLAG_INVALID_UTF8 (1 << 11)

// A non-ASCII look-alike of one of `/ \ % . < > ' "`.
#define PERCENT_SIMD_FLAG_CONFUSABLE (1 << 12)

// A bidi control, such as U+202E.
#define PERCENT_SIMD_FLAG_BIDI (1 << 13)

// An invisible format character, such as U+200B.
#define PERCENT_SIMD_FLAG_ZERO_WIDTH (1 << 14)

// An escaped byte >= 0x80.
#define PERCENT_SIMD_FLAG_NON_ASCII (1 << 15)

// An escaped letter, digit, or one of `-._~`.
#define PERCENT_SIMD_FLAG_UNRESERVED (1 << 16)

// A name that Windows reads as another, with an escape: `/private%20/`, `/a::%24DATA`, `/co%6E`.
#define PERCENT_SIMD_FLAG_WINDOWS_NAME (1 << 17)

// An escaped U+560A or U+560D: LF or CR where code units are cut to bytes. Chinese text has them.
#define PERCENT_SIMD_FLAG_TRUNCATED_NEWLINE (1 << 18)

// The result of a function. 1 to 15 are general; 16 to 31 are about escapes, 32 to 63 about paths,
// 64 to 95 about request lines.
typedef enum percent_simd_result {
    // Success.
    PERCENT_SIMD_RESULT_OK = 0,
    // A pointer is NULL or misaligned, a length exceeds PTRDIFF_MAX, or a value has an undefined
    // bit.
    PERCENT_SIMD_RESULT_INVALID_ARGUMENT = 1,
    // Input and output overlap.
    PERCENT_SIMD_RESULT_OVERLAP = 2,
    // The output's capacity does not suffice; the length out-parameter becomes a sufficient
    // length.
    PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL = 3,
    // Nothing has this name.
    PERCENT_SIMD_RESULT_UNKNOWN_NAME = 4,
    // A bug in the library, in a build that unwinds; the C library aborts the process instead.
    PERCENT_SIMD_RESULT_PANIC = 5,
    // Refused for a reason that is newer than this enum.
    PERCENT_SIMD_RESULT_REFUSED = 6,
    // The input ends after `%`, or after `%` and one hex digit.
    PERCENT_SIMD_RESULT_TRUNCATED = 16,
    // A byte after the `%` is not a hex digit.
    PERCENT_SIMD_RESULT_BAD_HEX = 17,
    // An escaped or raw byte in the policy's reject set; for paths, too.
    PERCENT_SIMD_RESULT_REJECTED = 18,
    // The decoded bytes are not UTF-8.
    PERCENT_SIMD_RESULT_UTF8 = 19,
    // A raw byte that the encoder escapes.
    PERCENT_SIMD_RESULT_RAW = 20,
    // The path does not begin with `/`.
    PERCENT_SIMD_RESULT_NOT_ABSOLUTE = 32,
    // A `%` becomes a triplet when the following bytes are decoded: `%%32%65`.
    PERCENT_SIMD_RESULT_HIDDEN_TRIPLET = 33,
    // A control character, raw or escaped.
    PERCENT_SIMD_RESULT_CONTROL = 34,
    // `%2F` or `%5C`.
    PERCENT_SIMD_RESULT_ESCAPED_SLASH = 35,
    // `\`, or a `%5C` that would become one.
    PERCENT_SIMD_RESULT_BACKSLASH = 36,
    // `%25`.
    PERCENT_SIMD_RESULT_ESCAPED_PERCENT = 37,
    // `%2E`.
    PERCENT_SIMD_RESULT_ESCAPED_DOT = 38,
    // `;` or `%3B`.
    PERCENT_SIMD_RESULT_SEMICOLON = 39,
    // A raw byte >= 0x80.
    PERCENT_SIMD_RESULT_NON_ASCII = 40,
    // A raw `?` or `#`: query and fragment are not part of the path.
    PERCENT_SIMD_RESULT_DELIMITER = 41,
    // A dot segment, in any spelling.
    PERCENT_SIMD_RESULT_DOT_SEGMENT = 42,
    // A dot segment for servers that read `%2F` or `%5C` as a slash, or `;` as the end of a name.
    PERCENT_SIMD_RESULT_HIDDEN_DOT_SEGMENT = 43,
    // An empty segment.
    PERCENT_SIMD_RESULT_EMPTY_SEGMENT = 44,
    // A `..` that climbs above the root.
    PERCENT_SIMD_RESULT_CLIMBS_ABOVE_ROOT = 45,
    // A segment that Windows reads as another name.
    PERCENT_SIMD_RESULT_WINDOWS_NAME = 46,
    // Not a prefix of paths: see percent_simd_path_is_under.
    PERCENT_SIMD_RESULT_PREFIX = 47,
    // The line does not start with a method and a space.
    PERCENT_SIMD_RESULT_METHOD = 64,
    // A control character in the target.
    PERCENT_SIMD_RESULT_TARGET_CONTROL = 65,
    // A space in the target.
    PERCENT_SIMD_RESULT_SPACE = 66,
    // A `#` in the target.
    PERCENT_SIMD_RESULT_FRAGMENT = 67,
    // The target has none of the four forms, or one that does not fit the method.
    PERCENT_SIMD_RESULT_FORM = 68,
    // Userinfo where it is not allowed, or a byte that userinfo may not contain.
    PERCENT_SIMD_RESULT_USERINFO = 69,
    // An invalid host.
    PERCENT_SIMD_RESULT_HOST = 70,
    // An invalid port.
    PERCENT_SIMD_RESULT_PORT = 71,
    // No HTTP version and end of the line after the target.
    PERCENT_SIMD_RESULT_VERSION = 72,
} percent_simd_result;

// The four forms of a target (RFC 9112 3.2).
typedef enum percent_simd_target_form {
    // `/where?q=now`.
    PERCENT_SIMD_TARGET_FORM_ORIGIN = 0,
    // `http://www.example.org/pub/`.
    PERCENT_SIMD_TARGET_FORM_ABSOLUTE = 1,
    // `www.example.com:80`, with CONNECT only.
    PERCENT_SIMD_TARGET_FORM_AUTHORITY = 2,
    // `*`, with OPTIONS only.
    PERCENT_SIMD_TARGET_FORM_ASTERISK = 3,
} percent_simd_target_form;

// A variant of percent-encoding that a standard defines. The first six are the common ones.
typedef enum percent_simd_scheme {
    // A single value, anywhere in a URI (RFC 3986 2.3): unreserved characters stay.
    PERCENT_SIMD_SCHEME_URI_COMPONENT = 0,
    // A name or a value of a form or a query (WHATWG URL 5, application/x-www-form-urlencoded):
    // SP is `+`.
    PERCENT_SIMD_SCHEME_FORM = 1,
    // A whole path (WHATWG URL 1.3, path percent-encode set): `/` and `%` stay.
    PERCENT_SIMD_SCHEME_URL_PATH = 2,
    // A whole query (WHATWG URL 1.3, query percent-encode set): `&`, `=`, `+` and `%` stay.
    PERCENT_SIMD_SCHEME_URL_QUERY = 3,
    // One segment of a path (RFC 3986 3.3): `/` is escaped.
    PERCENT_SIMD_SCHEME_URI_SEGMENT = 4,
    // `encodeURIComponent` and `decodeURIComponent` (ECMA-262).
    PERCENT_SIMD_SCHEME_JS_COMPONENT = 5,
    // WHATWG URL 1.3, C0 control percent-encode set.
    PERCENT_SIMD_SCHEME_URL_C0 = 6,
    // WHATWG URL 1.3, fragment percent-encode set.
    PERCENT_SIMD_SCHEME_URL_FRAGMENT = 7,
    // WHATWG URL 1.3, special-query percent-encode set: the query of http and https URLs.
    PERCENT_SIMD_SCHEME_URL_SPECIAL_QUERY = 8,
    // WHATWG URL 1.3, userinfo percent-encode set.
    PERCENT_SIMD_SCHEME_URL_USERINFO = 9,
    // WHATWG URL 1.3, component percent-encode set: `encodeURIComponent`.
    PERCENT_SIMD_SCHEME_URL_COMPONENT = 10,
    // HTML, Mail with headers: FORM with SP as `%20`.
    PERCENT_SIMD_SCHEME_FORM_MAILTO = 11,
    // RFC 3986 3.3, segment-nz-nc.
    PERCENT_SIMD_SCHEME_URI_SEGMENT_NC = 12,
    // RFC 3986 3.4, query.
    PERCENT_SIMD_SCHEME_URI_QUERY = 13,
    // RFC 3986 3.5, fragment.
    PERCENT_SIMD_SCHEME_URI_FRAGMENT = 14,
    // RFC 3986 3.2.1, userinfo.
    PERCENT_SIMD_SCHEME_URI_USERINFO = 15,
    // RFC 3986 3.2.2, reg-name.
    PERCENT_SIMD_SCHEME_URI_REG_NAME = 16,
    // RFC 2396 2.3.
    PERCENT_SIMD_SCHEME_URI2396 = 17,
    // RFC 1738 2.2.
    PERCENT_SIMD_SCHEME_URI1738 = 18,
    // RFC 2396 2.4.3, excluded characters; escapes stay.
    PERCENT_SIMD_SCHEME_URI2396_EXCLUDED = 19,
    // RFC 3875 2.3.
    PERCENT_SIMD_SCHEME_CGI = 20,
    // RFC 5849 3.6, OAuth 1.0.
    PERCENT_SIMD_SCHEME_OAUTH = 21,
    // AWS Signature Version 4, UriEncode.
    PERCENT_SIMD_SCHEME_AWS = 22,
    // AWS Signature Version 4, UriEncode of an object key: `/` stays.
    PERCENT_SIMD_SCHEME_AWS_PATH = 23,
    // ECMA-262, `encodeURI` and `decodeURI`.
    PERCENT_SIMD_SCHEME_JS_URI = 24,
    // RFC 6570 3.2.1, simple expansion.
    PERCENT_SIMD_SCHEME_TEMPLATE = 25,
    // RFC 6570 3.2.1, reserved expansion; escapes stay.
    PERCENT_SIMD_SCHEME_TEMPLATE_RESERVED = 26,
    // RFC 6570 3.1, literals; escapes stay.
    PERCENT_SIMD_SCHEME_TEMPLATE_LITERAL = 27,
    // Legacy extended IRIs 3.1.
    PERCENT_SIMD_SCHEME_LEIRI = 28,
    // XPath 3.1, `fn:encode-for-uri`.
    PERCENT_SIMD_SCHEME_XPATH_ENCODE_FOR_URI = 29,
    // XPath 3.1, `fn:iri-to-uri`.
    PERCENT_SIMD_SCHEME_XPATH_IRI_TO_URI = 30,
    // XPath 3.1, `fn:escape-html-uri`.
    PERCENT_SIMD_SCHEME_XPATH_ESCAPE_HTML_URI = 31,
    // PHP, `rawurlencode`.
    PERCENT_SIMD_SCHEME_PHP_RAWURLENCODE = 32,
    // PHP, `urlencode`: SP is `+`.
    PERCENT_SIMD_SCHEME_PHP_URLENCODE = 33,
    // CSS Values 4, unquoted `url()`.
    PERCENT_SIMD_SCHEME_CSS_URL = 34,
    // RFC 8187 3.2.1, extended header parameters.
    PERCENT_SIMD_SCHEME_RFC5987 = 35,
    // Every byte is escaped.
    PERCENT_SIMD_SCHEME_ALL = 36,
    // RFC 6749 2.3.1, OAuth 2.0: the client's id and secret; SP is `+`.
    PERCENT_SIMD_SCHEME_OAUTH2 = 37,
    // Keys in messages and listings of Amazon S3: SP is `+`, `/` stays.
    PERCENT_SIMD_SCHEME_S3_KEY = 38,
    // RFC 9421 2.2.8, `@query-param`: SP is `%20`.
    PERCENT_SIMD_SCHEME_HTTP_SIGNATURE = 39,
    // W3C Baggage 3.3.1.3. Decoded text has U+FFFD for ill-formed UTF-8.
    PERCENT_SIMD_SCHEME_BAGGAGE = 40,
    // gRPC over HTTP/2, Status-Message.
    PERCENT_SIMD_SCHEME_GRPC_MESSAGE = 41,
    // RFC 6901 6, a JSON Pointer in a fragment.
    PERCENT_SIMD_SCHEME_JSON_POINTER = 42,
    // RFC 3261 25.1, user of a SIP URI.
    PERCENT_SIMD_SCHEME_SIP_USER = 43,
    // RFC 3261 25.1, parameters of a SIP URI.
    PERCENT_SIMD_SCHEME_SIP_PARAM = 44,
    // RFC 3261 25.1, headers of a SIP URI.
    PERCENT_SIMD_SCHEME_SIP_HEADER = 45,
    // ECMA-427 5.4, Package-URL.
    PERCENT_SIMD_SCHEME_PURL = 46,
    // Hive, FileUtils.escapePathName: characters that are not ASCII stay. Not for streams.
    PERCENT_SIMD_SCHEME_HIVE_PARTITION = 47,
} percent_simd_scheme;

// The preset of a policy for the path of a request target.
typedef enum percent_simd_preset {
    // The default choice.
    PERCENT_SIMD_PRESET_STRICT = 0,
    // Envoy, `KEEP_UNCHANGED`. Only in front of servers that do not treat `%2F` as a slash.
    PERCENT_SIMD_PRESET_ENVOY_KEEP = 1,
    // Envoy, `REJECT_REQUEST`.
    PERCENT_SIMD_PRESET_ENVOY_REJECT = 2,
    // Envoy, `UNESCAPE_AND_REDIRECT`: see percent_simd_path_redirects.
    PERCENT_SIMD_PRESET_ENVOY_REDIRECT = 3,
    // Envoy, `UNESCAPE_AND_FORWARD`.
    PERCENT_SIMD_PRESET_ENVOY_UNESCAPE = 4,
    // Spring Security's `StrictHttpFirewall`.
    PERCENT_SIMD_PRESET_SPRING = 5,
    // nginx, `$uri` with `merge_slashes on`.
    PERCENT_SIMD_PRESET_NGINX = 6,
    // httpd, `AllowEncodedSlashes Off`.
    PERCENT_SIMD_PRESET_APACHE_REJECT = 7,
    // httpd, `AllowEncodedSlashes NoDecode`. Only in front of servers that do not treat `%2F` as a
    // slash.
    PERCENT_SIMD_PRESET_APACHE_KEEP = 8,
    // httpd, `AllowEncodedSlashes On`.
    PERCENT_SIMD_PRESET_APACHE_UNESCAPE = 9,
    // HAProxy's normalizers. Only in front of servers that do not treat `%2F` as a slash.
    PERCENT_SIMD_PRESET_HAPROXY = 10,
    // Tomcat. It drops the part of a segment after `;`.
    PERCENT_SIMD_PRESET_TOMCAT = 11,
    // An unknown server: STRICT, without `;`, `%25`, `%3F` and `%23`.
    PERCENT_SIMD_PRESET_UNKNOWN = 12,
    // An object store like S3: no part of a key is merged, resolved or dropped.
    PERCENT_SIMD_PRESET_OBJECTS = 13,
} percent_simd_preset;

// An action for a construct in a path. Each field of a percent_simd_path_policy names its actions.
typedef enum percent_simd_path_action {
    // The construct is an error.
    PERCENT_SIMD_PATH_ACTION_REJECT = 0,
    // The construct stays as written.
    PERCENT_SIMD_PATH_ACTION_KEEP = 1,
    // The escape becomes its value.
    PERCENT_SIMD_PATH_ACTION_UNESCAPE = 2,
    // The escape becomes its value after dot segments are resolved, and dot segments are resolved
    // again (httpd, `AllowEncodedSlashes On`).
    PERCENT_SIMD_PATH_ACTION_UNESCAPE_LAST = 3,
    // UNESCAPE, and percent_simd_path_redirects asks for a redirect.
    PERCENT_SIMD_PATH_ACTION_REDIRECT = 4,
    // Dot segments are resolved; `..` at the root is an error.
    PERCENT_SIMD_PATH_ACTION_RESOLVE = 5,
    // Dot segments are resolved; `..` at the root stays there (RFC 3986 5.2.4).
    PERCENT_SIMD_PATH_ACTION_CLAMP = 6,
    // Repeated slashes become one.
    PERCENT_SIMD_PATH_ACTION_MERGE = 7,
    // The byte is a `/`.
    PERCENT_SIMD_PATH_ACTION_SLASH = 8,
    // `;` is accepted, except where a server that cuts segments at `;` would resolve another path:
    // `/..;`, `/;/`.
    PERCENT_SIMD_PATH_ACTION_GUARD = 9,
    // The rest of the segment is removed before decoding (Tomcat).
    PERCENT_SIMD_PATH_ACTION_DROP = 10,
    // The construct stays as written, but a raw `+` becomes `%2B`.
    PERCENT_SIMD_PATH_ACTION_ESCAPE_PLUS = 11,
} percent_simd_path_action;

// A set of ASCII bytes: bit `h` of `rows[l]` says whether the byte `16 * h + l` is a member. Any sixteen bytes are a set.
typedef struct percent_simd_set {
    // The low nibble of a byte chooses the row, the high nibble the bit.
    uint8_t rows[16];
} percent_simd_set;

// A policy of encoding, 24 bytes. An encoder escapes the members of its set and every byte >= 0x80.
typedef struct percent_simd_encoder {
    // The bytes that are escaped.
    struct percent_simd_set set;
    // PERCENT_SIMD_ENCODE_... combined by `|`. With an undefined bit, every use fails with
    // INVALID_ARGUMENT.
    uint32_t options;
    // 0, or the value that percent_simd_encoder_of_scheme writes. It refers to a prepared policy,
    // which the library uses while set and options are unchanged.
    uint32_t hint;
} percent_simd_encoder;

// A policy of decoding, 40 bytes. A `%` without two hex digits stays, unless the decoder is
// strict. A triplet whose value is in `reject` is an error, even if the value is also in `keep`; a
// triplet whose value is in `keep` stays as written; any other triplet becomes its value.
typedef struct percent_simd_decoder {
    // The values whose triplets stay.
    struct percent_simd_set keep;
    // The values whose triplets are an error.
    struct percent_simd_set reject;
    // PERCENT_SIMD_DECODE_... combined by `|`. With an undefined bit, every use fails with
    // INVALID_ARGUMENT.
    uint32_t options;
    // 0.
    uint32_t reserved;
} percent_simd_decoder;

// The state between two pieces of an input: 16 bytes; zeros begin an input. A copy allows a return
// to its position.
typedef struct percent_simd_stream {
    // The number of bytes of the input before the waiting ones.
    uint64_t position;
    // The end of the last piece, if a triplet may begin there: `%`, or `%` and a hex digit.
    uint8_t waiting[2];
    // The number of waiting bytes: 0, 1 or 2.
    uint8_t waiting_len;
    // 0.
    uint8_t reserved[5];
} percent_simd_stream;

// The cursor of percent_simd_form_next. Copy it to return to a position.
typedef struct percent_simd_form {
    // The whole input.
    const char *input;
    // Its length.
    size_t len;
    // The offset of the next pair.
    size_t next;
    // PERCENT_SIMD_FORM_... combined by `|`.
    uint32_t options;
    // 0.
    uint32_t reserved;
} percent_simd_form;

// A slice of the caller's bytes; `data` is NULL if the part is absent, which differs from empty.
typedef struct percent_simd_slice {
    // The first byte, or NULL.
    const char *data;
    // The number of bytes.
    size_t len;
} percent_simd_slice;

// A name and its value, still encoded.
typedef struct percent_simd_pair {
    // The name; never NULL.
    struct percent_simd_slice name;
    // The value; NULL if no `=` follows the name.
    struct percent_simd_slice value;
} percent_simd_pair;

// The parts of a request line or of a target: slices of the input, not decoded.
typedef struct percent_simd_request {
    // The method; NULL for a bare target.
    struct percent_simd_slice method;
    // The scheme of an absolute form.
    struct percent_simd_slice scheme;
    // The userinfo, before `@` in the authority.
    struct percent_simd_slice userinfo;
    // The host, of an absolute form or an authority form; with its brackets if it has any.
    struct percent_simd_slice host;
    // The digits of the port.
    struct percent_simd_slice port;
    // The path. That of an origin form begins with `/`; that of an absolute form may be empty,
    // which means `/`.
    struct percent_simd_slice path;
    // The query, after the first `?`.
    struct percent_simd_slice query;
    // The form of the target.
    enum percent_simd_target_form form;
    // The version of HTTP: the digit before the dot; 0 for a bare target.
    uint8_t major;
    // The digit after the dot.
    uint8_t minor;
} percent_simd_request;

// A policy that accepts or refuses the path of a request target, and resolves it: 32 bytes. Start
// from percent_simd_path_policy_of_preset and change fields; a policy of zeros has the strictest
// action in each field. The fields up to `reserved` hold a percent_simd_path_action; with an
// action that the field does not take, every use fails with INVALID_ARGUMENT.
typedef struct percent_simd_path_policy {
    // `%2F`: REJECT, KEEP, UNESCAPE, UNESCAPE_LAST or REDIRECT. A dot segment next to a kept `%2F`
    // is an error. KEEP is not for a server of files, nor in front of one: such a server decodes
    // `%2F`, so `/private%2Fx` is its file `private/x`, though a rule on `/private` has passed the
    // path.
    uint8_t escaped_slashes;
    // `%5C`: the actions of `escaped_slashes`; unescaped, it is treated as a raw `\`.
    uint8_t escaped_backslash;
    // A raw `\`: REJECT, KEEP or SLASH. Under KEEP it is an error if `%5C` is one there.
    uint8_t backslash;
    // `%25`: KEEP, REJECT or UNESCAPE. After UNESCAPE, the resolved path must not be decoded again.
    uint8_t escaped_percent;
    // `.` and `..`, in every spelling: RESOLVE, CLAMP or REJECT.
    uint8_t dot_segments;
    // Empty segments, as in `//`: MERGE, KEEP or REJECT.
    uint8_t empty_segments;
    // `;` and `%3B`: GUARD, DROP (a raw one), KEEP or REJECT.
    uint8_t semicolon;
    // A `%` without two hex digits: REJECT or KEEP.
    uint8_t malformed;
    // Triplets of control characters except `%00`, which is always an error: REJECT or UNESCAPE.
    uint8_t escaped_controls;
    // `%2E`: UNESCAPE or REJECT.
    uint8_t escaped_dots;
    // Raw bytes >= 0x80: REJECT or KEEP.
    uint8_t raw_non_ascii;
    // Decoded bytes that are not UTF-8: REJECT or KEEP.
    uint8_t not_utf8;
    // Segments that Windows reads as another name, such as `con`, `a.`, `a:b` and `PROGRA~1`:
    // REJECT or KEEP. REJECT is for servers of files on Windows, and in front of them.
    uint8_t windows_names;
    // Triplets of the reserved characters that a path may hold raw, ``!$&'()*+,;=:@``: KEEP,
    // ESCAPE_PLUS, UNESCAPE or REJECT. All but REJECT decide their spelling by
    // percent_simd_path_target. ESCAPE_PLUS is KEEP for a store that reads a raw `+` as a space,
    // like S3. UNESCAPE is for a router in the same process, and not for a forwarded target,
    // because `/a%2Bb` and `/a+b` are two resources (RFC 3986 2.2).
    uint8_t reserved;
    // 0.
    uint8_t unused;
    // 0, or the value that percent_simd_path_policy_of_preset writes. It refers to a prepared
    // policy, which the library uses while the other fields are unchanged.
    uint8_t hint;
    // Decoded values that are an error (REJECTED): their triplets, and raw bytes that a target can
    // hold only as a triplet, such as a space or `|`. Zeros are the empty set.
    struct percent_simd_set reject;
} percent_simd_path_policy;

// The report of percent_simd_inspect.
typedef struct percent_simd_report {
    // The length of the decoded input; a malformed `%` counts as itself.
    size_t decoded_len;
    // The number of triplets.
    size_t triplets;
    // The number of `%` that begin no triplet.
    size_t malformed_count;
    // The offset of the first malformed `%`, or the input's length.
    size_t malformed_position;
    // The error at that offset: TRUNCATED or BAD_HEX, or OK if there is none.
    enum percent_simd_result malformed;
    // PERCENT_SIMD_FLAG_... combined by `|`.
    uint32_t flags;
} percent_simd_report;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The encoder of a scheme (percent_simd_scheme). If there is no scheme with this number, every use
// of the encoder fails with INVALID_ARGUMENT.
struct percent_simd_encoder percent_simd_encoder_of_scheme(uint32_t scheme);

// The encoder that escapes the members of the set and every byte >= 0x80. `options`: PERCENT_SIMD_ENCODE_..., or 0.
struct percent_simd_encoder percent_simd_encoder_new(struct percent_simd_set set,
                                                     uint32_t options);

// Writes the encoded input to `output`, and its length to `output_len`. It is ASCII (under KEEP_NON_ASCII UTF-8), and no NUL follows it.
//
// A capacity of percent_simd_encoded_len suffices; three times the input's length is faster. Fails with OUTPUT_TOO_SMALL (`output_len`
// becomes the length that suffices), OVERLAP, or INVALID_ARGUMENT.
enum percent_simd_result percent_simd_encode(const struct percent_simd_encoder *encoder,
                                             const char *input,
                                             size_t input_len,
                                             char *output,
                                             size_t output_capacity,
                                             size_t *output_len);

// Writes the length of the encoded input to `output_len`; SIZE_MAX if it is greater. Fails with
// INVALID_ARGUMENT only.
enum percent_simd_result percent_simd_encoded_len(const struct percent_simd_encoder *encoder,
                                                  const char *input,
                                                  size_t input_len,
                                                  size_t *output_len);

// The greatest length of any encoded input of this length: three times the length; SIZE_MAX if
// that overflows.
size_t percent_simd_max_encoded_len(size_t input_len);

// Writes to `position` the offset of the first byte that encoding changes, or the input's length
// if there is none. Fails with INVALID_ARGUMENT only, also if `position` is NULL.
enum percent_simd_result percent_simd_find_escapable(const struct percent_simd_encoder *encoder,
                                                     const char *input,
                                                     size_t input_len,
                                                     size_t *position);

// Checks that the input is already encoded: it has no raw byte that the encoder escapes, and only
// valid triplets. Fails with RAW, TRUNCATED or BAD_HEX at `position`, or with INVALID_ARGUMENT.
enum percent_simd_result percent_simd_check_encoded(const struct percent_simd_encoder *encoder,
                                                    const char *input,
                                                    size_t input_len,
                                                    size_t *position);

// The decoder of a scheme (percent_simd_scheme). A scheme without a decoder gets that of
// percent_simd_decoder_new with options 0. Use percent_simd_decode_utf8 where
// percent_simd_scheme_decodes_to_text says so. If there is no scheme with this number, every use of
// the decoder fails with INVALID_ARGUMENT.
struct percent_simd_decoder percent_simd_decoder_of_scheme(uint32_t scheme);

// The decoder with these options: PERCENT_SIMD_DECODE_..., or 0 for WHATWG URL's percent-decode,
// which refuses nothing. Triplets of the values in `keep` stay as written, and those of the values
// in `reject` are an error; see percent_simd_set_empty.
struct percent_simd_decoder percent_simd_decoder_new(uint32_t options,
                                                     struct percent_simd_set keep,
                                                     struct percent_simd_set reject);

// Writes the decoded bytes to `output`, and their number to `output_len`. No NUL follows them.
//
// A capacity of percent_simd_decoded_len suffices; the input's length always does, and is faster.
// If the decoder refuses the input, the call fails at `position`: with TRUNCATED or BAD_HEX if it
// is strict, with REJECTED for a member of its reject set. Other failures are OUTPUT_TOO_SMALL
// (`output_len` becomes the length that suffices), OVERLAP, and INVALID_ARGUMENT. A refusal takes
// precedence over OUTPUT_TOO_SMALL.
enum percent_simd_result percent_simd_decode(const struct percent_simd_decoder *decoder,
                                             const char *input,
                                             size_t input_len,
                                             char *output,
                                             size_t output_capacity,
                                             size_t *output_len,
                                             size_t *position);

// Decodes the first `len` bytes of the buffer in place, and writes the length of the result to
// `output_len`. The result is at the front of the buffer; the rest of the `len` bytes is
// unspecified.
//
// Fails with TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode does, or with
// INVALID_ARGUMENT; the buffer is then unchanged.
enum percent_simd_result percent_simd_decode_in_place(const struct percent_simd_decoder *decoder,
                                                      char *buffer,
                                                      size_t len,
                                                      size_t *output_len,
                                                      size_t *position);

// Writes the number of decoded bytes to `output_len`. Fails with TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode does, or
// with INVALID_ARGUMENT.
enum percent_simd_result percent_simd_decoded_len(const struct percent_simd_decoder *decoder,
                                                  const char *input,
                                                  size_t input_len,
                                                  size_t *output_len,
                                                  size_t *position);

// Checks that the input decodes to bytes under this decoder; on failure, writes only `position`.
// Fails with TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode does, or with
// INVALID_ARGUMENT.
enum percent_simd_result percent_simd_check(const struct percent_simd_decoder *decoder,
                                            const char *input,
                                            size_t input_len,
                                            size_t *position);

// Writes to `position` the offset of the first byte that decoding changes or refuses, or the
// input's length if there is none. Fails with INVALID_ARGUMENT only, also if `position` is NULL.
enum percent_simd_result percent_simd_find_decodable(const struct percent_simd_decoder *decoder,
                                                     const char *input,
                                                     size_t input_len,
                                                     size_t *position);

// Writes to `position` the offset of the first byte that decodes to a member of the set, a raw
// byte or the `%` of a triplet, or the input's length if there is none. It decodes once: `%252F`
// contains no `/`. Fails with INVALID_ARGUMENT only, also if `position` is NULL.
enum percent_simd_result percent_simd_find_decoded(struct percent_simd_set set,
                                                   const char *input,
                                                   size_t input_len,
                                                   size_t *position);

// Writes the decoded text to `output`, and its length in bytes to `output_len`. It is UTF-8, and no NUL follows it.
//
// Ill-formed UTF-8 fails with UTF8, and `position` becomes the start of the first ill-formed
// sequence; the options UTF8_LOSSY and UTF8_KEEP_ESCAPED turn it into text. The input's length
// always suffices as the capacity; with those options, three times the length does. Other failures
// are TRUNCATED, BAD_HEX, REJECTED, OUTPUT_TOO_SMALL, OVERLAP and INVALID_ARGUMENT, as for
// percent_simd_decode.
enum percent_simd_result percent_simd_decode_utf8(const struct percent_simd_decoder *decoder,
                                                  const char *input,
                                                  size_t input_len,
                                                  char *output,
                                                  size_t output_capacity,
                                                  size_t *output_len,
                                                  size_t *position);

// Checks that the input decodes to text under this decoder; on failure, writes only `position`.
// Fails with UTF8, TRUNCATED, BAD_HEX or REJECTED at `position`, as percent_simd_decode_utf8 does,
// or with INVALID_ARGUMENT.
enum percent_simd_result percent_simd_check_utf8(const struct percent_simd_decoder *decoder,
                                                 const char *input,
                                                 size_t input_len,
                                                 size_t *position);

// Encodes the next piece of an input, writes the output to `output`, its length to `output_len`,
// and the position after the piece to `stream`. All pieces together give the output of
// percent_simd_encode on the whole input, for any split. Use the same encoder for every piece.
//
// `is_last` ends the input: pass true with the last piece, which may be empty. The stream is zeros
// then, and may begin another input. Until then, the start of a triplet at the end of a piece
// waits for the next piece. A capacity of three times the piece's length plus 6 suffices.
//
// Fails with OUTPUT_TOO_SMALL (`output_len` becomes the length that suffices), OVERLAP, or
// INVALID_ARGUMENT (also for an encoder under KEEP_NON_ASCII). After a failure the stream is
// unchanged, and the piece may be passed again.
enum percent_simd_result percent_simd_stream_encode(struct percent_simd_stream *stream,
                                                    const struct percent_simd_encoder *encoder,
                                                    const char *piece,
                                                    size_t piece_len,
                                                    bool is_last,
                                                    char *output,
                                                    size_t output_capacity,
                                                    size_t *output_len);

// Decodes the next piece of an input, writes the output to `output`, its length to `output_len`,
// and the position after the piece to `stream`. All pieces together give the output of
// percent_simd_decode on the whole input, for any split. Use the same decoder for every piece. The
// output is bytes: the options UTF8_... change nothing.
//
// `is_last` and the ends of pieces have the meaning of percent_simd_stream_encode. A capacity of
// the piece's length plus 2 suffices.
//
// Fails with TRUNCATED, BAD_HEX or REJECTED as percent_simd_decode does; `position` counts from
// the start of the input. Other failures are OUTPUT_TOO_SMALL (`output_len` becomes the length
// that suffices), OVERLAP, and INVALID_ARGUMENT. After a failure the stream is unchanged, and the
// piece may be passed again.
enum percent_simd_result percent_simd_stream_decode(struct percent_simd_stream *stream,
                                                    const struct percent_simd_decoder *decoder,
                                                    const char *piece,
                                                    size_t piece_len,
                                                    bool is_last,
                                                    char *output,
                                                    size_t output_capacity,
                                                    size_t *output_len,
                                                    size_t *position);

// The start of a form or a query (application/x-www-form-urlencoded, WHATWG URL 5.1): the part
// after the `?` of a URL, or a body. `options`: PERCENT_SIMD_FORM_..., or 0.
struct percent_simd_form percent_simd_form_begin(const char *input,
                                                 size_t input_len,
                                                 uint32_t options);

// Writes up to `capacity` pairs to `pairs` and their number to `count`, and moves the cursor past
// them. A count below the capacity means that no pairs remain. Names and values are slices of the
// input, still encoded; percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_FORM) decodes them. A
// capacity of 1 returns them one by one; a dozen at a time is faster.
//
// Fails with INVALID_ARGUMENT only.
enum percent_simd_result percent_simd_form_next(struct percent_simd_form *form,
                                                struct percent_simd_pair *pairs,
                                                size_t capacity,
                                                size_t *count);

// Finds the first pair after the cursor whose decoded name equals `name`, and moves the cursor
// past it, or to the end if there is none. Writes the pair to `pair`, and whether there is one to
// `is_found`. `name` is not encoded.
//
// Fails with INVALID_ARGUMENT only.
enum percent_simd_result percent_simd_form_find(struct percent_simd_form *form,
                                                const char *name,
                                                size_t name_len,
                                                struct percent_simd_pair *pair,
                                                bool *is_found);

// Splits the first line of an HTTP/1 request (RFC 9112 3) into slices of it; a final CRLF or LF is
// allowed. Nothing is decoded: pass the path to percent_simd_path_resolve, and the query to
// percent_simd_form_begin. Fails with one of the results about request lines (64 to 95) at
// `position`, or with INVALID_ARGUMENT.
enum percent_simd_result percent_simd_request_line(const char *line,
                                                   size_t len,
                                                   struct percent_simd_request *request,
                                                   size_t *position);

// Splits a bare request target, in any of the four forms. Fails as percent_simd_request_line does.
enum percent_simd_result percent_simd_target(const char *target,
                                             size_t len,
                                             struct percent_simd_request *request,
                                             size_t *position);

// The policy of a preset (percent_simd_preset). If there is no preset with this number, every use
// of the policy fails with INVALID_ARGUMENT.
struct percent_simd_path_policy percent_simd_path_policy_of_preset(uint32_t preset);

// The name of a preset (percent_simd_preset), such as `apache-keep`: a NUL-terminated static
// string. NULL if there is no preset with this number, so counting up from 0 lists all of them.
const char *percent_simd_preset_name(uint32_t preset);

// Finds the preset (percent_simd_preset) with this name. Fails with UNKNOWN_NAME.
enum percent_simd_result percent_simd_preset_from_name(const char *name,
                                                       size_t len,
                                                       uint32_t *preset);

// Checks the path of a request target, with its leading `/` and without the query. Fails with one
// of the results about paths and escapes (16 to 63) at `position`, or with INVALID_ARGUMENT. If the
// path is accepted, forward its target (percent_simd_path_target); the original path is not safe to
// forward.
enum percent_simd_result percent_simd_path_check(const struct percent_simd_path_policy *policy,
                                                 const char *path,
                                                 size_t len,
                                                 size_t *position);

// Writes the resolved path to `output`, and its length to `output_len`: decoded once, except for
// the escapes that the policy keeps, and without dot segments. This is the path that rules judge;
// to forward the request, use percent_simd_path_target.
//
// The capacity must be at least the path's length; the result is never longer. Fails as percent_simd_path_check does, or with
// OUTPUT_TOO_SMALL, OVERLAP, INVALID_ARGUMENT.
enum percent_simd_result percent_simd_path_resolve(const struct percent_simd_path_policy *policy,
                                                   const char *path,
                                                   size_t len,
                                                   char *output,
                                                   size_t output_capacity,
                                                   size_t *output_len,
                                                   size_t *position);

// Writes the target to `output`, the path to forward, and its length to `output_len`. The target
// has the segments of the resolved path. The client's escapes stay, in upper case, except those of
// unreserved characters: `/x/../libc%2b%2B.rpm` becomes `/libc%2B%2B.rpm`. A raw byte that no path
// may hold is escaped. The policy accepts the target, whose target is itself. It is ASCII, and no
// NUL follows it.
//
// A capacity of three times the path's length suffices (percent_simd_max_encoded_len); the path's
// length suffices if nothing is escaped. Fails as percent_simd_path_check does, or with
// OUTPUT_TOO_SMALL (`output_len` becomes a length that suffices), OVERLAP, INVALID_ARGUMENT.
enum percent_simd_result percent_simd_path_target(const struct percent_simd_path_policy *policy,
                                                  const char *path,
                                                  size_t len,
                                                  char *output,
                                                  size_t output_capacity,
                                                  size_t *output_len,
                                                  size_t *position);

// Resolves the path in the first `len` bytes of the buffer in place. The result is at the front,
// and the rest of the `len` bytes is unspecified; after a failure the buffer is unchanged. If the
// policy has the action REDIRECT, call percent_simd_path_redirects first. Fails as
// percent_simd_path_check does.
enum percent_simd_result percent_simd_path_resolve_in_place(const struct percent_simd_path_policy *policy,
                                                            char *buffer,
                                                            size_t len,
                                                            size_t *output_len,
                                                            size_t *position);

// Writes to `redirects` whether the policy asks for a redirect of the client to the path's target
// (percent_simd_path_target): only one with the action REDIRECT does, such as ENVOY_REDIRECT, for
// an accepted path with an escaped slash. Fails with INVALID_ARGUMENT only.
enum percent_simd_result percent_simd_path_redirects(const struct percent_simd_path_policy *policy,
                                                     const char *path,
                                                     size_t len,
                                                     bool *redirects);

// Writes to `is_under` whether a path is the prefix or below it. The path's first segments must be
// those of the prefix: `/admin/` and `/admin/users` are under `/admin`, `/administrator` is not.
// Every path is under `/`. Use this for rules.
//
// `path` is a target (percent_simd_path_target) or a resolved path (percent_simd_path_resolve),
// not the client's path, because another spelling would pass any rule. Under a policy whose
// `escaped_percent` is UNESCAPE, use the target. `prefix` is the decoded text: `/caf\xC3\xA9`.
// `options` is 0 or PERCENT_SIMD_PREFIX_IGNORE_CASE.
//
// Fails with PREFIX at `position` in the prefix. Fails with INVALID_ARGUMENT, also for a path
// without a leading `/`, and for a path with a dot segment, because such a path is not resolved.
enum percent_simd_result percent_simd_path_is_under(const char *path,
                                                    size_t len,
                                                    const char *prefix,
                                                    size_t prefix_len,
                                                    uint32_t options,
                                                    bool *is_under,
                                                    size_t *position);

// Reports the decoded length, malformed triplets and flags of the input in one pass, and refuses
// nothing. Fails with INVALID_ARGUMENT only.
enum percent_simd_result percent_simd_inspect(const char *input,
                                              size_t input_len,
                                              struct percent_simd_report *report);

// The name of a single flag (PERCENT_SIMD_FLAG_...), such as `dot-segment`: a NUL-terminated
// static string. NULL for other values.
const char *percent_simd_flag_name(uint32_t flag);

// Finds the flag with this name. Fails with UNKNOWN_NAME.
enum percent_simd_result percent_simd_flag_from_name(const char *name,
                                                     size_t len,
                                                     uint32_t *flag);

// The set without members.
struct percent_simd_set percent_simd_set_empty(void);

// Makes the set of these bytes, in any order, repeated or not.
//
// Fails with INVALID_ARGUMENT for a byte >= 0x80, because encoders always escape these, and no set
// contains them. `position` becomes its offset.
enum percent_simd_result percent_simd_set_of_bytes(const char *bytes,
                                                   size_t len,
                                                   struct percent_simd_set *set,
                                                   size_t *position);

// The set that a scheme (percent_simd_scheme) escapes; the set of all ASCII bytes if there is no such scheme.
struct percent_simd_set percent_simd_set_of_scheme(uint32_t scheme);

// The bytes that are in one of the sets or in both.
struct percent_simd_set percent_simd_set_union(struct percent_simd_set one,
                                               struct percent_simd_set other);

// The bytes that are in both sets.
struct percent_simd_set percent_simd_set_intersection(struct percent_simd_set one,
                                                      struct percent_simd_set other);

// The bytes that are in the first set and not in the second.
struct percent_simd_set percent_simd_set_difference(struct percent_simd_set one,
                                                    struct percent_simd_set other);

// The ASCII bytes that are not in the set.
struct percent_simd_set percent_simd_set_complement(struct percent_simd_set set);

// Returns whether the byte is in the set; false for every byte >= 0x80.
bool percent_simd_set_contains(struct percent_simd_set set,
                               uint8_t byte);

// The name of a scheme (percent_simd_scheme), such as `url-path`: a NUL-terminated static string.
// NULL if there is no scheme with this number, so counting up from 0 lists all of them.
const char *percent_simd_scheme_name(uint32_t scheme);

// Returns whether decoding by this scheme (percent_simd_scheme) gives text, as for JS_COMPONENT
// and BAGGAGE: decode with percent_simd_decode_utf8. `false` if there is no scheme with this
// number.
bool percent_simd_scheme_decodes_to_text(uint32_t scheme);

// Finds the scheme (percent_simd_scheme) with this name. Fails with UNKNOWN_NAME.
enum percent_simd_result percent_simd_scheme_from_name(const char *name,
                                                       size_t len,
                                                       uint32_t *scheme);

// The version of the library, MAJOR.MINOR.PATCH: a NUL-terminated static string.
const char *percent_simd_version(void);

// The version of the library as a number: major, minor and patch, eight bits each.
uint32_t percent_simd_version_number(void);

// The name of a result, such as `climbs-above-root`, for logs and counters: a NUL-terminated
// static string. `unknown` if there is no such result.
const char *percent_simd_result_name(uint32_t result);

// The meaning of a result, in a sentence: a NUL-terminated static string.
const char *percent_simd_result_message(uint32_t result);

// The name of a backend that this CPU supports, from the narrowest (0, `scalar`) to the widest: a
// NUL-terminated static string. NULL past the last one.
const char *percent_simd_backend_name(size_t index);

// The name of the active backend: the widest, unless another one was activated.
const char *percent_simd_backend_active(void);

// Activates the backend with this name for the whole process. This is for tests and comparisons,
// because all backends give the same results. Fails with UNKNOWN_NAME, also if this CPU does not
// support it.
enum percent_simd_result percent_simd_backend_activate(const char *name,
                                                       size_t len);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PERCENT_SIMD_H */
