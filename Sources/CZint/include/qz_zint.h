/// Encodes symbols with libzint (2.11 or newer).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The symbologies that Quietzone encodes, by libzint's numbers, which are the same in all its versions.
enum {
    QZ_ZINT_ITF = 3, QZ_ZINT_CODE_39 = 8, QZ_ZINT_EAN = 13, QZ_ZINT_GS1_128 = 16, QZ_ZINT_CODABAR = 18,
    QZ_ZINT_CODE_128 = 20, QZ_ZINT_CODE_93 = 25, QZ_ZINT_DATABAR = 29, QZ_ZINT_DATABAR_LIMITED = 30,
    QZ_ZINT_DATABAR_EXPANDED = 31, QZ_ZINT_TELEPEN = 32, QZ_ZINT_UPC_A = 34, QZ_ZINT_UPC_E = 37, QZ_ZINT_PDF417 = 55,
    QZ_ZINT_QR_CODE = 58, QZ_ZINT_DATA_MATRIX = 71, QZ_ZINT_DATABAR_STACKED = 79,
    QZ_ZINT_DATABAR_EXPANDED_STACKED = 81, QZ_ZINT_MICRO_PDF417 = 84, QZ_ZINT_ITF_14 = 89, QZ_ZINT_AZTEC = 92,
    QZ_ZINT_MICRO_QR_CODE = 97, QZ_ZINT_RMQR_CODE = 145, QZ_ZINT_DX_FILM_EDGE = 147
};

/// Whether the installed libzint encodes a symbology; older versions lack some.
bool qz_zint_supports(int symbology);

/// The parameters of one encoding.
typedef struct {
    /// One of the numbers above.
    int symbology;
    /// The error correction level (libzint's option_1): QR Code 1 to 4, Micro QR Code 1 to 4, rMQR 2 or 4, Aztec 1 to 4,
    /// PDF417 0 to 8; -1 for libzint's default.
    int level;
    /// Codewords per row of PDF417 and MicroPDF417, character pairs per row of DataBar Expanded Stacked (libzint's
    /// option_2); 0 for libzint's default.
    int columns;
    /// The ECI of the text, encoded in front of it; 0 for the symbology's default character set and no ECI.
    int eci;
    /// Whether the text is arbitrary bytes instead of UTF-8.
    bool is_binary;
    /// Whether the text is a GS1 element string with its application identifiers in square brackets.
    bool is_gs1;
} qz_zint_request;

/// Encodes `length` bytes of text as one symbol without a quiet zone, one byte per module: 1 is dark.
///
/// - `modules`: receives at most `capacity` bytes, rows packed; a linear symbol has one row. Rows higher than one module
///   (PDF417, stacked DataBar) are repeated.
/// - `message`: after an error, the reason, truncated to `message_size` bytes and NUL-terminated.
///
/// Returns 0 and sets `*width` and `*height`; -EINVAL when the text cannot be encoded, also where libzint only warns that
/// the symbol does not conform to its standard; -E2BIG when the text or the symbol is too large; -ENOMEM.
int qz_zint_encode(const qz_zint_request *request, const char *text, size_t length, uint8_t *modules, size_t capacity,
                   int *width, int *height, char *message, size_t message_size);
