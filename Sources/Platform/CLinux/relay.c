#define _GNU_SOURCE
#include "qz_program.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAXIMUM_PAIRS = 4, CONNECTING = 5000, WRITING = 5000 };

/// A connection of the program's and the one that it is handed on to.
struct pair {
    int ours, theirs;
    /// When something came from there, in milliseconds.
    long long heard;
};

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// Waits for `events` of `descriptor`. 0, or -errno: -ETIMEDOUT, or -ECANCELED when `stop` is readable.
static int wait_for(int descriptor, short events, int stop, int milliseconds) {
    struct pollfd both[] = {{descriptor, events, 0}, {stop, POLLIN, 0}};
    int ready;
    do ready = poll(both, 2, milliseconds);
    while (ready < 0 && errno == EINTR);
    if (ready < 0) return -errno;
    if (both[1].revents) return -ECANCELED;
    return ready == 0 ? -ETIMEDOUT : 0;
}

static int connect_to(const char *address, int port, int stop) {
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV}, *found = NULL;
    if (getaddrinfo(address, service, &hints, &found) != 0) return -EINVAL;
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int result = descriptor < 0 ? -errno : 0;
    if (!result && connect(descriptor, found->ai_addr, found->ai_addrlen) < 0) {
        result = errno == EINPROGRESS ? wait_for(descriptor, POLLOUT, stop, CONNECTING) : -errno;
        int error = 0;
        socklen_t size = sizeof error;
        if (!result && getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0) result = -error;
    }
    freeaddrinfo(found);
    if (result && descriptor >= 0) close(descriptor);
    return result ? result : descriptor;
}

/// Hands on what there is to read. Whether the connection goes on.
static int pump(int from, int to, int stop) {
    char bytes[65536];
    ssize_t count = recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    for (ssize_t sent = 0; sent < count;) {
        ssize_t part = send(to, bytes + sent, (size_t)(count - sent), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (part > 0) sent += part;
        else if (errno == EAGAIN ? wait_for(to, POLLOUT, stop, WRITING) != 0 : errno != EINTR) return 0;
    }
    return count > 0;
}

static void close_pair(struct pair *pair) {
    close(pair->ours);
    close(pair->theirs);
    pair->ours = pair->theirs = -1;
}

int qz_relay(int listener, const char *address, int port, int stop, int patience) {
    struct pair pairs[MAXIMUM_PAIRS];
    for (int i = 0; i < MAXIMUM_PAIRS; i++) pairs[i] = (struct pair){-1, -1, 0};
    int result = 0;
    while (!result) {
        // A negative descriptor is passed over.
        struct pollfd all[2 + 2 * MAXIMUM_PAIRS] = {{stop, POLLIN, 0}, {-1, POLLIN, 0}};
        for (int i = 0; i < MAXIMUM_PAIRS; i++) {
            all[2 + 2 * i] = (struct pollfd){pairs[i].ours, POLLIN, 0};
            all[3 + 2 * i] = (struct pollfd){pairs[i].theirs, POLLIN, 0};
            if (pairs[i].ours < 0) all[1].fd = listener;
        }
        if (poll(all, 2 + 2 * MAXIMUM_PAIRS, 500) < 0 && errno != EINTR) result = -errno;
        if (all[0].revents || result) break;
        for (int i = 0; i < MAXIMUM_PAIRS; i++) {
            struct pair *pair = &pairs[i];
            if (pair->ours < 0) continue;
            int goes_on = 1;
            if (all[3 + 2 * i].revents) {
                pair->heard = now();
                goes_on = pump(pair->theirs, pair->ours, stop);
            }
            if (goes_on && all[2 + 2 * i].revents) goes_on = pump(pair->ours, pair->theirs, stop);
            if (!goes_on || now() - pair->heard > patience) close_pair(pair);
        }
        if (!all[1].revents) continue;
        int ours = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (ours < 0) continue;
        int theirs = connect_to(address, port, stop);
        if (theirs < 0) {
            close(ours);
            result = theirs;
            break;
        }
        int yes = 1;
        setsockopt(theirs, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        for (int i = 0; i < MAXIMUM_PAIRS; i++)
            if (pairs[i].ours < 0) {
                pairs[i] = (struct pair){ours, theirs, now()};
                break;
            }
    }
    for (int i = 0; i < MAXIMUM_PAIRS; i++)
        if (pairs[i].ours >= 0) close_pair(&pairs[i]);
    return result == -ECANCELED ? 0 : result;
}

int qz_listen_locally(int *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0) return -errno;
    if (bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 4) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) < 0) {
        int error = errno;
        close(listener);
        return -error;
    }
    *port = ntohs(address.sin_port);
    return listener;
}
