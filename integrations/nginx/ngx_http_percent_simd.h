/* What the files of the module share. */
#ifndef NGX_HTTP_PERCENT_SIMD_H
#define NGX_HTTP_PERCENT_SIMD_H

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>
#include <percent_simd.h>

/* set_percent_decode and set_percent_encode. */
char *ngx_http_percent_simd_set(ngx_conf_t *cf, ngx_command_t *command, void *conf);

#endif
