#define _GNU_SOURCE
#include "qz_program.h"
#include "qz_landlock.h"
#include "qz_process.h"
#include "qz_seccomp.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437  // the same on every architecture
#endif

#ifdef QZ_ARCHITECTURE

/// Refuses a call that opens a file, its flags being argument `at`, for anything but reading.
#define QZ_READING(call, at)                                                                                    \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), QZ_LOAD(args[at]),                                   \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), QZ_REFUSE,            \
        QZ_RETURN(SECCOMP_RET_ALLOW)
#define QZ_NO(call) QZ_IS(call, QZ_REFUSE)

/// Sockets of IP alone: those of files lead to other programs.
#define QZ_ONLY_IP                                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 5), QZ_LOAD(args[0]),                                    \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0),                                                      \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1), QZ_RETURN(SECCOMP_RET_ALLOW), QZ_REFUSE

/// No sockets, or with `uses_network` none but those of IP.
static int filter_sockets(int uses_network) {
    struct sock_filter none[] = {
        QZ_LOAD_CALL, QZ_NO(socket), QZ_NO(connect), QZ_NO(bind), QZ_RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_filter ip[] = {QZ_LOAD_CALL, QZ_ONLY_IP, QZ_RETURN(SECCOMP_RET_ALLOW)};
    return uses_network ? qz_seccomp(ip, sizeof ip / sizeof *ip) : qz_seccomp(none, sizeof none / sizeof *none);
}

/// No changes to files, nothing that reaches other processes or the kernel's rarer parts.
static int filter_calls(void) {
    struct sock_filter filter[] = {
        QZ_LOAD_CALL,
        QZ_READING(openat, 2),
        // Its flags lie in memory, where no filter looks; on ENOSYS libraries fall back to the older call.
        QZ_IS(openat2, QZ_RETURN(SECCOMP_RET_ERRNO | ENOSYS)),
        QZ_IS(io_uring_setup, QZ_RETURN(SECCOMP_RET_ERRNO | ENOSYS)),
        QZ_NO(unlinkat), QZ_NO(renameat), QZ_NO(renameat2), QZ_NO(mkdirat), QZ_NO(mknodat), QZ_NO(linkat),
        QZ_NO(symlinkat), QZ_NO(truncate), QZ_NO(fchmodat), QZ_NO(fchownat), QZ_NO(utimensat), QZ_NO(setxattr),
        QZ_NO(lsetxattr), QZ_NO(removexattr), QZ_NO(lremovexattr),
#if defined(__x86_64__)
        QZ_READING(open, 1),
        QZ_NO(creat), QZ_NO(unlink), QZ_NO(rename), QZ_NO(mkdir), QZ_NO(rmdir), QZ_NO(mknod), QZ_NO(link),
        QZ_NO(symlink), QZ_NO(chmod), QZ_NO(chown), QZ_NO(lchown), QZ_NO(utime), QZ_NO(utimes),
#endif
        QZ_NO(ptrace), QZ_NO(process_vm_readv), QZ_NO(process_vm_writev), QZ_NO(mount), QZ_NO(umount2),
        QZ_NO(pivot_root), QZ_NO(unshare), QZ_NO(setns), QZ_NO(bpf), QZ_NO(perf_event_open), QZ_NO(userfaultfd),
        QZ_NO(keyctl), QZ_NO(add_key), QZ_NO(request_key),
        QZ_RETURN(SECCOMP_RET_ALLOW),
    };
    return qz_seccomp(filter, sizeof filter / sizeof *filter);
}

#else

static int filter_sockets(int uses_network) { return -ENOSYS; }
static int filter_calls(void) { return -ENOSYS; }

#endif

/// In a new network, as the owner of it: its loopback interface with a socket that listens at `port`; negative for none.
static int listen_alone(int port) {
    struct ifreq loopback = {.ifr_name = "lo"};
    int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (control < 0) return -1;
    int failed = ioctl(control, SIOCGIFFLAGS, &loopback) < 0;
    loopback.ifr_flags |= IFF_UP;
    failed = failed || ioctl(control, SIOCSIFFLAGS, &loopback) < 0;
    close(control);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int listener = failed ? -1 : socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0) return -1;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 4) == 0) return listener;
    close(listener);
    return -1;
}

/// What of the network a program gets, where it is not a port in a network of its own.
enum { NO_NETWORK = -1, THIS_NETWORK = 0 };

/// In the new process: drops rights; returns what it is kept from. With a port as `network`, `listener` gets what `listen_alone`
/// returns.
static int confine(size_t memory, int seconds, int network, int *listener) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    qz_limit(RLIMIT_CORE, 0, 0);
    qz_limit(RLIMIT_FSIZE, 0, 0);
    qz_limit(RLIMIT_DATA, memory, memory);
    qz_limit(RLIMIT_CPU, (rlim_t)seconds, RLIM_INFINITY);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return 0;
    int kept = 0;
    if (network == THIS_NETWORK) {
        (void)!unshare(CLONE_NEWUSER | CLONE_NEWIPC);
    } else if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) == 0) {
        if (network != NO_NETWORK) *listener = listen_alone(network);
        if (network == NO_NETWORK || *listener >= 0) kept |= qz_program_network;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    int uses_network = network == THIS_NETWORK || *listener >= 0;
    if (qz_landlock(1, uses_network)) kept |= qz_program_writing;
    if (filter_sockets(uses_network) == 0 && network == NO_NETWORK) kept |= qz_program_network;
    if (filter_calls() == 0) kept |= qz_program_writing;
    return kept;
}

/// Whether a variable is given to a program that parses untrusted files: all others may hold secrets, and it needs none of them.
static int is_harmless(const char *variable) {
    static const char *const names[] = {"PATH=", "HOME=", "LANG=", "LC_", "TMPDIR=", "LD_LIBRARY_PATH="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(variable, names[i], strlen(names[i]))) return 1;
    return 0;
}

/// The harmless variables of our environment, with a NULL behind the last; NULL without memory. To be freed.
static char **harmless_environment(void) {
    size_t count = 0, made = 0;
    while (environ && environ[count]) count++;
    char **variables = calloc(count + 1, sizeof *variables);
    for (size_t i = 0; variables && i < count; i++)
        if (is_harmless(environ[i])) variables[made++] = environ[i];
    return variables;
}

/// Sends `kept`, and `listener` with it unless it is negative. Whether that succeeded.
static int report(int status, int kept, int listener) {
    struct iovec part = {&kept, sizeof kept};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {.bytes = {0}};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (listener >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof listener);
        memcpy(CMSG_DATA(header), &listener, sizeof listener);
    }
    return sendmsg(status, &message, MSG_NOSIGNAL) == sizeof kept;
}

/// Receives up to `size` bytes of what `report` sent, and the descriptor that came with it, if any.
static ssize_t receive(int status, void *bytes, size_t size, int *listener) {
    struct iovec part = {bytes, size};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count = recvmsg(status, &message, MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header))
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS && *listener < 0)
            memcpy(listener, CMSG_DATA(header), sizeof *listener);
    return count;
}

/// In the new process: only calls that are safe between fork and exec.
static void run(
    const char *const *arguments, char **variables, int input, int output, int errors, int status, size_t memory, int seconds,
    int network) {
    setpgid(0, 0);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 65; number++) sigaction(number, &standard, 0);
    if (input < 0) input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    // Copies first: a descriptor may have the number of another's place.
    input = fcntl(input, F_DUPFD_CLOEXEC, 10);
    output = fcntl(output, F_DUPFD_CLOEXEC, 10);
    errors = fcntl(errors, F_DUPFD_CLOEXEC, 10);
    status = fcntl(status, F_DUPFD_CLOEXEC, 10);
    int failed = input < 0 || output < 0 || errors < 0 || status < 0 || dup2(input, 0) < 0 ||
                 dup2(output, 1) < 0 || dup2(errors, 2) < 0;
    int error = errno;
    if (!failed) {
        int listener = -1;
        int kept = confine(memory, seconds, network, &listener);
        failed = !report(status, kept, listener);
        if (listener >= 0) close(listener);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, 0);
        if (!failed) execvpe(arguments[0], (char *const *)arguments, variables);
        error = errno;
    }
    // End of file, as the pipe closes on exec, means success.
    (void)!write(status, &error, sizeof error);
    _exit(127);
}

int qz_program_start(
    const char *const *arguments, int input, int output, int errors, size_t memory, int seconds,
    qz_program_loopback *loopback, int *kept) {
    int ends[2], listener = -1;
    if (loopback) loopback->listener = -1;
    char **variables = harmless_environment();
    if (!variables) return -ENOMEM;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        int error = errno;
        free(variables);
        return -error;
    }
    qz_keep_statuses();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0)
        run(arguments, variables, input, output, errors, ends[1], memory, seconds, loopback ? loopback->port : NO_NETWORK);
    int error = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, 0);
    free(variables);
    close(ends[1]);
    int said[2] = {0, 0};
    size_t got = 0;
    while (!error && got < sizeof said) {
        ssize_t count = receive(ends[0], (char *)said + got, sizeof said - got, &listener);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        got += (size_t)count;
    }
    close(ends[0]);
    if (!error && got == sizeof said[0]) {
        *kept = said[0];
        if (loopback) loopback->listener = listener;
        return child;
    }
    if (listener >= 0) close(listener);
    if (error) return -error;
    qz_reap(child);
    // Without an answer there is only the error.
    error = got == sizeof said ? said[1] : EIO;
    return error > 0 ? -error : -EIO;
}

int qz_program_wait(int pid, int milliseconds) {
    int status;
    for (;;) {
        pid_t done = waitpid(pid, &status, WNOHANG);
        if (done == pid) return status;
        if (done < 0 && errno != EINTR) return -errno;
        if (milliseconds <= 0) return -EAGAIN;
        struct timespec pause = {0, 5 * 1000 * 1000};
        nanosleep(&pause, 0);
        milliseconds -= 5;
    }
}
