#define _GNU_SOURCE
#include "qz_thread.h"
#include <pthread.h>
#include <stdio.h>

void qz_thread_name(const char *name) {
    char kept[16];
    snprintf(kept, sizeof kept, "%s", name);
    pthread_setname_np(pthread_self(), kept);
}
