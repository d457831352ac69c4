/// What starts and ends processes; not seen by Swift.
#pragma once
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/// Starts `program` (found by PATH) in a session of its own, with no signal blocked or ignored: `files[i]` is its descriptor
/// `i`. Its pid, or -errno.
int qz_spawn(
    const char *program, const char *const *arguments, char *const *environment, const int *files, int count);

/// The parent of this process may ignore SIGCHLD: children would then vanish without a status, and their pids be reused.
static inline void qz_keep_statuses(void) {
    struct sigaction action;
    if (sigaction(SIGCHLD, 0, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

/// Waits until a child has ended; its status as of waitpid(2), or -errno.
static inline int qz_reap(int pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return status;
}

static inline int qz_limit(int what, rlim_t soft, rlim_t hard) {
    struct rlimit value = {soft, hard};
    return setrlimit((unsigned)what, &value) < 0 ? -errno : 0;
}
