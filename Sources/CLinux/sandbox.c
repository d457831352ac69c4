#define _GNU_SOURCE
#include "qz_sandbox.h"
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define QZ_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define QZ_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#ifndef SYS_close_range
#define SYS_close_range 436  // the same on every architecture; Linux 5.9
#endif

/// Bytes that the process has mapped, or 0 where that cannot be told.
static size_t mapped(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static int limit(int what, size_t soft, rlim_t hard) {
    struct rlimit value = {soft, hard};
    return setrlimit((unsigned)what, &value) < 0 ? -errno : 0;
}

static void close_others(void) {
    if (syscall(SYS_close_range, qz_child_memory + 1, ~0u, 0) == 0) return;
    struct rlimit open_files;
    rlim_t end = 65536;
    if (getrlimit(RLIMIT_NOFILE, &open_files) == 0 && open_files.rlim_cur < end) end = open_files.rlim_cur;
    for (int fd = qz_child_memory + 1; fd < (int)end; fd++) close(fd);
}

int qz_sandbox_limit(size_t growth, int seconds) {
    close_others();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
    size_t now = mapped();
    int failed = limit(RLIMIT_CORE, 0, 0);
    if (!failed) failed = limit(RLIMIT_FSIZE, 0, 0);
    // The parent moves the soft limit on as frames are read.
    if (!failed) failed = limit(RLIMIT_CPU, (size_t)seconds, RLIM_INFINITY);
    if (!failed && now) failed = limit(RLIMIT_AS, now + growth, now + growth);
    if (!failed && now) failed = limit(RLIMIT_DATA, now + growth, now + growth);
    return failed;
}

#ifdef QZ_ARCHITECTURE

#define QZ_FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
#define QZ_LOAD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, QZ_FIELD(name))
#define QZ_RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define QZ_REFUSE QZ_RETURN(SECCOMP_RET_ERRNO | EPERM)
#define QZ_ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), QZ_RETURN(SECCOMP_RET_ALLOW)
// Of a call whose third argument is a protection; its lower half comes first on both architectures.
#define QZ_ALLOW_NOT_EXECUTABLE(call)                                                                        \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), QZ_LOAD(args[2]),                                 \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), QZ_REFUSE, QZ_RETURN(SECCOMP_RET_ALLOW)

int qz_sandbox_seal(void) {
    // No new descriptor either, for calls that nobody thought of.
    int failed = limit(RLIMIT_NOFILE, qz_child_socket + 1, qz_child_socket + 1);
    if (failed) return failed;
    struct sock_filter filter[] = {
        QZ_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, QZ_ARCHITECTURE, 1, 0),
        QZ_RETURN(SECCOMP_RET_KILL_PROCESS),
        QZ_LOAD(nr),
#if defined(__x86_64__)
        // The x32 calls have numbers of their own under the same architecture.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        QZ_RETURN(SECCOMP_RET_KILL_PROCESS),
#endif
        // The socket, and standard error.
        QZ_ALLOW(recvfrom),
        QZ_ALLOW(sendto),
        QZ_ALLOW(recvmsg),
        QZ_ALLOW(sendmsg),
        QZ_ALLOW(read),
        QZ_ALLOW(write),
        QZ_ALLOW(writev),
        QZ_ALLOW(close),
        QZ_ALLOW(ppoll),
#ifdef SYS_poll
        QZ_ALLOW(poll),
#endif
        // Memory that holds no code.
        QZ_ALLOW_NOT_EXECUTABLE(mmap),
        QZ_ALLOW_NOT_EXECUTABLE(mprotect),
        QZ_ALLOW(munmap),
        QZ_ALLOW(mremap),
        QZ_ALLOW(madvise),
        QZ_ALLOW(brk),
        // Locks, time, chance, the end.
        QZ_ALLOW(futex),
        QZ_ALLOW(sched_yield),
        QZ_ALLOW(restart_syscall),
        QZ_ALLOW(clock_gettime),
        QZ_ALLOW(gettimeofday),
        QZ_ALLOW(getrandom),
        QZ_ALLOW(getpid),
        QZ_ALLOW(gettid),
        QZ_ALLOW(rt_sigaction),
        QZ_ALLOW(rt_sigprocmask),
        QZ_ALLOW(rt_sigreturn),
#ifdef SYS_rseq
        QZ_ALLOW(rseq),
#endif
        QZ_ALLOW(exit),
        QZ_ALLOW(exit_group),
        // abort(3) signals its own process; nobody else is signalled.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 3),
        QZ_LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
        QZ_RETURN(SECCOMP_RET_ALLOW),
        QZ_REFUSE,
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    // In all threads, should a library have started one.
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0) return -errno;
    return 0;
}

#else

int qz_sandbox_seal(void) { return -ENOSYS; }

#endif
