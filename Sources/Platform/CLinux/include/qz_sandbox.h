/// A child process that decodes: how it is started, fed and ended, and how it drops its rights.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/// The descriptors that a child finds open beside the standard ones: the socket, then what else it was given, the memory first.
enum { qz_child_socket = 3, qz_child_memory = 4, qz_child_input = 5, qz_child_source = 6 };

// MARK: - The parent's side

/// A close-on-exec memfd of `size` bytes, of which only those written take memory; or -errno.
int qz_memory_make(size_t size);
/// Maps a memfd, shared, for reading or for writing too; 0 and `address`, or -errno.
int qz_memory_map(int fd, size_t size, int is_writable, void **address);
/// Seals the size and, unless `others_write`, where the kernel can (5.1), all writes but through the
/// mappings that are there. 0 or -errno.
int qz_memory_seal(int fd, int others_write);

/// Two connected close-on-exec stream sockets; 0 or -errno.
int qz_socket_pair(int *one, int *other);
/// A close-on-exec pipe of which neither end blocks; 0 or -errno.
int qz_pipe(int *reading, int *writing);

/// Starts `program` with one argument: no signal blocked or handled, in a new session, standard input and
/// output /dev/null, standard error `errors`, `given` (`count` of them, at most 8) from number 3 on, everything else that
/// is close-on-exec closed, and a minimal environment. Its pid, or -errno.
int qz_child_start(const char *program, const char *argument, const int *given, int count, int errors);
/// Kills and reaps the child. Returns its status as of waitpid(2), also when it had ended before; or -errno.
int qz_child_end(int pid);
/// Lets the child use `seconds` more of processor time before the kernel ends it; 0 or -errno.
int qz_child_allow(int pid, int seconds);
/// Nanoseconds of processor time that the child has used; or -errno.
int64_t qz_child_used(int pid);
/// Whether the child is runnable: 0 when it sleeps, is stopped or has ended.
int qz_child_is_runnable(int pid);
/// The signal that ended a process of this waitpid(2) status; 0 when none did.
int qz_status_signal(int status);
/// The exit status of a process of this waitpid(2) status; -1 when a signal ended it.
int qz_status_exit(int status);

/// Sends all of `bytes` without waiting and without a signal; 0 or -errno (-EAGAIN: no room).
int qz_send_all(int fd, const void *bytes, size_t count);
/// Receives up to `count` bytes; `waits` says whether to wait for the first. How many, 0 at the end, or -errno.
ptrdiff_t qz_receive(int fd, void *bytes, size_t count, int waits);

/// A fingerprint of `count` bytes, not cryptographic.
uint64_t qz_fingerprint(const uint8_t *bytes, size_t count);

// MARK: - The child's side

/// Closes all descriptors above `last`; the child dies with the thread that started it; no core, no files, `seconds` of
/// processor time, `growth` bytes of memory more than now. 0 or -errno of the first that failed.
int qz_sandbox_limit(int last, size_t growth, int seconds);

/// What `qz_sandbox_isolate` did.
enum { qz_isolated_namespaces = 1, qz_isolated_root = 2, qz_isolated_landlock = 4, qz_isolated_capabilities = 8 };
/// Drops what an unprivileged process can drop, with or without seccomp: user, mount, network, IPC, UTS and pid
/// namespaces, an empty read-only root, no file by Landlock, no capability. Returns the sum of what succeeded.
int qz_sandbox_isolate(void);
/// Allows from now on only what decoding needs: memory that is not executable, the open descriptors, time. Every
/// other system call fails with EPERM. 0, -ENOSYS on a processor that is not known here, or -errno.
int qz_sandbox_seal(void);
/// Sends all of `bytes`, waiting for room; 0 or -errno.
int qz_send_waiting(int fd, const void *bytes, size_t count);

/// For tests: tries what a sealed child must not do. -errno, or what the call returned.
static inline int qz_sandbox_try(int what) {
    char *none[] = {0};
    long result;
    switch (what) {
    case 0: result = open("/etc/passwd", O_RDONLY | O_CLOEXEC); break;
    case 1: result = open("/tmp/quietzone-sandbox-test", O_WRONLY | O_CREAT | O_CLOEXEC, 0600); break;
    case 2: result = socket(AF_INET, SOCK_STREAM, 0); break;
    case 3: result = socket(AF_UNIX, SOCK_STREAM, 0); break;
    case 4: result = execve("/bin/true", none, none); break;
    case 5: result = fork(); break;
    case 6: result = ptrace(PTRACE_ATTACH, getppid(), 0, 0); break;
    case 7: result = kill(getppid(), SIGCONT); break;
    case 8:
        result = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
        break;
    case 9: result = unlink("/tmp/quietzone-sandbox-test"); break;
    case 10: result = dup(0); break;
    default: return -EINVAL;
    }
    return result < 0 ? -errno : (int)result;
}

/// For tests: what `qz_sandbox_try(what)` gives in a process that is isolated but not sealed: -errno, or what the call
/// returned. -ECHILD when that process died.
static inline int qz_sandbox_try_isolated(int what, int *layers) {
    int ends[2], answer[2] = {-ECHILD, 0}, status;
    if (pipe(ends) < 0) return -errno;
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        answer[1] = qz_sandbox_isolate();
        answer[0] = qz_sandbox_try(what);
        _exit(write(ends[1], answer, sizeof answer) == sizeof answer ? 0 : 1);
    }
    close(ends[1]);
    if (child > 0) {
        if (read(ends[0], answer, sizeof answer) != sizeof answer) answer[0] = -ECHILD;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    }
    close(ends[0]);
    *layers = answer[1];
    return answer[0];
}
