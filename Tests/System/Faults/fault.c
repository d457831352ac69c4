// Fault injection for tests: preloaded into the program (LD_PRELOAD), it makes system calls on files in a folder fail.
//
//   FAULT_UNDER=/folder        the files that are affected
//   FAULT_CALLS=write,fsync    the calls that fail: open, read, write, fsync, truncate, rename, unlink
//   FAULT_ERRNO=28             their errno; 0 for short writes and EINTR
//   FAULT_FROM=5 FAULT_COUNT=3 the first call that fails, and the number of failing calls; or
//   FAULT_SHARE=0.1 FAULT_SEED=7   a random fraction of the calls; or
//   FAULT_DELAY=5000 FAULT_WHILE=/file   none: they take so many milliseconds more for as long as the file is there
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long state;
static long calls;

static const char *setting(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

static int is_meant(const char *call, const char *path) {
    const char *folder = setting("FAULT_UNDER", "");
    if (!*folder || !path || strncmp(path, folder, strlen(folder))) return 0;
    return strstr(setting("FAULT_CALLS", ""), call) != 0;
}

// Whether this call fails; 2 for a short write.
static int fails(const char *call, const char *path) {
    if (!is_meant(call, path)) return 0;
    long delay = atol(setting("FAULT_DELAY", "0"));
    if (delay) {
        int before = errno;
        struct timespec rest = {delay / 1000, delay % 1000 * 1000000};
        if (!access(setting("FAULT_WHILE", ""), F_OK)) nanosleep(&rest, 0);
        errno = before;
        return 0;
    }
    pthread_mutex_lock(&lock);
    if (!state) state = strtoull(setting("FAULT_SEED", "1"), 0, 10) * 2654435769u + 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    calls++;
    long from = atol(setting("FAULT_FROM", "0")), count = atol(setting("FAULT_COUNT", "1000000000"));
    double share = atof(setting("FAULT_SHARE", "0"));
    int is_hit = from ? calls >= from && calls < from + count : (double)(state >> 33) / 2147483648.0 < share;
    int is_short = (state >> 40) & 1;
    pthread_mutex_unlock(&lock);
    if (!is_hit) return 0;
    int code = atoi(setting("FAULT_ERRNO", "5"));
    errno = code ? code : EINTR;
    return code ? 1 : 1 + is_short;
}

static const char *path_of(int descriptor, char *buffer, size_t size) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    int before = errno;
    ssize_t length = readlink(link, buffer, size - 1);
    errno = before;
    if (length < 0) return 0;
    buffer[length] = 0;
    return buffer;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define BY_DESCRIPTOR(call, descriptor)                                                                                \
    char buffer[4096];                                                                                                 \
    int fault = fails(call, path_of(descriptor, buffer, sizeof buffer));

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    BY_DESCRIPTOR("read", descriptor)
    return fault ? -1 : REAL(pread)(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    BY_DESCRIPTOR("read", descriptor)
    return fault ? -1 : REAL(pread64)(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    BY_DESCRIPTOR("write", descriptor)
    if (fault == 1) return -1;
    return REAL(write)(descriptor, bytes, fault && count > 1 ? count / 2 : count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    BY_DESCRIPTOR("write", descriptor)
    if (fault == 1) return -1;
    return REAL(pwrite)(descriptor, bytes, fault && count > 1 ? count / 2 : count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    BY_DESCRIPTOR("write", descriptor)
    if (fault == 1) return -1;
    return REAL(pwrite64)(descriptor, bytes, fault && count > 1 ? count / 2 : count, offset);
}

int fsync(int descriptor) {
    BY_DESCRIPTOR("fsync", descriptor)
    return fault ? -1 : REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
    BY_DESCRIPTOR("fsync", descriptor)
    return fault ? -1 : REAL(fdatasync)(descriptor);
}

int ftruncate(int descriptor, off_t length) {
    BY_DESCRIPTOR("truncate", descriptor)
    return fault ? -1 : REAL(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    BY_DESCRIPTOR("truncate", descriptor)
    return fault ? -1 : REAL(ftruncate64)(descriptor, length);
}

int rename(const char *from, const char *to) { return fails("rename", to) ? -1 : REAL(rename)(from, to); }

int unlink(const char *path) { return fails("unlink", path) ? -1 : REAL(unlink)(path); }

static int fails_to_open(const char *path, int flags) {
    // Opening for reading does not fail.
    int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
    return writes && fails("open", path);
}

#define MODE                                                                                                           \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                                            \
    va_end(list);

int open(const char *path, int flags, ...) {
    MODE
    return fails_to_open(path, flags) ? -1 : REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE
    return fails_to_open(path, flags) ? -1 : REAL(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE
    return fails_to_open(path, flags) ? -1 : REAL(openat)(folder, path, flags, mode);
}
