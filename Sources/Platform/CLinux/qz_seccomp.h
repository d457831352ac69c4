/// Macros for filters of system calls (seccomp(2)).
#pragma once
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define QZ_ARCHITECTURE AUDIT_ARCH_X86_64
// The x32 calls have other numbers under the same architecture.
#define QZ_ONLY_OWN_CALLS \
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), QZ_RETURN(SECCOMP_RET_KILL_PROCESS)
#elif defined(__aarch64__)
#define QZ_ARCHITECTURE AUDIT_ARCH_AARCH64
#define QZ_ONLY_OWN_CALLS BPF_JUMP(BPF_JMP | BPF_JA, 0, 0, 0)
#endif

#define QZ_FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
#define QZ_LOAD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, QZ_FIELD(name))
#define QZ_RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define QZ_REFUSE QZ_RETURN(SECCOMP_RET_ERRNO | EPERM)
/// Refuses other architectures' calls and loads the number of this one.
#define QZ_LOAD_CALL                                                                                          \
    QZ_LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, QZ_ARCHITECTURE, 1, 0), QZ_RETURN(SECCOMP_RET_KILL_PROCESS), \
        QZ_LOAD(nr), QZ_ONLY_OWN_CALLS
#define QZ_IS(call, then) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), then

/// Filters the calls of all threads from now on; needs no_new_privs. 0 or -errno.
static inline int qz_seccomp(struct sock_filter *filter, size_t count) {
    struct sock_fprog program = {(unsigned short)count, filter};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0) return -errno;
    return 0;
}
