#include "qz_digest.h"
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/hmac.h>
#include <limits.h>
#include "openssl_internal.h"

const EVP_MD *qz_md(int algorithm) {
    switch (algorithm) {
    case QZ_SHA_1: return EVP_sha1();
    case QZ_SHA_224: return EVP_sha224();
    case QZ_SHA_256: return EVP_sha256();
    case QZ_SHA_384: return EVP_sha384();
    case QZ_SHA_512: return EVP_sha512();
    default: return NULL;
    }
}

int qz_digest(int algorithm, const uint8_t *message, size_t count, uint8_t *digest) {
    const EVP_MD *md = qz_md(algorithm);
    unsigned length = 0;
    if (!md || EVP_Digest(message, count, digest, &length, md, NULL) != 1) {
        ERR_clear_error();
        return -1;
    }
    return (int)length;
}

int qz_hmac(
    int algorithm, const uint8_t *key, size_t key_count, const uint8_t *message, size_t count, uint8_t *code) {
    const EVP_MD *md = qz_md(algorithm);
    unsigned length = 0;
    // HMAC takes the address NULL for "the key as before".
    if (!md || key_count > INT_MAX
        || !HMAC(md, key_count ? (const void *)key : "", (int)key_count, message, count, code, &length)) {
        ERR_clear_error();
        return -1;
    }
    return (int)length;
}

int qz_is_equal(const void *a, const void *b, size_t count) { return CRYPTO_memcmp(a, b, count) == 0; }
