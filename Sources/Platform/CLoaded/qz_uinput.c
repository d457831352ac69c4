#include "qz_uinput.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// Up to KEY_COMPOSE: letters, digits, signs, modifiers.
static const int last_key = KEY_COMPOSE;

int qz_uinput_open(const char *path, const char *name) {
    int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    int failed = ioctl(descriptor, UI_SET_EVBIT, EV_KEY);
    for (int key = KEY_ESC; key <= last_key && !failed; key++) failed = ioctl(descriptor, UI_SET_KEYBIT, key);
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 0x1209, .product = 0x715A, .version = 1}};
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (failed || ioctl(descriptor, UI_DEV_SETUP, &setup) || ioctl(descriptor, UI_DEV_CREATE)) {
        int code = errno;
        close(descriptor);
        return -code;
    }
    return descriptor;
}

static int emit(int descriptor, uint16_t type, uint16_t code, int value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    return write(descriptor, &event, sizeof event) == sizeof event ? 0 : -errno;
}

int qz_uinput_key(int descriptor, uint16_t key, int is_down) {
    int result = emit(descriptor, EV_KEY, key, is_down);
    return result ? result : emit(descriptor, EV_SYN, SYN_REPORT, 0);
}

void qz_uinput_close(int descriptor) {
    ioctl(descriptor, UI_DEV_DESTROY);
    close(descriptor);
}
