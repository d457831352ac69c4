#include "qz_zint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zint.h>

_Static_assert(QZ_ZINT_RMQR_CODE == BARCODE_RMQR && QZ_ZINT_EAN == BARCODE_EANX && QZ_ZINT_AZTEC == BARCODE_AZTEC,
               "libzint's numbers");

/// Above QR Code's capacity of 7089 digits, the largest of all symbologies.
static const size_t max_text_length = 8192;

static int fail(int error, const char *reason, char *message, size_t message_size) {
    // libzint's messages begin with a number: `Error 227: `.
    const char *colon = strstr(reason, ": ");
    const int is_numbered = strncmp(reason, "Error ", 6) == 0 || strncmp(reason, "Warning ", 8) == 0;
    if (message && message_size)
        snprintf(message, message_size, "%s", colon && is_numbered ? colon + 2 : reason);
    return -error;
}

/// The height of row `y` in modules, at least 1. Always 1 for a linear symbol: the caller chooses its height.
static int row_height(const struct zint_symbol *symbol, int y) {
    if (symbol->rows == 1) return 1;
    const int height = (int)(symbol->row_height[y] + 0.5f);
    return height < 1 ? 1 : height;
}

static int draw(const struct zint_symbol *symbol, uint8_t *modules, size_t capacity, int *width, int *height) {
    size_t rows = 0;
    for (int y = 0; y < symbol->rows; y++) rows += (size_t)row_height(symbol, y);
    const size_t columns = (size_t)symbol->width;
    if (rows == 0 || columns == 0) return EINVAL;
    if (columns > capacity / rows) return E2BIG;
    uint8_t *out = modules;
    for (int y = 0; y < symbol->rows; y++) {
        for (int copies = row_height(symbol, y); copies > 0; copies--)
            for (size_t x = 0; x < columns; x++) *out++ = (symbol->encoded_data[y][x >> 3] >> (x & 7)) & 1;
    }
    *width = (int)columns;
    *height = (int)rows;
    return 0;
}

bool qz_zint_supports(int symbology) { return ZBarcode_ValidID(symbology) != 0; }

int qz_zint_encode(const qz_zint_request *request, const char *text, size_t length, uint8_t *modules, size_t capacity,
                   int *width, int *height, char *message, size_t message_size) {
    *width = *height = 0;
    if (!length) return fail(EINVAL, "there is no text", message, message_size);
    if (length > max_text_length) return fail(E2BIG, "the text is too long", message, message_size);
    struct zint_symbol *symbol = ZBarcode_Create();
    if (!symbol) return fail(ENOMEM, "out of memory", message, message_size);
    symbol->symbology = request->symbology;
    symbol->input_mode = request->is_gs1 ? GS1_MODE : request->is_binary ? DATA_MODE : UNICODE_MODE;
    symbol->option_1 = request->level;
    symbol->eci = request->eci;
    if (request->symbology == QZ_ZINT_PDF417 || request->symbology == QZ_ZINT_MICRO_PDF417 ||
        request->symbology == QZ_ZINT_DATABAR_EXPANDED_STACKED)
        symbol->option_2 = request->columns;
    // libzint would choose a rectangular Data Matrix where it is smaller.
    if (request->symbology == QZ_ZINT_DATA_MATRIX) symbol->option_3 = DM_SQUARE;
    const int code = ZBarcode_Encode(symbol, (const unsigned char *)text, (int)length);
    int result = 0;
    // A wrong check digit or date is only a warning (4) for libzint, an error here.
    if (code != 0 && code != ZINT_WARN_USES_ECI)
        result = fail(code == ZINT_ERROR_TOO_LONG ? E2BIG : code == ZINT_ERROR_MEMORY ? ENOMEM : EINVAL,
                      symbol->errtxt[0] ? symbol->errtxt : "the text cannot be encoded", message, message_size);
    if (!result) {
        const int error = draw(symbol, modules, capacity, width, height);
        if (error)
            result = fail(error, error == E2BIG ? "the symbol is too large" : "no symbol was made", message, message_size);
    }
    ZBarcode_Delete(symbol);
    return result;
}
