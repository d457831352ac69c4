#pragma once
#include "qz_bytes.h"

/// What became of reading a key.
enum {
    QZ_KEY_READ = 0,
    /// It is encrypted, and no password was given.
    QZ_KEY_WANTS_PASSWORD = 1,
    QZ_KEY_WRONG_PASSWORD = 2,
    /// There is none, or it is damaged.
    QZ_KEY_NONE = 3,
    /// It is encrypted by what only OpenSSL's module `legacy` knows, which is not installed.
    QZ_KEY_LEGACY = 4
};

/// Kinds of keys.
enum { QZ_KEY_OTHER = 0, QZ_KEY_RSA = 1, QZ_KEY_EC = 2, QZ_KEY_DSA = 3, QZ_KEY_ED25519 = 4 };

/// How a signature is made.
enum {
    /// RSASSA-PKCS1-v1_5 (RFC 8017).
    QZ_RSA_PKCS1 = 1,
    /// RSASSA-PSS with MGF1 of the same digest; made with a salt as long as the digest, verified with any.
    QZ_RSA_PSS = 2,
    /// ECDSA or DSA as SEQUENCE of r and s (RFC 3279).
    QZ_DSA_DER = 3,
    /// ECDSA or DSA as r and s side by side, each as long as the order (IEEE P1363).
    QZ_DSA_RAW = 4,
    /// Ed25519 (RFC 8032), without a digest.
    QZ_ED25519 = 5
};

/// A private key (OpenSSL's EVP_PKEY).
typedef struct evp_pkey_st qz_key;

/// Reads the first private key in PEM, or one in DER (PKCS #8, PKCS #1, SEC 1). `status` is one of `QZ_KEY_…`.
qz_key *_Nullable qz_key_read(
    const uint8_t *_Nonnull bytes, size_t count, const char *_Nullable password, int *_Nonnull status);
/// Makes a key: `QZ_KEY_ED25519`, `QZ_KEY_EC` (P-256) or `QZ_KEY_RSA` (2048 bits).
qz_key *_Nullable qz_key_generate(int kind);
/// The Ed25519 key of a seed of 32 bytes (RFC 8032).
qz_key *_Nullable qz_key_of_ed25519_seed(const uint8_t *_Nonnull seed);
void qz_key_free(qz_key *_Nullable key);
/// Its kind, a `QZ_KEY_…`.
int qz_key_kind(qz_key *_Nonnull key);
/// Its public half as SubjectPublicKeyInfo (RFC 5280). Returns 0, or -1.
int qz_key_public(qz_key *_Nonnull key, qz_bytes *_Nonnull spki);
/// The key in PEM (PKCS #8), encrypted by AES-256 where there is a password. Returns 0, or -1.
int qz_key_pem(qz_key *_Nonnull key, const char *_Nullable password, qz_bytes *_Nonnull pem);
/// Signs `message`. Returns 0, or -1 where the key is of another kind than the scheme.
int qz_key_sign(
    qz_key *_Nonnull key, int scheme, int digest, const uint8_t *_Nullable message, size_t count,
    qz_bytes *_Nonnull signature);

/// The kind of the key in a SubjectPublicKeyInfo, and how many bits it has; -1 where it is none.
int qz_public_kind(const uint8_t *_Nonnull spki, size_t count, int *_Nonnull bits);
/// The public key in PEM (a public key or a certificate) or DER (the same) as SubjectPublicKeyInfo. Returns 0, or -1.
int qz_public_read(const uint8_t *_Nonnull bytes, size_t count, qz_bytes *_Nonnull spki);
/// The RSA key of a modulus and an exponent, big-endian. Returns 0, or -1.
int qz_public_rsa(
    const uint8_t *_Nonnull modulus, size_t modulus_count, const uint8_t *_Nonnull exponent, size_t exponent_count,
    qz_bytes *_Nonnull spki);
/// The key of a point on a curve that OpenSSL names (`P-256`), uncompressed (04 x y). Returns 0, or -1 where it is not on it.
int qz_public_ec(
    const char *_Nonnull curve, const uint8_t *_Nonnull point, size_t count, qz_bytes *_Nonnull spki);
/// The Ed25519 key of its 32 bytes. Returns 0, or -1.
int qz_public_ed25519(const uint8_t *_Nonnull bytes, qz_bytes *_Nonnull spki);
/// The 32 bytes of an Ed25519 key. Returns 0, or -1 where it is of another kind.
int qz_public_ed25519_bytes(const uint8_t *_Nonnull spki, size_t count, uint8_t *_Nonnull bytes);
/// Whether `signature` is that of `message`: 1 it is, 0 it is not, -1 where the key is damaged or of another kind than the scheme.
int qz_public_verify(
    const uint8_t *_Nonnull spki, size_t count, int scheme, int digest, const uint8_t *_Nullable message,
    size_t message_count, const uint8_t *_Nullable signature, size_t signature_count);
