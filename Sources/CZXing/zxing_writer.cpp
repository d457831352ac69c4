#include "qz_zxing_writer.h"

#define ZX_USE_UTF8 1
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace {

/// The longest text that is tried: QR holds 7089 digits, no symbology more.
constexpr size_t longest_text = 8192;

int fail(int error, const char *reason, char *message, size_t message_size) noexcept {
    if (message && message_size) std::snprintf(message, message_size, "%s", reason);
    return -error;
}

} // namespace

#if ZXING_VERSION_MAJOR <= 2

#include <ZXing/BarcodeFormat.h>
#include <ZXing/BitMatrix.h>
#include <ZXing/CharacterSet.h>
#include <ZXing/MultiFormatWriter.h>

int qz_zxing_encode(const char *format, const char *text, size_t length, int strength, uint8_t *modules,
                    size_t capacity, int *width, int *height, char *message, size_t message_size) {
    *width = *height = 0;
    if (!length) return fail(EINVAL, "there is no text", message, message_size);
    if (length > longest_text) return fail(E2BIG, "the text is too long", message, message_size);
    try {
        const auto kind = ZXing::BarcodeFormatFromString(format);
        if (kind == ZXing::BarcodeFormat::None)
            return fail(EINVAL, "unknown symbology", message, message_size);
        const std::string contents(text, length);
        ZXing::MultiFormatWriter writer(kind);
        writer.setMargin(0);
        if (strength >= 0) writer.setEccLevel(strength > 8 ? 8 : strength);
        // Without an encoding it is Latin-1, and other characters are refused.
        for (unsigned char byte : contents)
            if (byte >= 0x80) {
                writer.setEncoding(ZXing::CharacterSet::UTF8);
                break;
            }
        // One pixel a module: a size of 0 asks for the smallest.
        const auto matrix = writer.encode(contents, 0, 0);
        const size_t w = static_cast<size_t>(matrix.width()), h = static_cast<size_t>(matrix.height());
        if (!w || !h) return fail(EINVAL, "no symbol was made", message, message_size);
        if (w > capacity / h) return fail(E2BIG, "the symbol is too large", message, message_size);
        for (size_t y = 0; y < h; y++)
            for (size_t x = 0; x < w; x++)
                modules[y * w + x] = matrix.get(static_cast<int>(x), static_cast<int>(y)) ? 1 : 0;
        *width = static_cast<int>(w);
        *height = static_cast<int>(h);
        return 0;
    } catch (const std::bad_alloc &) {
        return fail(ENOMEM, "out of memory", message, message_size);
    } catch (const std::exception &error) {
        return fail(EINVAL, error.what(), message, message_size);
    } catch (...) {
        return fail(EINVAL, "the text cannot be encoded", message, message_size);
    }
}

#else

// zxing-cpp 3 replaced MultiFormatWriter; its new interface could not be tried, and a symbol made wrongly is
// worse than none.
int qz_zxing_encode(const char *, const char *, size_t, int, uint8_t *, size_t, int *width, int *height, char *message,
                    size_t message_size) {
    *width = *height = 0;
    return fail(ENOSYS, "this build's zxing-cpp 3 cannot make symbols yet: build with zxing-cpp 1.4 or 2", message,
                message_size);
}

#endif
