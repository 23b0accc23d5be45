// ada: the percent_decode and percent_encode of its parser, and url_search_params.
#include <ada.h>

#include "lines.h"

static size_t answer(const char *line, size_t len, FILE *out) {
    std::string_view input(line, len);
    std::string result;
    if (operation == DECODE) {
        result = ada::unicode::percent_decode(input, input.find('%'));
    } else if (operation == ENCODE) {
        result = ada::unicode::percent_encode(input, ada::character_sets::WWW_FORM_URLENCODED_PERCENT_ENCODE);
    } else {
        ada::url_search_params params(input);
        if (!out) return params.size();
        for (auto [name, value] : params) result.append(name).append("\x1F").append(value).append("\x1E");
    }
    return write_bytes(result.data(), result.size(), out);
}
