#include "qz_zxing_reader.h"
#include "qz_guard.h"
#include "zxing_formats.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

namespace {

/// The digits of an EAN or UPC symbol as printed, and those of its add-on.
struct Product {
    std::string main;
    std::string addOn;

    explicit Product(const Barcode &symbol)
    {
        const auto &bytes = symbol.bytes();
        main.assign(bytes.begin(), bytes.end());
        addOn = symbol.extra(ZXing::BarcodeExtra::EanAddOn);
        if (main.size() >= addOn.size() && main.compare(main.size() - addOn.size(), addOn.size(), addOn) == 0)
            main.resize(main.size() - addOn.size());
        // `bytes` are the expanded EAN-13.
        const std::string printed = symbol.extra(ZXing::BarcodeExtra::UPCE);
        if (!printed.empty())
            main = printed;
    }
};

constexpr uint32_t withKanjiMode = QZ_ZXING_QR_CODE | QZ_ZXING_MICRO_QR_CODE | QZ_ZXING_RMQR_CODE;
constexpr uint32_t products = QZ_ZXING_EAN_13 | QZ_ZXING_EAN_8 | QZ_ZXING_UPC_A | QZ_ZXING_UPC_E;

struct Call {
    ZXing::ImageView view;
    const qz_zxing_options *options;
    int maxSymbols;
    qz_zxing_sink sink;
    void *context;
    int count;
};

void setPosition(const Barcode &symbol, qz_zxing_symbol &out)
{
    const auto &position = symbol.position();
    for (int i = 0; i < 4; ++i) {
        out.corners[2 * i] = int(position[i].x);
        out.corners[2 * i + 1] = int(position[i].y);
    }
    out.line_count = symbol.lineCount();
    out.sequence_index = symbol.sequenceIndex();
    out.sequence_size = symbol.sequenceSize();
}

void report(const Barcode &symbol, Call &call)
{
    qz_zxing_symbol out = {};
    out.format = formatNumber(symbol);
    // The library may report formats that were not requested: MicroPDF417 when PDF417 was.
    if ((out.format & call.options->formats) == 0)
        return;
    const auto &bytes = symbol.bytes();
    out.bytes = bytes.data();
    out.byte_count = bytes.size();
    out.add_on = "";
    std::optional<Product> product;
    if (out.format & products) {
        product.emplace(symbol);
        out.bytes = reinterpret_cast<const uint8_t *>(product->main.data());
        out.byte_count = product->main.size();
        out.add_on = product->addOn.c_str();
    }
    const bool hasECI = symbol.hasECI();
    const auto eciBytes = hasECI ? symbol.bytesECI() : decltype(symbol.bytesECI()){};
    std::string identifier = symbol.symbologyIdentifier();
    // Only here is it the one for symbols with an ECI.
    if (eciBytes.size() >= 3 && eciBytes[0] == ']')
        identifier.assign(eciBytes.begin(), eciBytes.begin() + 3);
    std::memcpy(out.identifier, identifier.data(), std::min<size_t>(identifier.size(), 3));
    out.eci_bytes = hasECI ? eciBytes.data() : nullptr;
    out.eci_byte_count = eciBytes.size();
    std::string text;
    if (!hasECI && (out.format & withKanjiMode)) {
        text = symbol.text(ZXing::TextMode::Plain);
        out.latin1_text = reinterpret_cast<const uint8_t *>(text.data());
        out.latin1_text_count = text.size();
    }
    setPosition(symbol, out);
    const std::string sequenceID = symbol.sequenceId();
    out.sequence_id = sequenceID.c_str();
    call.sink(call.context, &out);
    call.count += 1;
}

void read(void *context)
{
    Call &call = *static_cast<Call *>(context);
    ZXing::ReaderOptions options;
    options.setFormats(requested(call.options->formats));
    options.setTryHarder(call.options->try_harder);
    options.setTryRotate(call.options->try_rotate);
    options.setTryDownscale(call.options->try_downscale);
    options.setTryInvert(call.options->try_invert);
    options.setBinarizer(ZXing::Binarizer::LocalAverage);
    // Applies to bytes without ECI outside kanji mode; the caller detects their charset.
    options.setCharacterSet(ZXing::CharacterSet::ISO8859_1);
    options.setEanAddOnSymbol(ZXing::EanAddOnSymbol::Read);
    options.setMaxNumberOfSymbols(uint8_t(call.maxSymbols));
    for (const Barcode &symbol : ZXing::ReadBarcodes(call.view, options))
        if (symbol.isValid() && call.count < QZ_ZXING_MAX_SYMBOLS)
            report(symbol, call);
}

} // namespace

extern "C" const char *qz_zxing_version(void)
{
    return ZXING_VERSION_STR;
}

extern "C" int qz_zxing_read(
    const uint8_t *luma, int width, int height, int row_stride, const qz_zxing_options *options,
    qz_zxing_sink sink, void *context, char *fault, size_t fault_size)
{
    if (fault && fault_size > 0)
        fault[0] = 0;
    if (!luma || !options || !sink || width <= 0 || height <= 0 || row_stride < width)
        return -EINVAL;
    const int maxSymbols = std::clamp(options->max_symbols, 1, int(QZ_ZXING_MAX_SYMBOLS));
    if (options->formats == 0)
        return 0;
    Call call = {ZXing::ImageView(luma, width, height, ZXing::ImageFormat::Lum, row_stride),
                 options, maxSymbols, sink, context, 0};
    const int result = qz_guard_run(read, &call, fault, fault_size);
    return result < 0 ? result : call.count;
}
