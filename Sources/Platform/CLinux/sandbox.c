#define _GNU_SOURCE
#include "qz_landlock.h"
#include "qz_process.h"
#include "qz_sandbox.h"
#include "qz_seccomp.h"
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef SYS_close_range
#define SYS_close_range 436  // the same on every architecture; Linux 5.9
#endif

/// Bytes that the process has mapped, or 0 where that is unknown.
static size_t mapped(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void close_above(int last) {
    if (syscall(SYS_close_range, last + 1, ~0u, 0) == 0) return;
    struct rlimit open_files;
    rlim_t end = 65536;
    if (getrlimit(RLIMIT_NOFILE, &open_files) == 0 && open_files.rlim_cur < end) end = open_files.rlim_cur;
    for (int fd = last + 1; fd < (int)end; fd++) close(fd);
}

int qz_sandbox_limit(int last, size_t growth, int seconds) {
    close_above(last);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
    size_t now = mapped();
    int failed = qz_limit(RLIMIT_CORE, 0, 0);
    if (!failed) failed = qz_limit(RLIMIT_FSIZE, 0, 0);
    // The parent raises the soft limit as frames are read.
    if (!failed) failed = qz_limit(RLIMIT_CPU, (rlim_t)seconds, RLIM_INFINITY);
    if (!failed && now) failed = qz_limit(RLIMIT_AS, now + growth, now + growth);
    if (!failed && now) failed = qz_limit(RLIMIT_DATA, now + growth, now + growth);
    return failed;
}

/// Every capability that this process has or could get.
static int drop_capabilities(void) {
    for (int one = 0; one < 64; one++) prctl(PR_CAPBSET_DROP, one, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    return syscall(SYS_capset, &header, none) == 0;
}

/// An empty read-only folder in place of all files, in a new mount namespace.
static int empty_root(void) {
    if (mount(0, "/", 0, MS_REC | MS_PRIVATE, 0) < 0) return 0;
    static const char *const places[] = {"/proc", "/tmp", "/usr"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (mount("none", places[i], "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k,nr_inodes=2") < 0)
            continue;
        // The new root over the old one, which is then unmounted (pivot_root(2), "pivot_root(".", ".")").
        return chdir(places[i]) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0 &&
               chdir("/") == 0;
    }
    return 0;
}

int qz_sandbox_isolate(void) {
    int done = 0;
    const int all = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWPID;
    // Root may have the others where there are no user namespaces.
    if (unshare(CLONE_NEWUSER | all) == 0 || unshare(all) == 0) {
        done |= qz_isolated_namespaces;
        if (empty_root()) done |= qz_isolated_root;
    }
    if (qz_landlock(0, 0)) done |= qz_isolated_landlock;
    if (drop_capabilities()) done |= qz_isolated_capabilities;
    // A change of rights clears PR_SET_PDEATHSIG (prctl(2)).
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    return done;
}

#ifdef QZ_ARCHITECTURE

#define QZ_ALLOW(call) QZ_IS(call, QZ_RETURN(SECCOMP_RET_ALLOW))
// Of a call whose third argument is a protection; its lower half comes first on both architectures.
#define QZ_ALLOW_NOT_EXECUTABLE(call)                                                                        \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), QZ_LOAD(args[2]),                                 \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), QZ_REFUSE, QZ_RETURN(SECCOMP_RET_ALLOW)

int qz_sandbox_seal(void) {
    // No new descriptor either, in case a call is missing from the filter.
    int failed = qz_limit(RLIMIT_NOFILE, qz_child_socket + 1, qz_child_socket + 1);
    if (failed) return failed;
    struct sock_filter filter[] = {
        QZ_LOAD_CALL,
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
        // Memory that is not executable.
        QZ_ALLOW_NOT_EXECUTABLE(mmap),
        QZ_ALLOW_NOT_EXECUTABLE(mprotect),
        QZ_ALLOW(munmap),
        QZ_ALLOW(mremap),
        QZ_ALLOW(madvise),
        QZ_ALLOW(brk),
        // Locks, time, random numbers, exit.
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
        // abort(3) signals its own process; no other process is signalled.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 3),
        QZ_LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
        QZ_RETURN(SECCOMP_RET_ALLOW),
        QZ_REFUSE,
    };
    return qz_seccomp(filter, sizeof filter / sizeof *filter);
}

#else

int qz_sandbox_seal(void) { return -ENOSYS; }

#endif
