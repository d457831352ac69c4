#include "qz_certificate.h"
#include <limits.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include "openssl_internal.h"

X509 *qz_x509(const qz_bytes *der) {
    if (!der->bytes || der->count > LONG_MAX) return NULL;
    const unsigned char *place = der->bytes;
    X509 *x509 = d2i_X509(NULL, &place, (long)der->count);
    if (x509 && place != der->bytes + der->count) {
        X509_free(x509);
        x509 = NULL;
    }
    ERR_clear_error();
    return x509;
}

int qz_x509_der(X509 *x509, qz_bytes *der) {
    unsigned char *made = NULL;
    int count = i2d_X509(x509, &made);
    return qz_bytes_take(der, made, count);
}

qz_certificate *qz_certificate_read(const uint8_t *bytes, size_t count) {
    return qz_x509(&(qz_bytes){(uint8_t *)bytes, count});
}

void qz_certificate_free(qz_certificate *certificate) { X509_free(certificate); }

int qz_no_password(char *buffer, int size, int is_writing, void *context) {
    (void)buffer, (void)size, (void)is_writing, (void)context;
    return -1;
}

int qz_certificates_read(const uint8_t *bytes, size_t count, qz_bytes *list, int most) {
    qz_bytes der = {(uint8_t *)bytes, count};
    X509 *x509 = qz_x509(&der);
    int found = 0;
    if (x509) {
        if (most > 0 && !qz_x509_der(x509, &list[0])) found = 1;
        X509_free(x509);
        return found;
    }
    BIO *bio = qz_bio(bytes, count);
    while (bio && found < most && (x509 = PEM_read_bio_X509(bio, NULL, qz_no_password, NULL))) {
        if (!qz_x509_der(x509, &list[found])) found += 1;
        X509_free(x509);
    }
    BIO_free(bio);
    ERR_clear_error();
    return found;
}

/// Reads with the algorithms of old files as well (Apple's Keychain encrypts certificates by RC2), which are in a module of OpenSSL of its
/// own that may not be installed; nothing else of this program uses them.
typedef struct {
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *standard, *legacy;
} old_algorithms;

static old_algorithms load_old_algorithms(void) {
    old_algorithms loaded = {OSSL_LIB_CTX_new(), NULL, NULL};
    if (loaded.context) {
        loaded.standard = OSSL_PROVIDER_load(loaded.context, "default");
        loaded.legacy = OSSL_PROVIDER_load(loaded.context, "legacy");
    }
    return loaded;
}

static void unload(old_algorithms loaded) {
    if (loaded.legacy) OSSL_PROVIDER_unload(loaded.legacy);
    if (loaded.standard) OSSL_PROVIDER_unload(loaded.standard);
    OSSL_LIB_CTX_free(loaded.context);
}

/// The key once more, of the algorithms that all others have.
static qz_key *own_key(EVP_PKEY *foreign) {
    unsigned char *der = NULL;
    int count = i2d_PrivateKey(foreign, &der), status = 0;
    qz_key *key = count > 0 ? qz_key_read(der, (size_t)count, NULL, &status) : NULL;
    if (count > 0) OPENSSL_clear_free(der, (size_t)count);
    return key;
}

int qz_pkcs12_read(
    const uint8_t *bytes, size_t count, const char *password, qz_key **key, qz_bytes *list, int most, int *status) {
    *key = NULL;
    *status = QZ_KEY_NONE;
    old_algorithms loaded = load_old_algorithms();
    PKCS12 *file = loaded.standard ? PKCS12_init_ex(NID_pkcs7_data, loaded.context, NULL) : NULL;
    BIO *bio = file ? qz_bio(bytes, count) : NULL;
    int found = 0;
    if (bio && d2i_PKCS12_bio(bio, &file)) {
        EVP_PKEY *pkey = NULL;
        X509 *first = NULL;
        STACK_OF(X509) *others = NULL;
        // The count of rounds is the file's: a password is tried once only, and without a MAC none is.
        if (PKCS12_mac_present(file) && !PKCS12_verify_mac(file, password, -1)
            && !(password && !*password && PKCS12_verify_mac(file, NULL, 0))) {
            *status = password ? QZ_KEY_WRONG_PASSWORD : QZ_KEY_WANTS_PASSWORD;
        } else if (!PKCS12_parse(file, password, &pkey, &first, &others)) {
            *status = loaded.legacy ? QZ_KEY_NONE : QZ_KEY_LEGACY;
        } else {
            *status = QZ_KEY_READ;
            if (pkey) *key = own_key(pkey);
            if (first && most > 0 && !qz_x509_der(first, &list[0])) found = 1;
            for (int index = 0; index < sk_X509_num(others) && found < most; index += 1)
                if (!qz_x509_der(sk_X509_value(others, index), &list[found])) found += 1;
        }
        EVP_PKEY_free(pkey);
        X509_free(first);
        sk_X509_pop_free(others, X509_free);
    }
    BIO_free(bio);
    PKCS12_free(file);
    unload(loaded);
    ERR_clear_error();
    return found;
}

int qz_pkcs12_make(
    qz_key *key, const qz_bytes *certificates, int count, const char *password, qz_bytes *made) {
    *made = (qz_bytes){NULL, 0};
    X509 *first = count > 0 ? qz_x509(&certificates[0]) : NULL;
    STACK_OF(X509) *others = sk_X509_new_null();
    int is_right = first && others;
    for (int index = 1; is_right && index < count; index += 1) {
        X509 *x509 = qz_x509(&certificates[index]);
        is_right = x509 && sk_X509_push(others, x509) > 0;
        if (!is_right) X509_free(x509);
    }
    PKCS12 *file = is_right ? PKCS12_create(password, NULL, key, first, others, 0, 0, 0, 0, 0) : NULL;
    unsigned char *der = NULL;
    int length = file ? i2d_PKCS12(file, &der) : -1;
    int result = qz_bytes_take(made, der, length);
    PKCS12_free(file);
    sk_X509_pop_free(others, X509_free);
    X509_free(first);
    ERR_clear_error();
    return result;
}

static X509_NAME *name_of(qz_certificate *certificate, bool of_issuer) {
    return of_issuer ? X509_get_issuer_name(certificate) : X509_get_subject_name(certificate);
}

int qz_certificate_name(qz_certificate *certificate, bool of_issuer, const char *identifier, qz_bytes *text) {
    *text = (qz_bytes){NULL, 0};
    X509_NAME *name = name_of(certificate, of_issuer);
    ASN1_OBJECT *object = OBJ_txt2obj(identifier, 1);
    int place = name && object ? X509_NAME_get_index_by_OBJ(name, object, -1) : -1;
    ASN1_OBJECT_free(object);
    if (place < 0) return -1;
    unsigned char *made = NULL;
    int count = ASN1_STRING_to_UTF8(&made, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, place)));
    return qz_bytes_take(text, made, count);
}

int qz_certificate_name_der(qz_certificate *certificate, bool of_issuer, qz_bytes *der) {
    unsigned char *made = NULL;
    int count = i2d_X509_NAME(name_of(certificate, of_issuer), &made);
    return qz_bytes_take(der, made, count);
}

int qz_certificate_serial(qz_certificate *certificate, qz_bytes *number) {
    const ASN1_INTEGER *serial = X509_get0_serialNumber(certificate);
    return qz_bytes_copy(number, ASN1_STRING_get0_data(serial), (size_t)ASN1_STRING_length(serial));
}

// POSIX's formula by days, which OpenSSL counts.
int qz_asn1_seconds(const ASN1_TIME *time, int64_t *seconds) {
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, rest = 0;
    int is_right = epoch && time && ASN1_TIME_diff(&days, &rest, epoch, time);
    ASN1_TIME_free(epoch);
    *seconds = (int64_t)days * 86400 + rest;
    return is_right ? 0 : -1;
}

int qz_certificate_dates(qz_certificate *certificate, int64_t *from, int64_t *until) {
    int result = qz_asn1_seconds(X509_get0_notBefore(certificate), from)
        || qz_asn1_seconds(X509_get0_notAfter(certificate), until);
    ERR_clear_error();
    return result ? -1 : 0;
}

int qz_certificate_extension(qz_certificate *certificate, const char *identifier, qz_bytes *value) {
    *value = (qz_bytes){NULL, 0};
    ASN1_OBJECT *object = OBJ_txt2obj(identifier, 1);
    int place = object ? X509_get_ext_by_OBJ(certificate, object, -1) : -1;
    ASN1_OBJECT_free(object);
    if (place < 0) return -1;
    const ASN1_OCTET_STRING *data = X509_EXTENSION_get_data(X509_get_ext(certificate, place));
    return qz_bytes_copy(value, ASN1_STRING_get0_data(data), (size_t)ASN1_STRING_length(data));
}

bool qz_certificate_has_usage(qz_certificate *certificate, const char *identifier) {
    ASN1_OBJECT *object = OBJ_txt2obj(identifier, 1);
    EXTENDED_KEY_USAGE *usages = X509_get_ext_d2i(certificate, NID_ext_key_usage, NULL, NULL);
    bool has = false;
    for (int index = 0; object && index < sk_ASN1_OBJECT_num(usages); index += 1)
        has = has || OBJ_cmp(sk_ASN1_OBJECT_value(usages, index), object) == 0;
    EXTENDED_KEY_USAGE_free(usages);
    ASN1_OBJECT_free(object);
    ERR_clear_error();
    return has;
}

bool qz_certificate_is_authority(qz_certificate *certificate) { return X509_check_ca(certificate) != 0; }

int qz_certificate_public(qz_certificate *certificate, qz_bytes *spki) {
    unsigned char *made = NULL;
    int count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &made);
    return qz_bytes_take(spki, made, count);
}

bool qz_certificate_is_issued_by(qz_certificate *certificate, qz_certificate *issuer) {
    EVP_PKEY *pkey = X509_get0_pubkey(issuer);
    bool is_issued
        = X509_NAME_cmp(X509_get_issuer_name(certificate), X509_get_subject_name(issuer)) == 0 && pkey
        && X509_verify(certificate, pkey) == 1;
    ERR_clear_error();
    return is_issued;
}

static STACK_OF(X509) *stack_of(const qz_bytes *list, int count) {
    STACK_OF(X509) *stack = sk_X509_new_null();
    for (int index = 0; stack && index < count; index += 1) {
        X509 *x509 = qz_x509(&list[index]);
        // What is damaged is no issuer.
        if (x509 && sk_X509_push(stack, x509) <= 0) X509_free(x509);
    }
    return stack;
}

int qz_chain_build(
    const qz_bytes *leaf, const qz_bytes *others, int other_count, const qz_bytes *roots, int root_count, int64_t time,
    qz_bytes *chain, int most, int *chain_count, int *depth) {
    *chain_count = 0;
    *depth = 0;
    X509 *x509 = qz_x509(leaf);
    STACK_OF(X509) *untrusted = stack_of(others, other_count), *trusted = stack_of(roots, root_count);
    X509_STORE *store = X509_STORE_new();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    int result = -1;
    if (x509 && untrusted && trusted && store && context && X509_STORE_CTX_init(context, store, x509, untrusted)) {
        X509_STORE_CTX_set0_trusted_stack(context, trusted);
        X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
        X509_VERIFY_PARAM_set_time(parameters, (time_t)time);
        X509_VERIFY_PARAM_set_depth(parameters, 8);
        X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_IGNORE_CRITICAL);
        int is_right = X509_verify_cert(context);
        result = is_right == 1 ? 0 : X509_STORE_CTX_get_error(context);
        if (is_right != 1 && result == 0) result = -1;
        *depth = X509_STORE_CTX_get_error_depth(context);
        STACK_OF(X509) *built = X509_STORE_CTX_get0_chain(context);
        for (int index = 0; index < sk_X509_num(built) && index < most; index += 1)
            if (!qz_x509_der(sk_X509_value(built, index), &chain[*chain_count])) *chain_count += 1;
    }
    X509_STORE_CTX_free(context);
    X509_STORE_free(store);
    sk_X509_pop_free(untrusted, X509_free);
    sk_X509_pop_free(trusted, X509_free);
    X509_free(x509);
    ERR_clear_error();
    return result;
}

const char *qz_chain_words(int reason) { return X509_verify_cert_error_string(reason); }

/// Adds an extension that OpenSSL makes of a text. Returns 1, or 0.
static int add_extension(X509 *x509, X509V3_CTX *context, int identifier, const char *value) {
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, context, identifier, value);
    int is_added = extension && X509_add_ext(x509, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

/// Sets all that a server's certificate has but its signature. Returns 1, or 0.
static int fill_in(X509 *x509, qz_key *key, const char *address, int64_t from, int64_t until) {
    unsigned char serial[16];
    char alternative[80];
    // What else could stand in the text of an extension is not an address.
    ASN1_OCTET_STRING *bytes = a2i_IPADDRESS(address);
    if (!bytes) return 0;
    ASN1_OCTET_STRING_free(bytes);
    if (RAND_bytes(serial, sizeof serial) != 1) return 0;
    // Positive, and without a leading zero (RFC 5280, 4.1.2.2).
    serial[0] = (unsigned char)((serial[0] & 0x7F) | 0x40);
    BIGNUM *number = BN_bin2bn(serial, sizeof serial, NULL);
    int has_serial = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509));
    BN_free(number);
    X509_NAME *name = X509_get_subject_name(x509);
    X509V3_CTX context;
    X509V3_set_ctx(&context, x509, x509, NULL, NULL, 0);
    int length = snprintf(alternative, sizeof alternative, "IP:%s", address);
    return has_serial && length > 0 && (size_t)length < sizeof alternative && X509_set_version(x509, X509_VERSION_3)
        && ASN1_TIME_set(X509_getm_notBefore(x509), (time_t)from) && ASN1_TIME_set(X509_getm_notAfter(x509), (time_t)until)
        && X509_set_pubkey(x509, key)
        && X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_ASC, (const unsigned char *)address, -1, -1, 0)
        && X509_set_issuer_name(x509, name)
        && add_extension(x509, &context, NID_subject_alt_name, alternative)
        && add_extension(x509, &context, NID_basic_constraints, "critical,CA:FALSE")
        && add_extension(x509, &context, NID_key_usage, "critical,digitalSignature")
        && add_extension(x509, &context, NID_ext_key_usage, "serverAuth");
}

int qz_certificate_of_address(qz_key *key, const char *address, int64_t from, int64_t until, qz_bytes *der) {
    *der = (qz_bytes){NULL, 0};
    X509 *x509 = X509_new();
    int result = -1;
    if (x509 && fill_in(x509, key, address, from, until) && X509_sign(x509, key, EVP_sha256()) > 0)
        result = qz_x509_der(x509, der);
    X509_free(x509);
    ERR_clear_error();
    return result;
}
