/// Reads barcodes with zxing-cpp. Exceptions and failed assertions become return values.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Format numbers that do not depend on zxing-cpp's, which change with each major version.
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

/// The version of the library's headers, for example `3.1.1`.
const char *qz_zxing_version(void);

/// The maximum number of symbols that one call reports.
enum { QZ_ZXING_MAX_SYMBOLS = 255 };

typedef struct {
    /// Formats to look for.
    uint32_t formats;
    /// Scan more lines and spend more time.
    bool try_harder;
    /// Also look for vertical linear symbols.
    bool try_rotate;
    /// Also look at the picture at reduced size.
    bool try_downscale;
    /// Also look for light symbols on dark.
    bool try_invert;
    /// 1...QZ_ZXING_MAX_SYMBOLS.
    int max_symbols;
} qz_zxing_options;

/// One symbol; pointers are valid inside the sink only.
typedef struct {
    /// One of the numbers above.
    uint32_t format;
    /// The AIM identifier, for example `]Q1`; empty when unknown.
    char identifier[4];
    /// The decoded bytes; for EAN and UPC the digits as printed, without the add-on.
    const uint8_t *bytes;
    size_t byte_count;
    /// The digits of an EAN or UPC symbol's add-on, NUL-terminated; empty for none.
    const char *add_on;
    /// The content in the ECI protocol: the AIM identifier first, `\NNNNNN` for a switch to an ECI, backslashes doubled.
    /// NULL when the symbol has no ECI.
    const uint8_t *eci_bytes;
    size_t eci_byte_count;
    /// The text of a QR Code without ECI in UTF-8, with kanji mode decoded as Shift JIS and all other bytes as ISO-8859-1.
    /// Where it differs from `bytes`, the symbol uses kanji mode. NULL for other symbols.
    const uint8_t *latin1_text;
    size_t latin1_text_count;
    /// x and y of top left, top right, bottom right, bottom left, in pixels of the input.
    int corners[8];
    /// Scan lines that agreed, for linear formats; 0 for the others.
    int line_count;
    /// The position in a structured append sequence, from 0, and its length. Both are -1 outside a sequence; the length is 0
    /// when only the last part states it.
    int sequence_index;
    int sequence_size;
    /// The identifier that the parts of a sequence share, NUL-terminated; may be empty.
    const char *sequence_id;
} qz_zxing_symbol;

typedef void (*qz_zxing_sink)(void *context, const qz_zxing_symbol *symbol);

/// Reads the symbols in `height` rows of `width` luma bytes, `row_stride` bytes apart, and calls `sink` for each.
///
/// When the library fails, `fault` describes it in one NUL-terminated line of at most `fault_size` bytes; it is empty when nothing
/// failed.
///
/// Returns the number of symbols, -EINVAL for invalid arguments, -ENOMEM, or -ENOTRECOVERABLE when the library failed.
int qz_zxing_read(
    const uint8_t *luma, int width, int height, int row_stride, const qz_zxing_options *options,
    qz_zxing_sink sink, void *context, char *fault, size_t fault_size);

#ifdef __cplusplus
}
#endif
