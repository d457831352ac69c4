#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int qz_inflate(const uint8_t *input, size_t length, int raw, uint8_t *output, size_t capacity, size_t *written,
               size_t *used) {
    *written = 0;
    *used = 0;
    if (length == 0) return QZ_INFLATE_TRUNCATED;
    if (length > UINT_MAX || capacity > UINT_MAX) return QZ_INFLATE_TOO_LARGE;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, raw ? -MAX_WBITS : MAX_WBITS) != Z_OK) return QZ_INFLATE_DAMAGED;
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)length;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    int status = capacity > 0 ? inflate(&stream, Z_FINISH) : Z_BUF_ERROR;
    // A stream may end exactly at the limit: only a byte beyond it shows that there is more.
    uint8_t beyond;
    int is_beyond = stream.avail_out == 0 && status == Z_BUF_ERROR;
    if (is_beyond) {
        stream.next_out = &beyond;
        stream.avail_out = 1;
        status = inflate(&stream, Z_FINISH);
    }
    *used = length - stream.avail_in;
    *written = stream.total_out;
    int result;
    if (is_beyond && stream.avail_out == 0) {
        *written = capacity;
        result = QZ_INFLATE_TOO_LARGE;
    } else if (status == Z_STREAM_END) {
        result = QZ_INFLATED;
    } else if (status == Z_BUF_ERROR) {
        result = QZ_INFLATE_TRUNCATED;
    } else if (stream.msg && strcmp(stream.msg, "incorrect data check") == 0) {
        result = QZ_INFLATE_WRONG_CHECKSUM;
    } else {
        result = QZ_INFLATE_DAMAGED;
    }
    inflateEnd(&stream);
    return result;
}

struct qz_gunzip {
    z_stream stream;
    int is_between_members;
};

qz_gunzip *qz_gunzip_new(void) {
    qz_gunzip *gunzip = calloc(1, sizeof *gunzip);
    // 16 stands for gzip's header and trailer.
    if (gunzip && inflateInit2(&gunzip->stream, MAX_WBITS + 16) != Z_OK) {
        free(gunzip);
        gunzip = NULL;
    }
    return gunzip;
}

int qz_gunzip_run(qz_gunzip *gunzip, const uint8_t *input, size_t length, size_t *used, uint8_t *output,
                  size_t capacity, size_t *written) {
    z_stream *stream = &gunzip->stream;
    if (gunzip->is_between_members && length > 0) {
        inflateReset(stream);
        gunzip->is_between_members = 0;
    }
    stream->next_in = (Bytef *)input;
    stream->avail_in = (uInt)(length < UINT_MAX ? length : UINT_MAX);
    stream->next_out = output;
    stream->avail_out = (uInt)(capacity < UINT_MAX ? capacity : UINT_MAX);
    uInt room = stream->avail_out, given = stream->avail_in;
    int status = inflate(stream, Z_NO_FLUSH);
    *used = given - stream->avail_in;
    *written = room - stream->avail_out;
    if (status == Z_STREAM_END) gunzip->is_between_members = 1;
    if (status == Z_STREAM_END) return 1;
    return status == Z_OK || status == Z_BUF_ERROR ? 0 : -1;
}

void qz_gunzip_free(qz_gunzip *gunzip) {
    inflateEnd(&gunzip->stream);
    free(gunzip);
}
