// GLib: g_uri_unescape_string, g_uri_escape_string and GUriParamsIter.
#include <glib.h>

#include "lines.h"

static size_t parsed(const char *line, FILE *out) {
    GUriParamsIter iter;
    gchar *name, *value;
    GError *error = NULL;
    GString *pairs = out ? g_string_new(NULL) : NULL;
    size_t len = 0;
    g_uri_params_iter_init(&iter, line, -1, "&", G_URI_PARAMS_WWW_FORM);
    while (g_uri_params_iter_next(&iter, &name, &value, &error)) {
        len++;
        if (pairs) g_string_append_printf(pairs, "%s\x1F%s\x1E", name, value);
        g_free(name);
        g_free(value);
    }
    if (pairs && !error) write_bytes(pairs->str, pairs->len, out);
    if (error) write_refusal(out);
    g_clear_error(&error);
    if (pairs) g_string_free(pairs, TRUE);
    return len;
}

static size_t answer(const char *line, size_t len, FILE *out) {
    (void)len;
    if (operation == QUERY) return parsed(line, out);
    char *result = operation == DECODE ? g_uri_unescape_string(line, NULL) : g_uri_escape_string(line, NULL, FALSE);
    if (!result) return write_refusal(out);
    size_t written = write_bytes(result, strlen(result), out);
    g_free(result);
    return written;
}
