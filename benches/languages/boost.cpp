// Boost.URL: pct_string_view::decode, encode and params_view.
#include <boost/url.hpp>

#include "lines.h"

static size_t answer(const char *line, size_t len, FILE *out) {
    boost::urls::string_view input(line, len);
    std::string result;
    if (operation == DECODE) {
        auto view = boost::urls::make_pct_string_view(input);
        if (!view) return write_refusal(out);
        result = view->decode();
    } else if (operation == ENCODE) {
        result = boost::urls::encode(input, boost::urls::unreserved_chars);
    } else {
        auto params = boost::urls::parse_query(input);
        if (!params) return write_refusal(out);
        size_t count = 0;
        for (boost::urls::param pair : boost::urls::params_view(input)) {
            count++;
            if (out) result.append(pair.key).append("\x1F").append(pair.value).append("\x1E");
        }
        if (!out) return count;
    }
    return write_bytes(result.data(), result.size(), out);
}
