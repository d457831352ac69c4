#include "qz_interrupt.h"
#include <signal.h>
#include <stddef.h>

static volatile int *volatile interrupted;

static void note(int number) {
    (void)number;
    volatile int *flag = interrupted;
    if (flag) *flag = 1;
}

void qz_flag_interrupt(volatile int *flag) {
    struct sigaction action = {0};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = flag ? note : SIG_DFL;
    if (flag) interrupted = flag;
    sigaction(SIGINT, &action, NULL);
    if (!flag) interrupted = NULL;
}
