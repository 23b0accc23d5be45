/* What the files of the module share. */
#ifndef NGX_HTTP_PERCENT_SIMD_H
#define NGX_HTTP_PERCENT_SIMD_H

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>
#include <percent_simd.h>

extern ngx_module_t ngx_http_percent_simd_module;

/* percent_guard of a server. */
typedef struct {
    ngx_int_t on; /* NGX_CONF_UNSET before the merge */
    ngx_str_t preset;
    percent_simd_path_policy policy;
    ngx_uint_t flags;
    ngx_flag_t resolved;
    ngx_flag_t log_only;
} ngx_http_percent_simd_guard_t;

/* What the guard says of a request. */
typedef struct {
    const char *reason; /* of a refusal; or NULL */
    const percent_simd_path_policy *policy;
    percent_simd_slice path, query; /* of the client; their data is NULL if there is none */
} ngx_http_percent_simd_ctx_t;

/* NULL where there is no guard. Redirects within nginx and subrequests have that of the client's request. */
const ngx_http_percent_simd_ctx_t *ngx_http_percent_simd_ctx(const ngx_http_request_t *r);

/* The target of a path that is accepted. */
ngx_int_t ngx_http_percent_simd_target(const ngx_http_percent_simd_ctx_t *ctx, ngx_pool_t *pool, ngx_str_t *target);

/* The configuration of percent_guard. */
void *ngx_http_percent_simd_create_guard(ngx_conf_t *cf);
char *ngx_http_percent_simd_merge_guard(ngx_conf_t *cf, void *parent, void *child);
char *ngx_http_percent_simd_set_guard(ngx_conf_t *cf, ngx_command_t *command, void *conf);
/* Warns of policies that need another merge_slashes. */
void ngx_http_percent_simd_warn(ngx_conf_t *cf);

/* $percent_guard and $percent_guard_uri; percent_guard_strip. */
ngx_int_t ngx_http_percent_simd_add_variables(ngx_conf_t *cf);
char *ngx_http_percent_simd_set_strip(ngx_conf_t *cf, ngx_command_t *command, void *conf);

/* set_percent_decode and set_percent_encode. */
char *ngx_http_percent_simd_set(ngx_conf_t *cf, ngx_command_t *command, void *conf);

#endif
