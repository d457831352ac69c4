#include "qz_png.h"
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The state of libpng's callbacks: input or output buffer, and the first error.
typedef struct {
    const uint8_t *data;
    size_t length;
    size_t position;
    uint8_t *out;
    size_t capacity;
    int error;
    int has_pixels;
    char *message;
    size_t message_size;
} Stream;

static void fail(png_structp png, png_const_charp text) {
    Stream *stream = png_get_error_ptr(png);
    if (stream->message_size) snprintf(stream->message, stream->message_size, "%s", text);
    if (!stream->error) stream->error = EBADMSG;
    png_longjmp(png, 1);
}

// libpng would print warnings to standard error, over the screen.
static void ignore_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep into, size_t count) {
    Stream *stream = png_get_io_ptr(png);
    if (count > stream->length - stream->position) png_error(png, "the file ends too early");
    memcpy(into, stream->data + stream->position, count);
    stream->position += count;
}

static void write_bytes(png_structp png, png_bytep from, size_t count) {
    Stream *stream = png_get_io_ptr(png);
    if (count > stream->capacity - stream->length) {
        size_t capacity = stream->capacity * 2 + count + 4096;
        uint8_t *grown = realloc(stream->out, capacity);
        if (!grown) {
            stream->error = ENOMEM;
            png_error(png, "out of memory");
        }
        stream->out = grown;
        stream->capacity = capacity;
    }
    memcpy(stream->out + stream->length, from, count);
    stream->length += count;
}

static void ignore_flush(png_structp png) { (void)png; }

int qz_png_size(const uint8_t *data, size_t length, int *width, int *height) {
    // PNG 5.2, 11.2.2: the signature, then IHDR with width and height as big-endian 31-bit numbers.
    static const uint8_t header[16] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
    if (!data || length < 24 || memcmp(data, header, sizeof header)) return -EBADMSG;
    uint32_t w = png_get_uint_32(data + 16), h = png_get_uint_32(data + 20);
    if (!w || !h || w > INT32_MAX || h > INT32_MAX) return -EBADMSG;
    *width = (int)w;
    *height = (int)h;
    return 0;
}

/// Sets up the conversion of any colour type to one grey byte per pixel. Returns the number of interlace passes.
static int convert_to_grey(png_structp png, png_infop info, qz_png_weights weights) {
    int colour = png_get_color_type(png, info);
    png_set_expand(png);
    png_set_scale_16(png);
    if (colour & PNG_COLOR_MASK_ALPHA || png_get_valid(png, info, PNG_INFO_tRNS)) {
        // need_expand 0: `white` is in the expanded format already.
        png_color_16 white = {.red = 255, .green = 255, .blue = 255, .gray = 255};
        if (png_get_bit_depth(png, info) == 16) white.red = white.green = white.blue = white.gray = 65535;
        png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    }
    if (colour & PNG_COLOR_MASK_COLOR) png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, weights.red, weights.green);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return passes;
}

/// Everything between png_create and png_destroy, in a function of its own because libpng longjmps out of it on error.
static int read_picture(png_structp png, png_infop info, Stream *stream, qz_png_weights weights, uint8_t *luma, int width,
                        int height) {
    if (setjmp(png_jmpbuf(png))) return stream->error == EBADMSG && !stream->has_pixels ? -EPROTO : -stream->error;
    png_set_read_fn(png, stream, read_bytes);
    png_set_user_limits(png, (png_uint_32)width, (png_uint_32)height);
    png_set_chunk_malloc_max(png, 1 << 20);
    // libpng inflates in chunks of this size, so a truncated file loses less than one of them.
    png_set_compression_buffer_size(png, 512);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != (png_uint_32)width ||
        png_get_image_height(png, info) != (png_uint_32)height)
        return -EINVAL;
    int passes = convert_to_grey(png, info, weights);
    if (png_get_rowbytes(png, info) != (size_t)width) png_error(png, "an unknown pixel format");
    // Rows that are missing stay grey. Each pass of an interlaced picture covers all of it, in ever smaller blocks.
    memset(luma, 128, (size_t)width * (size_t)height);
    stream->has_pixels = 1;
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < height; y++) png_read_row(png, NULL, luma + (size_t)y * (size_t)width);
    // Chunks after the pixels are not read, as they cannot change them.
    return 0;
}

int qz_png_luma(const uint8_t *data, size_t length, const qz_png_weights *weights, uint8_t *luma, int width, int height,
                char *message, size_t message_size) {
    Stream stream = {.data = data, .length = length, .message = message, .message_size = message_size};
    if (message_size) *message = 0;
    int w, h;
    if (qz_png_size(data, length, &w, &h) < 0) {
        if (message_size) snprintf(message, message_size, "no PNG header");
        return -EPROTO;
    }
    if (w != width || h != height) return -EINVAL;
    const qz_png_weights bt601 = {.red = 29900, .green = 58700};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &stream, fail, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int result = info ? read_picture(png, info, &stream, weights ? *weights : bt601, luma, width, height) : -ENOMEM;
    png_destroy_read_struct(&png, &info, NULL);
    return result;
}

/// The input of the encoder.
typedef struct {
    const uint8_t *pixels;
    int width, height, channels;
    const qz_png_text *texts;
    size_t text_count;
    const uint8_t *exif;
    size_t exif_length;
    /// Shown once: little time is worth more than few bytes.
    int is_fast;
    /// The grey that is transparent where `is_fast`; -1 for none.
    int transparent;
    /// How large it is on paper; 0 where nothing says so.
    uint32_t pixels_per_metre;
    /// Rows of bits instead of pixels, and how often each stands; NULL for none.
    const uint8_t *bits;
    const uint32_t *counts;
    size_t bands;
} Content;

static int is_ascii(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80) return 0;
    return 1;
}

/// Writes text chunks before the pixels, where readers look first: tEXt for ASCII, iTXt for other UTF-8.
static void write_texts(png_structp png, png_infop info, const Content *content) {
    for (size_t i = 0; i < content->text_count; i++) {
        png_text text = {.key = (char *)content->texts[i].key, .text = (char *)content->texts[i].text};
        text.compression = is_ascii(text.text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        png_set_text(png, info, &text, 1);
    }
    if (content->exif_length) png_set_eXIf_1(png, info, (png_uint_32)content->exif_length, (png_bytep)content->exif);
}

static int write_picture(png_structp png, png_infop info, Stream *stream, const Content *content) {
    if (setjmp(png_jmpbuf(png))) return -stream->error;
    png_set_write_fn(png, stream, write_bytes, ignore_flush);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(png, info, (png_uint_32)content->width, (png_uint_32)content->height, content->bits ? 1 : 8,
                 content->channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (content->is_fast) {
        png_set_compression_level(png, 1);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
        png_color_16 grey = {.gray = (png_uint_16)content->transparent};
        if (content->transparent >= 0) png_set_tRNS(png, info, NULL, 0, &grey);
    }
    // Measured: level 1 takes half the time of level 6 for bits, of which there are few.
    if (content->bits) png_set_compression_level(png, 1);
    if (content->pixels_per_metre)
        png_set_pHYs(png, info, content->pixels_per_metre, content->pixels_per_metre, PNG_RESOLUTION_METER);
    write_texts(png, info, content);
    png_write_info(png, info);
    if (content->bits) {
        const uint8_t *bits = content->bits;
        for (size_t band = 0; band < content->bands; band++, bits += ((size_t)content->width + 7) / 8)
            for (uint32_t y = 0; y < content->counts[band]; y++) png_write_row(png, bits);
    } else {
        size_t row = (size_t)content->width * (size_t)content->channels;
        for (int y = 0; y < content->height; y++) png_write_row(png, content->pixels + (size_t)y * row);
    }
    png_write_end(png, info);
    return 0;
}

static int write_content(const Content *content, uint8_t **out, size_t *out_length) {
    *out = NULL;
    *out_length = 0;
    int channels = content->channels;
    if ((!content->pixels && !content->bits) || content->width <= 0 || content->height <= 0 || (channels != 1 && channels != 3)) return -EINVAL;
    Stream stream = {0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &stream, fail, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int result = info ? write_picture(png, info, &stream, content) : -ENOMEM;
    png_destroy_write_struct(&png, &info);
    if (result < 0) {
        free(stream.out);
        return result;
    }
    *out = stream.out;
    *out_length = stream.length;
    return 0;
}

int qz_png_write(const uint8_t *luma, int width, int height, uint8_t **out, size_t *out_length) {
    Content content = {.pixels = luma, .width = width, .height = height, .channels = 1};
    return write_content(&content, out, out_length);
}

int qz_png_write_pixels(const uint8_t *pixels, int width, int height, int channels, const qz_png_text *texts,
                        size_t text_count, const uint8_t *exif, size_t exif_length, uint32_t pixels_per_metre, uint8_t **out,
                        size_t *out_length) {
    Content content = {.pixels = pixels, .width = width, .height = height, .channels = channels,
                       .texts = texts, .text_count = text_count, .exif = exif, .exif_length = exif_length,
                       .pixels_per_metre = pixels_per_metre};
    return write_content(&content, out, out_length);
}

int qz_png_write_bits(const uint8_t *bits, const uint32_t *counts, size_t bands, int width, int height,
                      uint32_t pixels_per_metre, uint8_t **out, size_t *out_length) {
    uint64_t rows = 0;
    for (size_t band = 0; counts && band < bands; band++) rows += counts[band];
    *out = NULL;
    *out_length = 0;
    if (!bits || !counts || height <= 0 || rows != (uint64_t)height) return -EINVAL;
    Content content = {.bits = bits, .counts = counts, .bands = bands, .width = width, .height = height, .channels = 1,
                       .pixels_per_metre = pixels_per_metre};
    return write_content(&content, out, out_length);
}

int qz_png_write_fast(const uint8_t *luma, int width, int height, int transparent, uint8_t **out, size_t *out_length) {
    Content content = {.pixels = luma, .width = width, .height = height, .channels = 1, .is_fast = 1,
                       .transparent = transparent < 256 ? transparent : -1};
    return write_content(&content, out, out_length);
}

void qz_png_free(uint8_t *png) { free(png); }
