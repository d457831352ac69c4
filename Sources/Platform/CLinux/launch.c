#define _GNU_SOURCE
#include "qz_launch.h"
#include "qz_process.h"
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
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

// The names of variables that other programs do not get.
static pthread_mutex_t withheld_lock = PTHREAD_MUTEX_INITIALIZER;
static char **withheld;
static size_t withheld_count;

static int is_withheld(const char *variable) {
    for (size_t i = 0; i < withheld_count; i++) {
        size_t length = strlen(withheld[i]);
        if (!strncmp(variable, withheld[i], length) && variable[length] == '=') return 1;
    }
    return 0;
}

int qz_withhold(const char *name) {
    pthread_mutex_lock(&withheld_lock);
    int is_known = 0;
    for (size_t i = 0; i < withheld_count; i++) is_known |= !strcmp(withheld[i], name);
    char *copy = is_known ? 0 : strdup(name);
    char **larger = copy ? realloc(withheld, (withheld_count + 1) * sizeof *withheld) : 0;
    if (larger) {
        withheld = larger;
        withheld[withheld_count++] = copy;
    } else {
        free(copy);
    }
    pthread_mutex_unlock(&withheld_lock);
    return is_known || larger ? 0 : -ENOMEM;
}

int qz_tool_start(const char *const *arguments, int input, int output, int errors) {
    size_t count = 0, made = 0;
    while (environ && environ[count]) count++;
    char **variables = calloc(count + 1, sizeof *variables);
    if (!variables) return -ENOMEM;
    pthread_mutex_lock(&withheld_lock);
    for (size_t i = 0; i < count; i++)
        if (!is_withheld(environ[i])) variables[made++] = environ[i];
    pthread_mutex_unlock(&withheld_lock);
    int child = qz_spawn(arguments[0], arguments, variables, (const int[]){input, output, errors}, 3);
    free(variables);
    return child;
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
