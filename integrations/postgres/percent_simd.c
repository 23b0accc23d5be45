/*
 * The functions that percent_simd--0.1.sql declares.
 *
 * Text goes through the library as UTF-8, whatever the encoding of the database: that is what escapes in URLs stand for (WHATWG URL, RFC 3986 2.5).
 * In a database in SQL_ASCII, where nothing can be converted, text must be UTF-8.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#include <percent_simd.h>

PG_MODULE_MAGIC;

#define FLAGS 32

/*
 * To text: what is not UTF-8 is refused, or becomes U+FFFD. NUL, which no text holds, is refused; where nothing is, its escape stays. And to bytes.
 */
static percent_simd_set nul;
static percent_simd_decoder to_text, form_to_text, to_lossy_text, to_bytes;

/* Changes nothing but what is not UTF-8, which becomes U+FFFD. */
static percent_simd_decoder repaired;

void _PG_init(void);

void _PG_init(void)
{
    percent_simd_set empty = percent_simd_set_empty();

    if (percent_simd_set_of_bytes("\0", 1, &nul, NULL) != PERCENT_SIMD_RESULT_OK) {
        elog(ERROR, "percent_simd: no set of NUL");
    }
    to_text = percent_simd_decoder_new(0, empty, nul);
    form_to_text = percent_simd_decoder_new(PERCENT_SIMD_DECODE_PLUS_AS_SPACE | PERCENT_SIMD_DECODE_UTF8_LOSSY, empty, nul);
    to_lossy_text = percent_simd_decoder_new(PERCENT_SIMD_DECODE_UTF8_LOSSY, nul, empty);
    to_bytes = percent_simd_decoder_new(0, empty, empty);
    repaired = percent_simd_decoder_new(PERCENT_SIMD_DECODE_KEEP_NON_ASCII | PERCENT_SIMD_DECODE_UTF8_LOSSY, percent_simd_set_complement(empty), empty);
}

/* ---- Arguments and results. ---- */

static percent_simd_slice utf8_argument(FunctionCallInfo fcinfo, int number)
{
    text *value = PG_GETARG_TEXT_PP(number);
    char *data = VARDATA_ANY(value), *utf8 = pg_server_to_any(data, VARSIZE_ANY_EXHDR(value), PG_UTF8);
    percent_simd_slice slice = {utf8, utf8 == data ? VARSIZE_ANY_EXHDR(value) : strlen(utf8)};

    return slice;
}

/* Room for a text or bytea of this many bytes. */
static text *room(const char *function, size_t len)
{
    if (len > MaxAllocSize - VARHDRSZ) {
        ereport(ERROR,
                (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                 errmsg("%s: the result has %zu bytes, and a value at most %zu", function, len, (size_t) (MaxAllocSize - VARHDRSZ)),
                 errhint("Cut the argument into parts.")));
    }
    return palloc(VARHDRSZ + len);
}

/* The text whose `len` bytes of UTF-8 are in `result`, in the encoding of the database. */
static Datum text_of_utf8(text *result, size_t len)
{
    char *converted;

    SET_VARSIZE(result, VARHDRSZ + len);
    if (GetDatabaseEncoding() == PG_UTF8) {
        PG_RETURN_TEXT_P(result); /* the library has validated it */
    }
    converted = pg_any_to_server(VARDATA(result), (int) len, PG_UTF8);
    PG_RETURN_TEXT_P(converted == VARDATA(result) ? result : cstring_to_text(converted));
}

/* The number of the character at an offset, from 1, as substring() counts. */
static size_t character_at(percent_simd_slice utf8, size_t offset)
{
    size_t number = 1, i;

    for (i = 0; i < offset; i++) {
        number += ((unsigned char) utf8.data[i] & 0xC0) != 0x80;
    }
    return number;
}

static void unexpected(const char *function, percent_simd_result result)
{
    ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("%s: %s", function, percent_simd_result_message(result))));
}

/* ---- Decoding. ---- */

/* Decodes `part` of the argument to text. Where that is refused, the result is NULL, or if there is a `hint`, an error that gives it. */
static Datum decoded_text(FunctionCallInfo fcinfo, const char *function, const percent_simd_decoder *decoder, percent_simd_slice argument,
                          percent_simd_slice part, const char *hint)
{
    size_t len = 0, position = 0;
    text *output = room(function, part.len); /* it suffices: U+FFFD is as long as the triplet that it replaces, and what is raw is UTF-8 */
    percent_simd_result result = percent_simd_decode_utf8(decoder, part.data, part.len, VARDATA(output), part.len, &len, &position);

    if (hint == NULL && result >= PERCENT_SIMD_RESULT_TRUNCATED && result <= PERCENT_SIMD_RESULT_UTF8) {
        PG_RETURN_NULL();
    }
    position += (size_t) (part.data - argument.data);
    switch (result) {
    case PERCENT_SIMD_RESULT_OK:
        break;
    case PERCENT_SIMD_RESULT_REJECTED:
        ereport(ERROR,
                (errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
                 errmsg("%s: %%00 at character %zu decodes to NUL, which text cannot hold", function, character_at(argument, position)),
                 errhint("%s", hint)));
        break;
    case PERCENT_SIMD_RESULT_UTF8:
        ereport(ERROR,
                (errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
                 errmsg("%s: the bytes that begin at character %zu do not decode to UTF-8", function, character_at(argument, position)),
                 errhint("%s", hint)));
        break;
    case PERCENT_SIMD_RESULT_TRUNCATED:
    case PERCENT_SIMD_RESULT_BAD_HEX:
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                 errmsg("%s: two hex digits must follow the %% at character %zu", function, character_at(argument, position)),
                 errhint("%s", hint)));
        break;
    default:
        unexpected(function, result);
    }
    return text_of_utf8(output, len);
}

static Datum decoded_argument(FunctionCallInfo fcinfo, const char *function, const percent_simd_decoder *decoder, const char *hint)
{
    percent_simd_slice value = utf8_argument(fcinfo, 0);
    size_t first = 0;

    if (percent_simd_find_decodable(decoder, value.data, value.len, &first) == PERCENT_SIMD_RESULT_OK && first == value.len) {
        PG_RETURN_TEXT_P(PG_GETARG_TEXT_PP(0)); /* most values have no escapes */
    }
    return decoded_text(fcinfo, function, decoder, value, value, hint);
}

/* The number of the scheme or preset that the second argument names. */
static uint32_t named_argument(FunctionCallInfo fcinfo, const char *function, const char *kind, const char *(*name_of)(uint32_t),
                               percent_simd_result (*from_name)(const char *, size_t, uint32_t *))
{
    text *name = PG_GETARG_TEXT_PP(1);
    StringInfoData names;
    const char *other;
    uint32_t found = 0, number;

    if (from_name(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name), &found) != PERCENT_SIMD_RESULT_OK) {
        initStringInfo(&names);
        for (number = 0; (other = name_of(number)) != NULL; number++) {
            appendStringInfo(&names, "%s%s", number == 0 ? "" : ", ", other);
        }
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("%s: there is no %s \"%s\"", function, kind, text_to_cstring(name)),
                 errhint("The %ss are %s.", kind, names.data)));
    }
    return found;
}

static uint32_t scheme_argument(FunctionCallInfo fcinfo, const char *function)
{
    return named_argument(fcinfo, function, "scheme", percent_simd_scheme_name, percent_simd_scheme_from_name);
}

static Datum decoded_by_scheme(FunctionCallInfo fcinfo, const char *function, const char *hint)
{
    percent_simd_decoder decoder = percent_simd_decoder_of_scheme(scheme_argument(fcinfo, function));

    decoder.reject = percent_simd_set_union(decoder.reject, nul);
    return decoded_argument(fcinfo, function, &decoder, hint);
}

PG_FUNCTION_INFO_V1(percent_decode_scheme);

Datum percent_decode_scheme(PG_FUNCTION_ARGS)
{
    return decoded_by_scheme(fcinfo, "percent_decode", "try_percent_decode() gives NULL.");
}

PG_FUNCTION_INFO_V1(try_percent_decode_scheme);

Datum try_percent_decode_scheme(PG_FUNCTION_ARGS)
{
    return decoded_by_scheme(fcinfo, "try_percent_decode", NULL);
}

PG_FUNCTION_INFO_V1(percent_decode);

Datum percent_decode(PG_FUNCTION_ARGS)
{
    return decoded_argument(fcinfo, "percent_decode", &to_text, "try_percent_decode() gives NULL, percent_decode_lossy() text, percent_decode_bytea() bytes.");
}

PG_FUNCTION_INFO_V1(try_percent_decode);

Datum try_percent_decode(PG_FUNCTION_ARGS)
{
    return decoded_argument(fcinfo, "try_percent_decode", &to_text, NULL);
}

PG_FUNCTION_INFO_V1(percent_decode_lossy);

Datum percent_decode_lossy(PG_FUNCTION_ARGS)
{
    return decoded_argument(fcinfo, "percent_decode_lossy", &to_lossy_text, NULL);
}

PG_FUNCTION_INFO_V1(percent_decode_bytea);

Datum percent_decode_bytea(PG_FUNCTION_ARGS)
{
    percent_simd_slice value = utf8_argument(fcinfo, 0);
    bytea *output = room("percent_decode_bytea", value.len);
    size_t len = 0;
    percent_simd_result result = percent_simd_decode(&to_bytes, value.data, value.len, VARDATA(output), value.len, &len, NULL);

    if (result != PERCENT_SIMD_RESULT_OK) {
        unexpected("percent_decode_bytea", result);
    }
    SET_VARSIZE(output, VARHDRSZ + len);
    PG_RETURN_BYTEA_P(output);
}

/* The query in a URL, which is empty if it has none; what is no URL is a query. */
static percent_simd_slice query_of(percent_simd_slice value)
{
    const char *at = value.data, *end = at + value.len, *mark;
    bool is_url = value.len > 0 && (*at == '/' || *at == '?');

    for (; !is_url && at < end && *at != '=' && *at != '&'; at++) {
        is_url = *at == '?' || (end - at >= 3 && memcmp(at, "://", 3) == 0);
    }
    if (is_url) {
        at = memchr(value.data, '#', value.len);
        end = at != NULL ? at : end;
        mark = memchr(value.data, '?', (size_t) (end - value.data));
        value.data = mark != NULL ? mark + 1 : end;
        value.len = (size_t) (end - value.data);
    }
    return value;
}

static Datum param(FunctionCallInfo fcinfo, const char *function, const char *hint)
{
    percent_simd_slice value = utf8_argument(fcinfo, 0), key = utf8_argument(fcinfo, 1), query = query_of(value);
    percent_simd_form form = percent_simd_form_begin(query.data, query.len, 0);
    percent_simd_pair pair;
    bool is_found = false;
    percent_simd_result result = percent_simd_form_find(&form, key.data, key.len, &pair, &is_found);

    if (result != PERCENT_SIMD_RESULT_OK) {
        unexpected(function, result);
    }
    if (!is_found) {
        PG_RETURN_NULL();
    }
    if (pair.value.data == NULL) { /* no `=` follows the name */
        PG_RETURN_TEXT_P(cstring_to_text_with_len("", 0));
    }
    return decoded_text(fcinfo, function, &form_to_text, value, pair.value, hint);
}

PG_FUNCTION_INFO_V1(query_param);

Datum query_param(PG_FUNCTION_ARGS)
{
    return param(fcinfo, "query_param", "try_query_param() gives NULL.");
}

PG_FUNCTION_INFO_V1(try_query_param);

Datum try_query_param(PG_FUNCTION_ARGS)
{
    return param(fcinfo, "try_query_param", NULL);
}

/* ---- Encoding. ---- */

PG_FUNCTION_INFO_V1(percent_encode);

Datum percent_encode(PG_FUNCTION_ARGS)
{
    percent_simd_slice value = utf8_argument(fcinfo, 0);
    percent_simd_encoder encoder = percent_simd_encoder_of_scheme(scheme_argument(fcinfo, "percent_encode"));
    size_t len = 0;
    text *output = NULL;
    percent_simd_result result = percent_simd_encoded_len(&encoder, value.data, value.len, &len);

    if (result == PERCENT_SIMD_RESULT_OK) {
        output = room("percent_encode", len);
        result = percent_simd_encode(&encoder, value.data, value.len, VARDATA(output), len, &len);
    }
    if (result != PERCENT_SIMD_RESULT_OK) {
        unexpected("percent_encode", result);
    }
    SET_VARSIZE(output, VARHDRSZ + len); /* ASCII, which every encoding of a database contains */
    PG_RETURN_TEXT_P(output);
}

/* ---- Paths. ---- */

static percent_simd_path_policy policy_argument(FunctionCallInfo fcinfo, const char *function)
{
    return percent_simd_path_policy_of_preset(named_argument(fcinfo, function, "preset", percent_simd_preset_name, percent_simd_preset_from_name));
}

/* The first argument up to its query. */
static percent_simd_slice path_argument(FunctionCallInfo fcinfo)
{
    percent_simd_slice path = utf8_argument(fcinfo, 0);
    const char *query = memchr(path.data, '?', path.len);

    if (query != NULL) {
        path.len = (size_t) (query - path.data);
    }
    return path;
}

PG_FUNCTION_INFO_V1(path_check);

Datum path_check(PG_FUNCTION_ARGS)
{
    percent_simd_path_policy policy = policy_argument(fcinfo, "path_check");
    percent_simd_slice path = path_argument(fcinfo);
    size_t position = 0;
    percent_simd_result result = percent_simd_path_check(&policy, path.data, path.len, &position);

    if (result == PERCENT_SIMD_RESULT_ESCAPED_SLASH && path.data[position + 1] == '5') { /* %5C, which has a name of its own in Rust and DataFusion */
        PG_RETURN_TEXT_P(cstring_to_text("escaped-backslash"));
    }
    PG_RETURN_TEXT_P(cstring_to_text(percent_simd_result_name(result)));
}

PG_FUNCTION_INFO_V1(path_resolve);

Datum path_resolve(PG_FUNCTION_ARGS)
{
    percent_simd_path_policy policy = policy_argument(fcinfo, "path_resolve");
    percent_simd_slice path = path_argument(fcinfo);
    char *resolved = palloc(path.len > 0 ? path.len : 1);
    size_t len = 0, text_len = 0;
    text *output;
    percent_simd_result result = percent_simd_path_resolve(&policy, path.data, path.len, resolved, path.len, &len, NULL);

    if (result != PERCENT_SIMD_RESULT_OK) {
        PG_RETURN_NULL();
    }
    output = room("path_resolve", path.len); /* U+FFFD is as long as the triplet that it replaces, and what is raw is UTF-8 */
    result = percent_simd_decode_utf8(&repaired, resolved, len, VARDATA(output), path.len, &text_len, NULL);
    if (result != PERCENT_SIMD_RESULT_OK) {
        unexpected("path_resolve", result);
    }
    return text_of_utf8(output, text_len);
}

/* ---- Flags. ---- */

PG_FUNCTION_INFO_V1(encoding_flags);

Datum encoding_flags(PG_FUNCTION_ARGS)
{
    percent_simd_slice value = utf8_argument(fcinfo, 0);
    percent_simd_report report;
    percent_simd_result result = percent_simd_inspect(value.data, value.len, &report);

    if (result != PERCENT_SIMD_RESULT_OK) {
        unexpected("encoding_flags", result);
    }
    PG_RETURN_INT64((int64) report.flags);
}

PG_FUNCTION_INFO_V1(encoding_flag_names);

Datum encoding_flag_names(PG_FUNCTION_ARGS)
{
    int64 flags = PG_GETARG_INT64(0);
    Datum names[FLAGS];
    int count = 0, bit;

    for (bit = 0; bit < FLAGS; bit++) {
        const char *name = percent_simd_flag_name(UINT32_C(1) << bit);
        if (name != NULL && (flags >> bit & 1) != 0) {
            names[count++] = CStringGetTextDatum(name);
            flags &= ~(INT64CONST(1) << bit);
        }
    }
    if (flags != 0) {
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("encoding_flag_names: there is no flag " INT64_FORMAT, flags & -flags),
                 errhint("It takes what encoding_flags() returns, or bit_or() of that over many rows.")));
    }
    PG_RETURN_ARRAYTYPE_P(construct_array(names, count, TEXTOID, -1, false, TYPALIGN_INT));
}
