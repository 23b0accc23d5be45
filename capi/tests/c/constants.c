/* Prints include/percent_simd_constants.h: the functions' values for every scheme and preset, as initialisers. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>

#include "percent_simd.h"

static void name(const char *kind, const char *of) {
    printf("#define PERCENT_SIMD_%s_", kind);
    for (; *of != 0; of++) putchar(*of == '-' ? '_' : toupper((unsigned char)*of));
    fputs(" \\\n    ", stdout);
}

static void set(percent_simd_set value) {
    for (size_t i = 0; i < sizeof value.rows; i++) printf("%s%u", i == 0 ? "{{" : ", ", value.rows[i]);
    fputs("}}", stdout);
}

int main(void) {
    const char *of;
    puts("/* percent-simd: the encoder and the decoder of each scheme, and the policy of each preset, as initialisers of constants:\n"
         " *\n"
         " *     static const percent_simd_encoder component = PERCENT_SIMD_ENCODER_URI_COMPONENT;\n"
         " *\n"
         " * tests/c/constants.c generates this file; do not edit it.\n"
         " */\n"
         "#ifndef PERCENT_SIMD_CONSTANTS_H\n"
         "#define PERCENT_SIMD_CONSTANTS_H\n\n"
         "#include \"percent_simd.h\"\n");
    for (uint32_t number = 0; (of = percent_simd_scheme_name(number)) != NULL; number++) {
        const percent_simd_encoder encoder = percent_simd_encoder_of_scheme(number);
        name("ENCODER", of);
        putchar('{');
        set(encoder.set);
        printf(", %u, %u}\n", (unsigned)encoder.options, (unsigned)encoder.hint);
    }
    putchar('\n');
    for (uint32_t number = 0; (of = percent_simd_scheme_name(number)) != NULL; number++) {
        const percent_simd_decoder decoder = percent_simd_decoder_of_scheme(number);
        name("DECODER", of);
        putchar('{');
        set(decoder.keep);
        fputs(", ", stdout);
        set(decoder.reject);
        printf(", %u, %u}\n", (unsigned)decoder.options, (unsigned)decoder.reserved);
    }
    putchar('\n');
    for (uint32_t number = 0; (of = percent_simd_preset_name(number)) != NULL; number++) {
        const percent_simd_path_policy policy = percent_simd_path_policy_of_preset(number);
        const unsigned char *field = (const unsigned char *)&policy;
        name("PATH_POLICY", of);
        putchar('{');
        for (size_t i = 0; i < offsetof(percent_simd_path_policy, reject); i++) printf("%u, ", field[i]);
        set(policy.reject);
        puts("}");
    }
    puts("\n#endif");
    return 0;
}
