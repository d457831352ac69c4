#pragma once
#include <stddef.h>
#include <stdint.h>

/// Digests, by the number of their bits; SHA-1 is 1 (FIPS 180-4).
enum { QZ_SHA_1 = 1, QZ_SHA_224 = 224, QZ_SHA_256 = 256, QZ_SHA_384 = 384, QZ_SHA_512 = 512 };

/// The most bytes of a digest.
enum { QZ_MOST_DIGEST = 64 };

/// Writes the digest of `message` to `digest` (`QZ_MOST_DIGEST` bytes of room). Returns its length, or -1.
int qz_digest(int algorithm, const uint8_t *_Nullable message, size_t count, uint8_t *_Nonnull digest);

/// Writes the HMAC (RFC 2104) of `message` to `code` (`QZ_MOST_DIGEST` bytes of room). Returns its length, or -1.
int qz_hmac(
    int algorithm, const uint8_t *_Nullable key, size_t key_count, const uint8_t *_Nullable message, size_t count,
    uint8_t *_Nonnull code);

/// Whether `count` bytes are the same, in a time that does not tell where they differ.
int qz_is_equal(const void *_Nonnull a, const void *_Nonnull b, size_t count);
