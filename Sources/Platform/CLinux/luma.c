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

void qz_luma_steady(const uint8_t *restrict former, uint8_t *restrict values, size_t count, uint8_t tolerance) {
    // Without a branch, so that the compiler makes vectors of the loop.
    for (size_t at = 0; at < count; at++) {
        uint8_t old = former[at], new = values[at];
        uint8_t difference = old > new ? old - new : new - old;
        values[at] = difference <= tolerance ? old : new;
    }
}

// Compiled twice where the baseline has vectors of 8 only: the loader takes what the processor has.
#if defined(__x86_64__) && defined(__GLIBC__)
#define QZ_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define QZ_WIDE_VECTORS
#endif

QZ_WIDE_VECTORS
int16_t qz_luma_products(const int16_t *restrict samples, size_t parts, const int16_t *restrict templates,
                         int16_t *restrict products, size_t count) {
    enum { lanes = 16 };
    int16_t most = 0;
    for (size_t first = 0; first + lanes <= count; first += lanes) {
        // Sums stay in registers.
        uint16_t sums[lanes] = {0};
        for (size_t part = 0; part < parts; part++) {
            const int16_t *row = templates + part * count + first;
            for (int lane = 0; lane < lanes; lane++)
                sums[lane] += (uint16_t)((uint32_t)(uint16_t)samples[part] * (uint16_t)row[lane]);
        }
        for (int lane = 0; lane < lanes; lane++) {
            int16_t sum = (int16_t)sums[lane];
            products[first + lane] = sum;
            int16_t size = sum < 0 ? (int16_t)-(uint16_t)sum : sum;
            most = size > most ? size : most;
        }
    }
    return most;
}
