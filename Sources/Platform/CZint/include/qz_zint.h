/// Encodes symbols with libzint (2.11 or newer).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kinds that Quietzone makes, by libzint's numbers, which are the same in all its versions.
enum {
    QZ_ZINT_CODE_11 = 1, QZ_ZINT_STANDARD_2_OF_5 = 2, QZ_ZINT_ITF = 3, QZ_ZINT_IATA_2_OF_5 = 4,
    QZ_ZINT_DATA_LOGIC_2_OF_5 = 6, QZ_ZINT_INDUSTRIAL_2_OF_5 = 7, QZ_ZINT_CODE_39 = 8, QZ_ZINT_CODE_39_EXTENDED = 9,
    QZ_ZINT_EAN = 13, QZ_ZINT_GS1_128 = 16, QZ_ZINT_CODABAR = 18, QZ_ZINT_CODE_128 = 20, QZ_ZINT_CODE_93 = 25,
    QZ_ZINT_DATABAR = 29, QZ_ZINT_DATABAR_LIMITED = 30, QZ_ZINT_DATABAR_EXPANDED = 31, QZ_ZINT_TELEPEN = 32,
    QZ_ZINT_UPC_A = 34, QZ_ZINT_UPC_E = 37, QZ_ZINT_MSI = 47, QZ_ZINT_FIM = 49, QZ_ZINT_PHARMACODE = 51,
    QZ_ZINT_PHARMACODE_TWO_TRACK = 53, QZ_ZINT_PDF417 = 55, QZ_ZINT_PDF417_COMPACT = 56, QZ_ZINT_MAXICODE = 57,
    QZ_ZINT_QR_CODE = 58, QZ_ZINT_DATA_MATRIX = 71, QZ_ZINT_DATABAR_STACKED = 79,
    QZ_ZINT_DATABAR_STACKED_OMNIDIRECTIONAL = 80, QZ_ZINT_DATABAR_EXPANDED_STACKED = 81, QZ_ZINT_MICRO_PDF417 = 84,
    QZ_ZINT_TELEPEN_NUMERIC = 87, QZ_ZINT_ITF_14 = 89, QZ_ZINT_AZTEC = 92, QZ_ZINT_MICRO_QR_CODE = 97,
    QZ_ZINT_DOTCODE = 115, QZ_ZINT_HAN_XIN = 116, QZ_ZINT_AZTEC_RUNE = 128, QZ_ZINT_EAN_COMPOSITE = 130,
    QZ_ZINT_GS1_128_COMPOSITE = 131, QZ_ZINT_DATABAR_COMPOSITE = 132, QZ_ZINT_DATABAR_LIMITED_COMPOSITE = 133,
    QZ_ZINT_DATABAR_EXPANDED_COMPOSITE = 134, QZ_ZINT_UPC_A_COMPOSITE = 135, QZ_ZINT_UPC_E_COMPOSITE = 136,
    QZ_ZINT_DATABAR_STACKED_COMPOSITE = 137, QZ_ZINT_DATABAR_STACKED_OMNIDIRECTIONAL_COMPOSITE = 138,
    QZ_ZINT_DATABAR_EXPANDED_STACKED_COMPOSITE = 139, QZ_ZINT_RMQR_CODE = 145, QZ_ZINT_DX_FILM_EDGE = 147,
    QZ_ZINT_LEITCODE = 21, QZ_ZINT_IDENTCODE = 22, QZ_ZINT_CODE_16K = 23, QZ_ZINT_CODE_49 = 24, QZ_ZINT_FLATTERMARKEN = 28,
    QZ_ZINT_POSTNET = 40, QZ_ZINT_LOGMARS = 50, QZ_ZINT_PZN = 52, QZ_ZINT_CEPNET = 54, QZ_ZINT_AUSTRALIA_POST = 63,
    QZ_ZINT_AUSTRALIA_REPLY = 66, QZ_ZINT_AUSTRALIA_ROUTING = 67, QZ_ZINT_AUSTRALIA_REDIRECTION = 68, QZ_ZINT_RM4SCC = 70,
    QZ_ZINT_EAN_14 = 72, QZ_ZINT_VIN = 73, QZ_ZINT_CODABLOCK_F = 74, QZ_ZINT_SSCC_18 = 75, QZ_ZINT_JAPAN_POST = 76,
    QZ_ZINT_KOREA_POST = 77, QZ_ZINT_PLANET = 82, QZ_ZINT_USPS_IMB = 85, QZ_ZINT_PLESSEY = 86, QZ_ZINT_KIX = 90,
    QZ_ZINT_DAFT = 93, QZ_ZINT_DPD = 96, QZ_ZINT_HIBC_CODE_128 = 98, QZ_ZINT_HIBC_CODE_39 = 99,
    QZ_ZINT_HIBC_DATA_MATRIX = 102, QZ_ZINT_HIBC_QR_CODE = 104, QZ_ZINT_HIBC_PDF417 = 106,
    QZ_ZINT_HIBC_MICRO_PDF417 = 108, QZ_ZINT_HIBC_CODABLOCK_F = 110, QZ_ZINT_HIBC_AZTEC = 112, QZ_ZINT_MAILMARK = 121,
    QZ_ZINT_CODE_32 = 129, QZ_ZINT_CHANNEL = 140, QZ_ZINT_CODE_ONE = 141, QZ_ZINT_GRID_MATRIX = 142, QZ_ZINT_UPNQR = 143,
    QZ_ZINT_BC412 = 146
};

/// The version of the installed libzint: 21201 for 2.12.1.
int qz_zint_version(void);

/// Whether the installed libzint makes a kind; older versions lack some.
bool qz_zint_supports(int symbology);

/// The parameters of one symbol. What the options mean for each kind is told by libzint's manual.
typedef struct {
    /// One of the numbers above.
    int symbology;
    /// Error correction, or mode; -1 for libzint's default.
    int option_1;
    /// Version, size, or columns; 0 for libzint's default.
    int option_2;
    /// Mask, rows, or which shapes are considered; 0 for libzint's default.
    int option_3;
    /// The ECI of the text, encoded in front of it; 0 for the symbology's default character set and no ECI.
    int eci;
    /// Whether the text is arbitrary bytes instead of UTF-8.
    bool is_binary;
    /// Whether the text is a GS1 element string with its application identifiers in square brackets.
    bool is_gs1;
    /// Structured append: which part of how many; 0 and 0 for a symbol of its own.
    int part, parts;
    /// What the parts of one message have in common; NUL-terminated, empty for none.
    char sequence[33];
    /// What the linear part of a composite says, or a MaxiCode's structured carrier message; NUL-terminated, empty for none.
    char primary[128];
} qz_zint_request;

/// What libzint tells of a symbol besides its modules.
typedef struct {
    /// Modules per row, and rows.
    int width, rows;
    /// The height of each row in modules; 0 where the caller chooses it.
    float row_heights[200];
    /// The human-readable text in UTF-8, NUL-terminated; empty where there is none.
    char text[256];
    /// After an error, libzint's message, NUL-terminated: `Error 341: Input too long`.
    char message[160];
    /// Whether the text is longer than the kind holds with these options.
    bool is_too_long;
} qz_zint_result;

/// Makes one symbol of `length` bytes of text, without a quiet zone, one byte per module: 1 is dark.
///
/// `modules` receives at most `capacity` bytes, rows packed, each row once.
///
/// Returns 0 and fills `result`; -EINVAL when the text cannot be encoded, also where libzint only warns that the symbol
/// does not conform to its standard; -E2BIG when the text or the symbol is too large; -ENOMEM.
int qz_zint_encode(const qz_zint_request *request, const char *text, size_t length, uint8_t *modules, size_t capacity,
                   qz_zint_result *result);
