#include "qz_watch.h"
#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int qz_watch_open(const char *folder) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0) return -errno;
    // IN_ATTRIB: udev makes the node first and gives it to its group afterwards.
    if (inotify_add_watch(fd, folder, IN_CREATE | IN_DELETE | IN_MOVE | IN_ATTRIB | IN_ONLYDIR) < 0) {
        int failed = errno;
        close(fd);
        return -failed;
    }
    return fd;
}

int qz_watch_take(int fd) {
    _Alignas(struct inotify_event) char events[4096];
    int found = 0;
    for (;;) {
        ssize_t n = read(fd, events, sizeof events);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno == EAGAIN ? found : -errno;
        if (n == 0) return found;
        for (char *at = events; at + sizeof(struct inotify_event) <= events + n;) {
            const struct inotify_event *event = (const struct inotify_event *)at;
            if (event->mask & IN_Q_OVERFLOW) found = 1;
            if (event->len > 0 && (!strncmp(event->name, "video", 5) || !strncmp(event->name, "v4l", 3))) found = 1;
            at += sizeof *event + event->len;
        }
    }
}
