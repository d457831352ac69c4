// The format names of each zxing-cpp version.
#pragma once
#include "qz_zxing_reader.h"

#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#include <cstdint>
#include <stdexcept>
#include <string>

namespace {

struct Format {
    uint32_t number;
    /// As the library's ToString returns it. Names instead of enumerators, because 3.x renamed those.
    const char *name;
    /// False for a name that the library reports, but that would select several formats in a request.
    bool isRequestable = true;
};

// readableFormats() leaves out the names that the installed version does not know.
constexpr Format formats[] = {
    {QZ_ZXING_CODABAR, "Codabar"},
    {QZ_ZXING_CODE_93, "Code93"},
    {QZ_ZXING_CODE_128, "Code128"},
    {QZ_ZXING_DATA_MATRIX, "DataMatrix"},
    {QZ_ZXING_EAN_8, "EAN8"},
    {QZ_ZXING_EAN_13, "EAN13"},
    {QZ_ZXING_ITF, "ITF"},
    {QZ_ZXING_MAXICODE, "MaxiCode"},
    {QZ_ZXING_UPC_A, "UPCA"},
    {QZ_ZXING_UPC_E, "UPCE"},
    {QZ_ZXING_MICRO_QR_CODE, "MicroQRCode"},
    {QZ_ZXING_RMQR_CODE, "rMQRCode"},
    {QZ_ZXING_DX_FILM_EDGE, "DXFilmEdge"},
    {QZ_ZXING_DATABAR_LIMITED, "DataBarLimited"},
    {QZ_ZXING_DATABAR_EXPANDED, "DataBarExpanded"},
    {QZ_ZXING_PDF417, "PDF417"},
#if ZXING_VERSION_MAJOR < 3
    {QZ_ZXING_AZTEC, "Aztec"},
    {QZ_ZXING_CODE_39, "Code39"},
    {QZ_ZXING_DATABAR, "DataBar"},
    {QZ_ZXING_QR_CODE, "QRCode"},
#else
    // Since 3.0 a symbology's name selects all its variants; Code39 also selects formats that are encoded in it.
    {QZ_ZXING_AZTEC, "AztecCode"},
    {QZ_ZXING_AZTEC, "AztecRune"},
    {QZ_ZXING_AZTEC, "Aztec", false},
    {QZ_ZXING_CODE_39, "Code39Standard"},
    {QZ_ZXING_CODE_39, "Code39", false},
    {QZ_ZXING_DATABAR, "DataBarOmni"},
    {QZ_ZXING_DATABAR_STACKED, "DataBarStacked"},
    {QZ_ZXING_DATABAR_STACKED, "DataBarStackedOmni"},
    {QZ_ZXING_DATABAR_EXPANDED_STACKED, "DataBarExpandedStacked"},
    {QZ_ZXING_QR_CODE, "QRCodeModel2"},
    {QZ_ZXING_QR_CODE, "QRCodeModel1"},
    {QZ_ZXING_QR_CODE, "QRCode", false},
    {QZ_ZXING_PDF417, "CompactPDF417", false},
    {QZ_ZXING_MICRO_PDF417, "MicroPDF417"},
    {QZ_ZXING_TELEPEN, "Telepen"},
    {QZ_ZXING_TELEPEN, "TelepenAlpha", false},
    {QZ_ZXING_TELEPEN, "TelepenNumeric", false},
#endif
};

#if ZXING_VERSION_MAJOR < 2
using Barcode = ZXing::Result;
using Options = ZXing::DecodeHints;
#else
using Barcode = ZXing::Barcode;
using Options = ZXing::ReaderOptions;
#endif

/// Returns the letters and digits of `name` in lower case: versions differ in case and separators.
std::string normalized(const std::string &name)
{
    std::string result;
    for (unsigned char c : name) {
        if (c >= 'A' && c <= 'Z')
            result.push_back(char(c - 'A' + 'a'));
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            result.push_back(char(c));
    }
    return result;
}

uint32_t formatNumber(const Barcode &symbol)
{
    const std::string name = normalized(std::string(ZXing::ToString(symbol.format())));
    for (const Format &row : formats)
        if (normalized(row.name) == name)
            return row.number;
    return 0;
}

uint32_t readableFormats()
{
    uint32_t mask = 0;
    for (const Format &row : formats) {
        try {
            ZXing::BarcodeFormatsFromString(row.name);
            mask |= row.number;
        } catch (const std::invalid_argument &) {
            continue; // This version does not know the format.
        }
    }
    return mask;
}

std::string nameList(uint32_t numbers)
{
    std::string list;
    for (const Format &row : formats)
        if (row.isRequestable && (numbers & row.number))
            list += (list.empty() ? "" : ",") + std::string(row.name);
    return list;
}

} // namespace
