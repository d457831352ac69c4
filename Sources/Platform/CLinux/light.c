#include "qz_light.h"
#include <linux/videodev2.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static volatile sig_atomic_t lit_fd = -1;
static char brightness[16];  // of a LED; empty for a control
static struct v4l2_control control;

void qz_rescue_led(int fd, const char *text) {
    lit_fd = -1;
    strncpy(brightness, text, sizeof brightness - 1);
    lit_fd = fd;
}

void qz_rescue_control(int fd, uint32_t id, int32_t value) {
    lit_fd = -1;
    brightness[0] = 0;
    control = (struct v4l2_control){.id = id, .value = value};
    lit_fd = fd;
}

void qz_rescue_light_done(int fd) {
    if (lit_fd == fd) lit_fd = -1;
}

void qz_rescue_light_now(void) {
    int fd = lit_fd;
    if (fd < 0) return;
    lit_fd = -1;
    if (!brightness[0]) ioctl(fd, VIDIOC_S_CTRL, &control);
    else if (pwrite(fd, brightness, strlen(brightness), 0) < 0) return;
}
