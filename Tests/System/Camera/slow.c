// Simulates a hanging camera: preloaded into the program (LD_PRELOAD), calls for controls and formats take 3 s while the
// file SLOW_WHILE exists.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

int ioctl(int fd, unsigned long request, ...) {
    static int (*next)(int, unsigned long, void *);
    if (!next) next = dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    const char *file = getenv("SLOW_WHILE");
    switch (request) {
    case VIDIOC_QUERYCAP:
    case VIDIOC_ENUM_FMT:
    case VIDIOC_QUERY_EXT_CTRL:
    case VIDIOC_G_EXT_CTRLS:
    case VIDIOC_S_EXT_CTRLS:
    case VIDIOC_STREAMOFF:
        if (file && access(file, F_OK) == 0) sleep(3);
    }
    return next(fd, request, argument);
}
