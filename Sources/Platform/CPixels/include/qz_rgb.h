/// Converts YCbCr samples of any layout to packed RGB.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The layout of one component: the sample of pixel (x, y) is at
/// `base + (y >> shift_y) * stride + (x >> shift_x) * step`.
typedef struct {
    size_t base, stride, step;
    unsigned shift_x, shift_y;
} qz_plane;

/// The matrix (ITU-R BT.601 or BT.709) and the range of the samples: full as in JPEG, or limited as in video.
typedef enum {
    QZ_BT601_VIDEO,
    QZ_BT601_FULL,
    QZ_BT709_VIDEO,
    QZ_BT709_FULL,
} qz_matrix;

/// Fills `blue_grid` and `red_grid`, `columns * rows` bytes each, with single samples of `blue` and `red` from all over a picture of
/// `width` × `height`. Errors as of `qz_rgb_from_planes`.
int qz_chroma_grid(const uint8_t *data, size_t length, const qz_plane *blue, const qz_plane *red, int width, int height,
                   int columns, int rows, uint8_t *blue_grid, uint8_t *red_grid);

/// Fills `rgb`, `width * height * 3` packed bytes, from `length` bytes of samples.
/// Returns 0, -EBADMSG when the data is too short for a plane, or -EINVAL for a size that is not 1 to 65535.
int qz_rgb_from_planes(const uint8_t *data, size_t length, const qz_plane *luma, const qz_plane *blue,
                       const qz_plane *red, qz_matrix matrix, uint8_t *rgb, int width, int height);
