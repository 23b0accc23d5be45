/*
 * percent_guard PRESET|off [WORD...];                       http, server
 *     Refuses a request with 400 unless percent_simd's path policy accepts the raw path, and if the policy's path is not the one that nginx chooses
 *     `location` by. The README lists the words. It runs before rewrites, on what the client sent (unparsed_uri).
 * percent_guard_status;                                     location
 *     The number of requests seen, and of those refused by reason, as text.
 * percent_guard_strip $variable PREFIX;                     http
 *     The target behind a prefix of whole segments, for proxy_pass.
 */
#include "ngx_http_percent_simd.h"

/* Results of the library are below this, and flags are bits of 32. */
#define REASONS 128
#define FLAGS 32

/* The places of the reasons that are the module's own. No result has them. */
#define NOT_RESOLVED (REASONS - 1)
#define OTHER_PATH (REASONS - 2)

#define NOWHERE ((size_t) -1)

typedef struct {
    ngx_atomic_t checked;
    ngx_atomic_t reasons[REASONS];
    ngx_atomic_t flags[FLAGS];
} counts_t;

typedef struct {
    ngx_shm_zone_t *zone;
} main_conf_t;

static const char *reason_name(ngx_uint_t reason)
{
    return reason == NOT_RESOLVED ? "not-resolved" : reason == OTHER_PATH ? "other-path" : percent_simd_result_name((uint32_t) reason);
}

/* The flags of the path, and of each name and value of the query: each is what some program decodes by itself. All flags if the library cannot
 * tell, so that the guard refuses. */
static uint32_t flags_of(percent_simd_slice path, percent_simd_slice query)
{
    percent_simd_form form = percent_simd_form_begin(query.data, query.len, 0);
    percent_simd_pair pairs[16];
    percent_simd_report report;
    uint32_t flags;
    size_t count, i;

    if (percent_simd_inspect(path.data, path.len, &report) != PERCENT_SIMD_RESULT_OK) {
        return UINT32_MAX;
    }
    flags = report.flags;
    do {
        if (percent_simd_form_next(&form, pairs, 16, &count) != PERCENT_SIMD_RESULT_OK) {
            return UINT32_MAX;
        }
        for (i = 0; i < count; i++) {
            if (percent_simd_inspect(pairs[i].name.data, pairs[i].name.len, &report) != PERCENT_SIMD_RESULT_OK) {
                return UINT32_MAX;
            }
            flags |= report.flags;
            if (percent_simd_inspect(pairs[i].value.data, pairs[i].value.len, &report) != PERCENT_SIMD_RESULT_OK) {
                return UINT32_MAX;
            }
            flags |= report.flags;
        }
    } while (count == 16);
    return flags;
}

/* Splits the target. A `#` in the query, which nginx passes on, is part of it: policies are about paths. */
static percent_simd_result split(const ngx_str_t *target, percent_simd_request *request, size_t *position)
{
    u_char *end = target->data + target->len, *query = ngx_strlchr(target->data, end, '?');
    u_char *fragment = query != NULL ? ngx_strlchr(query, end, '#') : NULL;
    size_t len = (size_t) ((fragment != NULL ? fragment : end) - target->data);
    percent_simd_result result;

    if (query == target->data) {
        /* `http://host?query` has no path, which means `/`. */
        percent_simd_slice none = {NULL, 0};
        request->path = none;
        result = PERCENT_SIMD_RESULT_OK;
    } else {
        result = percent_simd_target((const char *) target->data, len, request, position);
    }
    if (result == PERCENT_SIMD_RESULT_OK && query != NULL) {
        percent_simd_slice rest = {(const char *) query + 1, (size_t) (end - query) - 1};
        request->query = rest;
    }
    return result;
}

/* In the request's pool. */
ngx_int_t ngx_http_percent_simd_target(const ngx_http_percent_simd_ctx_t *ctx, ngx_pool_t *pool, ngx_str_t *target)
{
    percent_simd_result result = PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL;
    size_t capacity;
    int calls;

    if (ctx->path.data == NULL) {
        ngx_str_set(target, "/"); /* RFC 9110 4.2.3 */
        return NGX_OK;
    }
    /* Room as long as the path suffices unless something is escaped; the first call says how much does. */
    target->len = ctx->path.len;
    for (calls = 0; calls < 2 && result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL; calls++) {
        capacity = target->len;
        target->data = ngx_pnalloc(pool, capacity);
        if (target->data == NULL) {
            return NGX_ERROR;
        }
        result = percent_simd_path_target(ctx->policy, ctx->path.data, ctx->path.len, (char *) target->data, capacity, &target->len, NULL);
    }
    return result == PERCENT_SIMD_RESULT_OK ? NGX_OK : NGX_ERROR;
}

/* Judges the path, and whether it is nginx's own (decoded, resolved, and with merged slashes if `merge_slashes` says so), by which `location` is
 * chosen: both are compared decoded to the end, as a server reads the target. */
static percent_simd_result judge(const ngx_http_percent_simd_ctx_t *ctx, const ngx_str_t *uri, ngx_pool_t *pool, ngx_uint_t *is_other, size_t *position)
{
    static const percent_simd_decoder all;
    size_t len = ctx->path.len;
    char *resolved = ngx_pnalloc(pool, len ? len : 1);
    percent_simd_result result;

    if (resolved == NULL) {
        return PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL;
    }
    result = percent_simd_path_resolve(ctx->policy, ctx->path.data, len, resolved, len, &len, position);
    if (result != PERCENT_SIMD_RESULT_OK) {
        return result;
    }
    if (ngx_strlchr((u_char *) resolved, (u_char *) resolved + len, '%') != NULL) {
        result = percent_simd_decode_in_place(&all, resolved, len, &len, NULL);
    }
    *is_other = len != uri->len || ngx_memcmp(resolved, uri->data, len) != 0;
    return result;
}

/* Whether the path is its own target, but for the raw `[`, `]` and `|` that browsers send. */
static ngx_uint_t is_resolved(const ngx_str_t *target, percent_simd_slice path)
{
    static const char *const escapes[] = {"[%5B", "]%5D", "|%7C"};
    const char *at = (const char *) target->data, *end = at + target->len;
    size_t i, escape;

    for (i = 0; i < path.len; i++) {
        for (escape = 0; escape < 3; escape++) {
            if (path.data[i] == escapes[escape][0] && end - at >= 3 && ngx_memcmp(at, escapes[escape] + 1, 3) == 0) {
                at += 2;
                break;
            }
        }
        if (at == end || (escape == 3 && *at != path.data[i])) {
            return 0;
        }
        at++;
    }
    return at == end;
}

/* The name of the first part of the policy that refuses the request; NULL if none does. The position is NOWHERE if no byte of the path is the
 * reason. */
static const char *refusal(const ngx_http_percent_simd_guard_t *conf, const ngx_http_request_t *r, counts_t *counts,
                           ngx_http_percent_simd_ctx_t *ctx, size_t *position)
{
    percent_simd_request request;
    percent_simd_result result;
    ngx_uint_t reason, is_other = 0;
    ngx_str_t target;
    uint32_t found;

    *position = NOWHERE;
    ngx_memzero(&request, sizeof request);
    result = split(&r->unparsed_uri, &request, position);
    ctx->policy = &conf->policy;
    ctx->path = request.path;
    ctx->query = request.query;
    if (result == PERCENT_SIMD_RESULT_OK && request.path.data != NULL) {
        result = judge(ctx, &r->uri, r->pool, &is_other, position);
    }
    reason = (ngx_uint_t) result;
    if (result == PERCENT_SIMD_RESULT_OK) {
        *position = NOWHERE;
        if (is_other) {
            reason = OTHER_PATH;
        } else if (conf->resolved && request.path.data != NULL &&
                   (ngx_http_percent_simd_target(ctx, r->pool, &target) != NGX_OK || !is_resolved(&target, request.path))) {
            reason = NOT_RESOLVED;
        }
    }
    if (reason != PERCENT_SIMD_RESULT_OK) {
        if (reason < REASONS) {
            (void) ngx_atomic_fetch_add(&counts->reasons[reason], 1);
        }
        return reason_name(reason);
    }
    found = conf->flags ? flags_of(request.path, request.query) & (uint32_t) conf->flags : 0;
    if (found != 0) {
        found &= ~found + 1; /* the first one */
        (void) ngx_atomic_fetch_add(&counts->flags[__builtin_ctz(found)], 1);
        return percent_simd_flag_name(found);
    }
    return NULL;
}

/* Marks the context in the request's pool, where ngx_http_percent_simd_ctx finds it: a redirect within nginx (error_page, index, try_files) clears
 * the pointer to it, and a subrequest has none. */
static void keep_ctx(void *data)
{
    (void) data;
}

const ngx_http_percent_simd_ctx_t *ngx_http_percent_simd_ctx(const ngx_http_request_t *r)
{
    const ngx_http_percent_simd_ctx_t *ctx = ngx_http_get_module_ctx(r, ngx_http_percent_simd_module);
    const ngx_pool_cleanup_t *cleanup = ctx == NULL ? r->pool->cleanup : NULL;

    for (; cleanup != NULL; cleanup = cleanup->next) {
        if (cleanup->handler == keep_ctx) {
            return cleanup->data;
        }
    }
    return ctx;
}

static ngx_int_t guard(ngx_http_request_t *r)
{
    const ngx_http_percent_simd_guard_t *conf = ngx_http_get_module_loc_conf(r, ngx_http_percent_simd_module);
    const main_conf_t *main = ngx_http_get_module_main_conf(r, ngx_http_percent_simd_module);
    counts_t *counts;
    ngx_pool_cleanup_t *cleanup;
    ngx_http_percent_simd_ctx_t *ctx;
    const char *says = conf->log_only ? "would refuse" : "refuses";
    ngx_uint_t level;
    size_t position;
    static time_t logged; /* this worker's last line of `log` */
    static ngx_uint_t unlogged;

    if (!conf->on) {
        return NGX_DECLINED;
    }
    cleanup = ngx_pool_cleanup_add(r->pool, sizeof(ngx_http_percent_simd_ctx_t));
    if (cleanup == NULL) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    cleanup->handler = keep_ctx;
    ctx = cleanup->data;
    ngx_memzero(ctx, sizeof(ngx_http_percent_simd_ctx_t));
    ngx_http_set_ctx(r, ctx, ngx_http_percent_simd_module);
    counts = main->zone->data;
    (void) ngx_atomic_fetch_add(&counts->checked, 1);
    ctx->reason = refusal(conf, r, counts, ctx, &position);
    if (ctx->reason == NULL) {
        return NGX_DECLINED;
    }
    level = conf->log_only ? NGX_LOG_ERR : NGX_LOG_INFO; /* by default, nginx logs errors and what is worse */
    if (conf->log_only) {
        if (logged == ngx_time()) {
            unlogged++;
            return NGX_DECLINED;
        }
        if (unlogged != 0) {
            ngx_log_error(level, r->connection->log, 0, "percent_guard would have refused %ui more since its last line", unlogged);
        }
        logged = ngx_time();
        unlogged = 0;
    }
    if (position == NOWHERE) {
        ngx_log_error(level, r->connection->log, 0, "percent_guard %s: %s", says, ctx->reason);
    } else {
        ngx_log_error(level, r->connection->log, 0, "percent_guard %s: %s at byte %uz", says, ctx->reason, position);
    }
    return conf->log_only ? NGX_DECLINED : NGX_HTTP_BAD_REQUEST;
}

static ngx_int_t status(ngx_http_request_t *r)
{
    const main_conf_t *main = ngx_http_get_module_main_conf(r, ngx_http_percent_simd_module);
    const counts_t *counts = main->zone->data;
    const size_t line = 32 + NGX_ATOMIC_T_LEN; /* no name is longer */
    ngx_buf_t *buffer;
    ngx_chain_t out;
    ngx_uint_t i;
    ngx_int_t rc = ngx_http_discard_request_body(r);

    if (rc != NGX_OK) {
        return rc;
    }
    buffer = ngx_create_temp_buf(r->pool, line * (REASONS + FLAGS + 1));
    if (buffer == NULL) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    buffer->last = ngx_snprintf(buffer->last, line, "checked %uA\n", counts->checked);
    for (i = 0; i < REASONS; i++) {
        if (counts->reasons[i] != 0) {
            buffer->last = ngx_snprintf(buffer->last, line, "%s %uA\n", reason_name(i), counts->reasons[i]);
        }
    }
    for (i = 0; i < FLAGS; i++) {
        if (counts->flags[i] != 0) {
            buffer->last = ngx_snprintf(buffer->last, line, "flag:%s %uA\n", percent_simd_flag_name(UINT32_C(1) << i), counts->flags[i]);
        }
    }
    buffer->last_buf = r == r->main;
    buffer->last_in_chain = 1;
    ngx_str_set(&r->headers_out.content_type, "text/plain");
    r->headers_out.content_type_len = r->headers_out.content_type.len;
    r->headers_out.status = NGX_HTTP_OK;
    r->headers_out.content_length_n = buffer->last - buffer->pos;
    rc = ngx_http_send_header(r);
    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only) {
        return rc;
    }
    out.buf = buffer;
    out.next = NULL;
    return ngx_http_output_filter(r, &out);
}

/* ---- Configuration. ---- */

static char *set_status(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    ngx_http_core_loc_conf_t *core = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);

    (void) command;
    (void) conf;
    core->handler = status;
    return NGX_CONF_OK;
}

/* The counts of all workers; they outlive a reload. */
static ngx_int_t init_zone(ngx_shm_zone_t *zone, void *old)
{
    ngx_slab_pool_t *pool = (ngx_slab_pool_t *) zone->shm.addr;

    if (old != NULL) {
        zone->data = old;
        return NGX_OK;
    }
    zone->data = zone->shm.exists ? pool->data : ngx_slab_calloc(pool, sizeof(counts_t));
    pool->data = zone->data;
    return zone->data != NULL ? NGX_OK : NGX_ERROR;
}

static void *create_main_conf(ngx_conf_t *cf)
{
    return ngx_pcalloc(cf->pool, sizeof(main_conf_t));
}

static ngx_int_t add_guard(ngx_conf_t *cf)
{
    static ngx_str_t name = ngx_string("percent_guard");
    main_conf_t *main = ngx_http_conf_get_module_main_conf(cf, ngx_http_percent_simd_module);
    ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
    ngx_http_handler_pt *handler = ngx_array_push(&core->phases[NGX_HTTP_POST_READ_PHASE].handlers);

    main->zone = ngx_shared_memory_add(cf, &name, 8 * ngx_pagesize, &ngx_http_percent_simd_module);
    if (handler == NULL || main->zone == NULL) {
        return NGX_ERROR;
    }
    main->zone->init = init_zone;
    *handler = guard;
    ngx_http_percent_simd_warn(cf);
    return NGX_OK;
}

static ngx_command_t commands[] = {
    {ngx_string("percent_guard"), NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_CONF_1MORE, ngx_http_percent_simd_set_guard, NGX_HTTP_LOC_CONF_OFFSET, 0, NULL},
    {ngx_string("percent_guard_status"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_status, NGX_HTTP_LOC_CONF_OFFSET, 0, NULL},
    {ngx_string("percent_guard_strip"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE2, ngx_http_percent_simd_set_strip, 0, 0, NULL},
    {ngx_string("set_percent_decode"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE23, ngx_http_percent_simd_set, 0, 0, NULL},
    {ngx_string("set_percent_encode"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE23, ngx_http_percent_simd_set, 0, 1, NULL},
    ngx_null_command};

static ngx_http_module_t context = {
    ngx_http_percent_simd_add_variables, add_guard, create_main_conf, NULL, NULL, NULL,
    ngx_http_percent_simd_create_guard,  ngx_http_percent_simd_merge_guard};

ngx_module_t ngx_http_percent_simd_module = {
    NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NGX_MODULE_V1_PADDING};
