/* A plugin for qemu's user-mode emulators (interface version 1, qemu 4.2 to 8.2): at each sched_yield(2) it appends to the file of
   its argument `to=FILE` how many instructions the program has executed so far.

   The declarations are those of qemu-plugin.h that this needs; Debian does not package that header. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t id;
struct qemu_plugin_tb;
typedef struct {
    const char *target_name;
} qemu_info_t; /* its front */
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
typedef void syscall_callback(id, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

void qemu_plugin_register_vcpu_tb_trans_cb(id, void (*)(id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum qemu_plugin_op, void *, uint64_t);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_syscall_cb(id, syscall_callback *);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

static uint64_t executed;
static FILE *to;
static int64_t yield_number;

static void translated(id plugin, struct qemu_plugin_tb *tb)
{
    (void)plugin;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &executed, qemu_plugin_tb_n_insns(tb));
}

static void called(id plugin, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5,
                   uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)plugin, (void)vcpu, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == yield_number) {
        fprintf(to, "%" PRIu64 "\n", executed);
        fflush(to);
    }
}

EXPORT int qemu_plugin_install(id plugin, const qemu_info_t *info, int argc, char **argv)
{
    /* 24 on x86-64, 124 on the architectures with the generic table. */
    yield_number = strcmp(info->target_name, "x86_64") == 0 ? 24 : 124;
    if (argc != 1 || strncmp(argv[0], "to=", 3) != 0 || !(to = fopen(argv[0] + 3, "w"))) {
        fputs("count: the argument is to=FILE, a file that can be written\n", stderr);
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
    qemu_plugin_register_vcpu_syscall_cb(plugin, called);
    return 0;
}
