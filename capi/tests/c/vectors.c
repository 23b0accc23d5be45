/* Replays the vectors of the Rust tests on every backend: vectors FILE [STEP [BACKEND]]. See vectors/src/main.rs for the format. */
#include "check.h"

typedef struct bytes {
    char *data; /* NULL for `-` */
    size_t len;
} bytes;

static char *words[4096];
static size_t word_count, next_word;

static const char *word(void) {
    CHECK(next_word < word_count);
    return words[next_word++];
}

static size_t number(void) { return (size_t)strtoull(word(), NULL, 10); }

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

static bytes hex(void) {
    const char *text = word();
    bytes result = {NULL, 0};
    if (text[0] == '.') {
        result.len = strlen(text + 1) / 2;
        result.data = exact(result.len);
        for (size_t at = 0; at < result.len; at++) {
            result.data[at] = (char)(digit(text[1 + 2 * at]) << 4 | digit(text[2 + 2 * at]));
        }
    }
    return result;
}

static percent_simd_set set(void) {
    percent_simd_set result;
    bytes rows = hex();
    CHECK(rows.len == sizeof result.rows);
    memcpy(result.rows, rows.data, sizeof result.rows);
    free(rows.data);
    return result;
}

static void is_slice(percent_simd_slice slice) {
    bytes expected = hex();
    CHECK((slice.data == NULL) == (expected.data == NULL));
    CHECK(same(slice.data, slice.len, expected.data, expected.len));
    free(expected.data);
}

static int is_named(percent_simd_result result, const char *name) { return strcmp(percent_simd_result_name(result), name) == 0; }

/* Encodes or decodes the input in pieces. Each piece is first passed without room, and then with exactly the required room. */
static percent_simd_result in_pieces(const percent_simd_encoder *encoder, const percent_simd_decoder *decoder, bytes input, char *output, size_t *len,
                                     size_t *position) {
    static size_t vectors;
    const size_t lens[] = {1, 5, 17};
    size_t piece_len = lens[vectors++ % 3];
    percent_simd_stream stream = {0};
    percent_simd_result result;
    size_t at = 0;
    bool is_last;
    *len = 0;
    do {
        size_t count = input.len - at < piece_len ? input.len - at : piece_len, room = 0, written = 0;
        char *piece = exact(count), *fitting;
        memcpy(piece, input.data + at, count);
        at += count;
        is_last = at == input.len;
        do {
            fitting = exact(room);
            result = encoder ? percent_simd_stream_encode(&stream, encoder, piece, count, is_last, fitting, room, &written)
                             : percent_simd_stream_decode(&stream, decoder, piece, count, is_last, fitting, room, &written, position);
            CHECK(result != PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL || written > room);
            if (result == PERCENT_SIMD_RESULT_OK) {
                memcpy(output + *len, fitting, written);
                *len += written;
            }
            free(fitting);
            room = written;
        } while (result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
        free(piece);
    } while (result == PERCENT_SIMD_RESULT_OK && !is_last);
    CHECK(result != PERCENT_SIMD_RESULT_OK || (stream.position == 0 && stream.waiting_len == 0));
    return result;
}

static void encode(void) {
    percent_simd_set escaped = set();
    percent_simd_encoder encoder = percent_simd_encoder_new(escaped, (uint32_t)number());
    bytes input = hex(), expected = hex();
    size_t find = number(), len = 0, position = 99;

    CHECK(percent_simd_encoded_len(&encoder, input.data, input.len, &len) == PERCENT_SIMD_RESULT_OK && len == expected.len);
    CHECK(percent_simd_find_escapable(&encoder, input.data, input.len, &position) == PERCENT_SIMD_RESULT_OK && position == find);
    size_t rooms[] = {expected.len, 3 * input.len};
    for (int i = 0; i < 2; i++) {
        char *output = exact(rooms[i]);
        len = 0;
        CHECK(percent_simd_encode(&encoder, input.data, input.len, output, rooms[i], &len) == PERCENT_SIMD_RESULT_OK);
        CHECK(same(output, len, expected.data, expected.len));
        free(output);
    }
    if (expected.len > 0) {
        char *output = exact(expected.len - 1);
        len = 0;
        CHECK(percent_simd_encode(&encoder, input.data, input.len, output, expected.len - 1, &len) == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
        CHECK(len == expected.len);
        free(output);
    }
    char *streamed = exact(expected.len);
    CHECK(in_pieces(&encoder, NULL, input, streamed, &len, NULL) == PERCENT_SIMD_RESULT_OK);
    CHECK(same(streamed, len, expected.data, expected.len));
    free(streamed);
    free(input.data);
    free(expected.data);
}

static void decode(void) {
    percent_simd_set keep = set(), reject = set();
    percent_simd_decoder decoder = percent_simd_decoder_new((uint32_t)number(), keep, reject);
    bytes input = hex();
    size_t find = number(), len = 77, position = 99;
    const char *name = word();
    percent_simd_result results[4];
    char *output = exact(input.len), *buffer = exact(input.len);
    memcpy(buffer, input.data, input.len);

    CHECK(percent_simd_find_decodable(&decoder, input.data, input.len, &position) == PERCENT_SIMD_RESULT_OK && position == find);
    position = 99;
    if (strcmp(name, "ok") == 0) {
        bytes expected = hex();
        CHECK(percent_simd_check(&decoder, input.data, input.len, &position) == PERCENT_SIMD_RESULT_OK);
        CHECK(percent_simd_decoded_len(&decoder, input.data, input.len, &len, &position) == PERCENT_SIMD_RESULT_OK && len == expected.len);
        CHECK(percent_simd_decode(&decoder, input.data, input.len, output, input.len, &len, &position) == PERCENT_SIMD_RESULT_OK);
        CHECK(same(output, len, expected.data, expected.len));
        len = 77;
        CHECK(percent_simd_decode_in_place(&decoder, buffer, input.len, &len, &position) == PERCENT_SIMD_RESULT_OK);
        CHECK(same(buffer, len, expected.data, expected.len));
        char *fitting = exact(expected.len);
        CHECK(percent_simd_decode(&decoder, input.data, input.len, fitting, expected.len, &len, NULL) == PERCENT_SIMD_RESULT_OK);
        CHECK(same(fitting, len, expected.data, expected.len));
        if (expected.len > 0) {
            len = 77;
            CHECK(percent_simd_decode(&decoder, input.data, input.len, fitting, expected.len - 1, &len, NULL) ==
                  PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
            CHECK(len == expected.len);
        }
        CHECK(in_pieces(NULL, &decoder, input, fitting, &len, &position) == PERCENT_SIMD_RESULT_OK);
        CHECK(same(fitting, len, expected.data, expected.len));
        CHECK(position == 99);
        free(fitting);
        free(expected.data);
    } else {
        size_t expected = number();
        size_t positions[4] = {99, 99, 99, 99};
        results[0] = percent_simd_check(&decoder, input.data, input.len, &positions[0]);
        results[1] = percent_simd_decoded_len(&decoder, input.data, input.len, &len, &positions[1]);
        results[2] = percent_simd_decode(&decoder, input.data, input.len, output, input.len, &len, &positions[2]);
        results[3] = percent_simd_decode_in_place(&decoder, buffer, input.len, &len, &positions[3]);
        for (int i = 0; i < 4; i++) {
            CHECK(is_named(results[i], name) && positions[i] == expected);
        }
        CHECK(len == 77);
        CHECK(same(buffer, input.len, input.data, input.len));
        /* An error of the input comes before the one of the output. */
        CHECK(is_named(percent_simd_decode(&decoder, input.data, input.len, NULL, 0, &len, NULL), name));
        CHECK(is_named(in_pieces(NULL, &decoder, input, output, &len, &position), name) && position == expected);
    }
    free(output);
    free(buffer);
    free(input.data);
}

static void text(void) {
    percent_simd_set keep = set(), reject = set();
    percent_simd_decoder decoder = percent_simd_decoder_new((uint32_t)number(), keep, reject);
    bytes input = hex();
    const char *name = word();
    size_t room = 3 * input.len, len = 77, position = 99, checked = 99;
    char *output = exact(room);
    percent_simd_result result = percent_simd_decode_utf8(&decoder, input.data, input.len, output, room, &len, &position);
    percent_simd_result check = percent_simd_check_utf8(&decoder, input.data, input.len, &checked);
    CHECK(is_named(result, name) && check == result && checked == position);
    if (result == PERCENT_SIMD_RESULT_OK) {
        bytes expected = hex();
        CHECK(same(output, len, expected.data, expected.len) && position == 99);
        char *fitting = exact(expected.len);
        CHECK(percent_simd_decode_utf8(&decoder, input.data, input.len, fitting, expected.len, &len, NULL) == PERCENT_SIMD_RESULT_OK);
        CHECK(same(fitting, len, expected.data, expected.len));
        if (expected.len > 0) {
            len = 77;
            CHECK(percent_simd_decode_utf8(&decoder, input.data, input.len, fitting, expected.len - 1, &len, NULL) ==
                  PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
            CHECK(len == expected.len);
        }
        free(fitting);
        free(expected.data);
    } else {
        CHECK(position == number() && len == 77);
    }
    free(output);
    free(input.data);
}

static void inspect(void) {
    bytes input = hex();
    percent_simd_report report;
    CHECK(percent_simd_inspect(input.data, input.len, &report) == PERCENT_SIMD_RESULT_OK);
    CHECK(report.decoded_len == number());
    CHECK(report.triplets == number());
    CHECK(report.malformed_count == number());
    CHECK(report.malformed_position == number());
    CHECK(report.flags == number());
    CHECK((report.malformed == PERCENT_SIMD_RESULT_OK) == (report.malformed_count == 0));
    free(input.data);
}

static void contains(void) {
    percent_simd_set wanted = set();
    bytes input = hex();
    size_t position = 99;
    CHECK(percent_simd_find_decoded(wanted, input.data, input.len, &position) == PERCENT_SIMD_RESULT_OK && position == number());
    free(input.data);
}

static uint8_t action(void) {
    static const char *const names[] = {"reject", "keep", "unescape", "unescape-last", "redirect", "resolve", "clamp", "merge", "slash", "guard", "drop", "escape-plus"};
    const char *name = word();
    uint8_t action = 0;
    while (strcmp(names[action], name) != 0) action++;
    return action;
}

static percent_simd_path_policy policy(void) {
    percent_simd_path_policy policy = {0};
    uint8_t *const fields[] = {&policy.escaped_slashes, &policy.escaped_backslash, &policy.backslash, &policy.escaped_percent,
                               &policy.dot_segments, &policy.empty_segments, &policy.semicolon, &policy.malformed,
                               &policy.escaped_controls, &policy.escaped_dots, &policy.raw_non_ascii, &policy.not_utf8,
                               &policy.windows_names, &policy.reserved};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) *fields[i] = action();
    policy.reject = set();
    return policy;
}

/* The target fits the length in OUTPUT_TOO_SMALL, and three times the path's length. */
static void target(percent_simd_path_policy policy, bytes input) {
    bytes expected = hex();
    size_t len = 77, needed = 77;
    CHECK(percent_simd_path_target(&policy, input.data, input.len, NULL, 0, &needed, NULL) == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
    CHECK(needed >= expected.len && needed <= percent_simd_max_encoded_len(input.len));
    const size_t capacities[] = {needed - 1, needed, percent_simd_max_encoded_len(input.len)};
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        char *output = exact(capacities[i]);
        percent_simd_result result = percent_simd_path_target(&policy, input.data, input.len, output, capacities[i], &len, NULL);
        if (i == 0) CHECK(result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL && len == needed);
        else CHECK(result == PERCENT_SIMD_RESULT_OK && same(output, len, expected.data, expected.len));
        free(output);
    }
    free(expected.data);
}

static void path(percent_simd_path_policy policy) {
    bytes input = hex();
    const char *name = word();
    char *output = exact(input.len), *buffer = exact(input.len);
    size_t len = 77, position[3] = {99, 99, 99};
    memcpy(buffer, input.data, input.len);
    percent_simd_result check = percent_simd_path_check(&policy, input.data, input.len, &position[0]);
    percent_simd_result result = percent_simd_path_resolve(&policy, input.data, input.len, output, input.len, &len, &position[1]);
    size_t in_place_len = 77;
    percent_simd_result in_place = percent_simd_path_resolve_in_place(&policy, buffer, input.len, &in_place_len, &position[2]);
    CHECK(is_named(check, name) && check == result && check == in_place);
    CHECK(position[0] == position[1] && position[0] == position[2]);
    if (result == PERCENT_SIMD_RESULT_OK) {
        bytes expected = hex();
        bool redirects = false;
        CHECK(same(output, len, expected.data, expected.len) && same(buffer, in_place_len, expected.data, expected.len));
        target(policy, input);
        CHECK(percent_simd_path_redirects(&policy, input.data, input.len, &redirects) == PERCENT_SIMD_RESULT_OK);
        CHECK(redirects == (number() != 0));
        len = 77;
        CHECK(percent_simd_path_resolve(&policy, input.data, input.len, output, input.len - 1, &len, NULL) ==
              PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL);
        CHECK(len == input.len);
        free(expected.data);
    } else {
        CHECK(position[0] == number() && len == 77 && in_place_len == 77);
        CHECK(same(buffer, input.len, input.data, input.len));
        CHECK(percent_simd_path_resolve(&policy, input.data, input.len, NULL, 0, &len, NULL) == result || input.len == 0);
        size_t refused = 99;
        CHECK(percent_simd_path_target(&policy, input.data, input.len, NULL, 0, &len, &refused) == result && refused == position[0] && len == 77);
    }
    free(output);
    free(buffer);
    free(input.data);
}

/* Reads the pairs in steps of each size, because the cursor stops inside the input. */
static void form(void) {
    uint32_t options = (uint32_t)number();
    bytes input = hex();
    size_t first = next_word;
    percent_simd_decoder decoder = percent_simd_decoder_of_scheme(PERCENT_SIMD_SCHEME_FORM);
    for (size_t step = 1; step <= 16; step += 5) {
        percent_simd_pair pairs[16];
        percent_simd_form cursor = percent_simd_form_begin(input.data, input.len, options);
        size_t count = step, found = 0;
        next_word = first;
        size_t expected = number();
        while (count == step) {
            CHECK(percent_simd_form_next(&cursor, pairs, step, &count) == PERCENT_SIMD_RESULT_OK && count <= step);
            for (size_t i = 0; i < count; i++, found++) {
                is_slice(pairs[i].name);
                is_slice(pairs[i].value);
                bytes name = hex();
                char *decoded = exact(pairs[i].name.len);
                size_t len = 0;
                CHECK(percent_simd_decode(&decoder, pairs[i].name.data, pairs[i].name.len, decoded, pairs[i].name.len, &len, NULL) ==
                      PERCENT_SIMD_RESULT_OK);
                CHECK(same(decoded, len, name.data, name.len));
                /* A search for a name finds its first pair. */
                percent_simd_form search = percent_simd_form_begin(input.data, input.len, options);
                percent_simd_pair pair;
                bool is_found = false;
                CHECK(percent_simd_form_find(&search, name.data, name.len, &pair, &is_found) == PERCENT_SIMD_RESULT_OK);
                CHECK(is_found && pair.name.data <= pairs[i].name.data);
                free(name.data);
                free(decoded);
            }
        }
        CHECK(found == expected && cursor.next == cursor.len);
    }
    free(input.data);
}

static void is_request(percent_simd_request request) {
    CHECK((size_t)request.form == number());
    is_slice(request.scheme);
    is_slice(request.userinfo);
    is_slice(request.host);
    is_slice(request.port);
    is_slice(request.path);
    is_slice(request.query);
}

static void request(int is_line) {
    bytes input = hex();
    percent_simd_request request;
    size_t position = SIZE_MAX;
    int is_accepted = strcmp(word(), "ok") == 0;
    percent_simd_result result = is_line ? percent_simd_request_line(input.data, input.len, &request, &position)
                                         : percent_simd_target(input.data, input.len, &request, &position);
    CHECK((result == PERCENT_SIMD_RESULT_OK) == is_accepted);
    if (is_accepted) {
        if (is_line) {
            is_slice(request.method);
            CHECK(request.major == number());
            CHECK(request.minor == number());
        } else {
            CHECK(request.method.data == NULL && request.major == 0);
        }
        is_request(request);
    } else {
        CHECK(result >= PERCENT_SIMD_RESULT_METHOD && result <= PERCENT_SIMD_RESULT_VERSION && position <= input.len);
    }
    free(input.data);
}

static void replay(char *line) {
    word_count = next_word = 0;
    check_line = line;
    char *copy = exact(strlen(line) + 1);
    strcpy(copy, line);
    for (char *next = strtok(copy, " \n"); next; next = strtok(NULL, " \n")) {
        CHECK(word_count < sizeof words / sizeof *words);
        words[word_count++] = next;
    }
    const char *operation = word();
    if (strcmp(operation, "encode") == 0) encode();
    else if (strcmp(operation, "decode") == 0) decode();
    else if (strcmp(operation, "text") == 0) text();
    else if (strcmp(operation, "inspect") == 0) inspect();
    else if (strcmp(operation, "contains") == 0) contains();
    else if (strcmp(operation, "path") == 0) path(percent_simd_path_policy_of_preset((uint32_t)number()));
    else if (strcmp(operation, "policy") == 0) path(policy());
    else if (strcmp(operation, "form") == 0) form();
    else if (strcmp(operation, "target") == 0) request(0);
    else if (strcmp(operation, "line") == 0) request(1);
    else CHECK(!"a known operation");
    CHECK(next_word == word_count);
    free(copy);
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    size_t step = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : 1;
    if (argc < 2 || step == 0) {
        fprintf(stderr, "usage: vectors FILE [STEP [BACKEND]]\n");
        return 2;
    }
    const char *name;
    size_t ran = 0;
    for (size_t backend = 0; (name = percent_simd_backend_name(backend)) != NULL; backend++) {
        if (argc > 3 && strcmp(argv[3], name) != 0) continue;
        CHECK(percent_simd_backend_activate(name, strlen(name)) == PERCENT_SIMD_RESULT_OK);
        CHECK(strcmp(percent_simd_backend_active(), name) == 0);
        FILE *file = fopen(argv[1], "r");
        CHECK(file != NULL);
        size_t lines = 0, count = 0;
        while (fgets(line, sizeof line, file)) {
            CHECK(strchr(line, '\n') != NULL);
            if (lines++ % step == 0) {
                replay(line);
                count++;
            }
        }
        fclose(file);
        CHECK(count > 1000);
        printf("%s: %zu vectors\n", name, count);
        ran++;
    }
    CHECK(ran > 0);
    return 0;
}
