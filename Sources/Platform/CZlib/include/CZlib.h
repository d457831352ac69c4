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

/// A gzip file that is decompressed piece by piece (RFC 1952), with all of its members.
typedef struct qz_gunzip qz_gunzip;

/// Begins one; NULL without memory.
qz_gunzip *qz_gunzip_new(void);

/// Decompresses input, at most `capacity` bytes into `output`; `used` and `written` get the bytes of both.
///
/// Returns 1 where a member ends with the input that was used, 0 where more follows, -1 for what is no gzip or damaged.
int qz_gunzip_run(qz_gunzip *gunzip, const uint8_t *input, size_t length, size_t *used, uint8_t *output,
                  size_t capacity, size_t *written);
void qz_gunzip_free(qz_gunzip *gunzip);

#endif
