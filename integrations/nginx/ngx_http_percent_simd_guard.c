/* The words of percent_guard, and what `nginx -t` says of them. */
#include "ngx_http_percent_simd.h"

static ngx_uint_t is(ngx_str_t word, const char *name)
{
    return word.len == ngx_strlen(name) && ngx_memcmp(word.data, name, word.len) == 0;
}

/* Whether the word is NAME=VALUE; then it becomes the value. */
static ngx_uint_t is_named(ngx_str_t *word, const char *name)
{
    size_t len = ngx_strlen(name);

    if (word->len <= len || ngx_memcmp(word->data, name, len) != 0 || word->data[len] != '=') {
        return 0;
    }
    word->data += len + 1;
    word->len -= len + 1;
    return 1;
}

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

static char *parse_reject(ngx_conf_t *cf, ngx_str_t values, percent_simd_path_policy *policy)
{
    percent_simd_set set;

    if (percent_simd_set_of_bytes((const char *) values.data, values.len, &set, NULL) != PERCENT_SIMD_RESULT_OK) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard: reject= takes ASCII characters, and \"%V\" has others", &values);
        return NGX_CONF_ERROR;
    }
    policy->reject = percent_simd_set_union(policy->reject, set); /* that of the preset is not empty, if it is `unknown` */
    return NGX_CONF_OK;
}

typedef struct {
    const char *name;
    uint8_t action;
} action_t;

/* No `drop`: nginx chooses `location` by the path with its parameters. */
static const action_t semicolons[] = {
    {"guard", PERCENT_SIMD_PATH_ACTION_GUARD}, {"keep", PERCENT_SIMD_PATH_ACTION_KEEP}, {"reject", PERCENT_SIMD_PATH_ACTION_REJECT}, {NULL, 0}};
static const action_t percents[] = {{"keep", PERCENT_SIMD_PATH_ACTION_KEEP}, {"reject", PERCENT_SIMD_PATH_ACTION_REJECT}, {NULL, 0}};

static char *parse_action(ngx_conf_t *cf, const char *option, const action_t *actions, ngx_str_t value, uint8_t *field)
{
    for (; actions->name != NULL; actions++) {
        if (is(value, actions->name)) {
            *field = actions->action;
            return NGX_CONF_OK;
        }
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard: %s= knows no \"%V\"; keep and reject are two", option, &value);
    return NGX_CONF_ERROR;
}

static char *parse_word(ngx_conf_t *cf, ngx_str_t word, ngx_http_percent_simd_guard_t *guard)
{
    ngx_str_t value = word;

    if (is(word, "log")) {
        guard->log_only = 1;
    } else if (is(word, "resolved")) {
        guard->resolved = 1;
    } else if (is(word, "windows_names")) {
        guard->policy.windows_names = PERCENT_SIMD_PATH_ACTION_REJECT;
    } else if (is_named(&value, "flags")) {
        return parse_flags(cf, value, &guard->flags);
    } else if (is_named(&value, "reject")) {
        return parse_reject(cf, value, &guard->policy);
    } else if (is_named(&value, "semicolon")) {
        return parse_action(cf, "semicolon", semicolons, value, &guard->policy.semicolon);
    } else if (is_named(&value, "escaped_percent")) {
        return parse_action(cf, "escaped_percent", percents, value, &guard->policy.escaped_percent);
    } else {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "percent_guard knows no option \"%V\"; semicolon=, escaped_percent=, reject=, windows_names, resolved, flags= and log are all",
                           &word);
        return NGX_CONF_ERROR;
    }
    return NGX_CONF_OK;
}

char *ngx_http_percent_simd_set_guard(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    ngx_http_percent_simd_guard_t *guard = conf;
    ngx_str_t *values = cf->args->elts;
    ngx_uint_t i;
    uint32_t preset;

    (void) command;
    if (guard->on != NGX_CONF_UNSET) {
        return "is duplicate";
    }
    if (is(values[1], "off")) {
        guard->on = 0;
        return cf->args->nelts == 2 ? NGX_CONF_OK : "off takes no options";
    }
    if (percent_simd_preset_from_name((const char *) values[1].data, values[1].len, &preset) != PERCENT_SIMD_RESULT_OK) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "percent_guard knows no policy \"%V\"; unknown, strict and objects are three", &values[1]);
        return NGX_CONF_ERROR;
    }
    if (preset == PERCENT_SIMD_PRESET_ENVOY_REDIRECT) {
        return "redirects nobody: write envoy-unescape, or envoy-reject";
    }
    guard->on = 1;
    guard->preset = values[1];
    guard->policy = percent_simd_path_policy_of_preset(preset);
    for (i = 2; i < cf->args->nelts; i++) {
        if (parse_word(cf, values[i], guard) != NGX_CONF_OK) {
            return NGX_CONF_ERROR;
        }
    }
    return NGX_CONF_OK;
}

void *ngx_http_percent_simd_create_guard(ngx_conf_t *cf)
{
    ngx_http_percent_simd_guard_t *guard = ngx_pcalloc(cf->pool, sizeof(ngx_http_percent_simd_guard_t));

    if (guard != NULL) {
        guard->on = NGX_CONF_UNSET;
    }
    return guard;
}

char *ngx_http_percent_simd_merge_guard(ngx_conf_t *cf, void *parent, void *child)
{
    ngx_http_percent_simd_guard_t *outer = parent, *inner = child;

    (void) cf;
    if (inner->on == NGX_CONF_UNSET) {
        *inner = *outer;
    }
    if (inner->on == NGX_CONF_UNSET) {
        inner->on = 0;
    }
    return NGX_CONF_OK;
}

/* A request's path is made by the default server of its address, before the Host field has chosen another one. */
static void warn_of(ngx_conf_t *cf, const ngx_http_conf_addr_t *address, const ngx_http_core_srv_conf_t *server)
{
    const ngx_http_percent_simd_guard_t *guard = server->ctx->loc_conf[ngx_http_percent_simd_module.ctx_index];
    ngx_uint_t needs_on = guard->policy.empty_segments == PERCENT_SIMD_PATH_ACTION_MERGE;
    ngx_uint_t needs_off = guard->policy.empty_segments == PERCENT_SIMD_PATH_ACTION_KEEP;

    if (guard->on && (address->default_server->merge_slashes ? needs_off : needs_on)) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                      "percent_guard %V answers 400 to every \"//\" of server \"%V\" (%s:%ui): it needs \"merge_slashes %s;\" in http, or in the default "
                      "server of %V",
                      &guard->preset, &server->server_name, server->file_name, server->line, needs_on ? "on" : "off", &address->opt.addr_text);
    }
}

void ngx_http_percent_simd_warn(ngx_conf_t *cf)
{
    const ngx_http_core_main_conf_t *core = ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
    const ngx_http_conf_port_t *ports = core->ports != NULL ? core->ports->elts : NULL;
    ngx_uint_t port, address, server;

    for (port = 0; ports != NULL && port < core->ports->nelts; port++) {
        const ngx_http_conf_addr_t *addresses = ports[port].addrs.elts;
        for (address = 0; address < ports[port].addrs.nelts; address++) {
            ngx_http_core_srv_conf_t *const *servers = addresses[address].servers.elts;
            for (server = 0; server < addresses[address].servers.nelts; server++) {
                warn_of(cf, &addresses[address], servers[server]);
            }
        }
    }
}
