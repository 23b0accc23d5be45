/* The conventions of the header, the examples of the standards, hostile arguments, and threads. */
#include <pthread.h>
#include <stdint.h>

#include "check.h"

#define LITERAL(text) (text), (sizeof(text) - 1)
#define OK PERCENT_SIMD_RESULT_OK
#define INVALID PERCENT_SIMD_RESULT_INVALID_ARGUMENT

static void encodes(percent_simd_encoder encoder, const char *input, const char *expected) {
    char output[256];
    size_t len = 0;
    CHECK(percent_simd_encode(&encoder, input, strlen(input), output, sizeof output, &len) == OK);
    CHECK(same(output, len, expected, strlen(expected)));
}

static void decodes(percent_simd_decoder decoder, const char *input, const char *expected) {
    char output[256];
    size_t len = 0;
    CHECK(percent_simd_decode(&decoder, input, strlen(input), output, sizeof output, &len, NULL) == OK);
    CHECK(same(output, len, expected, strlen(expected)));
}

/* Each scheme by its name; the standards' rules for a few. */
static void schemes(void) {
    uint32_t count = 0, number = 0;
    for (const char *name; (name = percent_simd_scheme_name(count)) != NULL; count++) {
        CHECK(percent_simd_scheme_from_name(name, strlen(name), &number) == OK && number == count);
    }
    CHECK(count > PERCENT_SIMD_SCHEME_HIVE_PARTITION);
    CHECK(percent_simd_scheme_from_name(LITERAL("url"), &number) == PERCENT_SIMD_RESULT_UNKNOWN_NAME);
    /* ECMA-262 19.2.6; W3C Baggage 3.3.1.3 */
    for (number = 0; number <= count; number++) {
        CHECK(percent_simd_scheme_decodes_to_text(number) == (number == PERCENT_SIMD_SCHEME_JS_URI || number == PERCENT_SIMD_SCHEME_JS_COMPONENT ||
                                                              number == PERCENT_SIMD_SCHEME_BAGGAGE));
    }
    CHECK(percent_simd_scheme_from_name(NULL, 0, &number) == PERCENT_SIMD_RESULT_UNKNOWN_NAME);
    /* WHATWG URL 1.3 and 5.2; RFC 3986 2.3; ECMA-262 19.2.6.5 */
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_URL_PATH), "/a b?^`{}~", "/a%20b%3F%5E%60%7B%7D~");
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_FORM), "Ladies + Gentlemen~*", "Ladies+%2B+Gentlemen%7E*");
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_URI_COMPONENT), "a-._~/\xC3\xA9", "a-._~%2F%C3%A9");
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_TEMPLATE_RESERVED), "a%20b%", "a%20b%25");
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_ALL), "Az", "%41%7A");
    decodes(percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_FORM), "a+b%2B%", "a b+%");
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_PURL), "NSData+zlib:1", "NSData%2Bzlib:1");
    encodes(percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_HIVE_PARTITION), "\xD0\x9A/a=b", "\xD0\x9A%2Fa%3Db");
    decodes(percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_S3_KEY), "red+flower.jpg", "red flower.jpg");
    decodes(percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_URL_PATH), "a+b%2B%", "a+b+%");
    /* decodeURI keeps the escapes of the characters that encodeURI keeps: ";/?:@&=+$,#" (ECMA-262 19.2.6.2) */
    decodes(percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_JS_URI), "%3B%2f%3F%3A%40%26%3D%2B%24%2C%23%25%20", "%3B%2f%3F%3A%40%26%3D%2B%24%2C%23% ");
    decodes(percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_JS_COMPONENT), "%3B%2f%23", ";/#");
    percent_simd_decoder js = percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_JS_COMPONENT);
    size_t position = 9;
    CHECK(percent_simd_check(&js, LITERAL("a%"), &position) == PERCENT_SIMD_RESULT_TRUNCATED && position == 1);
    CHECK(percent_simd_check_utf8(&js, LITERAL("ab%FF"), &position) == PERCENT_SIMD_RESULT_UTF8 && position == 2);
    /* W3C Baggage 3.3.1.3: ill-formed UTF-8 becomes U+FFFD, without an error. */
    percent_simd_decoder baggage = percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_BAGGAGE);
    CHECK(percent_simd_check_utf8(&baggage, LITERAL("a+b%FF"), &position) == OK);
}

static void sets(void) {
    percent_simd_set slash, dot;
    size_t position = 9;
    CHECK(percent_simd_set_of_bytes(LITERAL("/%/"), &slash, NULL) == OK);
    CHECK(percent_simd_set_of_bytes(LITERAL("."), &dot, &position) == OK && position == 9);
    CHECK(percent_simd_set_of_bytes(LITERAL("a\xC3\xA9"), &dot, &position) == INVALID && position == 1);
    percent_simd_set both = percent_simd_set_union(slash, dot);
    percent_simd_set rest = percent_simd_set_complement(both);
    percent_simd_set none = percent_simd_set_intersection(both, rest);
    percent_simd_set back = percent_simd_set_difference(both, dot);
    percent_simd_set empty = percent_simd_set_empty();
    CHECK(memcmp(&none, &empty, sizeof none) == 0 && memcmp(&back, &slash, sizeof back) == 0);
    for (unsigned byte = 0; byte < 256; byte++) {
        bool is_in = byte == '/' || byte == '%' || byte == '.';
        CHECK(percent_simd_set_contains(both, (uint8_t)byte) == is_in);
        CHECK(percent_simd_set_contains(rest, (uint8_t)byte) == (!is_in && byte < 0x80));
        /* The layout that the header documents. */
        CHECK(byte >= 0x80 || (both.rows[byte & 15] >> (byte >> 4) & 1) == is_in);
    }
    percent_simd_set controls = percent_simd_set_of_scheme(PERCENT_SIMD_SCHEME_URL_C0);
    CHECK(percent_simd_set_contains(controls, 0x7F) && !percent_simd_set_contains(controls, ' '));
    CHECK(percent_simd_set_contains(percent_simd_set_of_scheme(99999), 'a'));
}

/* An encoder's set and options count, whatever its hint. */
static void hints(void) {
    percent_simd_encoder all = percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_ALL), form = percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_FORM);
    for (uint32_t hint = 0; hint < 50; hint++) {
        all.hint = form.hint = hint;
        encodes(all, "a+", "%61%2B");
        encodes(form, "a+ ", "a%2B+");
    }
    all.hint = UINT32_MAX;
    encodes(all, "a", "%61");
    form = percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_FORM);
    form.options = 0;
    encodes(form, "a b+", "a%20b%2B");
    CHECK(percent_simd_set_of_bytes("a", 1, &form.set, NULL) == OK);
    encodes(form, "a b+", "%61 b+");
}

/* RFC 9112 3.2 */
static void requests(void) {
    percent_simd_request request;
    size_t position = 99;
    CHECK(percent_simd_request_line(LITERAL("GET /where?q=now HTTP/1.1\r\n"), &request, &position) == OK);
    CHECK(request.form == PERCENT_SIMD_TARGET_FORM_ORIGIN && request.major == 1 && request.minor == 1);
    CHECK(same(request.method.data, request.method.len, "GET", 3) && same(request.path.data, request.path.len, "/where", 6));
    CHECK(same(request.query.data, request.query.len, "q=now", 5) && request.host.data == NULL);
    CHECK(percent_simd_target(LITERAL("http://www.example.org/pub/"), &request, NULL) == OK);
    CHECK(request.form == PERCENT_SIMD_TARGET_FORM_ABSOLUTE && same(request.host.data, request.host.len, "www.example.org", 15));
    CHECK(request.query.data == NULL && request.method.data == NULL);
    CHECK(percent_simd_target(LITERAL("www.example.com:80"), &request, NULL) == OK);
    CHECK(request.form == PERCENT_SIMD_TARGET_FORM_AUTHORITY && same(request.port.data, request.port.len, "80", 2));
    CHECK(percent_simd_target(LITERAL("*"), &request, NULL) == OK && request.form == PERCENT_SIMD_TARGET_FORM_ASTERISK);
    CHECK(percent_simd_target(LITERAL("/a b"), &request, &position) == PERCENT_SIMD_RESULT_SPACE && position == 2);
    CHECK(percent_simd_target(LITERAL("/a#"), &request, &position) == PERCENT_SIMD_RESULT_FRAGMENT && position == 2);
    CHECK(percent_simd_request_line(LITERAL("/ HTTP/1.1"), &request, &position) == PERCENT_SIMD_RESULT_METHOD && position == 0);
    CHECK(percent_simd_request_line(LITERAL("GET / HTTP/1"), &request, &position) == PERCENT_SIMD_RESULT_VERSION);
    CHECK(percent_simd_target(LITERAL("http://a@b/"), &request, NULL) == PERCENT_SIMD_RESULT_USERINFO);
    CHECK(percent_simd_target(LITERAL("http://[a]/"), &request, NULL) == PERCENT_SIMD_RESULT_HOST);
    CHECK(percent_simd_target(LITERAL("http://a:b/"), &request, NULL) == PERCENT_SIMD_RESULT_PORT);
    CHECK(percent_simd_target(LITERAL("x"), &request, NULL) == PERCENT_SIMD_RESULT_FORM);
    CHECK(percent_simd_target(LITERAL("/\x01"), &request, NULL) == PERCENT_SIMD_RESULT_TARGET_CONTROL);
}

static void paths(percent_simd_path_policy policy, const char *path, const char *expected) {
    char output[256];
    size_t len = 0;
    CHECK(percent_simd_path_resolve(&policy, path, strlen(path), output, sizeof output, &len, NULL) == OK);
    CHECK(same(output, len, expected, strlen(expected)));
}

static void targets(percent_simd_path_policy policy, const char *path, const char *expected) {
    char output[256];
    size_t len = 0;
    CHECK(percent_simd_path_target(&policy, path, strlen(path), output, sizeof output, &len, NULL) == OK);
    CHECK(same(output, len, expected, strlen(expected)));
}

/* The examples of path's documentation in Rust, and each action of each field. */
static void policies(void) {
    const percent_simd_path_policy strict = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_STRICT);
    size_t position = 99;
    percent_simd_path_policy kept = strict;
    kept.escaped_slashes = PERCENT_SIMD_PATH_ACTION_KEEP;
    paths(kept, "/bucket/a%2Fb%20c", "/bucket/a%2Fb c");
    CHECK(percent_simd_path_check(&kept, LITERAL("/bucket/..%2Fb"), &position) == PERCENT_SIMD_RESULT_HIDDEN_DOT_SEGMENT);
    const percent_simd_path_policy store = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_OBJECTS);
    targets(store, "/bucket/a//b;v=1", "/bucket/a//b;v=1");
    targets(store, "/bucket/a//b%2fc+d", "/bucket/a//b/c%2Bd");
    targets(store, "/bucket/a%2fb+c%252F%2b", "/bucket/a/b%2Bc%252F%2B");
    CHECK(percent_simd_path_check(&store, LITERAL("/bucket/a%2F%2e%2E%2Fb"), &position) == PERCENT_SIMD_RESULT_DOT_SEGMENT && position == 12);
    const percent_simd_path_policy unknown = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_UNKNOWN);
    targets(unknown, "/x/../caf%c3%a9", "/caf%C3%A9");
    CHECK(percent_simd_path_check(&unknown, LITERAL("/admin%3Bx"), &position) == PERCENT_SIMD_RESULT_SEMICOLON && position == 6);
    CHECK(percent_simd_path_check(&unknown, LITERAL("/%2561dmin"), &position) == PERCENT_SIMD_RESULT_ESCAPED_PERCENT && position == 1);
    CHECK(percent_simd_path_check(&unknown, LITERAL("/admin%3F"), &position) == PERCENT_SIMD_RESULT_REJECTED && position == 6);
    percent_simd_path_policy last = strict;
    last.escaped_slashes = PERCENT_SIMD_PATH_ACTION_UNESCAPE_LAST;
    CHECK(percent_simd_path_check(&last, LITERAL("/a%2F..;/..;"), &position) == PERCENT_SIMD_RESULT_HIDDEN_DOT_SEGMENT && position == 5);
    last = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_APACHE_UNESCAPE);
    paths(last, "/a%2Fb/../c", "/c");
    last.escaped_backslash = PERCENT_SIMD_PATH_ACTION_KEEP;
    last.empty_segments = PERCENT_SIMD_PATH_ACTION_REJECT;
    CHECK(percent_simd_path_check(&last, LITERAL("/%2F%5C."), &position) == PERCENT_SIMD_RESULT_EMPTY_SEGMENT && position == 1);
    percent_simd_path_policy tomcat = strict;
    tomcat.semicolon = PERCENT_SIMD_PATH_ACTION_DROP;
    paths(tomcat, "/;/admin;x", "/admin");

    /* The client's escapes are forwarded, except those of unreserved characters. */
    targets(strict, "/x/../libc%2b%2B.rpm", "/libc%2B%2B.rpm");
    targets(strict, "/users/a%40b.example", "/users/a%40b.example");
    targets(strict, "/a+b/%7Eme/caf%c3%a9//", "/a+b/~me/caf%C3%A9/");
    targets(strict, "/a b|", "/a%20b%7C");
    targets(kept, "/bucket/a%2fb", "/bucket/a%2Fb");
    targets(tomcat, "/;/admin;x", "/admin");
    percent_simd_path_policy router = strict;
    router.reserved = PERCENT_SIMD_PATH_ACTION_UNESCAPE;
    targets(router, "/%40admin%2b", "/@admin+");
    char output[8];
    size_t len = 77;
    CHECK(percent_simd_path_target(&strict, LITERAL("/ %7E"), output, 6, &len, &position) == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL && len == 7);
    CHECK(percent_simd_path_target(&strict, LITERAL("/ %7E"), output, 7, &len, &position) == OK && same(output, len, "/%20~", 5));
    len = 77;
    CHECK(percent_simd_path_target(&strict, LITERAL("/a%2Fb"), output, 0, &len, &position) == PERCENT_SIMD_RESULT_ESCAPED_SLASH && position == 2 && len == 77);

    percent_simd_path_policy rejecting = strict;
    CHECK(percent_simd_set_of_bytes(LITERAL("?#|"), &rejecting.reject, NULL) == OK);
    CHECK(percent_simd_path_check(&rejecting, LITERAL("/secret%3Fx"), &position) == PERCENT_SIMD_RESULT_REJECTED && position == 7);
    CHECK(percent_simd_path_check(&rejecting, LITERAL("/a|b"), &position) == PERCENT_SIMD_RESULT_REJECTED && position == 2);
    CHECK(percent_simd_path_check(&strict, LITERAL("/secret%3Fx|"), NULL) == OK);
    rejecting.reject = percent_simd_set_of_scheme(PERCENT_SIMD_SCHEME_ALL);
    paths(rejecting, "/a/b", "/a/b");
    rejecting = strict;
    rejecting.reserved = PERCENT_SIMD_PATH_ACTION_REJECT;
    CHECK(percent_simd_path_check(&rejecting, LITERAL("/a+b%2Bc"), &position) == PERCENT_SIMD_RESULT_REJECTED && position == 4);
    percent_simd_path_policy windows = strict;
    windows.windows_names = PERCENT_SIMD_PATH_ACTION_REJECT;
    CHECK(percent_simd_path_check(&windows, LITERAL("/a/%43ON.txt"), &position) == PERCENT_SIMD_RESULT_WINDOWS_NAME && position == 3);
    CHECK(percent_simd_path_check(&strict, LITERAL("/a/CON"), NULL) == OK);

    /* Zeros have the strictest action in every field. */
    percent_simd_path_policy zeros = {0};
    paths(zeros, "/a/b%20c/", "/a/b c/");
    targets(zeros, "/a+b/%7e", "/a+b/~");
    const char *const refused[] = {"/a;b", "/%2E", "/./", "//", "/%25", "/%2F", "/%5C", "/\\", "/%", "/%01", "/\xC3\xA9", "/%FF", "/%2B", "/nul"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) CHECK(percent_simd_path_check(&zeros, refused[i], strlen(refused[i]), NULL) >= 16);

    /* The actions of each field, as bits: REJECT is 1, KEEP is 2, and so on. */
    const struct {
        size_t field;
        unsigned actions;
    } fields[] = {
        {offsetof(percent_simd_path_policy, escaped_slashes), 0x1F}, {offsetof(percent_simd_path_policy, escaped_backslash), 0x1F},
        {offsetof(percent_simd_path_policy, backslash), 0x103},      {offsetof(percent_simd_path_policy, escaped_percent), 7},
        {offsetof(percent_simd_path_policy, dot_segments), 0x61},    {offsetof(percent_simd_path_policy, empty_segments), 0x83},
        {offsetof(percent_simd_path_policy, semicolon), 0x603},      {offsetof(percent_simd_path_policy, malformed), 3},
        {offsetof(percent_simd_path_policy, escaped_controls), 5},   {offsetof(percent_simd_path_policy, escaped_dots), 5},
        {offsetof(percent_simd_path_policy, raw_non_ascii), 3},      {offsetof(percent_simd_path_policy, not_utf8), 3},
        {offsetof(percent_simd_path_policy, windows_names), 3},      {offsetof(percent_simd_path_policy, reserved), 0x807},
        {offsetof(percent_simd_path_policy, unused), 1},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        for (unsigned action = 0; action < 256; action++) {
            percent_simd_path_policy policy = strict;
            ((unsigned char *)&policy)[fields[i].field] = (unsigned char)action;
            bool is_taken = action < 32 && fields[i].actions >> action & 1;
            CHECK(percent_simd_path_check(&policy, "/", 1, NULL) == (is_taken ? OK : INVALID));
        }
    }
    /* A hint never changes a policy. */
    for (unsigned hint = 0; hint < 256; hint++) {
        kept.hint = (uint8_t)hint;
        paths(kept, "/a%2Fb", "/a%2Fb");
    }
    bool redirects = false;
    percent_simd_path_policy envoy = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_ENVOY_KEEP);
    CHECK(percent_simd_path_redirects(&envoy, LITERAL("/a%2Fb"), &redirects) == OK && !redirects);
    envoy.escaped_slashes = PERCENT_SIMD_PATH_ACTION_REDIRECT;
    CHECK(percent_simd_path_redirects(&envoy, LITERAL("/a%2Fb"), &redirects) == OK && redirects);
}

/* The examples of `Resolved::is_under` and `Prefix` in Rust, and their errors. */
static void prefixes(void) {
    const percent_simd_path_policy strict = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_STRICT);
    const struct {
        const char *path, *prefix;
        uint32_t options;
        bool expected;
    } cases[] = {
        {"/x/../%61dmin/users", "/admin", 0, true}, {"/admin", "/admin", 0, true}, {"/admin/", "/admin", 0, true}, {"/admin", "/admin/", 0, true},
        {"/administrator", "/admin", 0, false}, {"/adm", "/admin", 0, false}, {"/ADMIN", "/admin", 0, false}, {"/", "/admin", 0, false},
        {"/ADMIN/x", "/admin", PERCENT_SIMD_PREFIX_IGNORE_CASE, true}, {"/admin/x", "/AdMin/X", PERCENT_SIMD_PREFIX_IGNORE_CASE, true},
        {"/a@[", "/A`{", PERCENT_SIMD_PREFIX_IGNORE_CASE, false}, {"/caf%C3%A9/menu/today", "/caf\xC3\xA9/menu", 0, true}, {"/", "/", 0, true}, {"/a", "/", 0, true},
        {"/100%25", "/100%", 0, true}, {"/%2541", "/%", 0, false}, {"/a%3Bb/c", "/a;b", 0, true}, {"/a b", "/a b", 0, true}, {"/a/b/c", "/a/b/c/d", 0, false},
    };
    char resolved[64], target[192];
    size_t resolved_len, target_len, i, position = 77;
    bool is_under;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(percent_simd_path_resolve(&strict, cases[i].path, strlen(cases[i].path), resolved, sizeof resolved, &resolved_len, NULL) == OK);
        CHECK(percent_simd_path_target(&strict, cases[i].path, strlen(cases[i].path), target, sizeof target, &target_len, NULL) == OK);
        is_under = !cases[i].expected;
        CHECK(percent_simd_path_is_under(resolved, resolved_len, cases[i].prefix, strlen(cases[i].prefix), cases[i].options, &is_under, &position) == OK);
        CHECK(is_under == cases[i].expected && position == 77);
        is_under = !cases[i].expected;
        CHECK(percent_simd_path_is_under(target, target_len, cases[i].prefix, strlen(cases[i].prefix), cases[i].options, &is_under, NULL) == OK);
        CHECK(is_under == cases[i].expected);
    }
    const struct {
        const char *prefix;
        size_t len, position;
    } refused[] = {{"", 0, 0}, {"admin", 5, 0}, {"/a//b", 5, 3}, {"/a/../b", 7, 3}, {"/a/.", 4, 3}, {"/a\0", 3, 2}, {"/a%20b", 6, 2}, {"/a\xFF", 3, 2}, {"//", 2, 1}};
    for (i = 0; i < sizeof refused / sizeof *refused; i++) {
        is_under = true;
        CHECK(percent_simd_path_is_under("/a", 2, refused[i].prefix, refused[i].len, 0, &is_under, &position) == PERCENT_SIMD_RESULT_PREFIX);
        CHECK(position == refused[i].position && is_under);
    }
    /* No policy resolves to these paths. */
    const char *const raw[] = {"", "admin", "/x/../admin", "/.", "/a/%2e%2E/b", "/a/.%2e", "/a/%2e"};
    for (i = 0; i < sizeof raw / sizeof *raw; i++) {
        CHECK(percent_simd_path_is_under(raw[i], strlen(raw[i]), "/admin", 6, 0, &is_under, &position) == INVALID && is_under);
    }
    CHECK(percent_simd_path_is_under("/a", 2, "/a", 2, 2, &is_under, NULL) == INVALID);
    CHECK(percent_simd_path_is_under("/a", 2, "/a", 2, 0, NULL, NULL) == INVALID);
    CHECK(percent_simd_path_is_under(NULL, 2, "/a", 2, 0, &is_under, NULL) == INVALID);
    CHECK(percent_simd_path_is_under("/a", 2, NULL, 2, 0, &is_under, NULL) == INVALID);
}

/* The waiting bytes between pieces, and positions from the start of the input. */
static void streams(void) {
    percent_simd_decoder decoder = percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_JS_COMPONENT);
    percent_simd_encoder encoder = percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_TEMPLATE_RESERVED);
    percent_simd_stream stream = {0}, before;
    char output[16];
    size_t len = 77, position = 99;
    CHECK(percent_simd_stream_decode(&stream, &decoder, LITERAL("a%4"), false, output, 16, &len, &position) == OK && same(output, len, "a", 1));
    CHECK(stream.position == 1 && stream.waiting_len == 2);
    before = stream;
    CHECK(percent_simd_stream_decode(&stream, &decoder, LITERAL("1bc"), false, output, 2, &len, &position) == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL && len == 3);
    CHECK(percent_simd_stream_decode(&stream, &decoder, NULL, 0, true, output, 16, &len, &position) == PERCENT_SIMD_RESULT_TRUNCATED && position == 1);
    CHECK(percent_simd_stream_decode(&stream, &decoder, LITERAL("1bc%zz"), false, output, 16, &len, &position) == PERCENT_SIMD_RESULT_BAD_HEX && position == 6);
    CHECK(memcmp(&stream, &before, sizeof stream) == 0);
    CHECK(percent_simd_stream_decode(&stream, &decoder, LITERAL("1bc"), true, output, 3, &len, &position) == OK && same(output, len, "Abc", 3));
    CHECK(stream.position == 0 && stream.waiting_len == 0);
    CHECK(percent_simd_stream_encode(&stream, &encoder, LITERAL("a %2"), false, output, 16, &len) == OK && same(output, len, "a%20", 4));
    CHECK(percent_simd_stream_encode(&stream, &encoder, LITERAL("0%"), true, output, 16, &len) == OK && same(output, len, "%20%25", 6));

    /* Values that are no stream. */
    const percent_simd_stream invalid[] = {{.waiting = "%4", .waiting_len = 3}, {.waiting = "%g", .waiting_len = 2}, {.waiting = "4", .waiting_len = 1}, {.reserved = {1}}};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        stream = invalid[i];
        CHECK(percent_simd_stream_decode(&stream, &decoder, "a", 1, true, output, 16, &len, &position) == INVALID);
        CHECK(percent_simd_stream_encode(&stream, &encoder, "a", 1, true, output, 16, &len) == INVALID);
    }
    stream = (percent_simd_stream){0};
    CHECK(percent_simd_stream_decode(NULL, &decoder, "a", 1, true, output, 16, &len, NULL) == INVALID);
    CHECK(percent_simd_stream_decode(&stream, NULL, "a", 1, true, output, 16, &len, NULL) == INVALID);
    CHECK(percent_simd_stream_decode(&stream, &decoder, NULL, 1, true, output, 16, &len, NULL) == INVALID);
    CHECK(percent_simd_stream_decode(&stream, &decoder, "a", 1, true, output, 16, NULL, NULL) == INVALID);
    CHECK(percent_simd_stream_decode(&stream, &decoder, output, 4, true, output + 3, 8, &len, NULL) == PERCENT_SIMD_RESULT_OVERLAP);
    CHECK(percent_simd_stream_encode(NULL, &encoder, "a", 1, true, output, 16, &len) == INVALID);
    CHECK(percent_simd_stream_encode(&stream, NULL, "a", 1, true, output, 16, &len) == INVALID);
    CHECK(percent_simd_stream_encode(&stream, &encoder, "a", SIZE_MAX, true, output, 16, &len) == INVALID);
    CHECK(percent_simd_stream_encode(&stream, &encoder, output, 4, true, output + 3, 8, &len) == PERCENT_SIMD_RESULT_OVERLAP);
    encoder.options = 8;
    CHECK(percent_simd_stream_encode(&stream, &encoder, "a", 1, true, output, 16, &len) == INVALID);
    decoder.reserved = 1;
    CHECK(percent_simd_stream_decode(&stream, &decoder, "a", 1, true, output, 16, &len, NULL) == INVALID);
    CHECK(len == 6);
}

static void names(void) {
    uint32_t count = 0, number = 0, seen = 0;
    for (const char *name; (name = percent_simd_preset_name(count)) != NULL; count++) {
        CHECK(percent_simd_preset_from_name(name, strlen(name), &number) == OK && number == count);
    }
    CHECK(count == PERCENT_SIMD_PRESET_OBJECTS + 1);
    CHECK(percent_simd_preset_from_name(LITERAL("caddy"), &number) == PERCENT_SIMD_RESULT_UNKNOWN_NAME);
    for (unsigned bit = 0; bit < 32; bit++) {
        const char *name = percent_simd_flag_name(UINT32_C(1) << bit);
        if (name == NULL) continue;
        CHECK(percent_simd_flag_from_name(name, strlen(name), &number) == OK && number == UINT32_C(1) << bit);
        seen |= number;
    }
    CHECK((seen & (seen + 1)) == 0 && seen >= PERCENT_SIMD_FLAG_TRUNCATED_NEWLINE); /* the lowest bits, all of them */
    CHECK(percent_simd_flag_name(0) == NULL && percent_simd_flag_name(3) == NULL);
    CHECK(percent_simd_flag_from_name(LITERAL("Nul"), &number) == PERCENT_SIMD_RESULT_UNKNOWN_NAME);
    CHECK(strcmp(percent_simd_result_name(PERCENT_SIMD_RESULT_CLIMBS_ABOVE_ROOT), "climbs-above-root") == 0);
    CHECK(strcmp(percent_simd_result_name(4242), "unknown") == 0 && percent_simd_result_message(4242) != NULL);
    CHECK(strstr(percent_simd_result_message(PERCENT_SIMD_RESULT_UTF8), "UTF-8") != NULL);
    unsigned major, minor, patch;
    CHECK(sscanf(percent_simd_version(), "%u.%u.%u", &major, &minor, &patch) == 3);
    CHECK(percent_simd_version_number() == (major << 16 | minor << 8 | patch));
    CHECK(major == PERCENT_SIMD_VERSION_MAJOR && minor == PERCENT_SIMD_VERSION_MINOR && patch == PERCENT_SIMD_VERSION_PATCH);
    CHECK(percent_simd_backend_name(1000) == NULL && percent_simd_backend_name(SIZE_MAX) == NULL);
    CHECK(percent_simd_backend_activate(LITERAL("sse9")) == PERCENT_SIMD_RESULT_UNKNOWN_NAME);
    CHECK(percent_simd_backend_activate(LITERAL("\xFF")) == PERCENT_SIMD_RESULT_UNKNOWN_NAME);
}

/* Invalid arguments, and their permitted neighbours: nothing is read or written. */
static void hostile(void) {
    percent_simd_encoder encoder = percent_simd_encoder_of_scheme(PERCENT_SIMD_SCHEME_URL_COMPONENT);
    percent_simd_decoder decoder = percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_URL_COMPONENT);
    char buffer[64] = "a%20b%20c%20d";
    const size_t huge[] = {SIZE_MAX, SIZE_MAX / 2 + 1, (size_t)PTRDIFF_MAX + 1};
    size_t len = 77, position = 99;
    uint32_t number = 5;
    const percent_simd_path_policy strict = percent_simd_path_policy_of_preset(PERCENT_SIMD_PRESET_STRICT);
    percent_simd_report report;
    percent_simd_request request;
    percent_simd_pair pair;
    bool is_found;

    /* NULL with a length of 0 is an empty input, and a sufficient output for it. */
    CHECK(percent_simd_encode(&encoder, NULL, 0, NULL, 0, &len) == OK && len == 0);
    CHECK(percent_simd_decode(&decoder, NULL, 0, NULL, 0, &len, &position) == OK && len == 0 && position == 99);
    CHECK(percent_simd_decode_utf8(&decoder, NULL, 0, NULL, 0, &len, NULL) == OK && len == 0);
    CHECK(percent_simd_decode_in_place(&decoder, NULL, 0, &len, NULL) == OK && len == 0);
    CHECK(percent_simd_inspect(NULL, 0, &report) == OK && report.flags == 0 && report.decoded_len == 0);
    CHECK(percent_simd_path_check(&strict, NULL, 0, &position) == PERCENT_SIMD_RESULT_NOT_ABSOLUTE && position == 0);
    CHECK(percent_simd_path_resolve(&strict, NULL, 0, NULL, 0, &len, NULL) == PERCENT_SIMD_RESULT_NOT_ABSOLUTE);
    CHECK(percent_simd_path_target(&strict, NULL, 0, NULL, 0, &len, NULL) == PERCENT_SIMD_RESULT_NOT_ABSOLUTE);
    percent_simd_form form = percent_simd_form_begin(NULL, 0, 0);
    CHECK(percent_simd_form_next(&form, &pair, 1, &len) == OK && len == 0);
    CHECK(percent_simd_form_next(&form, NULL, 0, &len) == OK && len == 0);
    CHECK(percent_simd_target(NULL, 0, &request, &position) == PERCENT_SIMD_RESULT_FORM);
    /* A search continues after the found pair, and stops at the end. */
    form = percent_simd_form_begin("a=1&%61=2&b=3", 13, 0);
    CHECK(percent_simd_form_find(&form, "a", 1, &pair, &is_found) == OK && is_found && form.next == 3);
    CHECK(percent_simd_form_find(&form, "a", 1, &pair, &is_found) == OK && is_found && form.next == 9);
    CHECK(percent_simd_form_find(&form, "a", 1, &pair, &is_found) == OK && !is_found && form.next == 13);
    CHECK(same(pair.value.data, pair.value.len, "2", 1));
    CHECK(percent_simd_form_next(&form, &pair, 1, &len) == OK && len == 0);

    /* NULL in place of a required pointer. */
    len = 77;
    position = 99;
    CHECK(percent_simd_encode(NULL, buffer, 4, buffer + 32, 16, &len) == INVALID);
    CHECK(percent_simd_encode(&encoder, NULL, 4, buffer + 32, 16, &len) == INVALID);
    CHECK(percent_simd_encode(&encoder, buffer, 4, NULL, 16, &len) == INVALID);
    CHECK(percent_simd_encode(&encoder, buffer, 4, buffer + 32, 16, NULL) == INVALID);
    CHECK(percent_simd_encoded_len(&encoder, NULL, 1, &len) == INVALID && percent_simd_encoded_len(NULL, buffer, 1, &len) == INVALID);
    CHECK(percent_simd_decode(NULL, buffer, 4, buffer + 32, 16, &len, &position) == INVALID);
    CHECK(percent_simd_decode(&decoder, NULL, 4, buffer + 32, 16, &len, &position) == INVALID);
    CHECK(percent_simd_decode(&decoder, buffer, 4, NULL, 16, &len, &position) == INVALID);
    CHECK(percent_simd_decode(&decoder, buffer, 4, buffer + 32, 16, NULL, &position) == INVALID);
    CHECK(percent_simd_decode_in_place(&decoder, NULL, 1, &len, &position) == INVALID);
    CHECK(percent_simd_decode_in_place(&decoder, buffer, 4, NULL, &position) == INVALID);
    CHECK(percent_simd_decode_utf8(&decoder, NULL, 1, buffer, 4, &len, NULL) == INVALID);
    CHECK(percent_simd_decoded_len(&decoder, buffer, 4, NULL, NULL) == INVALID);
    CHECK(percent_simd_find_decodable(&decoder, buffer, 4, NULL) == INVALID && percent_simd_find_escapable(&encoder, buffer, 4, NULL) == INVALID);
    CHECK(percent_simd_find_decoded(encoder.set, NULL, 4, &position) == INVALID);
    CHECK(percent_simd_inspect(buffer, 4, NULL) == INVALID && percent_simd_inspect(NULL, 1, &report) == INVALID);
    CHECK(percent_simd_path_resolve_in_place(&strict, NULL, 4, &len, NULL) == INVALID && percent_simd_path_redirects(&strict, buffer, 4, NULL) == INVALID);
    CHECK(percent_simd_path_check(NULL, buffer, 4, &position) == INVALID && percent_simd_path_redirects(NULL, buffer, 4, &is_found) == INVALID);
    CHECK(percent_simd_path_resolve(NULL, buffer, 4, buffer + 32, 16, &len, &position) == INVALID);
    CHECK(percent_simd_path_target(NULL, buffer, 4, buffer + 32, 16, &len, &position) == INVALID);
    CHECK(percent_simd_path_target(&strict, NULL, 4, buffer + 32, 16, &len, &position) == INVALID);
    CHECK(percent_simd_path_target(&strict, buffer, 4, NULL, 16, &len, &position) == INVALID);
    CHECK(percent_simd_path_target(&strict, buffer, 4, buffer + 32, 16, NULL, &position) == INVALID);
    CHECK(percent_simd_form_next(NULL, &pair, 1, &len) == INVALID);
    CHECK(percent_simd_form_next(&form, NULL, 1, &len) == INVALID && percent_simd_form_next(&form, &pair, 1, NULL) == INVALID);
    CHECK(percent_simd_form_find(&form, NULL, 1, &pair, &is_found) == INVALID && percent_simd_form_find(&form, "a", 1, NULL, &is_found) == INVALID);
    CHECK(percent_simd_request_line(buffer, 4, NULL, NULL) == INVALID && percent_simd_target(NULL, 3, &request, NULL) == INVALID);
    CHECK(percent_simd_scheme_from_name("a", 1, NULL) == INVALID && percent_simd_backend_activate(NULL, 1) == INVALID);
    CHECK(percent_simd_set_of_bytes("a", 1, NULL, NULL) == INVALID);
    CHECK(len == 77 && position == 99 && number == 5);

    /* Misaligned pointers. */
    _Alignas(size_t) char room[2 * sizeof(size_t)];
    CHECK(percent_simd_encoded_len(&encoder, buffer, 4, (size_t *)(void *)(room + 1)) == INVALID);
    CHECK(percent_simd_decode(&decoder, "%zz", 3, buffer, 4, &len, (size_t *)(void *)(room + 1)) == INVALID);
    CHECK(percent_simd_path_check(&strict, "/a", 2, (size_t *)(void *)(room + 1)) == INVALID);

    /* Lengths beyond any object. */
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        CHECK(percent_simd_encode(&encoder, buffer, huge[i], buffer + 32, 16, &len) == INVALID);
        CHECK(percent_simd_encode(&encoder, buffer, 4, buffer + 32, huge[i], &len) == INVALID);
        CHECK(percent_simd_decode(&decoder, buffer, huge[i], buffer + 32, 16, &len, &position) == INVALID);
        CHECK(percent_simd_decode(&decoder, buffer, 4, buffer + 32, huge[i], &len, &position) == INVALID);
        CHECK(percent_simd_decode_in_place(&decoder, buffer, huge[i], &len, &position) == INVALID);
        CHECK(percent_simd_inspect(buffer, huge[i], &report) == INVALID);
        CHECK(percent_simd_path_check(&strict, buffer, huge[i], &position) == INVALID);
        CHECK(percent_simd_path_target(&strict, buffer, huge[i], buffer + 32, 16, &len, &position) == INVALID);
        CHECK(percent_simd_form_next(&form, &pair, huge[i], &len) == INVALID);
        form = percent_simd_form_begin(buffer, huge[i], 0);
        CHECK(percent_simd_form_next(&form, &pair, 1, &len) == INVALID);
        form = percent_simd_form_begin(NULL, 0, 0);
        CHECK(percent_simd_max_encoded_len(huge[i]) == SIZE_MAX);
    }
    CHECK(percent_simd_max_encoded_len(SIZE_MAX / 3) == SIZE_MAX / 3 * 3 && percent_simd_max_encoded_len(SIZE_MAX / 3 + 1) == SIZE_MAX);

    /* Overlap: every offset at which 13 and 20 bytes meet, and the neighbouring ones. */
    memset(buffer, 'x', sizeof buffer);
    for (size_t from = 0; from <= 40; from++) {
        size_t to = 20;
        bool meets = from < to + 20 && to < from + 13;
        percent_simd_result expected = meets ? PERCENT_SIMD_RESULT_OVERLAP : OK;
        CHECK(percent_simd_encode(&encoder, buffer + from, 13, buffer + to, 20, &len) == expected);
        CHECK(percent_simd_decode(&decoder, buffer + from, 13, buffer + to, 20, &len, NULL) == expected);
        CHECK(percent_simd_decode_utf8(&decoder, buffer + from, 13, buffer + to, 20, &len, NULL) == expected);
        buffer[from] = '/';
        CHECK(percent_simd_path_resolve(&strict, buffer + from, 13, buffer + to, 20, &len, NULL) == expected);
        CHECK(percent_simd_path_target(&strict, buffer + from, 13, buffer + to, 20, &len, NULL) == expected);
        buffer[from] = 'x';
        /* An empty input or output overlaps nothing. */
        CHECK(percent_simd_encode(&encoder, buffer + from, 0, buffer + to, 20, &len) == OK);
        CHECK(percent_simd_decode(&decoder, buffer + from, 13, buffer + to, 0, &len, NULL) == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
    }

    /* Undefined options and numbers. */
    for (unsigned bit = 3; bit < 32; bit++) {
        percent_simd_encoder odd = percent_simd_encoder_new(encoder.set, UINT32_C(1) << bit);
        CHECK(percent_simd_encoded_len(&odd, "a", 1, &len) == (bit < 4 ? OK : INVALID));
        percent_simd_decoder other = percent_simd_decoder_new(UINT32_C(1) << bit, encoder.set, percent_simd_set_empty());
        CHECK(percent_simd_check(&other, "a", 1, NULL) == (bit < 8 ? OK : INVALID));
    }
    percent_simd_decoder both = percent_simd_decoder_new(PERCENT_SIMD_DECODE_UTF8_LOSSY | PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED,
                                                         percent_simd_set_empty(), percent_simd_set_empty());
    CHECK(percent_simd_check_utf8(&both, "a", 1, NULL) == INVALID);
    both.options = PERCENT_SIMD_DECODE_LOWERCASE_DIGITS | PERCENT_SIMD_DECODE_UPPERCASE_DIGITS;
    CHECK(percent_simd_check(&both, "a", 1, NULL) == INVALID);
    both.options = PERCENT_SIMD_DECODE_LOWERCASE_DIGITS | PERCENT_SIMD_DECODE_STRICT;
    CHECK(percent_simd_check(&both, "%c3", 3, NULL) == OK);
    CHECK(percent_simd_check(&both, "%C3", 3, NULL) == PERCENT_SIMD_RESULT_BAD_HEX);
    decoder.reserved = 1;
    CHECK(percent_simd_check(&decoder, "a", 1, NULL) == INVALID);
    /* A stream cannot hold part of a character. */
    percent_simd_encoder raw = percent_simd_encoder_new(encoder.set, PERCENT_SIMD_ENCODE_KEEP_NON_ASCII);
    percent_simd_stream pieces = {0};
    CHECK(percent_simd_stream_encode(&pieces, &raw, "a", 1, true, buffer, sizeof buffer, &len) == INVALID);
    encoder = percent_simd_encoder_of_scheme(UINT32_MAX);
    uint32_t count = 0;
    while (percent_simd_scheme_name(count) != NULL) count++;
    decoder = percent_simd_decoder_of_scheme(count);
    CHECK(percent_simd_encoded_len(&encoder, "a", 1, &len) == INVALID && percent_simd_check(&decoder, "a", 1, NULL) == INVALID);
    const uint32_t no_presets[] = {PERCENT_SIMD_PRESET_OBJECTS + 1, 255, 256, UINT32_MAX};
    for (size_t i = 0; i < sizeof no_presets / sizeof *no_presets; i++) {
        percent_simd_path_policy none = percent_simd_path_policy_of_preset(no_presets[i]);
        CHECK(percent_simd_path_check(&none, "/", 1, NULL) == INVALID);
    }
    form = percent_simd_form_begin("a=b", 3, 2);
    CHECK(percent_simd_form_next(&form, &pair, 1, &len) == INVALID);
    form = percent_simd_form_begin("a=b", 3, 0);
    form.next = 4;
    CHECK(percent_simd_form_next(&form, &pair, 1, &len) == INVALID);
}

static void *work(void *argument) {
    unsigned turn = *(unsigned *)argument;
    percent_simd_decoder decoder = percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_URL_PATH);
    for (unsigned i = 0; i < 2000; i++) {
        const char *name = percent_simd_backend_name((turn + i) % 2);
        if (name) CHECK(percent_simd_backend_activate(name, strlen(name)) == OK);
        decodes(decoder, "/caf%C3%A9/menu%20of%20today/and%20a%20tail%20that%20fills%20a%20block", "/caf\xC3\xA9/menu of today/and a tail that fills a block");
    }
    return NULL;
}

static void threads(void) {
    pthread_t threads[4];
    unsigned turns[4];
    for (unsigned i = 0; i < 4; i++) {
        turns[i] = i;
        CHECK(pthread_create(&threads[i], NULL, work, &turns[i]) == 0);
    }
    for (unsigned i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(void) {
    schemes();
    sets();
    hints();
    requests();
    policies();
    prefixes();
    streams();
    names();
    hostile();
    threads();
    puts("surface: passed");
    return 0;
}
