#define _GNU_SOURCE
#include "qz_process.h"
#include "qz_sandbox.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

// Names that older headers lack (linux/fcntl.h, linux/memfd.h).
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

int qz_memory_make(size_t size) {
    int fd = memfd_create("quietzone-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return -errno;
    if (ftruncate(fd, (off_t)size) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int qz_memory_map(int fd, size_t size, int is_writable, void **address) {
    void *p = mmap(0, size, is_writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) return -errno;
    *address = p;
    return 0;
}

int qz_memory_seal(int fd, int others_write) {
    const int size = F_SEAL_SHRINK | F_SEAL_GROW;
    if (!others_write && fcntl(fd, F_ADD_SEALS, size | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == 0) return 0;
    return fcntl(fd, F_ADD_SEALS, size | F_SEAL_SEAL) < 0 ? -errno : 0;
}

int qz_socket_pair(int *one, int *other) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    *one = ends[0];
    *other = ends[1];
    return 0;
}

int qz_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}

enum { most_given = 8 };

int qz_child_start(const char *program, const char *argument, const int *given, int count, int errors) {
    if (count < 1 || count > most_given) return -EINVAL;
    qz_keep_statuses();
    const char *const arguments[] = {"quietzone-decoder", argument, 0};
    // Of the user's environment the child gets only the library path; a crash starts no dialogue.
    char libraries[4096];
    char *environment[5] = {"LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=1", 0, 0};
    const char *path = getenv("LD_LIBRARY_PATH");
    if (path && snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", path) < (int)sizeof libraries)
        environment[3] = libraries;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return -errno;
    // Copies out of the way of the numbers that the child's descriptors get.
    int files[qz_child_socket + most_given], made = 0, result = 0;
    for (; made < qz_child_socket + count && !result; made++) {
        int file = made < 2 ? nothing : made == 2 ? errors : given[made - qz_child_socket];
        files[made] = fcntl(file, F_DUPFD_CLOEXEC, qz_child_socket + most_given + 1);
        if (files[made] < 0) result = -errno;
    }
    close(nothing);
    if (!result) result = qz_spawn(program, arguments, environment, files, made);
    for (int i = 0; i < made; i++)
        if (files[i] >= 0) close(files[i]);
    return result;
}

int qz_child_end(int pid) {
    kill(pid, SIGKILL);
    return qz_reap(pid);
}

int64_t qz_child_used(int pid) {
    clockid_t clock;
    struct timespec used;
    int failed = clock_getcpuclockid(pid, &clock);
    if (failed) return -failed;
    if (clock_gettime(clock, &used) < 0) return -errno;
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

int qz_child_is_runnable(int pid) {
    char path[32], line[128];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    // pid (name) state …, proc(5); the name may hold brackets itself.
    char *end = fgets(line, sizeof line, file) ? strrchr(line, ')') : 0;
    fclose(file);
    return end && end[1] == ' ' && (end[2] == 'R' || end[2] == 'D');
}

int qz_child_allow(int pid, int seconds) {
    int64_t used = qz_child_used(pid);
    if (used < 0) return (int)used;
    struct rlimit limit = {(rlim_t)(used / 1000000000) + 1 + (rlim_t)seconds, RLIM_INFINITY};
    return prlimit(pid, RLIMIT_CPU, &limit, 0) < 0 ? -errno : 0;
}

int qz_status_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
int qz_status_exit(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

static int send_all(int fd, const void *bytes, size_t count, int flags) {
    const uint8_t *at = bytes;
    while (count > 0) {
        ssize_t sent = send(fd, at, count, MSG_NOSIGNAL | flags);
        if (sent < 0) {
            if (errno == EINTR) continue;
            return -errno;
        }
        at += sent;
        count -= (size_t)sent;
    }
    return 0;
}

int qz_send_all(int fd, const void *bytes, size_t count) { return send_all(fd, bytes, count, MSG_DONTWAIT); }
int qz_send_waiting(int fd, const void *bytes, size_t count) { return send_all(fd, bytes, count, 0); }

ptrdiff_t qz_receive(int fd, void *bytes, size_t count, int waits) {
    for (;;) {
        ssize_t got = recv(fd, bytes, count, waits ? 0 : MSG_DONTWAIT);
        if (got >= 0) return got;
        if (errno != EINTR) return -errno;
    }
}

uint64_t qz_fingerprint(const uint8_t *bytes, size_t count) {
    // Four lanes of multiply and rotate, which the processor runs in parallel.
    uint64_t lanes[4] = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, count};
    size_t at = 0;
    for (; count - at >= 32; at += 32) {
        for (int i = 0; i < 4; i++) {
            uint64_t word;
            memcpy(&word, bytes + at + 8 * i, 8);
            lanes[i] = (lanes[i] ^ word) * 0xD6E8FEB86659FD93u;
            lanes[i] ^= lanes[i] >> 32;
        }
    }
    for (; at < count; at++) lanes[at & 3] = (lanes[at & 3] ^ bytes[at]) * 0xD6E8FEB86659FD93u;
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ lanes[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}
