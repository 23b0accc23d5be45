// nginx: ngx_unescape_uri and ngx_escape_uri, as its modules call them, but into one buffer in place of a request's pool.
#include <ngx_config.h>
#include <ngx_core.h>

#include "lines.h"

static size_t answer(const char *line, size_t len, FILE *out) {
    static u_char buffer[1 << 16];
    u_char *src = (u_char *)line, *dst = buffer;
    if (3 * len > sizeof buffer) return write_refusal(out);
    if (operation == DECODE) {
        ngx_unescape_uri(&dst, &src, len, 0);
    } else if (ngx_escape_uri(NULL, src, len, NGX_ESCAPE_URI_COMPONENT)) {
        dst = (u_char *)ngx_escape_uri(buffer, src, len, NGX_ESCAPE_URI_COMPONENT);
    } else {
        dst = ngx_cpymem(buffer, src, len);
    }
    return write_bytes((char *)buffer, dst - buffer, out);
}
