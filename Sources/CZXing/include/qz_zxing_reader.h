/// Reads barcodes by zxing-cpp (1.4, 2.x, 3.x) behind a C interface; no exception and no assertion leaves it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Our own numbers for formats; zxing-cpp renumbered its own with each major version.
enum {
    QZ_ZXING_AZTEC = 1 << 0,
    QZ_ZXING_CODABAR = 1 << 1,
    QZ_ZXING_CODE_39 = 1 << 2,
    QZ_ZXING_CODE_93 = 1 << 3,
    QZ_ZXING_CODE_128 = 1 << 4,
    QZ_ZXING_DATABAR = 1 << 5,
    QZ_ZXING_DATABAR_EXPANDED = 1 << 6,
    QZ_ZXING_DATA_MATRIX = 1 << 7,
    QZ_ZXING_EAN_8 = 1 << 8,
    QZ_ZXING_EAN_13 = 1 << 9,
    QZ_ZXING_ITF = 1 << 10,
    QZ_ZXING_MAXICODE = 1 << 11,
    QZ_ZXING_PDF417 = 1 << 12,
    QZ_ZXING_QR_CODE = 1 << 13,
    QZ_ZXING_UPC_A = 1 << 14,
    QZ_ZXING_UPC_E = 1 << 15,
    QZ_ZXING_MICRO_QR_CODE = 1 << 16,
    QZ_ZXING_RMQR_CODE = 1 << 17,
    QZ_ZXING_DX_FILM_EDGE = 1 << 18,
    QZ_ZXING_DATABAR_LIMITED = 1 << 19,
    QZ_ZXING_DATABAR_STACKED = 1 << 20,
    QZ_ZXING_DATABAR_EXPANDED_STACKED = 1 << 21,
    QZ_ZXING_TELEPEN = 1 << 22,
    QZ_ZXING_MICRO_PDF417 = 1 << 23,
};

/// The formats that the library of this build reads: a mask of the numbers above.
uint32_t qz_zxing_formats(void);

/// The first number of its version.
int qz_zxing_major_version(void);

/// The version of the library's headers, for example `1.4.0`.
const char *qz_zxing_version(void);

/// The most symbols that one call hands over.
enum { QZ_ZXING_MAX_SYMBOLS = 255 };

typedef struct {
    /// Formats to look for; those that this build does not read are left out.
    uint32_t formats;
    /// Scan more lines and spend more time.
    bool try_harder;
    /// Look at linear codes that run up and down too.
    bool try_rotate;
    /// Look at the picture shrunk too.
    bool try_downscale;
    /// Threshold for a whole row's histogram instead of the neighbourhood's mean.
    bool global_histogram;
    /// 1...QZ_ZXING_MAX_SYMBOLS.
    int max_symbols;
} qz_zxing_options;

/// One symbol; pointers are valid inside the sink only.
typedef struct {
    /// One of the numbers above.
    uint32_t format;
    /// The AIM identifier, for example `]Q1`; empty when unknown.
    char identifier[4];
    /// The exact bytes; of EAN and UPC the digits as printed, without the add-on's.
    const uint8_t *bytes;
    size_t byte_count;
    /// The digits of an EAN or UPC symbol's add-on, ends in NUL; empty for none.
    const char *add_on;
    /// The content by the ECI protocol: `\NNNNNN` switches to an ECI, backslashes are doubled, the AIM
    /// identifier comes first. NULL when the symbol names no ECI.
    const uint8_t *eci_bytes;
    size_t eci_byte_count;
    /// What the library makes of a QR Code without ECI, in UTF-8, where kanji mode is Shift JIS and each other byte a character of
    /// ISO-8859-1: where it differs from the bytes, they are in kanji mode. NULL for other symbols.
    const uint8_t *latin1_text;
    size_t latin1_text_count;
    /// x and y of top left, top right, bottom right, bottom left, in pixels of the picture that was given.
    int corners[8];
    /// Scan lines that agreed, for linear formats; 0 for the others.
    int line_count;
    /// The place in a structured append sequence, from 0, and its length; -1 outside of one, a length of 0 when only
    /// the last part has it.
    int sequence_index;
    int sequence_size;
    /// What the parts of a sequence have in common, ends in NUL; empty for nothing.
    const char *sequence_id;
    /// The corrected data bits of a matrix symbol, eight a byte, the first in the highest: what `bytes` was made of.
    /// NULL where the version does not provide them (2.0 and later).
    const uint8_t *data_bits;
    size_t data_bit_count;
    bool mirrored;
} qz_zxing_symbol;

typedef void (*qz_zxing_sink)(void *context, const qz_zxing_symbol *symbol);

/// Reads the symbols in `height` rows of `width` luma bytes, `row_stride` bytes apart, and hands each to `sink`.
///
/// When the library fails an assertion the picture is read again for one symbol only, which avoids the most
/// common one (zxing-cpp issue 740); `fault` (one line, at most `fault_size` bytes with its NUL) describes it even
/// when the second attempt works. `fault` is empty when nothing happened.
///
/// Returns the number of symbols, -EINVAL for arguments that make no sense, -ENOMEM, or -ENOTRECOVERABLE when
/// the second attempt failed too.
int qz_zxing_read(
    const uint8_t *luma, int width, int height, int row_stride, const qz_zxing_options *options,
    qz_zxing_sink sink, void *context, char *fault, size_t fault_size);

#ifdef __cplusplus
}
#endif
