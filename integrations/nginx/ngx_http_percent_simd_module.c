/*
 * percent_guard PRESET|off [resolved] [flags=NAME,NAME...] [log];      http, server
 *     Refuses a request with 400 unless percent_simd's path policy PRESET accepts the raw path, and if the path, or a name or a value of the query,
 *     has one of the flags. With `resolved` it also refuses a path that is not its own target (percent_simd_path_target), since proxy_pass forwards
 *     the raw one. With `log` it only says so, once a second at most. It runs before rewrites, on what the client sent (unparsed_uri).
 *     $percent_guard is the reason; $percent_guard_uri is the target of the path, and the query: for proxy_pass.
 * percent_guard_status;                                     location
 *     The number of requests seen, and of those refused by reason, as text.
 */
#include "ngx_http_percent_simd.h"

/* Results of the library are below this, and flags are bits of 32. */
#define REASONS 128
#define FLAGS 32

/* The place of a reason that is the module's own. No result has it. */
#define NOT_RESOLVED (REASONS - 1)
#define NOT_RESOLVED_NAME "not-resolved"

#define NOWHERE ((size_t) -1)

typedef struct {
    ngx_atomic_t checked;
    ngx_atomic_t reasons[REASONS];
    ngx_atomic_t flags[FLAGS];
} counts_t;

typedef struct {
    ngx_shm_zone_t *zone;
} main_conf_t;

typedef struct {
    ngx_int_t on; /* NGX_CONF_UNSET before the merge */
    percent_simd_path_policy policy;
    ngx_uint_t flags;
    ngx_flag_t resolved;
    ngx_flag_t log_only;
} guard_conf_t;

typedef struct {
    const char *reason;
} guard_ctx_t;

extern ngx_module_t ngx_http_percent_simd_module;

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

/* The target of the path, in the request's pool; empty data if there is no memory. The policy accepts the path. */
static ngx_str_t target_of(const guard_conf_t *conf, percent_simd_slice path, ngx_pool_t *pool)
{
    ngx_str_t target = {path.len, NULL};
    percent_simd_result result = PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL;
    size_t capacity;
    int calls;

    /* Room as long as the path suffices unless something is escaped; the first call says how much does. */
    for (calls = 0; calls < 2 && result == PERCENT_SIMD_RESULT_OUTPUT_TOO_SMALL; calls++) {
        capacity = target.len;
        target.data = ngx_pnalloc(pool, capacity);
        if (target.data == NULL) {
            return target;
        }
        result = percent_simd_path_target(&conf->policy, path.data, path.len, (char *) target.data, capacity, &target.len, NULL);
    }
    if (result != PERCENT_SIMD_RESULT_OK) {
        target.data = NULL;
    }
    return target;
}

/* The name of the first part of the policy that refuses the target; NULL if none does. The position is NOWHERE for a flag. */
static const char *refusal(const guard_conf_t *conf, const ngx_str_t *target, counts_t *counts, ngx_pool_t *pool, size_t *position)
{
    percent_simd_request request;
    percent_simd_result result;
    uint32_t found;

    *position = NOWHERE;
    ngx_memzero(&request, sizeof request);
    result = split(target, &request, position);
    if (result == PERCENT_SIMD_RESULT_OK && request.path.data != NULL) {
        result = percent_simd_path_check(&conf->policy, request.path.data, request.path.len, position);
    }
    if (result != PERCENT_SIMD_RESULT_OK) {
        if ((ngx_uint_t) result < NOT_RESOLVED) {
            (void) ngx_atomic_fetch_add(&counts->reasons[result], 1);
        }
        return percent_simd_result_name(result);
    }
    *position = NOWHERE;
    if (conf->resolved && request.path.data != NULL) {
        ngx_str_t path = target_of(conf, request.path, pool);
        if (path.data == NULL || path.len != request.path.len || ngx_memcmp(path.data, request.path.data, path.len) != 0) {
            (void) ngx_atomic_fetch_add(&counts->reasons[NOT_RESOLVED], 1);
            return NOT_RESOLVED_NAME;
        }
    }
    found = conf->flags ? flags_of(request.path, request.query) & (uint32_t) conf->flags : 0;
    if (found != 0) {
        found &= ~found + 1; /* the first one */
        (void) ngx_atomic_fetch_add(&counts->flags[__builtin_ctz(found)], 1);
        return percent_simd_flag_name(found);
    }
    return NULL;
}

/* Marks the context in the request's pool, where ctx_of finds it: a redirect within nginx (error_page, index, try_files) clears the pointer to it,
 * and a subrequest has none. */
static void keep_ctx(void *data)
{
    (void) data;
}

static const guard_ctx_t *ctx_of(const ngx_http_request_t *r)
{
    const guard_ctx_t *ctx = ngx_http_get_module_ctx(r, ngx_http_percent_simd_module);
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
    const guard_conf_t *conf = ngx_http_get_module_loc_conf(r, ngx_http_percent_simd_module);
    const main_conf_t *main = ngx_http_get_module_main_conf(r, ngx_http_percent_simd_module);
    counts_t *counts;
    ngx_pool_cleanup_t *cleanup;
    guard_ctx_t *ctx;
    const char *reason, *says = conf->log_only ? "would refuse" : "refuses";
    ngx_uint_t level;
    size_t position;
    static time_t logged; /* this worker's last line of `log` */
    static ngx_uint_t unlogged;

    if (!conf->on) {
        return NGX_DECLINED;
    }
    counts = main->zone->data;
    (void) ngx_atomic_fetch_add(&counts->checked, 1);
    reason = refusal(conf, &r->unparsed_uri, counts, r->pool, &position);
    if (reason == NULL) {
        return NGX_DECLINED;
    }
    cleanup = ngx_pool_cleanup_add(r->pool, sizeof(guard_ctx_t));
    if (cleanup == NULL) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    cleanup->handler = keep_ctx;
    ctx = cleanup->data;
    ctx->reason = reason;
    ngx_http_set_ctx(r, ctx, ngx_http_percent_simd_module);
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
        ngx_log_error(level, r->connection->log, 0, "percent_guard %s: %s", says, reason);
    } else {
        ngx_log_error(level, r->connection->log, 0, "percent_guard %s: %s at byte %uz", says, reason, position);
    }
    return conf->log_only ? NGX_DECLINED : NGX_HTTP_BAD_REQUEST;
}

static ngx_int_t guard_variable(ngx_http_request_t *r, ngx_http_variable_value_t *value, uintptr_t data)
{
    const guard_ctx_t *ctx = ctx_of(r);

    (void) data;
    if (ctx == NULL) {
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

/* The target of the path, and the query; nothing where there is no guard, or it refuses. */
static ngx_int_t guard_uri_variable(ngx_http_request_t *r, ngx_http_variable_value_t *value, uintptr_t data)
{
    const guard_conf_t *conf = ngx_http_get_module_loc_conf(r, ngx_http_percent_simd_module);
    const ngx_str_t *target = &r->main->unparsed_uri;
    percent_simd_request request;
    ngx_str_t path = ngx_string("/");
    size_t query, position;

    (void) data;
    value->not_found = 1;
    ngx_memzero(&request, sizeof request);
    if (!conf->on || ctx_of(r) != NULL || split(target, &request, &position) != PERCENT_SIMD_RESULT_OK) {
        return NGX_OK;
    }
    if (request.path.data != NULL) {
        path = target_of(conf, request.path, r->pool);
        if (path.data == NULL) {
            return NGX_OK;
        }
    }
    query = request.query.data != NULL ? request.query.len + 1 : 0;
    value->data = ngx_pnalloc(r->pool, path.len + query);
    if (value->data == NULL) {
        return NGX_ERROR;
    }
    ngx_memcpy(value->data, path.data, path.len);
    if (query != 0) {
        value->data[path.len] = '?';
        ngx_memcpy(value->data + path.len + 1, request.query.data, query - 1);
    }
    value->len = (unsigned) (path.len + query);
    value->valid = 1;
    value->no_cacheable = 0;
    value->not_found = 0;
    return NGX_OK;
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
            const char *name = i == NOT_RESOLVED ? NOT_RESOLVED_NAME : percent_simd_result_name((uint32_t) i);
            buffer->last = ngx_snprintf(buffer->last, line, "%s %uA\n", name, counts->reasons[i]);
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

static char *parse_flags(ngx_conf_t *cf, ngx_str_t names, ngx_uint_t *flags)
{
    u_char *at = names.data, *end = names.data + names.len;

    while (at < end) {
        u_char *comma = ngx_strlchr(at, end, ',');
        size_t len = (size_t) ((comma != NULL ? comma : end) - at);
        uint32_t flag;
        if (percent_simd_flag_from_name((const char *) at, len, &flag) != PERCENT_SIMD_RESULT_OK) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard knows no flag \"%*s\"", len, at);
            return NGX_CONF_ERROR;
        }
        *flags |= flag;
        at += len + (comma != NULL);
    }
    return NGX_CONF_OK;
}

static char *set_guard(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    guard_conf_t *guard = conf;
    ngx_str_t *values = cf->args->elts;
    ngx_uint_t i;
    uint32_t preset;

    (void) command;
    if (guard->on != NGX_CONF_UNSET) {
        return "is duplicate";
    }
    guard->log_only = 0;
    guard->resolved = 0;
    guard->flags = 0;
    if (values[1].len == 3 && ngx_strncmp(values[1].data, "off", 3) == 0) {
        guard->on = 0;
        return cf->args->nelts == 2 ? NGX_CONF_OK : "off takes no options";
    }
    if (percent_simd_preset_from_name((const char *) values[1].data, values[1].len, &preset) != PERCENT_SIMD_RESULT_OK) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard knows no policy \"%V\"; strict and nginx are two", &values[1]);
        return NGX_CONF_ERROR;
    }
    guard->on = 1;
    guard->policy = percent_simd_path_policy_of_preset(preset);
    for (i = 2; i < cf->args->nelts; i++) {
        if (values[i].len == 3 && ngx_strncmp(values[i].data, "log", 3) == 0) {
            guard->log_only = 1;
        } else if (values[i].len == 8 && ngx_strncmp(values[i].data, "resolved", 8) == 0) {
            guard->resolved = 1;
        } else if (values[i].len > 6 && ngx_strncmp(values[i].data, "flags=", 6) == 0) {
            ngx_str_t names = {values[i].len - 6, values[i].data + 6};
            if (parse_flags(cf, names, &guard->flags) != NGX_CONF_OK) {
                return NGX_CONF_ERROR;
            }
        } else {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard knows no option \"%V\"; resolved, flags=NAME,... and log are all", &values[i]);
            return NGX_CONF_ERROR;
        }
    }
    return NGX_CONF_OK;
}

static char *set_status(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    ngx_http_core_loc_conf_t *core = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);

    (void) command;
    (void) conf;
    core->handler = status;
    return NGX_CONF_OK;
}

static void *create_guard_conf(ngx_conf_t *cf)
{
    guard_conf_t *conf = ngx_pcalloc(cf->pool, sizeof(guard_conf_t));
    if (conf != NULL) {
        conf->on = NGX_CONF_UNSET;
    }
    return conf;
}

static char *merge_guard_conf(ngx_conf_t *cf, void *parent, void *child)
{
    guard_conf_t *outer = parent, *inner = child;

    (void) cf;
    if (inner->on == NGX_CONF_UNSET) {
        *inner = *outer;
    }
    if (inner->on == NGX_CONF_UNSET) {
        inner->on = 0;
    }
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

static ngx_int_t add_variables(ngx_conf_t *cf)
{
    static ngx_str_t name = ngx_string("percent_guard"), uri_name = ngx_string("percent_guard_uri");
    ngx_http_variable_t *variable = ngx_http_add_variable(cf, &name, 0), *uri = ngx_http_add_variable(cf, &uri_name, 0);

    if (variable == NULL || uri == NULL) {
        return NGX_ERROR;
    }
    variable->get_handler = guard_variable;
    uri->get_handler = guard_uri_variable;
    return NGX_OK;
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
    return NGX_OK;
}

static ngx_command_t commands[] = {
    {ngx_string("percent_guard"), NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_CONF_TAKE1234, set_guard, NGX_HTTP_LOC_CONF_OFFSET, 0, NULL},
    {ngx_string("percent_guard_status"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_status, NGX_HTTP_LOC_CONF_OFFSET, 0, NULL},
    {ngx_string("set_percent_decode"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE23, ngx_http_percent_simd_set, 0, 0, NULL},
    {ngx_string("set_percent_encode"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE23, ngx_http_percent_simd_set, 0, 1, NULL},
    ngx_null_command};

static ngx_http_module_t context = {add_variables, add_guard, create_main_conf, NULL, NULL, NULL, create_guard_conf, merge_guard_conf};

ngx_module_t ngx_http_percent_simd_module = {
    NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NGX_MODULE_V1_PADDING};
