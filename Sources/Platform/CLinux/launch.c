#define _GNU_SOURCE
#include "qz_launch.h"
#include "qz_process.h"
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

int qz_spawn(
    const char *program, const char *const *arguments, char *const *environment, const int *files, int count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t child;
    sigemptyset(&none);
    sigfillset(&all);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return -failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        posix_spawn_file_actions_destroy(&actions);
        return -failed;
    }
    for (int i = 0; i < count && !failed; i++) failed = posix_spawn_file_actions_adddup2(&actions, files[i], i);
    // A new session: keys typed at our terminal send it no signals, and it cannot reach the terminal.
    if (!failed)
        failed = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    if (!failed) failed = posix_spawnattr_setsigmask(&attributes, &none);
    if (!failed) failed = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!failed) failed = posix_spawnp(&child, program, &actions, &attributes, (char *const *)arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed ? -failed : child;
}

int qz_tool_start(const char *const *arguments, int input, int output, int errors) {
    return qz_spawn(arguments[0], arguments, environ, (const int[]){input, output, errors}, 3);
}

int qz_launch(const char *program, const char *argument) {
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return -errno;
    const char *const arguments[] = {program, argument, 0};
    int child = qz_tool_start(arguments, nothing, nothing, nothing);
    close(nothing);
    if (child < 0) return child;
    int status = qz_reap(child);
    if (status < 0) return status;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}
