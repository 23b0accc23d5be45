// libcurl: curl_easy_unescape and curl_easy_escape.
#include <curl/curl.h>

#include "lines.h"

static size_t answer(const char *line, size_t len, FILE *out) {
    static CURL *curl;
    if (!curl) curl = curl_easy_init();
    int decoded = 0;
    char *result = operation == DECODE ? curl_easy_unescape(curl, line, len, &decoded) : curl_easy_escape(curl, line, len);
    if (!result) return write_refusal(out);
    size_t written = write_bytes(result, operation == DECODE ? (size_t)decoded : strlen(result), out);
    curl_free(result);
    return written;
}
