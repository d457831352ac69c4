/// Making symbols with libzint (2.11 or newer).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What libzint is asked for: the symbologies that Quietzone names, by libzint's numbers, which are the same in all
/// its versions.
enum {
    QZ_ZINT_ITF = 3, QZ_ZINT_CODE_39 = 8, QZ_ZINT_EAN = 13, QZ_ZINT_GS1_128 = 16, QZ_ZINT_CODABAR = 18,
    QZ_ZINT_CODE_128 = 20, QZ_ZINT_CODE_93 = 25, QZ_ZINT_DATABAR = 29, QZ_ZINT_DATABAR_LIMITED = 30,
    QZ_ZINT_DATABAR_EXPANDED = 31, QZ_ZINT_TELEPEN = 32, QZ_ZINT_UPC_A = 34, QZ_ZINT_UPC_E = 37, QZ_ZINT_PDF417 = 55,
    QZ_ZINT_QR_CODE = 58, QZ_ZINT_DATA_MATRIX = 71, QZ_ZINT_DATABAR_STACKED = 79,
    QZ_ZINT_DATABAR_EXPANDED_STACKED = 81, QZ_ZINT_MICRO_PDF417 = 84, QZ_ZINT_ITF_14 = 89, QZ_ZINT_AZTEC = 92,
    QZ_ZINT_MICRO_QR_CODE = 97, QZ_ZINT_RMQR_CODE = 145, QZ_ZINT_DX_FILM_EDGE = 147
};

/// Whether this libzint makes a symbology: not every version has all of them.
bool qz_zint_makes(int symbology);

/// How a text becomes a symbol.
typedef struct {
    /// One of the numbers above.
    int symbology;
    /// Error correction as libzint counts it (its option_1): QR Code 1 to 4, Micro QR Code 1 to 4, rMQR 2 or 4, Aztec 1
    /// to 4, PDF417 0 to 8; -1 for the usual one.
    int level;
    /// Codewords a row of PDF417 and MicroPDF417, pairs of characters a row of DataBar Expanded Stacked (its option_2); 0
    /// for as many as libzint likes.
    int columns;
    /// The ECI that the text is written in, and that the symbol contains; 0 for the symbology's own characters.
    int eci;
    /// Whether the text is bytes, each a character.
    bool is_binary;
    /// Whether the text is a GS1 element string with its application identifiers in square brackets.
    bool is_gs1;
} qz_zint_request;

/// Encodes `length` bytes of UTF-8 as one symbol without a quiet zone, a byte a module: 1 is dark.
///
/// - `modules`: takes at most `capacity` bytes, rows packed; a linear symbol has one row. Rows that are higher than a
///   module (PDF417, stacked DataBar) are repeated.
/// - `message`: after an error, the reason, cut at `message_size` bytes and 0-ended.
///
/// Returns 0 and sets `*width` and `*height`; -EINVAL when the text cannot be encoded so, also where libzint would make a
/// symbol that its standard does not allow; -E2BIG when the text or the symbol is too large; -ENOMEM.
int qz_zint_encode(const qz_zint_request *request, const char *text, size_t length, uint8_t *modules, size_t capacity,
                   int *width, int *height, char *message, size_t message_size);
