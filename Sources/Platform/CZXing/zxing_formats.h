// The formats of zxing-cpp by the numbers of qz_zxing_reader.h.
#pragma once
#include "qz_zxing_reader.h"

#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#define ZXING_VERSION_MAJOR 0
#define ZXING_VERSION_MINOR 0
#endif
#if ZXING_VERSION_MAJOR * 100 + ZXING_VERSION_MINOR < 301
#error "zxing-cpp 3.1 or newer is needed: `make setup` builds it"
#endif
#include <ZXing/ReadBarcode.h>

#include <cstdint>
#include <vector>

namespace {

using ZXing::Barcode;
using ZXing::BarcodeFormat;

struct Format {
    uint32_t number;
    BarcodeFormat format;
    /// False for one that is reported, but that would select several formats in a request.
    bool isRequestable = true;
};

// A symbology's own name selects all its variants; Code39 also selects formats that are encoded in it.
constexpr Format formats[] = {
    {QZ_ZXING_CODABAR, BarcodeFormat::Codabar},
    {QZ_ZXING_CODE_93, BarcodeFormat::Code93},
    {QZ_ZXING_CODE_128, BarcodeFormat::Code128},
    {QZ_ZXING_DATA_MATRIX, BarcodeFormat::DataMatrix},
    {QZ_ZXING_EAN_8, BarcodeFormat::EAN8},
    {QZ_ZXING_EAN_13, BarcodeFormat::EAN13},
    {QZ_ZXING_ITF, BarcodeFormat::ITF},
    {QZ_ZXING_MAXICODE, BarcodeFormat::MaxiCode},
    {QZ_ZXING_UPC_A, BarcodeFormat::UPCA},
    {QZ_ZXING_UPC_E, BarcodeFormat::UPCE},
    {QZ_ZXING_MICRO_QR_CODE, BarcodeFormat::MicroQRCode},
    {QZ_ZXING_RMQR_CODE, BarcodeFormat::RMQRCode},
    {QZ_ZXING_DX_FILM_EDGE, BarcodeFormat::DXFilmEdge},
    {QZ_ZXING_AZTEC, BarcodeFormat::AztecCode},
    {QZ_ZXING_AZTEC, BarcodeFormat::AztecRune},
    {QZ_ZXING_AZTEC, BarcodeFormat::Aztec, false},
    {QZ_ZXING_CODE_39, BarcodeFormat::Code39Std},
    {QZ_ZXING_CODE_39, BarcodeFormat::Code39, false},
    {QZ_ZXING_DATABAR, BarcodeFormat::DataBarOmni},
    {QZ_ZXING_DATABAR_STACKED, BarcodeFormat::DataBarStk},
    {QZ_ZXING_DATABAR_STACKED, BarcodeFormat::DataBarStkOmni},
    {QZ_ZXING_DATABAR_LIMITED, BarcodeFormat::DataBarLtd},
    {QZ_ZXING_DATABAR_EXPANDED, BarcodeFormat::DataBarExp},
    {QZ_ZXING_DATABAR_EXPANDED_STACKED, BarcodeFormat::DataBarExpStk},
    {QZ_ZXING_QR_CODE, BarcodeFormat::QRCodeModel2},
    {QZ_ZXING_QR_CODE, BarcodeFormat::QRCodeModel1},
    {QZ_ZXING_QR_CODE, BarcodeFormat::QRCode, false},
    {QZ_ZXING_PDF417, BarcodeFormat::PDF417},
    {QZ_ZXING_PDF417, BarcodeFormat::CompactPDF417, false},
    {QZ_ZXING_MICRO_PDF417, BarcodeFormat::MicroPDF417},
    {QZ_ZXING_TELEPEN, BarcodeFormat::Telepen},
    {QZ_ZXING_TELEPEN, BarcodeFormat::TelepenAlpha, false},
    {QZ_ZXING_TELEPEN, BarcodeFormat::TelepenNumeric, false},
};

uint32_t formatNumber(const Barcode &symbol)
{
    for (const Format &row : formats)
        if (row.format == symbol.format())
            return row.number;
    return 0;
}

ZXing::BarcodeFormats requested(uint32_t numbers)
{
    std::vector<BarcodeFormat> list;
    for (const Format &row : formats)
        if (row.isRequestable && (numbers & row.number))
            list.push_back(row.format);
    return list;
}

} // namespace
