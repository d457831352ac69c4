#include "qz_events.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int qz_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int qz_eventfd_ring(int fd) {
    const uint64_t one = 1;
    // EAGAIN means the counter is full: pollers are awake already.
    return write(fd, &one, sizeof one) < 0 && errno != EAGAIN ? -errno : 0;
}

int qz_eventfd_clear(int fd) {
    uint64_t count;
    if (read(fd, &count, sizeof count) < 0) return errno == EAGAIN ? 0 : -errno;
    return 1;
}

int qz_signalfd(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int failed = pthread_sigmask(SIG_BLOCK, &set, 0);
    if (failed) return -failed;
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int qz_signalfd_next(int fd) {
    struct signalfd_siginfo info;
    ssize_t n = read(fd, &info, sizeof info);
    if (n < 0) return errno == EAGAIN ? 0 : -errno;
    return n == sizeof info ? (int)info.ssi_signo : 0;
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int wait_for(const int *fds, int count, int output, int timeout_ms) {
    struct pollfd p[9];
    for (int i = 0; i < count; i++) p[i] = (struct pollfd){.fd = fds[i], .events = POLLIN | POLLPRI};
    // A negative descriptor is left out by poll(2).
    p[count] = (struct pollfd){.fd = output, .events = POLLOUT};
    int64_t end = now_ms() + timeout_ms;
    int n;
    do {
        int left = timeout_ms;
        if (timeout_ms >= 0 && (left = (int)(end - now_ms())) < 0) left = 0;
        n = poll(p, (nfds_t)count + 1, left);
    } while (n < 0 && errno == EINTR);
    if (n < 0) return -errno;
    int ready = p[count].revents ? 1 << 7 : 0;
    for (int i = 0; i < count; i++) {
        if (p[i].revents & POLLIN) ready |= 1 << i;
        if (p[i].revents & POLLPRI) ready |= 1 << (8 + i);
        if (p[i].revents & (POLLHUP | POLLERR | POLLNVAL)) ready |= 1 << (16 + i);
    }
    return ready;
}

int qz_poll(const int *fds, int count, int timeout_ms) {
    return count < 0 || count > 8 ? -EINVAL : wait_for(fds, count, -1, timeout_ms);
}

int qz_poll_with_output(const int *fds, int count, int output, int timeout_ms) {
    return count < 0 || count > 7 ? -EINVAL : wait_for(fds, count, output, timeout_ms);
}
