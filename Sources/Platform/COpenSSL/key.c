#include "qz_key.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <openssl/core_names.h>
#include <openssl/dsa.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include "openssl_internal.h"
#include "qz_digest.h"

static qz_key *made(qz_key *key) {
    ERR_clear_error();
    return key;
}

typedef struct {
    const char *password;
    int was_asked;
} question;

static int answer(char *buffer, int size, int is_writing, void *context) {
    (void)is_writing;
    question *asked = context;
    asked->was_asked = 1;
    if (!asked->password) return -1;
    size_t length = strlen(asked->password);
    if (length > (size_t)size) return -1;
    memcpy(buffer, asked->password, length);
    return (int)length;
}

qz_key *qz_key_read(const uint8_t *bytes, size_t count, const char *password, int *status) {
    question asked = {password, 0};
    EVP_PKEY *pkey = NULL;
    BIO *bio = qz_bio(bytes, count);
    if (bio) pkey = PEM_read_bio_PrivateKey(bio, NULL, answer, &asked);
    BIO_free(bio);
    if (!pkey && !asked.was_asked && count <= LONG_MAX) {
        const unsigned char *place = bytes;
        pkey = d2i_AutoPrivateKey(NULL, &place, (long)count);
        bio = pkey ? NULL : qz_bio(bytes, count);
        if (bio) pkey = d2i_PKCS8PrivateKey_bio(bio, NULL, answer, &asked);
        BIO_free(bio);
    }
    *status = pkey ? QZ_KEY_READ
        : !asked.was_asked ? QZ_KEY_NONE
        : password ? QZ_KEY_WRONG_PASSWORD : QZ_KEY_WANTS_PASSWORD;
    return made(pkey);
}

qz_key *qz_key_generate(int kind) {
    switch (kind) {
    case QZ_KEY_ED25519: return made(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"));
    case QZ_KEY_EC: return made(EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"));
    case QZ_KEY_RSA: return made(EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048));
    default: return NULL;
    }
}

qz_key *qz_key_of_ed25519_seed(const uint8_t *seed) {
    return made(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32));
}

void qz_key_free(qz_key *key) { EVP_PKEY_free(key); }

static int kind_of(const EVP_PKEY *pkey) {
    switch (EVP_PKEY_get_base_id(pkey)) {
    case EVP_PKEY_RSA: return QZ_KEY_RSA;
    case EVP_PKEY_EC: return QZ_KEY_EC;
    case EVP_PKEY_DSA: return QZ_KEY_DSA;
    case EVP_PKEY_ED25519: return QZ_KEY_ED25519;
    default: return QZ_KEY_OTHER;
    }
}

int qz_key_kind(qz_key *key) { return kind_of(key); }

static int write_public(EVP_PKEY *pkey, qz_bytes *spki) {
    unsigned char *made = NULL;
    int count = pkey ? i2d_PUBKEY(pkey, &made) : -1;
    return qz_bytes_take(spki, made, count);
}

int qz_key_public(qz_key *key, qz_bytes *spki) { return write_public(key, spki); }

int qz_key_pem(qz_key *key, const char *password, qz_bytes *pem) {
    *pem = (qz_bytes){NULL, 0};
    BIO *bio = BIO_new(BIO_s_secmem());
    if (!bio) return -1;
    const EVP_CIPHER *cipher = password ? EVP_aes_256_cbc() : NULL;
    int length = password ? (int)strlen(password) : 0;
    if (PEM_write_bio_PKCS8PrivateKey(bio, key, cipher, (char *)password, length, NULL, NULL) != 1) {
        BIO_free(bio);
        ERR_clear_error();
        return -1;
    }
    return qz_bytes_of_bio(pem, bio);
}

static int scheme_fits(int kind, int scheme) {
    switch (scheme) {
    case QZ_RSA_PKCS1:
    case QZ_RSA_PSS: return kind == QZ_KEY_RSA;
    case QZ_DSA_DER:
    case QZ_DSA_RAW: return kind == QZ_KEY_EC || kind == QZ_KEY_DSA;
    case QZ_ED25519: return kind == QZ_KEY_ED25519;
    default: return 0;
    }
}

/// The bytes of r and of s where they stand side by side; 0 where the key does not tell.
static int order_count(const EVP_PKEY *pkey) {
    BIGNUM *order = NULL;
    const char *name = kind_of(pkey) == QZ_KEY_DSA ? OSSL_PKEY_PARAM_FFC_Q : OSSL_PKEY_PARAM_EC_ORDER;
    int count = EVP_PKEY_get_bn_param(pkey, name, &order) == 1 ? BN_num_bytes(order) : 0;
    BN_free(order);
    return count;
}

/// r and s side by side of their SEQUENCE. ECDSA and DSA write it alike.
static int raw_of_der(const EVP_PKEY *pkey, const uint8_t *der, size_t count, qz_bytes *raw) {
    int half = order_count(pkey);
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)count);
    int result = -1;
    uint8_t bytes[2 * 128];
    if (pair && half > 0 && half <= 128 && BN_bn2binpad(ECDSA_SIG_get0_r(pair), bytes, half) == half
        && BN_bn2binpad(ECDSA_SIG_get0_s(pair), bytes + half, half) == half)
        result = qz_bytes_copy(raw, bytes, 2 * (size_t)half);
    ECDSA_SIG_free(pair);
    return result;
}

static int der_of_raw(const EVP_PKEY *pkey, const uint8_t *raw, size_t count, qz_bytes *der) {
    *der = (qz_bytes){NULL, 0};
    int half = order_count(pkey);
    if (half <= 0 || count != 2 * (size_t)half) return -1;
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(raw, half, NULL), *s = BN_bin2bn(raw + half, half, NULL);
    int result = -1;
    if (pair && r && s && ECDSA_SIG_set0(pair, r, s) == 1) {
        r = s = NULL;
        unsigned char *made = NULL;
        int length = i2d_ECDSA_SIG(pair, &made);
        result = qz_bytes_take(der, made, length);
    }
    BN_free(r);
    BN_free(s);
    ECDSA_SIG_free(pair);
    return result;
}

/// Prepares a context for a digest that was computed already: whether a system's policy allows SHA-1 in signatures does not matter then.
static int prepare(EVP_PKEY_CTX *context, int scheme, int digest) {
    if (scheme == QZ_DSA_DER || scheme == QZ_DSA_RAW) return 1;
    int padding = scheme == QZ_RSA_PSS ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING;
    return EVP_PKEY_CTX_set_rsa_padding(context, padding) > 0
        && EVP_PKEY_CTX_set_signature_md(context, qz_md(digest)) > 0;
}

static int sign_ed25519(EVP_PKEY *pkey, const uint8_t *message, size_t count, qz_bytes *signature) {
    uint8_t made[64];
    size_t length = sizeof made;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_made = context && EVP_DigestSignInit(context, NULL, NULL, NULL, pkey) == 1
        && EVP_DigestSign(context, made, &length, message, count) == 1;
    EVP_MD_CTX_free(context);
    return is_made ? qz_bytes_copy(signature, made, length) : -1;
}

int qz_key_sign(
    qz_key *key, int scheme, int digest, const uint8_t *message, size_t count, qz_bytes *signature) {
    *signature = (qz_bytes){NULL, 0};
    if (!scheme_fits(kind_of(key), scheme)) return -1;
    int result = -1;
    if (scheme == QZ_ED25519) {
        result = sign_ed25519(key, message, count, signature);
        ERR_clear_error();
        return result;
    }
    uint8_t hash[QZ_MOST_DIGEST];
    int hashed = qz_digest(digest, message, count, hash);
    if (hashed < 0) return -1;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    size_t room = (size_t)EVP_PKEY_get_size(key), length = room;
    uint8_t *made = malloc(room ? room : 1);
    if (context && made && EVP_PKEY_sign_init(context) == 1 && prepare(context, scheme, digest)
        && (scheme != QZ_RSA_PSS || EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) > 0)
        && EVP_PKEY_sign(context, made, &length, hash, (size_t)hashed) == 1)
        result = scheme == QZ_DSA_RAW ? raw_of_der(key, made, length, signature)
                                      : qz_bytes_copy(signature, made, length);
    EVP_PKEY_CTX_free(context);
    free(made);
    ERR_clear_error();
    return result;
}

static EVP_PKEY *public_of(const uint8_t *spki, size_t count) {
    if (count > LONG_MAX) return NULL;
    const unsigned char *place = spki;
    EVP_PKEY *pkey = d2i_PUBKEY(NULL, &place, (long)count);
    if (pkey && place != spki + count) {
        EVP_PKEY_free(pkey);
        pkey = NULL;
    }
    ERR_clear_error();
    return pkey;
}

int qz_public_kind(const uint8_t *spki, size_t count, int *bits) {
    EVP_PKEY *pkey = public_of(spki, count);
    int kind = pkey ? kind_of(pkey) : -1;
    *bits = pkey ? EVP_PKEY_get_bits(pkey) : 0;
    EVP_PKEY_free(pkey);
    return kind;
}

int qz_public_read(const uint8_t *bytes, size_t count, qz_bytes *spki) {
    *spki = (qz_bytes){NULL, 0};
    EVP_PKEY *pkey = public_of(bytes, count);
    BIO *bio = pkey ? NULL : qz_bio(bytes, count);
    if (bio) pkey = PEM_read_bio_PUBKEY(bio, NULL, qz_no_password, NULL);
    BIO_free(bio);
    if (!pkey) {
        qz_bytes der = {(uint8_t *)bytes, count};
        X509 *x509 = qz_x509(&der);
        bio = x509 ? NULL : qz_bio(bytes, count);
        if (bio) x509 = PEM_read_bio_X509(bio, NULL, qz_no_password, NULL);
        BIO_free(bio);
        if (x509) pkey = X509_get_pubkey(x509);
        X509_free(x509);
    }
    ERR_clear_error();
    int result = write_public(pkey, spki);
    EVP_PKEY_free(pkey);
    return result;
}

static int write_from(const char *algorithm, OSSL_PARAM_BLD *builder, qz_bytes *spki) {
    OSSL_PARAM *parameters = builder ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
    EVP_PKEY *pkey = NULL;
    if (parameters && context && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &pkey, EVP_PKEY_PUBLIC_KEY, parameters);
    int result = write_public(pkey, spki);
    EVP_PKEY_free(pkey);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    ERR_clear_error();
    return result;
}

int qz_public_rsa(
    const uint8_t *modulus, size_t modulus_count, const uint8_t *exponent, size_t exponent_count, qz_bytes *spki) {
    *spki = (qz_bytes){NULL, 0};
    // 16384 bits: OpenSSL takes no longer ones.
    if (modulus_count > 2048 || exponent_count > 8) return -1;
    BIGNUM *n = BN_bin2bn(modulus, (int)modulus_count, NULL), *e = BN_bin2bn(exponent, (int)exponent_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int result = -1;
    if (n && e && builder && !BN_is_zero(n) && !BN_is_zero(e)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1)
        result = write_from("RSA", builder, spki);
    else
        OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    BN_free(e);
    return result;
}

int qz_public_ec(const char *curve, const uint8_t *point, size_t count, qz_bytes *spki) {
    *spki = (qz_bytes){NULL, 0};
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1)
        return write_from("EC", builder, spki);
    OSSL_PARAM_BLD_free(builder);
    return -1;
}

int qz_public_ed25519(const uint8_t *bytes, qz_bytes *spki) {
    EVP_PKEY *pkey = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, 32);
    int result = write_public(pkey, spki);
    EVP_PKEY_free(pkey);
    return result;
}

int qz_public_ed25519_bytes(const uint8_t *spki, size_t count, uint8_t *bytes) {
    EVP_PKEY *pkey = public_of(spki, count);
    size_t length = 32;
    int is_there = pkey && kind_of(pkey) == QZ_KEY_ED25519 && EVP_PKEY_get_raw_public_key(pkey, bytes, &length) == 1;
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return is_there && length == 32 ? 0 : -1;
}

static int verify_ed25519(
    EVP_PKEY *pkey, const uint8_t *message, size_t count, const uint8_t *signature, size_t signature_count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_right = context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, pkey) == 1
        && EVP_DigestVerify(context, signature, signature_count, message, count) == 1;
    EVP_MD_CTX_free(context);
    return is_right;
}

static int verify_digest(
    EVP_PKEY *pkey, int scheme, int digest, const uint8_t *message, size_t count, const uint8_t *signature,
    size_t signature_count) {
    uint8_t hash[QZ_MOST_DIGEST];
    int hashed = qz_digest(digest, message, count, hash);
    if (hashed < 0) return -1;
    qz_bytes der = {NULL, 0};
    if (scheme == QZ_DSA_RAW) {
        if (der_of_raw(pkey, signature, signature_count, &der)) return 0;
        signature = der.bytes;
        signature_count = der.count;
    }
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(pkey, NULL);
    int result = -1;
    if (context && EVP_PKEY_verify_init(context) == 1 && prepare(context, scheme, digest))
        result = EVP_PKEY_verify(context, signature, signature_count, hash, (size_t)hashed) == 1;
    EVP_PKEY_CTX_free(context);
    qz_bytes_free(&der);
    return result;
}

int qz_public_verify(
    const uint8_t *spki, size_t count, int scheme, int digest, const uint8_t *message, size_t message_count,
    const uint8_t *signature, size_t signature_count) {
    EVP_PKEY *pkey = public_of(spki, count);
    int result = -1;
    if (pkey && scheme_fits(kind_of(pkey), scheme)) {
        if (signature_count == 0)
            result = 0;
        else if (scheme == QZ_ED25519)
            result = verify_ed25519(pkey, message, message_count, signature, signature_count);
        else
            result = verify_digest(pkey, scheme, digest, message, message_count, signature, signature_count);
    }
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return result;
}
