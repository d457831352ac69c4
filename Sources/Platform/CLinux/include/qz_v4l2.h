/// Video4Linux2 capture: one function a call, over a table of system calls that tests replace.
///
/// Every function returns 0 or a non-negative result, or -errno; an interrupted call is made again.
#pragma once
#include <linux/media.h>
#include <linux/videodev2.h>
#include <stddef.h>
#include <stdint.h>

/// The system calls that a camera needs. Each returns a non-negative result or -errno.
///
/// `qz_v4l2_system` is the kernel's; a test brings its own table to script a camera, to force an
/// errno, or to count what is open. A table must outlive every descriptor opened through it, and may be
/// used by several threads at once.
typedef struct qz_v4l2_ops {
    void *context;
    /// A descriptor for reading and writing, non-blocking and close-on-exec.
    int (*open)(void *context, const char *path);
    int (*close)(void *context, int fd);
    int (*ioctl)(void *context, int fd, unsigned long request, void *argument);
    /// A read-only shared mapping, left in `address`.
    int (*map)(void *context, int fd, size_t length, int64_t offset, void **address);
    int (*unmap)(void *context, void *address, size_t length);
    /// As qz_poll.
    int (*poll)(void *context, const int *fds, int count, int timeout_ms);
} qz_v4l2_ops;

/// The kernel's calls.
const qz_v4l2_ops *qz_v4l2_system(void);

int qz_v4l2_open(const qz_v4l2_ops *ops, const char *path);
int qz_v4l2_close(const qz_v4l2_ops *ops, int fd);
int qz_v4l2_map(const qz_v4l2_ops *ops, int fd, size_t length, int64_t offset, void **address);
int qz_v4l2_unmap(const qz_v4l2_ops *ops, void *address, size_t length);
int qz_v4l2_poll(const qz_v4l2_ops *ops, const int *fds, int count, int timeout_ms);

/// The requests that pass one structure to the driver: the function qz_v4l2_…, the request, the structure.
///
/// The enumerations read `index` (and what the kernel's struct says must be set); -EINVAL ends the list. So it does for
/// query_ext_ctrl, whose `id` may carry V4L2_CTRL_FLAG_NEXT_CTRL and V4L2_CTRL_FLAG_NEXT_COMPOUND; dqevent takes a waiting
/// event, -ENOENT when there is none.
#define QZ_V4L2_REQUESTS(F) \
    F(querycap, VIDIOC_QUERYCAP, struct v4l2_capability) \
    F(enum_fmt, VIDIOC_ENUM_FMT, struct v4l2_fmtdesc) \
    F(enum_framesizes, VIDIOC_ENUM_FRAMESIZES, struct v4l2_frmsizeenum) \
    F(enum_frameintervals, VIDIOC_ENUM_FRAMEINTERVALS, struct v4l2_frmivalenum) \
    F(g_fmt, VIDIOC_G_FMT, struct v4l2_format) \
    F(s_fmt, VIDIOC_S_FMT, struct v4l2_format) \
    F(try_fmt, VIDIOC_TRY_FMT, struct v4l2_format) \
    F(g_parm, VIDIOC_G_PARM, struct v4l2_streamparm) \
    F(s_parm, VIDIOC_S_PARM, struct v4l2_streamparm) \
    F(reqbufs, VIDIOC_REQBUFS, struct v4l2_requestbuffers) \
    F(querybuf, VIDIOC_QUERYBUF, struct v4l2_buffer) \
    F(qbuf, VIDIOC_QBUF, struct v4l2_buffer) \
    F(dqbuf, VIDIOC_DQBUF, struct v4l2_buffer) \
    F(query_ext_ctrl, VIDIOC_QUERY_EXT_CTRL, struct v4l2_query_ext_ctrl) \
    F(querymenu, VIDIOC_QUERYMENU, struct v4l2_querymenu) \
    F(dqevent, VIDIOC_DQEVENT, struct v4l2_event)

/// A function, and the request's number for scripted cameras: Swift cannot import it.
#define QZ_V4L2_DECLARATION(name, request, type) \
    int qz_v4l2_##name(const qz_v4l2_ops *ops, int fd, type *argument); \
    static const unsigned long qz_##request = request;
QZ_V4L2_REQUESTS(QZ_V4L2_DECLARATION)

/// Single-planar video capture on or off.
int qz_v4l2_streamon(const qz_v4l2_ops *ops, int fd);
int qz_v4l2_streamoff(const qz_v4l2_ops *ops, int fd);

/// The value of one control; `wide` says that it is of type V4L2_CTRL_TYPE_INTEGER64.
int qz_v4l2_get_control(const qz_v4l2_ops *ops, int fd, uint32_t id, int wide, int64_t *value);
/// Sets one control; `value` holds on return what the driver took.
int qz_v4l2_set_control(const qz_v4l2_ops *ops, int fd, uint32_t id, int wide, int64_t *value);
/// A rectangle control (V4L2_CTRL_TYPE_RECT): its value, or by `which` its default or largest (V4L2_CTRL_WHICH_*).
int qz_v4l2_get_rectangle(const qz_v4l2_ops *ops, int fd, uint32_t id, uint32_t which, struct v4l2_rect *rectangle);
/// Sets a rectangle control; `rectangle` holds on return what the driver took.
int qz_v4l2_set_rectangle(const qz_v4l2_ops *ops, int fd, uint32_t id, struct v4l2_rect *rectangle);

/// Asks for V4L2_EVENT_SOURCE_CHANGE, which wakes a poll (bit 8 of qz_poll's result).
int qz_v4l2_subscribe_source_change(const qz_v4l2_ops *ops, int fd);

/// The entity of a media controller (/dev/mediaN) that follows the one in `entity`, whose id is 0 for the first;
/// -EINVAL ends the list.
int qz_media_next_entity(const qz_v4l2_ops *ops, int fd, struct media_entity_desc *entity);

/// libv4lconvert, for pixel formats of which we know no luma layout.
typedef struct qz_v4l2_converter qz_v4l2_converter;
/// A converter for frames laid out as `source` from the device at `fd`, which must stay open as long.
/// NULL when libv4lconvert does not know the pixel format, the size is out of range, or memory is exhausted.
qz_v4l2_converter *qz_v4l2_converter_new(const qz_v4l2_ops *ops, int fd, const struct v4l2_pix_format *source);
void qz_v4l2_converter_free(qz_v4l2_converter *converter);
/// Fills `luma`, `width * height` packed bytes, from a frame of `length` bytes.
/// -EBADMSG when the frame is shorter than its format needs or libv4lconvert refuses it.
int qz_v4l2_converter_luma(qz_v4l2_converter *converter, const uint8_t *data, size_t length, uint8_t *luma);
/// The whole picture that the last successful call made `luma` of, as planar YUV 4:2:0 (V4L2_PIX_FMT_YUV420), rows packed.
/// Valid until the next call.
const uint8_t *qz_v4l2_converter_planes(const qz_v4l2_converter *converter, size_t *length);

/// The other request numbers and flags that Swift cannot import.
static const unsigned long qz_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long qz_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long qz_VIDIOC_G_EXT_CTRLS = VIDIOC_G_EXT_CTRLS;
static const unsigned long qz_VIDIOC_S_EXT_CTRLS = VIDIOC_S_EXT_CTRLS;
static const unsigned long qz_VIDIOC_SUBSCRIBE_EVENT = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long qz_MEDIA_IOC_ENUM_ENTITIES = MEDIA_IOC_ENUM_ENTITIES;
/// The type of a flash LED's entity.
static const uint32_t qz_MEDIA_ENT_F_FLASH = MEDIA_ENT_F_FLASH;
