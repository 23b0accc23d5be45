// percent-simd for C++17: percent_simd.h over std::string_view and std::string. Header-only; link with libpercent_simd.
// Only std::string throws, if memory is short. Functions that can fail return percent_simd::expected, a value or an error
// with its position. Policies are plain values that own nothing.
//
//     auto path = percent_simd::decoder::of(PERCENT_SIMD_SCHEME_URL_PATH).decode("/caf%C3%A9");
//     if (path) use(*path); else log(path.error().message(), path.error().position);
#ifndef PERCENT_SIMD_HPP
#define PERCENT_SIMD_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "percent_simd.h"

namespace percent_simd {

// The reason for a failure and its offset in the input; npos if it has no offset.
struct error {
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);

    percent_simd_result result;
    std::size_t position = npos;

    std::string_view name() const noexcept { return percent_simd_result_name(result); }
    std::string_view message() const noexcept { return percent_simd_result_message(result); }
};

// A value or an error, like std::expected of C++23.
template <typename T>
class [[nodiscard]] expected {
  public:
    expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    expected(percent_simd::error why) noexcept : state_(std::in_place_index<1>, why) {}

    bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    // Requires a value.
    T &operator*() & noexcept { return *std::get_if<0>(&state_); }
    const T &operator*() const & noexcept { return *std::get_if<0>(&state_); }
    T &&operator*() && noexcept { return std::move(*std::get_if<0>(&state_)); }
    T *operator->() noexcept { return std::get_if<0>(&state_); }
    const T *operator->() const noexcept { return std::get_if<0>(&state_); }
    const percent_simd::error &error() const noexcept { return *std::get_if<1>(&state_); }

    T value_or(T other) const & { return has_value() ? **this : std::move(other); }

  private:
    std::variant<T, percent_simd::error> state_;
};

// The result of a call that may fail and returns no value.
class [[nodiscard]] status {
  public:
    status() noexcept = default;
    status(percent_simd::error why) noexcept : error_(why) {}

    explicit operator bool() const noexcept { return error_.result == PERCENT_SIMD_RESULT_OK; }
    const percent_simd::error &error() const noexcept { return error_; }

  private:
    percent_simd::error error_{PERCENT_SIMD_RESULT_OK};
};

namespace detail {

// The error of a call that reports a position.
template <typename Call>
error failure_of(Call &&call) noexcept {
    std::size_t position = error::npos;
    const percent_simd_result result = call(&position);
    return {result, position};
}

// The string that a call writes, of at most `capacity` bytes. C++17 first fills the string with zeros.
template <typename Call>
expected<std::string> written(std::size_t capacity, Call &&call) {
    std::string output(capacity, '\0');
    std::size_t len = 0;
    const error why = failure_of([&](std::size_t *position) { return call(output.data(), output.size(), &len, position); });
    if (why.result != PERCENT_SIMD_RESULT_OK) return why;
    output.resize(len);
    return expected<std::string>(std::move(output));
}

// The offset that a call finds; npos where it finds the end of the input.
template <typename Call>
expected<std::size_t> found(std::size_t len, Call &&call) noexcept {
    std::size_t at = 0;
    const percent_simd_result result = call(&at);
    if (result != PERCENT_SIMD_RESULT_OK) return error{result};
    return at == len ? error::npos : at;
}

// Appends the output of a call, at most `capacity` bytes; after an error the string is unchanged.
template <typename Call>
status appended(std::string &output, std::size_t capacity, Call &&call) {
    const std::size_t before = output.size();
    output.resize(before + capacity);
    std::size_t len = 0;
    const error why = failure_of([&](std::size_t *position) { return call(output.data() + before, capacity, &len, position); });
    output.resize(why.result == PERCENT_SIMD_RESULT_OK ? before + len : before);
    return why;
}

// For overloads that refuse a temporary string, because their result would point into it. String literals and string_views are accepted.
template <typename S>
using if_temporary = std::enable_if_t<std::is_same_v<std::remove_const_t<S>, std::string>, int>;

}  // namespace detail

// A set of ASCII bytes.
class set {
  public:
    constexpr set() noexcept : value_{} {}
    constexpr set(percent_simd_set value) noexcept : value_(value) {}

    // The set of these bytes; nullopt if one of them is >= 0x80.
    static std::optional<set> of(std::string_view bytes) noexcept {
        percent_simd_set value;
        if (percent_simd_set_of_bytes(bytes.data(), bytes.size(), &value, nullptr) != PERCENT_SIMD_RESULT_OK) return std::nullopt;
        return set(value);
    }
    static set of(percent_simd_scheme scheme) noexcept { return percent_simd_set_of_scheme(scheme); }

    bool contains(char byte) const noexcept { return percent_simd_set_contains(value_, static_cast<std::uint8_t>(byte)); }
    // The offset of the first byte that decodes to a member of the set, raw or as the `%` of a triplet; npos if there is none.
    expected<std::size_t> find_decoded(std::string_view input) const noexcept {
        return detail::found(input.size(), [&](std::size_t *at) { return percent_simd_find_decoded(value_, input.data(), input.size(), at); });
    }
    friend set operator|(set one, set other) noexcept { return percent_simd_set_union(one.value_, other.value_); }
    friend set operator&(set one, set other) noexcept { return percent_simd_set_intersection(one.value_, other.value_); }
    friend set operator-(set one, set other) noexcept { return percent_simd_set_difference(one.value_, other.value_); }
    friend set operator~(set one) noexcept { return percent_simd_set_complement(one.value_); }
    constexpr const percent_simd_set &value() const noexcept { return value_; }

  private:
    percent_simd_set value_;
};

// A policy for encoding.
class encoder {
  public:
    explicit encoder(set escaped, std::uint32_t options = 0) noexcept : value_(percent_simd_encoder_new(escaped.value(), options)) {}
    constexpr encoder(percent_simd_encoder value) noexcept : value_(value) {}
    static encoder of(percent_simd_scheme scheme) noexcept { return percent_simd_encoder_of_scheme(scheme); }

    expected<std::string> encode(std::string_view input) const {
        const expected<std::size_t> len = encoded_len(input);
        if (!len) return len.error();
        return detail::written(*len, [&](char *output, std::size_t capacity, std::size_t *written, std::size_t *) {
            return percent_simd_encode(&value_, input.data(), input.size(), output, capacity, written);
        });
    }
    // Writes to the caller's memory and returns the length; OUTPUT_TOO_SMALL if it does not suffice.
    expected<std::size_t> encode(std::string_view input, char *output, std::size_t capacity) const noexcept {
        std::size_t len = 0;
        const percent_simd_result result = percent_simd_encode(&value_, input.data(), input.size(), output, capacity, &len);
        if (result != PERCENT_SIMD_RESULT_OK) return error{result};
        return len;
    }
    expected<std::size_t> encoded_len(std::string_view input) const noexcept {
        std::size_t len = 0;
        const percent_simd_result result = percent_simd_encoded_len(&value_, input.data(), input.size(), &len);
        if (result != PERCENT_SIMD_RESULT_OK) return error{result};
        return len;
    }
    // The offset of the first byte that encoding changes; npos if there is none.
    expected<std::size_t> find(std::string_view input) const noexcept {
        return detail::found(input.size(), [&](std::size_t *at) { return percent_simd_find_escapable(&value_, input.data(), input.size(), at); });
    }
    status check_encoded(std::string_view input) const noexcept {
        return detail::failure_of([&](std::size_t *position) { return percent_simd_check_encoded(&value_, input.data(), input.size(), position); });
    }
    constexpr const percent_simd_encoder &value() const noexcept { return value_; }

  private:
    percent_simd_encoder value_;
};

// A policy for decoding.
class decoder {
  public:
    explicit decoder(std::uint32_t options = 0, set keep = {}, set reject = {}) noexcept
        : value_(percent_simd_decoder_new(options, keep.value(), reject.value())) {}
    constexpr decoder(percent_simd_decoder value) noexcept : value_(value) {}
    static decoder of(percent_simd_scheme scheme) noexcept { return percent_simd_decoder_of_scheme(scheme); }

    expected<std::string> decode(std::string_view input) const {
        return detail::written(input.size(), [&](char *output, std::size_t capacity, std::size_t *len, std::size_t *position) {
            return percent_simd_decode(&value_, input.data(), input.size(), output, capacity, len, position);
        });
    }
    // Decodes to UTF-8, by the options UTF8_....
    expected<std::string> decode_utf8(std::string_view input) const {
        const std::uint32_t longer = PERCENT_SIMD_DECODE_UTF8_LOSSY | PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED;
        const std::size_t capacity = value_.options & longer ? percent_simd_max_encoded_len(input.size()) : input.size();
        return detail::written(capacity, [&](char *output, std::size_t room, std::size_t *len, std::size_t *position) {
            return percent_simd_decode_utf8(&value_, input.data(), input.size(), output, room, len, position);
        });
    }
    // Writes to the caller's memory and returns the length.
    expected<std::size_t> decode(std::string_view input, char *output, std::size_t capacity) const noexcept {
        std::size_t len = 0;
        const error why = detail::failure_of([&](std::size_t *position) {
            return percent_simd_decode(&value_, input.data(), input.size(), output, capacity, &len, position);
        });
        if (why.result != PERCENT_SIMD_RESULT_OK) return why;
        return len;
    }
    // Decodes in place; an error leaves the string unchanged.
    status decode_in_place(std::string &text) const noexcept {
        std::size_t len = 0;
        const error why = detail::failure_of(
            [&](std::size_t *position) { return percent_simd_decode_in_place(&value_, text.data(), text.size(), &len, position); });
        if (why.result == PERCENT_SIMD_RESULT_OK) text.erase(len);
        return why;
    }
    // The offset of the first byte that decoding changes or refuses; npos if there is none.
    expected<std::size_t> find(std::string_view input) const noexcept {
        return detail::found(input.size(), [&](std::size_t *at) { return percent_simd_find_decodable(&value_, input.data(), input.size(), at); });
    }
    status check(std::string_view input) const noexcept {
        return detail::failure_of([&](std::size_t *position) { return percent_simd_check(&value_, input.data(), input.size(), position); });
    }
    status check_utf8(std::string_view input) const noexcept {
        return detail::failure_of([&](std::size_t *position) { return percent_simd_check_utf8(&value_, input.data(), input.size(), position); });
    }
    constexpr const percent_simd_decoder &value() const noexcept { return value_; }

  private:
    percent_simd_decoder value_;
};

// Inspects an input. The flags are 0 if the input is longer than any object can be.
inline percent_simd_report inspect(std::string_view input) noexcept {
    percent_simd_report report{};
    if (percent_simd_inspect(input.data(), input.size(), &report) != PERCENT_SIMD_RESULT_OK) report = {};
    return report;
}

// The rules for accepting and resolving the path of a request target.
class path_policy {
  public:
    constexpr path_policy(percent_simd_path_policy value) noexcept : value_(value) {}
    static path_policy of(percent_simd_preset preset) noexcept { return percent_simd_path_policy_of_preset(preset); }
    // This policy with another action: with(&percent_simd_path_policy::escaped_slashes,
    // PERCENT_SIMD_PATH_ACTION_KEEP).
    path_policy with(std::uint8_t percent_simd_path_policy::*field, percent_simd_path_action action) const noexcept {
        path_policy changed = *this;
        changed.value_.*field = static_cast<std::uint8_t>(action);
        return changed;
    }
    // This policy with another set of decoded values that are an error.
    path_policy reject(set values) const noexcept {
        path_policy changed = *this;
        changed.value_.reject = values.value();
        return changed;
    }

    status check(std::string_view path) const noexcept {
        return detail::failure_of([&](std::size_t *position) { return percent_simd_path_check(&value_, path.data(), path.size(), position); });
    }
    expected<std::string> resolve(std::string_view path) const {
        return detail::written(path.size(), [&](char *output, std::size_t capacity, std::size_t *len, std::size_t *position) {
            return percent_simd_path_resolve(&value_, path.data(), path.size(), output, capacity, len, position);
        });
    }
    // The path to forward: the client's escapes stay, except those of unreserved characters.
    expected<std::string> target(std::string_view path) const {
        return detail::written(percent_simd_max_encoded_len(path.size()), [&](char *output, std::size_t capacity, std::size_t *len, std::size_t *position) {
            return percent_simd_path_target(&value_, path.data(), path.size(), output, capacity, len, position);
        });
    }
    // Writes the target to the caller's memory and returns the length; OUTPUT_TOO_SMALL if the
    // memory does not suffice.
    expected<std::size_t> target(std::string_view path, char *output, std::size_t capacity) const noexcept {
        std::size_t len = 0;
        const error why = detail::failure_of([&](std::size_t *position) {
            return percent_simd_path_target(&value_, path.data(), path.size(), output, capacity, &len, position);
        });
        if (why.result != PERCENT_SIMD_RESULT_OK) return why;
        return len;
    }
    // The target that the client is redirected to. nullopt if the policy asks for no redirect.
    expected<std::optional<std::string>> redirect(std::string_view path) const {
        bool redirects = false;
        const status checked = check(path);
        if (!checked) return checked.error();
        const percent_simd_result result = percent_simd_path_redirects(&value_, path.data(), path.size(), &redirects);
        if (result != PERCENT_SIMD_RESULT_OK) return error{result};
        if (!redirects) return std::optional<std::string>();
        expected<std::string> forwarded = target(path);
        if (!forwarded) return forwarded.error();
        return std::optional<std::string>(*std::move(forwarded));
    }
    constexpr const percent_simd_path_policy &value() const noexcept { return value_; }

  private:
    percent_simd_path_policy value_;
};

// True if a path, resolved or a target, is the decoded prefix or below it: by whole segments.
// `options` is 0 or PERCENT_SIMD_PREFIX_IGNORE_CASE.
inline expected<bool> is_under(std::string_view path, std::string_view prefix, std::uint32_t options = 0) noexcept {
    bool found = false;
    const error why = detail::failure_of([&](std::size_t *position) {
        return percent_simd_path_is_under(path.data(), path.size(), prefix.data(), prefix.size(), options, &found, position);
    });
    if (why.result != PERCENT_SIMD_RESULT_OK) return why;
    return found;
}

// Encodes an input that comes in pieces. A piece must not be part of the output's string. An error changes neither stream nor output.
class encode_stream {
  public:
    explicit encode_stream(encoder policy) noexcept : policy_(policy) {}

    // Appends the encoded piece. The start of a triplet at its end waits for the next piece.
    status push(std::string_view piece, std::string &output) { return append(piece, false, output); }
    // Ends the input. The next piece begins another one.
    status finish(std::string &output) { return append({}, true, output); }

  private:
    status append(std::string_view piece, bool is_last, std::string &output) {
        const std::size_t capacity = percent_simd_max_encoded_len(piece.size() + sizeof stream_.waiting);
        return detail::appended(output, capacity, [&](char *room, std::size_t size, std::size_t *len, std::size_t *) {
            return percent_simd_stream_encode(&stream_, &policy_.value(), piece.data(), piece.size(), is_last, room, size, len);
        });
    }

    encoder policy_;
    percent_simd_stream stream_{};
};

// Decodes an input that comes in pieces, to bytes. A piece must not be part of the output's string. An error, whose position counts from the
// start of the input, changes neither stream nor output.
class decode_stream {
  public:
    explicit decode_stream(decoder policy) noexcept : policy_(policy) {}

    // Appends the decoded piece. The start of a triplet at its end waits for the next piece.
    status push(std::string_view piece, std::string &output) { return append(piece, false, output); }
    // Ends the input. The next piece begins another one.
    status finish(std::string &output) { return append({}, true, output); }

  private:
    status append(std::string_view piece, bool is_last, std::string &output) {
        const std::size_t capacity = piece.size() + sizeof stream_.waiting;
        return detail::appended(output, capacity, [&](char *room, std::size_t size, std::size_t *len, std::size_t *position) {
            return percent_simd_stream_decode(&stream_, &policy_.value(), piece.data(), piece.size(), is_last, room, size, len, position);
        });
    }

    decoder policy_;
    percent_simd_stream stream_{};
};

// A part of the input; nullopt if data is NULL.
inline std::optional<std::string_view> view(percent_simd_slice slice) noexcept {
    if (slice.data == nullptr) return std::nullopt;
    return std::string_view(slice.data, slice.len);
}

// The parts of a request line. They point into the line, which must outlive them.
inline expected<percent_simd_request> request_line(std::string_view line) noexcept {
    percent_simd_request request;
    const error why =
        detail::failure_of([&](std::size_t *position) { return percent_simd_request_line(line.data(), line.size(), &request, position); });
    if (why.result != PERCENT_SIMD_RESULT_OK) return why;
    return request;
}
template <typename S, detail::if_temporary<S> = 0>
expected<percent_simd_request> request_line(S &&line) = delete;

// A name and its value, still encoded.
struct pair {
    std::string_view name;
    std::optional<std::string_view> value;
};

// The pairs of a form or a query, for one range-based `for`; in C++20 an input range. A form is a cursor that iteration, next() and find() move; the iterators of
// one form share it. The input must outlive the form and its pairs.
class form {
  public:
    explicit form(std::string_view input, std::uint32_t options = 0) noexcept
        : cursor_(percent_simd_form_begin(input.data(), input.size(), options)) {}

    template <typename S, detail::if_temporary<S> = 0>
    explicit form(S &&input, std::uint32_t options = 0) = delete;

    // Checks the form: with an undefined option it is invalid, and has no pairs.
    status check() const noexcept {
        percent_simd_form cursor = cursor_;
        std::size_t count = 0;
        return detail::failure_of([&](std::size_t *) { return percent_simd_form_next(&cursor, nullptr, 0, &count); });
    }
    // The next pair; nullopt at the end.
    std::optional<pair> next() noexcept {
        percent_simd_pair found;
        std::size_t count = 0;
        if (percent_simd_form_next(&cursor_, &found, 1, &count) != PERCENT_SIMD_RESULT_OK || count == 0) return std::nullopt;
        return pair{{found.name.data, found.name.len}, view(found.value)};
    }
    // The next pair with this decoded name.
    std::optional<pair> find(std::string_view name) noexcept {
        percent_simd_pair found;
        bool is_found = false;
        const percent_simd_result result = percent_simd_form_find(&cursor_, name.data(), name.size(), &found, &is_found);
        if (result != PERCENT_SIMD_RESULT_OK || !is_found) return std::nullopt;
        return pair{{found.name.data, found.name.len}, view(found.value)};
    }

    class iterator {
      public:
        using value_type = pair;
        using reference = const pair &;
        using pointer = const pair *;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        explicit iterator(form *owner) noexcept : owner_(owner) { ++*this; }
        iterator() noexcept = default;
        reference operator*() const noexcept { return *current_; }
        const pair *operator->() const noexcept { return &*current_; }
        iterator &operator++() noexcept {
            current_ = owner_->next();
            return *this;
        }
        void operator++(int) noexcept { ++*this; }
        // Iterators of one form are equal if both have a pair, or if both are at the end.
        friend bool operator==(const iterator &left, const iterator &right) noexcept {
            return left.current_.has_value() == right.current_.has_value();
        }
        friend bool operator!=(const iterator &left, const iterator &right) noexcept { return !(left == right); }

      private:
        form *owner_ = nullptr;
        std::optional<pair> current_;
    };
    iterator begin() noexcept { return iterator(this); }
    iterator end() const noexcept { return iterator(); }

  private:
    percent_simd_form cursor_;
};

}  // namespace percent_simd

#endif
