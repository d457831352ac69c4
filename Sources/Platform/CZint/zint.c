#include "qz_zint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zint.h>

_Static_assert(QZ_ZINT_RMQR_CODE == BARCODE_RMQR && QZ_ZINT_EAN == BARCODE_EANX && QZ_ZINT_AZTEC == BARCODE_AZTEC &&
                   QZ_ZINT_HAN_XIN == BARCODE_HANXIN && QZ_ZINT_MAXICODE == BARCODE_MAXICODE &&
                   QZ_ZINT_EAN_COMPOSITE == BARCODE_EANX_CC &&
                   QZ_ZINT_DATABAR_EXPANDED_STACKED_COMPOSITE == BARCODE_DBAR_EXPSTK_CC,
               "libzint's numbers");
_Static_assert(sizeof((struct zint_symbol *)0)->row_height == sizeof((qz_zint_result *)0)->row_heights,
               "libzint's number of rows");

/// Above QR Code's capacity of 7089 digits, the largest of all symbologies.
static const size_t max_text_length = 8192;

static int fail(int error, const char *reason, qz_zint_result *result) {
    snprintf(result->message, sizeof result->message, "%s", reason);
    return -error;
}

static void set_options(struct zint_symbol *symbol, const qz_zint_request *request) {
    symbol->symbology = request->symbology;
    symbol->input_mode = request->is_gs1 ? GS1_MODE : request->is_binary ? DATA_MODE : UNICODE_MODE;
    symbol->option_1 = request->option_1;
    symbol->option_2 = request->option_2;
    symbol->option_3 = request->option_3;
    symbol->eci = request->eci;
    _Static_assert(sizeof symbol->primary == sizeof request->primary, "libzint's primary message");
    memcpy(symbol->primary, request->primary, strnlen(request->primary, sizeof symbol->primary - 1));
    if (request->parts > 1) {
        symbol->structapp.index = request->part;
        symbol->structapp.count = request->parts;
        const size_t length = strnlen(request->sequence, sizeof symbol->structapp.id);
        memcpy(symbol->structapp.id, request->sequence, length);
    }
}

static int copy_modules(const struct zint_symbol *symbol, uint8_t *modules, size_t capacity, qz_zint_result *result) {
    const size_t columns = symbol->width > 0 ? (size_t)symbol->width : 0;
    const size_t rows = symbol->rows > 0 ? (size_t)symbol->rows : 0;
    if (!rows || !columns) return fail(EINVAL, "no symbol was made", result);
    if (columns > capacity / rows || columns > sizeof symbol->encoded_data[0] * 8 ||
        rows > sizeof symbol->encoded_data / sizeof symbol->encoded_data[0])
        return fail(E2BIG, "the symbol is too large", result);
    uint8_t *out = modules;
    for (size_t y = 0; y < rows; y++) {
        result->row_heights[y] = symbol->row_height[y];
        for (size_t x = 0; x < columns; x++) *out++ = (symbol->encoded_data[y][x >> 3] >> (x & 7)) & 1;
    }
    result->width = (int)columns;
    result->rows = (int)rows;
    const char *text = (const char *)symbol->text;
    snprintf(result->text, sizeof result->text, "%.*s", (int)strnlen(text, sizeof symbol->text), text);
    return 0;
}

int qz_zint_version(void) { return ZBarcode_Version(); }

bool qz_zint_supports(int symbology) { return ZBarcode_ValidID(symbology) != 0; }

int qz_zint_encode(const qz_zint_request *request, const char *text, size_t length, uint8_t *modules, size_t capacity,
                   qz_zint_result *result) {
    memset(result, 0, sizeof *result);
    if (!length) return fail(EINVAL, "there is no text", result);
    if (length > max_text_length) return fail(E2BIG, "the text is too long", result);
    struct zint_symbol *symbol = ZBarcode_Create();
    if (!symbol) return fail(ENOMEM, "out of memory", result);
    set_options(symbol, request);
    const int code = ZBarcode_Encode(symbol, (const unsigned char *)text, (int)length);
    result->is_too_long = code == ZINT_ERROR_TOO_LONG;
    // A wrong check digit or date is only a warning (4) for libzint, an error here.
    const int is_made = code == 0 || code == ZINT_WARN_USES_ECI;
    const int error = code == ZINT_ERROR_TOO_LONG ? E2BIG : code == ZINT_ERROR_MEMORY ? ENOMEM : EINVAL;
    const char *reason = symbol->errtxt[0] ? symbol->errtxt : "the text cannot be encoded";
    const int status = is_made ? copy_modules(symbol, modules, capacity, result) : fail(error, reason, result);
    ZBarcode_Delete(symbol);
    return status;
}
