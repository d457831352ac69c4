#include "qz_v4l2.h"
#include <errno.h>
#include <libv4l-plugin.h>
#include <libv4lconvert.h>
#include <stdlib.h>
#include <string.h>

// libv4lconvert 1.22 trusts its input: several decoders read past a short frame, a row stride below the
// width makes it read gigabytes away, and most raw formats ignore a padded stride. So it never sees the
// driver's memory: each frame is copied, rows packed, into a buffer larger than any frame of its size.

struct qz_v4l2_converter {
    const qz_v4l2_ops *ops;
    struct v4lconvert_data *data;
    struct v4l2_format source, target;
    size_t stride, row;            // of a raw format, in the frame and packed; 0 for compressed ones
    size_t capacity, filled;       // of `input`
    size_t output_size;
    uint8_t *input, *output;
};

// Bits a pixel of raw formats. What is not here is compressed, of no fixed length.
static unsigned bits_per_pixel(uint32_t fourcc) {
    switch (fourcc) {
    case V4L2_PIX_FMT_RGB32: case V4L2_PIX_FMT_BGR32: case V4L2_PIX_FMT_ABGR32: case V4L2_PIX_FMT_XBGR32:
    case V4L2_PIX_FMT_ARGB32: case V4L2_PIX_FMT_XRGB32:
        return 32;
    case V4L2_PIX_FMT_RGB24: case V4L2_PIX_FMT_BGR24:
        return 24;
    case V4L2_PIX_FMT_RGB565:
    case V4L2_PIX_FMT_SBGGR10: case V4L2_PIX_FMT_SGBRG10: case V4L2_PIX_FMT_SGRBG10: case V4L2_PIX_FMT_SRGGB10:
    case V4L2_PIX_FMT_SBGGR16: case V4L2_PIX_FMT_SGBRG16: case V4L2_PIX_FMT_SGRBG16: case V4L2_PIX_FMT_SRGGB16:
        return 16;
    case V4L2_PIX_FMT_Y10BPACK:
    case V4L2_PIX_FMT_SBGGR10P: case V4L2_PIX_FMT_SGBRG10P: case V4L2_PIX_FMT_SGRBG10P: case V4L2_PIX_FMT_SRGGB10P:
        return 10;
    case V4L2_PIX_FMT_SBGGR8: case V4L2_PIX_FMT_SGBRG8: case V4L2_PIX_FMT_SGRBG8: case V4L2_PIX_FMT_SRGGB8:
    case V4L2_PIX_FMT_Y4: case V4L2_PIX_FMT_Y6:
        return 8;
    default:
        return 0;
    }
}

// libv4lconvert asks the device what it is; it has to ask through the same table as we do.
static int asked(void *priv, int fd, unsigned long request, void *argument) {
    const qz_v4l2_ops *ops = priv;
    int result = ops->ioctl(ops->context, fd, request, argument);
    if (result >= 0) return result;
    errno = -result;
    return -1;
}

static ssize_t refused_read(void *priv, int fd, void *buffer, size_t count) {
    (void)priv, (void)fd, (void)buffer, (void)count;
    errno = ENOTSUP;
    return -1;
}

static ssize_t refused_write(void *priv, int fd, const void *buffer, size_t count) {
    (void)priv, (void)fd, (void)buffer, (void)count;
    errno = ENOTSUP;
    return -1;
}

static const struct libv4l_dev_ops asking = {.ioctl = asked, .read = refused_read, .write = refused_write};

// There is no list of what libv4lconvert knows; a frame, here of zeros, has to be converted to find out.
static int knows(qz_v4l2_converter *c) {
    errno = 0;
    int result = v4lconvert_convert(
        c->data, &c->source, &c->target, c->input, (int)c->capacity, c->output, (int)c->output_size);
    return result >= 0 || errno != EINVAL;
}

qz_v4l2_converter *qz_v4l2_converter_new(const qz_v4l2_ops *ops, int fd, const struct v4l2_pix_format *source) {
    size_t width = source->width, height = source->height;
    if (!width || !height || width > 16384 || height > 16384) return NULL;
    // Only packed RGB may have any size: loops over Bayer blocks and macroblocks miss their end otherwise.
    unsigned bits = bits_per_pixel(source->pixelformat);
    int is_rgb = bits == 24 || bits == 32 || source->pixelformat == V4L2_PIX_FMT_RGB565;
    if (!is_rgb && (width % 2 || height % 2 || width < 16 || height < 16)) return NULL;
    // Both crash libv4lconvert 1.22 whatever the frame holds.
    if (source->pixelformat == V4L2_PIX_FMT_HSV24 || source->pixelformat == V4L2_PIX_FMT_HSV32) return NULL;

    qz_v4l2_converter *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->ops = ops;
    c->source.type = c->target.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    c->source.fmt.pix = *source;
    c->row = (width * bits + 7) / 8;
    c->stride = source->bytesperline > c->row ? source->bytesperline : c->row;
    // Compressed formats unpack to Bayer rows of this stride.
    c->source.fmt.pix.bytesperline = (uint32_t)(c->row ? c->row : width);
    c->target.fmt.pix.width = source->width;
    c->target.fmt.pix.height = source->height;
    c->target.fmt.pix.pixelformat = V4L2_PIX_FMT_YUV420;
    c->target.fmt.pix.bytesperline = source->width;
    // Odd sizes: chroma planes are rounded up, and some decoders write whole 2 x 2 blocks.
    c->output_size = (width + 1) * (height + 1) * 3 / 2;
    c->target.fmt.pix.sizeimage = (uint32_t)c->output_size;
    c->capacity = width * height * 4 + 65536;
    if (c->row) c->source.fmt.pix.sizeimage = (uint32_t)(c->row * height);
    c->input = calloc(1, c->capacity);
    c->output = calloc(1, c->output_size + 65536);
    if (c->input && c->output) c->data = v4lconvert_create_with_dev_ops(fd, (void *)ops, &asking);
    if (c->data && knows(c)) return c;
    qz_v4l2_converter_free(c);
    return NULL;
}

void qz_v4l2_converter_free(qz_v4l2_converter *c) {
    if (!c) return;
    if (c->data) v4lconvert_destroy(c->data);
    free(c->input);
    free(c->output);
    free(c);
}

int qz_v4l2_converter_luma(qz_v4l2_converter *c, const uint8_t *data, size_t length, uint8_t *luma) {
    size_t width = c->source.fmt.pix.width, height = c->source.fmt.pix.height;
    size_t taken = length;
    if (c->row) {
        if (length < c->stride * (height - 1) + c->row) return -EBADMSG;
        for (size_t y = 0; y < height; y++) memcpy(c->input + y * c->row, data + y * c->stride, c->row);
        taken = c->row * height;
    } else {
        if (length == 0 || length > c->capacity) return -EBADMSG;
        memcpy(c->input, data, length);
    }
    // Bytes left from a longer frame would be taken for this one's.
    if (taken < c->filled) memset(c->input + taken, 0, c->filled - taken);
    c->filled = taken;
    int result = v4lconvert_convert(
        c->data, &c->source, &c->target, c->input, (int)taken, c->output, (int)c->output_size);
    if (result < 0) return -EBADMSG;
    memcpy(luma, c->output, width * height);
    return 0;
}

const uint8_t *qz_v4l2_converter_planes(const qz_v4l2_converter *c, size_t *length) {
    *length = c->output_size;
    return c->output;
}
