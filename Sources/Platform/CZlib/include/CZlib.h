#ifndef QZ_ZLIB_H
#define QZ_ZLIB_H

#include <stddef.h>
#include <stdint.h>

/// What `qz_inflate` returns.
enum {
    QZ_INFLATED = 0,
    QZ_INFLATE_TRUNCATED,
    QZ_INFLATE_DAMAGED,
    QZ_INFLATE_TOO_LARGE,
    QZ_INFLATE_WRONG_CHECKSUM,
};

/// Decompresses one zlib stream (RFC 1950), or one deflate stream (RFC 1951) where `raw` is not 0.
///
/// At most `capacity` bytes are written to `output`; `written` and `used` get the bytes of output and input.
int qz_inflate(const uint8_t *input, size_t length, int raw, uint8_t *output, size_t capacity, size_t *written,
               size_t *used);

#endif
