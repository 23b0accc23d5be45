/*
 * $percent_guard: the reason. $percent_guard_uri: the target of the path, and the query: for proxy_pass.
 * percent_guard_strip $variable PREFIX;                     http
 *     The same behind a prefix of whole segments, which is decoded text: with /api, /api/a%2Bb is /a%2Bb, and /api is /.
 */
#include "ngx_http_percent_simd.h"

static ngx_int_t guard_variable(ngx_http_request_t *r, ngx_http_variable_value_t *value, uintptr_t data)
{
    const ngx_http_percent_simd_ctx_t *ctx = ngx_http_percent_simd_ctx(r);

    (void) data;
    if (ctx == NULL || ctx->reason == NULL) {
        value->not_found = 1;
        return NGX_OK;
    }
    value->data = (u_char *) ctx->reason;
    value->len = ngx_strlen(ctx->reason);
    value->valid = 1;
    value->no_cacheable = 0;
    value->not_found = 0;
    return NGX_OK;
}

static ngx_int_t uri_variable(ngx_http_request_t *r, ngx_http_variable_value_t *value, uintptr_t data)
{
    const ngx_http_percent_simd_ctx_t *ctx = ngx_http_percent_simd_ctx(r);
    const ngx_str_t *prefix = (const ngx_str_t *) data;
    ngx_str_t path;
    size_t query;
    bool is_under = false;

    if (ctx == NULL || ctx->reason != NULL) {
        value->not_found = 1;
        return NGX_OK;
    }
    if (ngx_http_percent_simd_target(ctx, r->pool, &path) != NGX_OK) {
        return NGX_ERROR;
    }
    query = ctx->query.data != NULL ? ctx->query.len + 1 : 0;
    if (prefix != NULL) {
        u_char *end = path.data + path.len, *at = path.data;
        size_t i;
        if (percent_simd_path_is_under((const char *) path.data, path.len, (const char *) prefix->data, prefix->len, 0, &is_under, NULL) !=
                PERCENT_SIMD_RESULT_OK ||
            !is_under) {
            /* proxy_pass would forward what the client sent if this were empty. It is no port, so nginx logs it and answers 500. */
            ngx_log_error(NGX_LOG_ERR, r->connection->log, 0, "percent_guard_strip: \"%V\" is not under \"%V\"", &path, prefix);
            ngx_str_set(&path, ":not-under-the-prefix");
            query = 0;
        } else {
            /* A segment of the prefix is one of the path. A `/` at its end counts for nothing. */
            for (i = 0; i + 1 < prefix->len && at != NULL; i++) {
                if (prefix->data[i] == '/') {
                    at = ngx_strlchr(at + 1, end, '/');
                }
            }
            if (at == NULL) {
                ngx_str_set(&path, "/");
            } else {
                path.data = at;
                path.len = (size_t) (end - at);
            }
        }
    }
    value->data = ngx_pnalloc(r->pool, path.len + query);
    if (value->data == NULL) {
        return NGX_ERROR;
    }
    ngx_memcpy(value->data, path.data, path.len);
    if (query != 0) {
        value->data[path.len] = '?';
        ngx_memcpy(value->data + path.len + 1, ctx->query.data, query - 1);
    }
    value->len = (unsigned) (path.len + query);
    value->valid = 1;
    value->no_cacheable = 0;
    value->not_found = 0;
    return NGX_OK;
}

ngx_int_t ngx_http_percent_simd_add_variables(ngx_conf_t *cf)
{
    static ngx_str_t name = ngx_string("percent_guard"), uri_name = ngx_string("percent_guard_uri");
    ngx_http_variable_t *variable = ngx_http_add_variable(cf, &name, 0), *uri = ngx_http_add_variable(cf, &uri_name, 0);

    if (variable == NULL || uri == NULL) {
        return NGX_ERROR;
    }
    variable->get_handler = guard_variable;
    uri->get_handler = uri_variable;
    return NGX_OK;
}

char *ngx_http_percent_simd_set_strip(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    ngx_str_t *values = cf->args->elts, name = values[1], *prefix = ngx_palloc(cf->pool, sizeof(ngx_str_t));
    ngx_http_variable_t *variable;
    bool is_under = false;

    (void) command;
    (void) conf;
    if (prefix == NULL) {
        return NGX_CONF_ERROR;
    }
    *prefix = values[2];
    if (name.len < 2 || name.data[0] != '$') {
        return "needs a name that begins with $";
    }
    name.data++;
    name.len--;
    if (percent_simd_path_is_under("/", 1, (const char *) prefix->data, prefix->len, 0, &is_under, NULL) != PERCENT_SIMD_RESULT_OK) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard_strip: \"%V\" is no prefix: begin with /, and write decoded text without // and dot segments",
                           prefix);
        return NGX_CONF_ERROR;
    }
    variable = ngx_http_add_variable(cf, &name, 0);
    if (variable == NULL) {
        return NGX_CONF_ERROR;
    }
    variable->get_handler = uri_variable;
    variable->data = (uintptr_t) prefix;
    return NGX_CONF_OK;
}
