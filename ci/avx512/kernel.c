// A boot sector and a kernel for one static x86-64 Linux program on the PC that ci/avx512/run
// emulates. The program runs in ring 0 with interrupts off, on one thread, and without files. The
// kernel names a missing system call on the serial port.
//
// The disk: 64 sectors of this file, 8 of the program's decimal length, a seed and its arguments,
// each with a NUL, and the program.
// The memory, identity-mapped: page tables from 0x1000, this file from 0x7C00, a
// position-independent program from 64 MiB, its file from 128 MiB, its heap from 256 MiB, its
// mappings from 288 to 480 MiB, and its stack below 496 MiB.

__asm__(
    // Straight from 16 bits to 64: paging and protection are enabled together.
    ".code16\n"
    ".globl start\n"
    "start:\n"
    "  xor %ax, %ax\n"
    "  mov %ax, %ds\n"
    "  mov %ax, %es\n"
    "  mov %ax, %ss\n"
    "  mov $0x7C00, %sp\n"
    "  mov $packet, %si\n"
    "  mov $0x42, %ah\n" // the rest of this file, from the disk in %dl
    "  int $0x13\n"
    "  cli\n"
    "  mov $0x02, %al\n"
    "  out %al, $0x92\n" // address line 20
    "  mov $0x1000, %edi\n"
    "  xor %eax, %eax\n"
    "  mov $0x800, %ecx\n"
    "  rep stosl\n"
    "  movw $0x2007, 0x1000\n"
    "  movl $0x00000087, 0x2000\n" // one page of 1 GiB
    "  mov $0x1000, %eax\n"
    "  mov %eax, %cr3\n"
    "  mov $0x40620, %eax\n" // PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
    "  mov %eax, %cr4\n"
    "  mov $0xC0000080, %ecx\n"
    "  mov $0x101, %eax\n" // long mode, SYSCALL
    "  xor %edx, %edx\n"
    "  wrmsr\n"
    "  mov $0x80000023, %eax\n"
    "  mov %eax, %cr0\n"
    "  lgdt table\n"
    "  ljmp $8, $long\n"
    ".balign 4\n"
    "packet: .byte 16, 0\n"
    "  .word 63, 0, 0x7E0\n"
    "  .quad 1\n"
    ".balign 8\n"
    "descriptors: .quad 0, 0x00AF9A000000FFFF, 0x00CF92000000FFFF\n"
    "table: .word 23\n"
    "  .long descriptors\n"
    ".code64\n"
    "long:\n"
    "  mov $16, %eax\n"
    "  mov %eax, %ds\n"
    "  mov %eax, %es\n"
    "  mov %eax, %ss\n"
    "  mov $0x60000, %esp\n"
    "  xor %ecx, %ecx\n"
    "  xor %edx, %edx\n"
    "  mov $0xE7, %eax\n" // x87, SSE, AVX, AVX-512
    "  xsetbv\n"
    "  jmp boot\n"
    ".org start + 510\n"
    ".word 0xAA55\n"
    // System calls, on a separate stack.
    ".globl system_call\n"
    "system_call:\n"
    "  mov %rsp, saved\n"
    "  mov $0x60000, %esp\n"
    "  push %rcx; push %r11; push %rdi; push %rsi; push %rdx; push %r10; push %r8; push %r9; push %rax\n"
    "  mov %rsp, %rdi\n"
    "  call answer\n"
    "  pop %r9; pop %r9; pop %r8; pop %r10; pop %rdx; pop %rsi; pop %rdi; pop %r11; pop %rcx\n"
    "  mov saved, %rsp\n"
    "  jmp *%rcx\n"
    ".balign 8\n"
    "saved: .quad 0\n"
    // Exceptions: 16 bytes for each.
    ".balign 16\n"
    ".globl exceptions\n"
    "exceptions:\n"
    ".set vector, 0\n"
    ".rept 32\n"
    "  push $vector\n"
    "  jmp exception\n"
    "  .balign 16\n"
    "  .set vector, vector + 1\n"
    ".endr\n"
    "exception:\n"
    "  mov %rsp, %rdi\n"
    "  and $-16, %rsp\n"
    "  call fault\n"
    ".globl enter\n"
    "enter:\n" // the entry, the stack
    "  mov %rsi, %rsp\n"
    "  xor %edx, %edx\n"
    "  xor %ebp, %ebp\n"
    "  jmp *%rdi\n");

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

enum { BASE = 64 << 20, FILE = 128 << 20, HEAP = 256 << 20, MAPS = 288 << 20, MAPS_END = 480 << 20, STACK = 496 << 20, PER_SECOND = 100000000 };

extern char system_call[], exceptions[];
void enter(u64 entry, u64 *stack);

static u64 heap = HEAP, maps = MAPS, seed;

static void out(u16 port, u8 value) { __asm__ volatile("out %0, %1" ::"a"(value), "Nd"(port)); }

static u8 in(u16 port) {
    u8 value;
    __asm__ volatile("in %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static void set_msr(u32 name, u64 value) { __asm__ volatile("wrmsr" ::"c"(name), "a"((u32)value), "d"((u32)(value >> 32))); }

// GCC may call these functions, too.
void *memset(void *to, int byte, u64 len) {
    void *start = to;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(len) : "a"(byte) : "memory");
    return start;
}

void *memcpy(void *to, const void *from, u64 len) {
    void *start = to;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(len)::"memory");
    return start;
}

static void put(const char *text, u64 len) {
    while (len--) {
        while (!(in(0x3FD) & 0x20)) {}
        out(0x3F8, *text++);
    }
}

static void say(const char *text, u64 value) {
    char digits[16];
    for (int i = 0; i < 16; i++) digits[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
    while (*text) put(text++, 1);
    put(digits, 16);
}

// ci/avx512/run waits for the last line; Bochs ends at the word on the port.
static void stop(u64 status) {
    say("\nexit status 0x", status & 255);
    put("\n", 1);
    while (!(in(0x3FD) & 0x40)) {}
    for (const char *word = "Shutdown"; *word; word++) out(0x8900, *word);
    for (;;) __asm__ volatile("hlt");
}

void fault(u64 *frame) {
    u64 vector = frame[0], has_code = 0x227D00 >> vector & 1, address;
    __asm__ volatile("mov %%cr2, %0" : "=r"(address));
    say("\nCPU exception 0x", vector);
    say(" at 0x", frame[1 + has_code]);
    say(", the program from 0x", BASE);
    if (vector == 14) say(", of the address 0x", address);
    stop(132);
}

// A list of unmapped blocks, each with its length and the next one.
struct block {
    u64 len;
    struct block *next;
};
static struct block *unmapped;

static u64 map(u64 len) {
    u64 at = maps;
    len = (len + 4095) & ~4095ul;
    for (struct block **each = &unmapped; *each; each = &(*each)->next)
        if ((*each)->len == len) {
            at = (u64)*each;
            *each = (*each)->next;
            memset((void *)at, 0, len);
            return at;
        }
    if (len > MAPS_END - maps) return -12;
    maps += len; // the memory is zero since the start
    return at;
}

static u64 unmap(u64 at, u64 len) {
    struct block *block = (struct block *)at;
    if (at < MAPS || at >= MAPS_END || !len) return 0;
    block->len = (len + 4095) & ~4095ul;
    block->next = unmapped;
    unmapped = block;
    return 0;
}

struct call {
    u64 number, r9, r8, r10, rdx, rsi, rdi, r11, rcx;
};

u64 answer(struct call *call) {
    u64 a = call->rdi, b = call->rsi, c = call->rdx, sum = 0;
    u32 low, high;
    switch (call->number) {
    case 1: // write
        put((char *)b, c);
        return c;
    case 20: // writev
        for (u64 *part = (u64 *)b; c--; part += 2) {
            put((char *)part[0], part[1]);
            sum += part[1];
        }
        return sum;
    case 9: // mmap: a mapping at a fixed place is inside of an earlier one
        return call->r10 & 0x10 ? a : map(b);
    case 11: // munmap
        return unmap(a, b);
    case 12: // brk
        if (a >= HEAP && a < MAPS) {
            if (a > heap) memset((void *)heap, 0, a - heap);
            heap = a;
        }
        return heap;
    case 158: // arch_prctl: set FS
        if (a != 0x1002) return -22;
        set_msr(0xC0000100, b);
        return 0;
    case 228: // clock_gettime
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
        sum = (u64)high << 32 | low;
        ((u64 *)b)[0] = sum / PER_SECOND;
        ((u64 *)b)[1] = sum % PER_SECOND * (1000000000 / PER_SECOND);
        return 0;
    case 318: // getrandom
        for (u64 i = 0; i < b; i++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            ((u8 *)a)[i] = seed >> 32;
        }
        return b;
    case 60: // exit
    case 231: // exit_group
        stop(a);
    case 62: // kill
    case 200: // tkill
    case 234: // tgkill: abort
        stop(134);
    case 39: // getpid
    case 186: // gettid
    case 218: // set_tid_address
        return 1;
    case 56: // clone
    case 435: // clone3: "not now", so that the test harness runs a test on its only thread
        return -11;
    case 2: // open
    case 89: // readlink
    case 257: // openat
    case 262: // newfstatat
    case 267: // readlinkat
    case 332: // statx: there is no file
        return -2;
    case 5: // fstat
    case 16: // ioctl: not a terminal
        return -25;
    case 25: // mremap: copy
        return -12;
    case 204: // sched_getaffinity
    case 302: // prlimit64
    case 334: // rseq
        return -38;
    case 3: // close
    case 7: // poll
    case 10: // mprotect
    case 13: // rt_sigaction
    case 14: // rt_sigprocmask
    case 24: // sched_yield
    case 28: // madvise
    case 72: // fcntl
    case 131: // sigaltstack
    case 202: // futex
    case 273: // set_robust_list
        return 0;
    }
    say("\nno system call 0x", call->number);
    put("\n", 1);
    return -38;
}

static void read_disk(u8 *to, u32 sector, u32 count) {
    while (count--) {
        out(0x1F6, 0xE0 | sector >> 24);
        out(0x1F2, 1);
        out(0x1F3, sector);
        out(0x1F4, sector >> 8);
        out(0x1F5, sector >> 16);
        out(0x1F7, 0x20); // read
        while ((in(0x1F7) & 0x88) != 8) {}
        u64 words = 256;
        __asm__ volatile("rep insw" : "+D"(to), "+c"(words) : "d"(0x1F0) : "memory");
        sector++;
    }
}

static u64 number(char **text) {
    u64 value = 0;
    while (**text) value = value * 10 + *(*text)++ - '0';
    ++*text;
    return value;
}

struct elf {
    u8 id[16];
    u16 type, machine;
    u32 version;
    u64 entry, headers, sections;
    u32 flags;
    u16 size, header_size, header_count;
};

struct header {
    u32 type, flags;
    u64 offset, address, physical, file_len, len, alignment;
};

void boot(void) {
    static u64 gates[64];
    struct {
        u16 limit;
        u64 base;
    } __attribute__((packed)) table = {sizeof gates - 1, (u64)gates};
    for (int i = 0; i < 32; i++) gates[2 * i] = (u64)(exceptions + 16 * i) | 8 << 16 | 0x8E0000000000; // all below 64 KiB
    __asm__ volatile("lidt %0" ::"m"(table));
    set_msr(0xC0000081, 8ul << 32);       // SYSCALL: the segment,
    set_msr(0xC0000082, (u64)system_call); // the entry,
    set_msr(0xC0000084, 0x700);           // no flags of direction, interrupts and traps
    out(0x3FB, 0x80), out(0x3F8, 1), out(0x3F9, 0), out(0x3FB, 3), out(0x3FA, 1); // the serial port

    char *text = (char *)FILE;
    read_disk((u8 *)text, 64, 8);
    u64 len = number(&text);
    seed = number(&text) | 1;
    u64 *stack = (u64 *)STACK, count = 0;
    static char arguments[4096];
    memcpy(arguments, text, (char *)FILE + 4096 - text);
    for (char *each = arguments; *each; each++) {
        stack[++count] = (u64)each;
        while (*each) each++;
    }
    stack[0] = count;
    stack += count + 3; // after the arguments and, without any variable, the environment

    read_disk((u8 *)FILE, 72, (len + 511) / 512);
    struct elf *elf = (struct elf *)FILE;
    struct header *headers = (struct header *)(FILE + elf->headers);
    u64 base = elf->type == 3 ? BASE : 0, table_at = base + elf->headers;
    for (int i = 0; i < elf->header_count; i++) {
        if (headers[i].type == 1) memcpy((u8 *)base + headers[i].address, (u8 *)FILE + headers[i].offset, headers[i].file_len);
        if (headers[i].type == 6) table_at = base + headers[i].address;
    }
    static u64 random[2];
    random[0] = seed, random[1] = ~seed;
    u64 auxiliary[] = {3, table_at, 4, elf->header_size, 5, elf->header_count, 6, 4096, 9, base + elf->entry, 25, (u64)random, 0, 0};
    memcpy(stack, auxiliary, sizeof auxiliary);
    enter(base + elf->entry, (u64 *)STACK);
}
