#include "qz_library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static int load(const qz_library *library) {
    void *handle = NULL;
    for (const char *const *file = library->files; *file && !handle; file++)
        handle = dlopen(*file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    for (const qz_function *function = library->functions; function->name; function++) {
        void *address = dlsym(handle, function->name);
        if (!address) return 0;
        *(void **)((char *)library->table + function->offset) = address;
    }
    return !library->prepare || library->prepare();
}

int qz_library_is_there(qz_library *library) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    if (!library->was_tried) (library->is_there = load(library), library->was_tried = 1);
    int is_there = library->is_there;
    pthread_mutex_unlock(&mutex);
    return is_there;
}

void qz_copy(char *text, size_t size, const char *from) { snprintf(text, size, "%s", from ? from : ""); }

long long qz_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}
