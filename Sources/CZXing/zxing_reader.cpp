// 1.4 is what is built and tested (Debian 12). The branches for 2.x and 3.x follow the published headers
// and have not been compiled here.
#define ZX_USE_UTF8 1
#include "qz_zxing_reader.h"
#include "qz_guard.h"

#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace {

struct FormatName {
    uint32_t number;
    const char *name;
};

// Names and not enumerators, because 3.x renamed those; every version parses these. A format of the library
// is the row whose name is its longest beginning: `QRCodeModel2` is a QR Code, `Code39Ext` a Code 39.
constexpr FormatName formatNames[] = {
    {QZ_ZXING_AZTEC, "Aztec"},
    {QZ_ZXING_CODABAR, "Codabar"},
    {QZ_ZXING_CODE_39, "Code39"},
    {QZ_ZXING_CODE_93, "Code93"},
    {QZ_ZXING_CODE_128, "Code128"},
    {QZ_ZXING_DATABAR, "DataBar"},
    {QZ_ZXING_DATABAR_EXPANDED, "DataBarExpanded"},
    {QZ_ZXING_DATA_MATRIX, "DataMatrix"},
    {QZ_ZXING_EAN_8, "EAN8"},
    {QZ_ZXING_EAN_13, "EAN13"},
    {QZ_ZXING_ITF, "ITF"},
    {QZ_ZXING_MAXICODE, "MaxiCode"},
    {QZ_ZXING_PDF417, "PDF417"},
    {QZ_ZXING_QR_CODE, "QRCode"},
    {QZ_ZXING_UPC_A, "UPCA"},
    {QZ_ZXING_UPC_E, "UPCE"},
    {QZ_ZXING_MICRO_QR_CODE, "MicroQRCode"},
    {QZ_ZXING_RMQR_CODE, "RMQRCode"},
    {QZ_ZXING_DX_FILM_EDGE, "DXFilmEdge"},
    {QZ_ZXING_DATABAR_LIMITED, "DataBarLimited"},
};

#if ZXING_VERSION_MAJOR < 2
using Symbols = ZXing::Results;
using OneSymbol = ZXing::Result;
using Options = ZXing::DecodeHints;
// 1.4 fails assertions of its own on DataBar when it looks for several symbols; for one it failed 1 of 549 pictures.
constexpr uint32_t onlyAlone = QZ_ZXING_DATABAR | QZ_ZXING_DATABAR_EXPANDED;
#else
using Symbols = ZXing::Barcodes;
using OneSymbol = ZXing::Barcode;
using Options = ZXing::ReaderOptions;
constexpr uint32_t onlyAlone = 0;
#endif

/// The letters and digits of `name`, in lower case.
std::string canonical(const std::string &name)
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

uint32_t number(const OneSymbol &symbol)
{
    const std::string name = canonical(ZXing::ToString(symbol.format()));
    uint32_t best = 0;
    size_t length = 0;
    for (const FormatName &row : formatNames) {
        const std::string start = canonical(row.name);
        if (start.size() > length && name.compare(0, start.size(), start) == 0) {
            best = row.number;
            length = start.size();
        }
    }
    return best;
}

uint32_t readableFormats()
{
    uint32_t mask = 0;
    for (const FormatName &row : formatNames) {
        try {
            ZXing::BarcodeFormatsFromString(row.name);
            mask |= row.number;
        } catch (const std::invalid_argument &) {
            continue; // A format that this version does not know.
        }
    }
    return mask;
}

std::string nameList(uint32_t formats)
{
    std::string list;
    for (const FormatName &row : formatNames)
        if (formats & row.number)
            list += (list.empty() ? "" : ",") + std::string(row.name);
    return list;
}

struct Call {
    ZXing::ImageView view;
    const qz_zxing_options *options;
    int mostSymbols;
    qz_zxing_sink sink;
    void *context;
    int count;
};

void handOver(const OneSymbol &symbol, Call &call)
{
    qz_zxing_symbol out = {};
    out.format = number(symbol);
    if (out.format == 0)
        return;
    const auto &bytes = symbol.bytes();
    out.bytes = bytes.data();
    out.byte_count = bytes.size();
    const bool hasECI = symbol.hasECI();
    const auto eciBytes = hasECI ? symbol.bytesECI() : decltype(symbol.bytesECI()){};
    std::string identifier = symbol.symbologyIdentifier();
    // 1.4 tells the modifier for ECI here only.
    if (eciBytes.size() >= 3 && eciBytes[0] == ']')
        identifier.assign(eciBytes.begin(), eciBytes.begin() + 3);
    std::memcpy(out.identifier, identifier.data(), std::min<size_t>(identifier.size(), 3));
    out.eci_bytes = hasECI ? eciBytes.data() : nullptr;
    out.eci_byte_count = eciBytes.size();
    const auto &position = symbol.position();
    for (int i = 0; i < 4; ++i) {
        out.corners[2 * i] = int(position[i].x);
        out.corners[2 * i + 1] = int(position[i].y);
    }
    out.line_count = symbol.lineCount();
    out.sequence_index = symbol.sequenceIndex();
    out.sequence_size = symbol.sequenceSize();
    const std::string sequenceID = symbol.sequenceId();
    out.sequence_id = sequenceID.c_str();
    out.mirrored = symbol.isMirrored();
    call.sink(call.context, &out);
    call.count += 1;
}

void read(void *context)
{
    Call &call = *static_cast<Call *>(context);
    Options options;
    options.setFormats(ZXing::BarcodeFormatsFromString(nameList(call.options->formats)));
    options.setTryHarder(call.options->try_harder);
    options.setTryRotate(call.options->try_rotate);
    options.setTryDownscale(call.options->try_downscale);
    options.setBinarizer(call.options->global_histogram ? ZXing::Binarizer::GlobalHistogram
                                                        : ZXing::Binarizer::LocalAverage);
    options.setEanAddOnSymbol(ZXing::EanAddOnSymbol::Read);
    options.setMaxNumberOfSymbols(uint8_t(call.mostSymbols));
#if ZXING_VERSION_MAJOR < 2
    options.setReturnCodabarStartEnd(true);
#else
    // The caller inverts whole pictures itself, in every version alike.
    options.setTryInvert(false);
#endif
    for (const OneSymbol &symbol : ZXing::ReadBarcodes(call.view, options))
        if (symbol.isValid() && call.count < QZ_ZXING_MOST_SYMBOLS)
            handOver(symbol, call);
}

} // namespace

extern "C" uint32_t qz_zxing_formats(void)
{
    static const uint32_t formats = readableFormats();
    return formats;
}

#define QZ_TEXT(number) #number
#define QZ_VERSION(major, minor, patch) QZ_TEXT(major) "." QZ_TEXT(minor) "." QZ_TEXT(patch)

extern "C" const char *qz_zxing_version(void)
{
    return QZ_VERSION(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}

extern "C" int qz_zxing_read(
    const uint8_t *luma, int width, int height, int row_stride, const qz_zxing_options *options,
    qz_zxing_sink sink, void *context, char *fault, size_t fault_size)
{
    if (fault && fault_size > 0)
        fault[0] = 0;
    if (!luma || !options || !sink || width <= 0 || height <= 0 || row_stride < width)
        return -EINVAL;
    const int most = std::clamp(options->max_symbols, 1, int(QZ_ZXING_MOST_SYMBOLS));
    qz_zxing_options allowed = *options;
    allowed.formats &= qz_zxing_formats();
    if (most > 1)
        allowed.formats &= ~onlyAlone;
    if (allowed.formats == 0)
        return 0;
    Call call = {ZXing::ImageView(luma, width, height, ZXing::ImageFormat::Lum, row_stride),
                 &allowed, most, sink, context, 0};
    int result = qz_guard_run(read, &call, fault, fault_size);
    if (result == -ENOTRECOVERABLE && most > 1 && call.count == 0) {
        call.mostSymbols = 1;
        result = qz_guard_run(read, &call, nullptr, 0);
    }
    return result < 0 ? result : call.count;
}
