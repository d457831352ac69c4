#include "qz_v4l2.h"
#include "qz_events.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

// ---- the kernel's calls

static int system_open(void *context, const char *path) {
    (void)context;
    int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int system_close(void *context, int fd) {
    (void)context;
    return close(fd) < 0 ? -errno : 0;
}

static int system_ioctl(void *context, int fd, unsigned long request, void *argument) {
    (void)context;
    int result = ioctl(fd, request, argument);
    return result < 0 ? -errno : result;
}

static int system_map(void *context, int fd, size_t length, int64_t offset, void **address) {
    (void)context;
    void *mapped = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)offset);
    if (mapped == MAP_FAILED) return -errno;
    *address = mapped;
    return 0;
}

static int system_unmap(void *context, void *address, size_t length) {
    (void)context;
    return munmap(address, length) < 0 ? -errno : 0;
}

static int system_poll(void *context, const int *fds, int count, int timeout_ms) {
    (void)context;
    return qz_poll(fds, count, timeout_ms);
}

const qz_v4l2_ops *qz_v4l2_system(void) {
    static const qz_v4l2_ops ops = {
        NULL, system_open, system_close, system_ioctl, system_map, system_unmap, system_poll,
    };
    return &ops;
}

// ---- the calls, through a table

int qz_v4l2_open(const qz_v4l2_ops *ops, const char *path) {
    int fd;
    do fd = ops->open(ops->context, path);
    while (fd == -EINTR);
    return fd;
}

// An interrupted close(2) has closed on Linux: making it again could close another thread's descriptor.
int qz_v4l2_close(const qz_v4l2_ops *ops, int fd) { return ops->close(ops->context, fd); }

int qz_v4l2_map(const qz_v4l2_ops *ops, int fd, size_t length, int64_t offset, void **address) {
    return ops->map(ops->context, fd, length, offset, address);
}

int qz_v4l2_unmap(const qz_v4l2_ops *ops, void *address, size_t length) {
    return ops->unmap(ops->context, address, length);
}

int qz_v4l2_poll(const qz_v4l2_ops *ops, const int *fds, int count, int timeout_ms) {
    int ready;
    do ready = ops->poll(ops->context, fds, count, timeout_ms);
    while (ready == -EINTR);
    return ready;
}

static int call(const qz_v4l2_ops *ops, int fd, unsigned long request, void *argument) {
    int result;
    do result = ops->ioctl(ops->context, fd, request, argument);
    while (result == -EINTR);
    return result;
}

#define QZ_V4L2_DEFINITION(name, request, type) \
    int qz_v4l2_##name(const qz_v4l2_ops *ops, int fd, type *argument) { return call(ops, fd, request, argument); }
QZ_V4L2_REQUESTS(QZ_V4L2_DEFINITION)

int qz_v4l2_streamon(const qz_v4l2_ops *ops, int fd) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return call(ops, fd, VIDIOC_STREAMON, &type);
}

int qz_v4l2_streamoff(const qz_v4l2_ops *ops, int fd) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return call(ops, fd, VIDIOC_STREAMOFF, &type);
}

static int one_control(
    const qz_v4l2_ops *ops, int fd, unsigned long request, uint32_t id, int wide, int64_t *value) {
    struct v4l2_ext_control control = {.id = id};
    // The two share a union: the wide one would read garbage in its upper half.
    if (wide) control.value64 = *value;
    else control.value = (int32_t)*value;
    struct v4l2_ext_controls controls = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &control};
    int result = call(ops, fd, request, &controls);
    if (result >= 0) *value = wide ? control.value64 : control.value;
    return result;
}

int qz_v4l2_get_control(const qz_v4l2_ops *ops, int fd, uint32_t id, int wide, int64_t *value) {
    *value = 0;
    return one_control(ops, fd, VIDIOC_G_EXT_CTRLS, id, wide, value);
}

int qz_v4l2_set_control(const qz_v4l2_ops *ops, int fd, uint32_t id, int wide, int64_t *value) {
    return one_control(ops, fd, VIDIOC_S_EXT_CTRLS, id, wide, value);
}

static int rectangle_control(
    const qz_v4l2_ops *ops, int fd, unsigned long request, uint32_t id, uint32_t which, struct v4l2_rect *rectangle) {
    struct v4l2_ext_control control = {.id = id, .size = sizeof *rectangle, .ptr = rectangle};
    struct v4l2_ext_controls controls = {.which = which, .count = 1, .controls = &control};
    return call(ops, fd, request, &controls);
}

int qz_v4l2_get_rectangle(const qz_v4l2_ops *ops, int fd, uint32_t id, uint32_t which, struct v4l2_rect *rectangle) {
    *rectangle = (struct v4l2_rect){0};
    return rectangle_control(ops, fd, VIDIOC_G_EXT_CTRLS, id, which, rectangle);
}

int qz_v4l2_set_rectangle(const qz_v4l2_ops *ops, int fd, uint32_t id, struct v4l2_rect *rectangle) {
    return rectangle_control(ops, fd, VIDIOC_S_EXT_CTRLS, id, V4L2_CTRL_WHICH_CUR_VAL, rectangle);
}

int qz_v4l2_subscribe_source_change(const qz_v4l2_ops *ops, int fd) {
    struct v4l2_event_subscription subscription = {.type = V4L2_EVENT_SOURCE_CHANGE};
    return call(ops, fd, VIDIOC_SUBSCRIBE_EVENT, &subscription);
}

int qz_media_next_entity(const qz_v4l2_ops *ops, int fd, struct media_entity_desc *entity) {
    entity->id |= MEDIA_ENT_ID_FLAG_NEXT;
    return call(ops, fd, MEDIA_IOC_ENUM_ENTITIES, entity);
}
