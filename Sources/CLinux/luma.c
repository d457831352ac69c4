#include "qz_luma.h"
#include <errno.h>
#include <string.h>

int qz_luma_samples(const uint8_t *source, size_t length, size_t stride, size_t step, size_t offset, uint8_t *luma,
                    size_t width, size_t height) {
    if (!width || !height || width > 1 << 16 || height > 1 << 16) return -EINVAL;
    if (!step || step > 8 || offset >= step || stride < (width - 1) * step + offset + 1) return -EINVAL;
    if (stride > 1 << 24 || length < stride * (height - 1) + (width - 1) * step + offset + 1) return -EBADMSG;
    for (size_t y = 0; y < height; y++) {
        const uint8_t *from = source + y * stride + offset;
        uint8_t *to = luma + y * width;
        // A constant step lets the compiler make vectors of the loop.
        if (step == 1) memcpy(to, from, width);
        else if (step == 2) for (size_t x = 0; x < width; x++) to[x] = from[2 * x];
        else for (size_t x = 0; x < width; x++) to[x] = from[step * x];
    }
    return 0;
}
