// The C++17 wrapper: the standards' examples, errors, and empty inputs.
#include <cstdio>
#include <cstdlib>
#include <map>
#if __cplusplus >= 202002L
#include <ranges>
#endif
#include <type_traits>

#include "percent_simd.hpp"

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

namespace ps = percent_simd;
using namespace std::string_literals;

// Functions whose result points into the input refuse a temporary string.
template <typename Input, typename = void>
constexpr bool splits = false;
template <typename Input>
constexpr bool splits<Input, std::void_t<decltype(ps::request_line(std::declval<Input>()))>> = true;
static_assert(!splits<std::string> && !splits<const std::string> && splits<std::string &> && splits<const std::string &>);
static_assert(splits<const char *> && splits<const char (&)[4]> && splits<std::string_view>);

template <typename Input>
constexpr bool parses = std::is_constructible_v<ps::form, Input> && std::is_constructible_v<ps::form, Input, std::uint32_t>;
static_assert(!parses<std::string> && !std::is_constructible_v<ps::form, const std::string, std::uint32_t>);
static_assert(parses<std::string &> && parses<const std::string &>);
#if __cplusplus >= 202002L
static_assert(std::ranges::input_range<ps::form>);
#endif
static_assert(parses<const char *> && parses<const char (&)[4]> && parses<std::string_view>);

int main() {
    const auto form = ps::encoder::of(PERCENT_SIMD_SCHEME_FORM);
    CHECK(*form.encode("Ladies + Gentlemen") == "Ladies+%2B+Gentlemen");
    CHECK(*form.encode("") == "" && *form.encode(std::string_view()) == "");
    CHECK(*form.encode("a\0b"s) == "a%00b");
    char small[2];
    CHECK(form.encode("   ", small, 2).error().result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
    CHECK(*form.encode("  ", small, 2) == 2 && *form.encoded_len("\xC3\xA9") == 6);
    CHECK(!ps::encoder(ps::set(), 1u << 9).encode("a"));
    const auto query = ps::encoder::of(PERCENT_SIMD_SCHEME_URI_QUERY);
    CHECK(query.check_encoded("q=a%20b&%7E"));
    CHECK(query.check_encoded("q=a b").error().result == PERCENT_SIMD_RESULT_RAW && query.check_encoded("q=a b").error().position == 3);

    const auto decoder = ps::decoder();
    CHECK(*decoder.decode("a%20b+%zz") == "a b+%zz" && *decoder.decode("") == "");
    CHECK(decoder.decode("%00")->size() == 1);
    CHECK(decoder.decode_utf8("ab%FF").error().result == PERCENT_SIMD_RESULT_UTF8 && decoder.decode_utf8("ab%FF").error().position == 2);
    CHECK(decoder.decode_utf8("%FF").value_or("none") == "none");
    CHECK(*ps::decoder(PERCENT_SIMD_DECODE_UTF8_LOSSY).decode_utf8("\xFF\xFF%FF") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(*ps::decoder(PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED).decode_utf8("%E9%C3%A9\xE9") == "%E9\xC3\xA9%E9");
    const ps::decoder strict(PERCENT_SIMD_DECODE_STRICT, *ps::set::of("/"), *ps::set::of(std::string_view("\0", 1)));
    CHECK(*strict.decode("%2F%2f%41") == "%2F%2fA");
    CHECK(strict.decode("a%00").error().name() == "rejected" && strict.check("100%").error().position == 3);
    CHECK(strict.decode("a%20b", small, 2).error().result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL && *strict.decode("%41b", small, 2) == 2);
    std::string text = "/caf%C3%A9?";
    CHECK(decoder.decode_in_place(text) && text == "/caf\xC3\xA9?");
    text = "%41%";
    CHECK(!strict.decode_in_place(text) && text == "%41%");
    CHECK(decoder.check("%") && !strict.check("%") && !decoder.check_utf8("\xFF"));
    CHECK(strict.check("%").error().message().find("hex digit") != std::string_view::npos);

    const auto both = *ps::set::of("ab") | *ps::set::of("c");
    CHECK(both.contains('a') && (both - *ps::set::of("a")).contains('b') && !(~both).contains('c') && !(both & *ps::set::of("x")).contains('x'));
    CHECK(!ps::set::of("\xC3") && !both.contains('\xC3') && ps::set::of(PERCENT_SIMD_SCHEME_URL_C0).contains('\x7F'));

    CHECK(ps::inspect("/%2e%2e/").flags == (PERCENT_SIMD_FLAG_DOT_SEGMENT | PERCENT_SIMD_FLAG_UNRESERVED));
    CHECK(ps::inspect("/private%20/").flags == PERCENT_SIMD_FLAG_WINDOWS_NAME);
    CHECK(ps::inspect("%E5%98%8A").flags == (PERCENT_SIMD_FLAG_TRUNCATED_NEWLINE | PERCENT_SIMD_FLAG_NON_ASCII));
    CHECK(*strict.find("ab%2Fc%41") == 6 && *strict.find("ab") == ps::error::npos && *form.find("ab c") == 2 && *form.find("") == ps::error::npos);
    CHECK(*ps::set::of("/")->find_decoded("a%252F%2F") == 6 && !ps::encoder(ps::set(), 1u << 9).find("a"));

    const auto path = ps::path_policy::of(PERCENT_SIMD_PRESET_STRICT);
    CHECK(*path.resolve("/caf%C3%A9/./menu//today") == "/caf\xC3\xA9/menu/today");
    CHECK(path.check("/a") && path.check("/..").error().name() == "climbs-above-root");
    const auto kept = path.with(&percent_simd_path_policy::escaped_slashes, PERCENT_SIMD_PATH_ACTION_KEEP);
    CHECK(*kept.resolve("/bucket/a%2Fb%20c") == "/bucket/a%2Fb c" && !path.check("/bucket/a%2Fb"));
    CHECK(kept.check("/bucket/..%2Fb").error().name() == "hidden-dot-segment");
    CHECK(path.with(&percent_simd_path_policy::semicolon, PERCENT_SIMD_PATH_ACTION_MERGE).check("/").error().result == PERCENT_SIMD_RESULT_INVALID_ARGUMENT);
    const auto envoy = ps::path_policy::of(PERCENT_SIMD_PRESET_ENVOY_REDIRECT);
    CHECK(**envoy.redirect("/a%2Fb/c%20d%3F") == "/a/b/c%20d%3F" && !*envoy.redirect("/a/b") && envoy.redirect("a").error().position == 0);
    CHECK(!*path.redirect("/a") && **envoy.redirect("/a%2Fb%2bc") == "/a/b%2Bc");
    CHECK(*path.target("/x/../libc%2b%2B.rpm") == "/libc%2B%2B.rpm" && *path.target("/ |") == "/%20%7C" && path.target("").error().position == 0);
    CHECK(*path.target("/a", small, 2) == 2 && path.target("/ab", small, 2).error().result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
    CHECK(*path.with(&percent_simd_path_policy::reserved, PERCENT_SIMD_PATH_ACTION_UNESCAPE).target("/%40") == "/@");
    CHECK(path.with(&percent_simd_path_policy::windows_names, PERCENT_SIMD_PATH_ACTION_REJECT).check("/con").error().name() == "windows-name");
    CHECK(path.reject(*ps::set::of("?#")).check("/a%3F").error().name() == "rejected" && path.check("/a%3F"));

    CHECK(*ps::is_under(*path.resolve("/x/../%61dmin/users"), "/admin") && !*ps::is_under(*path.target("/administrator"), "/admin"));
    CHECK(*ps::is_under("/ADMIN", "/admin", PERCENT_SIMD_PREFIX_IGNORE_CASE) && ps::is_under("/", "/a//").error().position == 3);
    CHECK(ps::is_under("/x/../admin", "/admin").error().result == PERCENT_SIMD_RESULT_INVALID_ARGUMENT);

    ps::decode_stream decodes(strict);
    std::string pieces;
    CHECK(decodes.push("a%4", pieces) && pieces == "a" && decodes.push("1%2Fb%", pieces) && pieces == "aA%2Fb");
    const auto bad = decodes.push("g", pieces); // the `%` is at 8 of the input
    CHECK(bad.error().result == PERCENT_SIMD_RESULT_BAD_HEX && bad.error().position == 8 && pieces == "aA%2Fb");
    CHECK(decodes.finish(pieces).error().result == PERCENT_SIMD_RESULT_TRUNCATED && decodes.push("20", pieces) && decodes.finish(pieces));
    CHECK(pieces == "aA%2Fb " && decodes.push("%", pieces) && decodes.finish(pieces).error().position == 0);
    ps::encode_stream encodes(ps::encoder(*ps::set::of(" %"), PERCENT_SIMD_ENCODE_KEEP_ESCAPES));
    pieces.clear();
    CHECK(encodes.push("a %2", pieces) && encodes.push("0b%", pieces) && encodes.finish(pieces) && pieces == "a%20%20b%25");
    CHECK(!ps::encode_stream(ps::encoder(ps::set(), 1u << 9)).push("a", pieces) && pieces == "a%20%20b%25");

    const auto request = ps::request_line("GET /where?q=now HTTP/1.1\r\n");
    CHECK(request && ps::view(request->path) == "/where" && ps::view(request->query) == "q=now" && !ps::view(request->host));
    CHECK(ps::request_line("GET").error().result == PERCENT_SIMD_RESULT_METHOD);

    std::map<std::string, std::string> pairs;
    for (const auto &pair : ps::form("q=caf%C3%A9+1&&page=2&flag")) {
        const auto of_form = ps::decoder::of(PERCENT_SIMD_SCHEME_FORM);
        pairs[*of_form.decode(pair.name)] = pair.value ? *of_form.decode(*pair.value) : "none";
    }
    CHECK(pairs.size() == 3 && pairs["q"] == "caf\xC3\xA9 1" && pairs["page"] == "2" && pairs["flag"] == "none");
    ps::form search("a=1&%61=2;a=3", PERCENT_SIMD_FORM_SEMICOLONS);
    CHECK(search.find("a")->value == "1" && search.find("a")->value == "2" && search.find("a")->value == "3" && !search.find("a"));
    CHECK(!ps::form("").next() && !ps::form(std::string_view()).next());
    CHECK(!ps::form("a=1", 1u << 9).check() && ps::form("a=1", 1u << 9).check().error().result == PERCENT_SIMD_RESULT_INVALID_ARGUMENT);
    ps::form checked("a=1");
    CHECK(checked.check() && checked.next() && !checked.next() && checked.check() && ps::form("").check());
    std::puts("wrapper: passed");
}
