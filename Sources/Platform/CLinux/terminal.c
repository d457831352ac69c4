#define _GNU_SOURCE
#include "qz_terminal.h"
#include "qz_light.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int qz_terminal_size(int fd, int *columns, int *rows, int *pixel_width, int *pixel_height) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    *pixel_width = size.ws_xpixel;
    *pixel_height = size.ws_ypixel;
    return 0;
}

// Every signal that ends a process and that nothing here handles.
static const int deadly[] = {SIGSEGV, SIGBUS,  SIGILL,    SIGFPE,  SIGABRT, SIGTRAP, SIGSYS,    SIGUSR1,  SIGUSR2,
                             SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGIO,   SIGSTKFLT, SIGPWR};
enum { DEADLY = sizeof deadly / sizeof *deadly };
static struct sigaction before[DEADLY];
static struct termios modes;
static volatile sig_atomic_t rescued_fd = -1;
static volatile sig_atomic_t written_fd = -1;
static char sequence[512];

// Writes the sequence within half a second. A terminal that has not read for half of that gets it in place of what
// waits for it; one that is not read at all takes nothing, and the process ends nevertheless.
static void write_sequence(void) {
    const char *rest = sequence;
    struct pollfd output = {.fd = written_fd, .events = POLLOUT};
    for (int waited = 0; *rest && waited < 500; ) {
        if (poll(&output, 1, 50) < 1 || !(output.revents & POLLOUT)) {
            waited += 50;
            if (waited == 250) tcflush(written_fd, TCOFLUSH);
            continue;
        }
        ssize_t count = write(written_fd, rest, strlen(rest));
        if (count > 0) rest += count;
        else if (count < 0 && errno == EAGAIN) waited += 50;
        else return;
    }
}

// Only async-signal-safe calls: tcsetattr, tcflush, poll, write, sigaction, raise, and those of qz_light.h.
void qz_rescue_now(void) {
    int fd = rescued_fd;
    if (fd < 0) return;
    rescued_fd = -1;
    tcsetattr(fd, TCSANOW, &modes);
    write_sequence();
}

// A handler needs a separate stack where the thread's is exhausted: on the main thread, and on each that asks.
static _Thread_local char signal_stack[32 << 10];

int qz_signal_stack(void) {
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    return sigaltstack(&stack, 0) < 0 ? -errno : 0;
}

static void on_deadly(int number) {
    qz_rescue_light_now();
    qz_rescue_now();
    signal(number, SIG_DFL);
    raise(number);
}

int qz_rescue_terminal(int in_fd, int out_fd, const char *reset) {
    if (tcgetattr(in_fd, &modes) < 0) return -errno;
    strncpy(sequence, reset, sizeof sequence - 1);
    written_fd = out_fd;
    rescued_fd = in_fd;
    qz_signal_stack();
    struct sigaction action = {.sa_handler = on_deadly, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < DEADLY; i++) sigaction(deadly[i], &action, &before[i]);
    return 0;
}

int qz_rescue_sequence(const char *reset) {
    if (strlen(reset) >= sizeof sequence) return -E2BIG;
    strcpy(sequence, reset);
    return 0;
}

void qz_rescue_done(void) {
    if (rescued_fd < 0) return;
    rescued_fd = -1;
    for (int i = 0; i < DEADLY; i++) sigaction(deadly[i], &before[i], 0);
}

int qz_open_pty(int columns, int rows, int *master, int *slave) {
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    if (openpty(master, slave, 0, 0, &size) < 0) return -errno;
    fcntl(*master, F_SETFD, FD_CLOEXEC);
    fcntl(*slave, F_SETFD, FD_CLOEXEC);
    return 0;
}
