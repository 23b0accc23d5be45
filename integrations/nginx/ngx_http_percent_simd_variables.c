/*
 * set_percent_decode $variable VALUE [SCHEME];              http
 *     VALUE, which may hold variables, decoded: by default WHATWG URL's percent-decode; with the scheme `form` a `+` is a space. Escapes of control
 *     characters stay, and where VALUE has a raw one ($request_body may), the result is empty: it splits no header and no line of a log. It is
 *     also empty where the scheme refuses VALUE. The schemes `js-uri` and `js-component` refuse what is not UTF-8.
 * set_percent_encode $variable VALUE [SCHEME];              http
 *     VALUE encoded: by default RFC 3986's unreserved characters stay (`uri-component`).
 */
#include "ngx_http_percent_simd.h"

typedef percent_simd_result decode_t(const percent_simd_decoder *decoder, const char *input, size_t len, char *output, size_t capacity,
                                     size_t *output_len, size_t *position);

typedef struct {
    ngx_http_complex_value_t value;
    percent_simd_encoder encoder;
    percent_simd_decoder decoder;
    decode_t *decode;
} conversion_t;

static ngx_int_t answer(ngx_http_variable_value_t *to, char *data, size_t len)
{
    to->data = (u_char *) data;
    to->len = len;
    to->valid = 1;
    to->no_cacheable = 0;
    to->not_found = 0;
    return NGX_OK;
}

static ngx_int_t encoded(ngx_http_request_t *r, ngx_http_variable_value_t *to, uintptr_t data)
{
    conversion_t *conversion = (conversion_t *) data;
    ngx_str_t value;
    size_t len;
    char *output;

    if (ngx_http_complex_value(r, &conversion->value, &value) != NGX_OK ||
        percent_simd_encoded_len(&conversion->encoder, (const char *) value.data, value.len, &len) != PERCENT_SIMD_RESULT_OK) {
        return NGX_ERROR;
    }
    output = ngx_pnalloc(r->pool, len ? len : 1);
    if (output == NULL ||
        percent_simd_encode(&conversion->encoder, (const char *) value.data, value.len, output, len, &len) != PERCENT_SIMD_RESULT_OK) {
        return NGX_ERROR;
    }
    return answer(to, output, len);
}

static ngx_uint_t has_control(const char *data, size_t len)
{
    size_t i;

    for (i = 0; i < len; i++) {
        if ((u_char) data[i] < 0x20 || data[i] == 0x7f) {
            return 1;
        }
    }
    return 0;
}

static ngx_int_t decoded(ngx_http_request_t *r, ngx_http_variable_value_t *to, uintptr_t data)
{
    conversion_t *conversion = (conversion_t *) data;
    ngx_str_t value;
    size_t len = 0, room;
    char *output;

    if (ngx_http_complex_value(r, &conversion->value, &value) != NGX_OK) {
        return NGX_ERROR;
    }
    room = conversion->decoder.options & PERCENT_SIMD_DECODE_UTF8_LOSSY ? 3 * value.len : value.len; /* U+FFFD has three bytes */
    output = ngx_pnalloc(r->pool, room ? room : 1);
    if (output == NULL) {
        return NGX_ERROR;
    }
    if (conversion->decode(&conversion->decoder, (const char *) value.data, value.len, output, room, &len, NULL) != PERCENT_SIMD_RESULT_OK ||
        has_control(output, len)) {
        len = 0;
    }
    return answer(to, output, len);
}

char *ngx_http_percent_simd_set(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    ngx_uint_t encodes = command->offset;
    ngx_str_t *values = cf->args->elts, name = values[1];
    ngx_http_compile_complex_value_t compile;
    ngx_http_variable_t *variable;
    uint32_t scheme = PERCENT_SIMD_SCHEME_URI_COMPONENT;
    conversion_t *conversion = ngx_pcalloc(cf->pool, sizeof(conversion_t));

    (void) conf;
    if (conversion == NULL) {
        return NGX_CONF_ERROR;
    }
    if (name.len < 2 || name.data[0] != '$') {
        return "needs a name that begins with $";
    }
    name.data++;
    name.len--;
    if (cf->args->nelts > 3 &&
        percent_simd_scheme_from_name((const char *) values[3].data, values[3].len, &scheme) != PERCENT_SIMD_RESULT_OK) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V knows no scheme \"%V\"; form and url-path are two", &command->name, &values[3]);
        return NGX_CONF_ERROR;
    }
    conversion->encoder = percent_simd_encoder_of_scheme(scheme);
    conversion->decoder = percent_simd_decoder_of_scheme(scheme);
    conversion->decode = percent_simd_scheme_decodes_to_text(scheme) ? percent_simd_decode_utf8 : percent_simd_decode;
    conversion->decoder.keep =
        percent_simd_set_union(conversion->decoder.keep, percent_simd_set_of_scheme(PERCENT_SIMD_SCHEME_URL_C0));

    ngx_memzero(&compile, sizeof compile);
    compile.cf = cf;
    compile.value = &values[2];
    compile.complex_value = &conversion->value;
    if (ngx_http_compile_complex_value(&compile) != NGX_OK) {
        return NGX_CONF_ERROR;
    }
    variable = ngx_http_add_variable(cf, &name, NGX_HTTP_VAR_NOCACHEABLE);
    if (variable == NULL) {
        return NGX_CONF_ERROR;
    }
    variable->get_handler = encodes ? encoded : decoded;
    variable->data = (uintptr_t) conversion;
    return NGX_CONF_OK;
}
