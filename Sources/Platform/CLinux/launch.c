#define _GNU_SOURCE
#include "qz_launch.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int qz_tool_start(const char *const *arguments, int input, int output, int errors) {
    const int streams[] = {input, output, errors};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t child;
    sigemptyset(&none);
    sigfillset(&all);
    int failed = posix_spawn_file_actions_init(&files);
    if (failed) return -failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        posix_spawn_file_actions_destroy(&files);
        return -failed;
    }
    for (int at = 0; at < 3 && !failed; at++) failed = posix_spawn_file_actions_adddup2(&files, streams[at], at);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    if (!failed) failed = posix_spawnp(&child, arguments[0], &files, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed ? -failed : child;
}

int qz_launch(const char *program, const char *argument) {
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return -errno;
    const char *const arguments[] = {program, argument, 0};
    int child = qz_tool_start(arguments, nothing, nothing, nothing);
    close(nothing);
    if (child < 0) return child;
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}
