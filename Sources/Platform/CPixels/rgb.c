#include "qz_rgb.h"
#include <errno.h>

/// Conversion matrix in 16.16 fixed point: the weight of luma, then those of Cr and Cb for each colour. `black` is the
/// luma level of black.
typedef struct {
    int black, luma, red_red, red_green, blue_green, blue_blue;
} Factors;

static const Factors factors[] = {
    [QZ_BT601_VIDEO] = {16, 76309, 104597, -53279, -25675, 132201},
    [QZ_BT601_FULL] = {0, 65536, 91881, -46802, -22553, 116130},
    [QZ_BT709_VIDEO] = {16, 76309, 117489, -34925, -13975, 138438},
    [QZ_BT709_FULL] = {0, 65536, 103206, -30679, -12276, 121609},
};

static uint8_t clamped(int fixed) {
    int value = (fixed + 32768) >> 16;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// Whether the plane's last sample lies within `length` bytes.
static int fits(const qz_plane *plane, size_t length, size_t width, size_t height) {
    size_t last, row = (height - 1) >> plane->shift_y, column = (width - 1) >> plane->shift_x;
    size_t down, across;
    return !__builtin_mul_overflow(row, plane->stride, &down) && !__builtin_mul_overflow(column, plane->step, &across) &&
           !__builtin_add_overflow(down, across, &last) && !__builtin_add_overflow(last, plane->base, &last) &&
           last < length;
}

int qz_rgb_from_planes(const uint8_t *data, size_t length, const qz_plane *luma, const qz_plane *blue,
                       const qz_plane *red, qz_matrix matrix, uint8_t *rgb, int width, int height) {
    if (width < 1 || height < 1 || width > 65535 || height > 65535) return -EINVAL;
    size_t w = (size_t)width, h = (size_t)height;
    if (!fits(luma, length, w, h) || !fits(blue, length, w, h) || !fits(red, length, w, h)) return -EBADMSG;
    const Factors f = factors[matrix];
    for (size_t y = 0; y < h; y++) {
        const uint8_t *ys = data + luma->base + (y >> luma->shift_y) * luma->stride;
        const uint8_t *us = data + blue->base + (y >> blue->shift_y) * blue->stride;
        const uint8_t *vs = data + red->base + (y >> red->shift_y) * red->stride;
        for (size_t x = 0; x < w; x++, rgb += 3) {
            int l = (ys[(x >> luma->shift_x) * luma->step] - f.black) * f.luma;
            int u = us[(x >> blue->shift_x) * blue->step] - 128;
            int v = vs[(x >> red->shift_x) * red->step] - 128;
            rgb[0] = clamped(l + f.red_red * v);
            rgb[1] = clamped(l + f.red_green * v + f.blue_green * u);
            rgb[2] = clamped(l + f.blue_blue * u);
        }
    }
    return 0;
}

int qz_chroma_grid(const uint8_t *data, size_t length, const qz_plane *blue, const qz_plane *red, int width, int height,
                   int columns, int rows, uint8_t *blue_grid, uint8_t *red_grid) {
    if (width < 1 || height < 1 || width > 65535 || height > 65535) return -EINVAL;
    if (columns < 1 || rows < 1 || columns > width || rows > height) return -EINVAL;
    size_t w = (size_t)width, h = (size_t)height;
    if (!fits(blue, length, w, h) || !fits(red, length, w, h)) return -EBADMSG;
    for (size_t row = 0; row < (size_t)rows; row++) {
        size_t y = (2 * row + 1) * h / (2 * (size_t)rows);
        const uint8_t *us = data + blue->base + (y >> blue->shift_y) * blue->stride;
        const uint8_t *vs = data + red->base + (y >> red->shift_y) * red->stride;
        for (size_t column = 0; column < (size_t)columns; column++) {
            size_t x = (2 * column + 1) * w / (2 * (size_t)columns);
            *blue_grid++ = us[(x >> blue->shift_x) * blue->step];
            *red_grid++ = vs[(x >> red->shift_x) * red->step];
        }
    }
    return 0;
}
