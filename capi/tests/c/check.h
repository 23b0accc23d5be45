/* Shared by the test programs: checks that end the program, bytes from hex digits, buffers of exactly the allowed size. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "percent_simd.h"

/* The current line of the vectors, for messages. */
static const char *check_line = "";

#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: on %s: %s\n%s\n", __FILE__, __LINE__, percent_simd_backend_active(), #condition, check_line); \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

/* A block of exactly this length, so that a sanitizer detects each access past it. Never NULL. */
static inline char *exact(size_t len) {
    char *block = malloc(len ? len : 1);
    CHECK(block != NULL);
    return block;
}

static inline int same(const char *one, size_t one_len, const char *other, size_t other_len) {
    return one_len == other_len && (one_len == 0 || memcmp(one, other, one_len) == 0);
}

#endif
