#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include "openssl_internal.h"

void qz_bytes_free(qz_bytes *bytes) {
    if (bytes->bytes) OPENSSL_cleanse(bytes->bytes, bytes->count);
    free(bytes->bytes);
    *bytes = (qz_bytes){NULL, 0};
}

int qz_bytes_copy(qz_bytes *into, const void *bytes, size_t count) {
    *into = (qz_bytes){malloc(count ? count : 1), count};
    if (!into->bytes) {
        into->count = 0;
        return -1;
    }
    if (count) memcpy(into->bytes, bytes, count);
    return 0;
}

int qz_bytes_take(qz_bytes *into, unsigned char *made, int count) {
    *into = (qz_bytes){NULL, 0};
    if (count <= 0 || !made) {
        ERR_clear_error();
        return -1;
    }
    int result = qz_bytes_copy(into, made, (size_t)count);
    OPENSSL_clear_free(made, (size_t)count);
    return result;
}

int qz_bytes_of_bio(qz_bytes *into, BIO *bio) {
    char *data = NULL;
    long count = BIO_get_mem_data(bio, &data);
    int result = count > 0 ? qz_bytes_copy(into, data, (size_t)count) : -1;
    BIO_free(bio);
    return result;
}

BIO *qz_bio(const uint8_t *bytes, size_t count) {
    // BIO_new_mem_buf wants an address even of nothing.
    return count > INT_MAX ? NULL : BIO_new_mem_buf(count ? (const void *)bytes : "", (int)count);
}
