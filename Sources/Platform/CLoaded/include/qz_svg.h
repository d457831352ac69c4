#pragma once
#include <stddef.h>
#include <stdint.h>

/// What becomes of a picture in SVG.
enum {
    QZ_SVG_DRAWN = 0,
    /// librsvg is not installed, or older than 2.52.
    QZ_SVG_NO_LIBRARY,
    /// It is no SVG, is damaged, or is too complicated.
    QZ_SVG_DAMAGED,
    /// It has neither a width and height nor a viewBox.
    QZ_SVG_NO_SIZE,
    QZ_SVG_NO_MEMORY,
};

/// Reads how wide a picture is by its height. Files that it refers to are not opened. Returns `QZ_SVG_…`.
int qz_svg_ratio(const uint8_t *_Nonnull data, size_t length, double *_Nonnull ratio);

/// Draws a picture on white into `luma`, `width * height` bytes, rows packed; it fills the whole. Returns `QZ_SVG_…`.
int qz_svg_luma(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nonnull luma, int width, int height);
