#pragma once
#include <stddef.h>
#include <stdint.h>

/// What becomes of a line of text.
enum {
    QZ_TEXT_DRAWN = 0,
    /// The line is wider than `most`: it has its measures, and no drawing.
    QZ_TEXT_TOO_WIDE,
    /// Pango is not installed.
    QZ_TEXT_NO_LIBRARY,
    /// There is no font at all.
    QZ_TEXT_NO_FONT,
    QZ_TEXT_NO_MEMORY,
};

/// The most characters that are reported as missing.
enum { QZ_TEXT_MOST_MISSING = 32 };

/// A step of an outline: 'm' begins a part at its last point, 'l' is a line, 'c' a Bézier curve with three points, 'h' closes the part.
typedef struct {
    char kind;
    /// x and y of each point, from the left end of the baseline; y grows downwards.
    float points[6];
} qz_text_step;

/// A line of text that is laid out: in the right order, shaped, and with other fonts where the first one lacks characters.
typedef struct {
    /// How far it reaches from its left end, and how far what is drawn reaches above and below the baseline; in pixels, as the size.
    double width, above, below;
    /// Its outline, to be filled where the winding number is not 0.
    qz_text_step *_Nullable steps;
    size_t count;
    /// Its dots, `columns` by `rows`, a byte each, 1 for dark.
    uint8_t *_Nullable dots;
    int columns, rows;
    /// Characters that no font has. They are drawn as boxes with their number.
    uint32_t missing[QZ_TEXT_MOST_MISSING];
    int missing_count;
} qz_text_line;

/// Lays out one line of text without markup in characters of equal width where there are such, `size` pixels high.
/// The text is UTF-8 of `length` bytes without control characters. `most` is the width that the line may have.
/// `is_bold` chooses bold letters.
/// Draws dots for a printer, or else an outline. Returns `QZ_TEXT_…`. The line is to be given to `qz_text_release` in any case.
/// For one thread at a time: others wait.
int qz_text_lay_out(
    const char *_Nonnull text, int length, double size, double most, int wants_dots, int is_bold,
    qz_text_line *_Nonnull line);
void qz_text_release(qz_text_line *_Nonnull line);
