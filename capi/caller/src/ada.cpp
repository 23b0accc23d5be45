// ada's functions for C. The declarations are those of ada.h, which ada's package keeps private.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ada::unicode {
std::string percent_decode(std::string_view input, size_t first_percent);
std::string percent_encode(std::string_view input, const uint8_t character_set[]);
} // namespace ada::unicode

extern "C" size_t caller_ada_decode(const char *data, size_t len) {
    const std::string_view input(data, len);
    return ada::unicode::percent_decode(input, input.find('%')).size();
}

// `set` has a bit for each byte.
extern "C" size_t caller_ada_encode(const char *data, size_t len, const uint8_t *set) {
    return ada::unicode::percent_encode(std::string_view(data, len), set).size();
}
