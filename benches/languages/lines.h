// Shared by the programs in C and C++, which define `answer`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum operation { DECODE, ENCODE, QUERY };
static enum operation operation;

// Calls the function on a line, which a NUL follows, and frees its result. Writes the answer to `out` unless that is NULL. Returns its length.
static size_t answer(const char *line, size_t len, FILE *out);

static size_t write_bytes(const char *bytes, size_t len, FILE *out) {
    if (out) {
        for (int shift = 24; shift >= 0; shift -= 8) putc(len >> shift & 0xFF, out);
        fwrite(bytes, 1, len, out);
    }
    return len;
}

static size_t write_refusal(FILE *out) {
    if (out) fwrite("\xFF\xFF\xFF\xFF", 1, 4, out);
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    operation = argv[1][0] == 'd' ? DECODE : argv[1][0] == 'e' ? ENCODE : QUERY;
    FILE *file = fopen(argv[2], "rb");
    if (!file) return perror(argv[2]), 1;
    fseek(file, 0, SEEK_END);
    size_t size = ftell(file), count = 0, total = 0;
    rewind(file);
    char *text = (char *)malloc(size + 1), *end = text + size;
    if (fread(text, 1, size, file) != size) return 1;
    for (char *at = text; at < end; at++) count += *at == '\n';
    const char **lines = (const char **)malloc(count * sizeof *lines);
    size_t *lens = (size_t *)malloc(count * sizeof *lens);
    char *start = text;
    for (size_t number = 0; number < count; number++) {
        char *at = (char *)memchr(start, '\n', end - start);
        *at = 0;
        lines[number] = start, lens[number] = at - start;
        start = at + 1;
    }
    if (argv[3][0] == 'a') {
        for (size_t number = 0; number < count; number++) answer(lines[number], lens[number], stdout);
        return 0;
    }
    double begin = 0, spent = 0;
    for (int phase = 0; phase < 2; phase++) {
        size_t passes = 0;
        begin = now();
        do {
            for (size_t number = 0; number < count; number++) total += answer(lines[number], lens[number], NULL);
            passes++;
        } while (now() - begin < 2e8);
        spent = (now() - begin) / passes;
    }
    fprintf(stderr, "%zu\n", total);
    printf("%.0f\n", spent);
}
