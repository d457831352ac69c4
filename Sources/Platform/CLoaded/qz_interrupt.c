#define _GNU_SOURCE
#include "qz_interrupt.h"
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

void qz_cancellation_init(qz_cancellation *cancellation) {
    cancellation->flag = 0;
    sem_init(&cancellation->wake, 0, 0);
}

volatile int *qz_cancellation_flag(qz_cancellation *cancellation) { return &cancellation->flag; }

void qz_cancellation_cancel(qz_cancellation *cancellation) {
    int error = errno;
    cancellation->flag = 1;
    sem_post(&cancellation->wake);
    errno = error;
}

void qz_cancellation_wait(qz_cancellation *cancellation, int milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += milliseconds % 1000 * 1000000L;
    end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    while (!cancellation->flag && sem_clockwait(&cancellation->wake, CLOCK_MONOTONIC, &end) != 0 && errno == EINTR) {
    }
}

static qz_cancellation *volatile interrupted;

static void note(int number) {
    (void)number;
    qz_cancellation *cancellation = interrupted;
    if (cancellation) qz_cancellation_cancel(cancellation);
}

void qz_cancel_on_interrupt(qz_cancellation *cancellation) {
    struct sigaction action = {0};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = cancellation ? note : SIG_DFL;
    if (cancellation) interrupted = cancellation;
    sigaction(SIGINT, &action, NULL);
    if (!cancellation) interrupted = NULL;
}
