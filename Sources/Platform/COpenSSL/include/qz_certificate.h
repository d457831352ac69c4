#pragma once
#include <stdbool.h>
#include "qz_bytes.h"
#include "qz_key.h"

/// A certificate (X.509, RFC 5280; OpenSSL's X509).
typedef struct x509_st qz_certificate;

/// Reads one in DER, which must be the whole of `bytes`.
qz_certificate *_Nullable qz_certificate_read(const uint8_t *_Nonnull bytes, size_t count);
void qz_certificate_free(qz_certificate *_Nullable certificate);

/// Puts up to `most` certificates that PEM or DER has into `list`, each in DER. Returns how many there are.
int qz_certificates_read(
    const uint8_t *_Nonnull bytes, size_t count, qz_bytes *_Nonnull list, int most);

/// The key and up to `most` certificates of PKCS #12 (RFC 7292), that of the key first, each in DER. Returns how many
/// there are; `status` is one of `QZ_KEY_…`, `key` is NULL where it has none.
int qz_pkcs12_read(
    const uint8_t *_Nonnull bytes, size_t count, const char *_Nullable password, qz_key *_Nullable *_Nonnull key,
    qz_bytes *_Nonnull list, int most, int *_Nonnull status);
/// Makes PKCS #12 of a key and its certificate with others behind it. Returns 0, or -1.
int qz_pkcs12_make(
    qz_key *_Nonnull key, const qz_bytes *_Nonnull certificates, int count, const char *_Nonnull password,
    qz_bytes *_Nonnull made);

/// Makes a certificate of a server at one IP address, signed by its own key (EC). `address` is numeric, and also its common name; it holds
/// from `from` until `until`, in seconds since 1970. Returns 0, or -1.
int qz_certificate_of_address(
    qz_key *_Nonnull key, const char *_Nonnull address, int64_t from, int64_t until, qz_bytes *_Nonnull der);

/// The first attribute with this object identifier (`2.5.4.11`) of the subject's name, or of the issuer's, in UTF-8.
/// Returns 0, or -1 where there is none.
int qz_certificate_name(
    qz_certificate *_Nonnull certificate, bool of_issuer, const char *_Nonnull identifier,
    qz_bytes *_Nonnull text);
/// The subject's name, or the issuer's, in DER. Returns 0, or -1.
int qz_certificate_name_der(qz_certificate *_Nonnull certificate, bool of_issuer, qz_bytes *_Nonnull der);
/// The serial number, big-endian, without a sign.
int qz_certificate_serial(qz_certificate *_Nonnull certificate, qz_bytes *_Nonnull number);
/// From when and until when it holds, in seconds since 1970. Returns 0, or -1 where its dates are damaged.
int qz_certificate_dates(qz_certificate *_Nonnull certificate, int64_t *_Nonnull from, int64_t *_Nonnull until);
/// The value of an extension. Returns 0, or -1 where it has none of this object identifier.
int qz_certificate_extension(
    qz_certificate *_Nonnull certificate, const char *_Nonnull identifier, qz_bytes *_Nonnull value);
/// Whether its extended key usage names this object identifier.
bool qz_certificate_has_usage(qz_certificate *_Nonnull certificate, const char *_Nonnull identifier);
/// Whether it may sign certificates.
bool qz_certificate_is_authority(qz_certificate *_Nonnull certificate);
/// Its public key as SubjectPublicKeyInfo. Returns 0, or -1.
int qz_certificate_public(qz_certificate *_Nonnull certificate, qz_bytes *_Nonnull spki);
/// Whether it was issued by `issuer`: by its name, and signed by its key.
bool qz_certificate_is_issued_by(qz_certificate *_Nonnull certificate, qz_certificate *_Nonnull issuer);

/// Builds the chain of `leaf` by way of `others` to one of `roots`, as of `time` (seconds since 1970).
///
/// Each is in DER. Critical extensions that OpenSSL does not know are no obstacle. `chain` receives up to `most` of the certificates,
/// the leaf first, and `chain_count` how many; also as far as they reach where the chain is not right.
///
/// Returns 0 where it is right, else the reason, an `X509_V_ERR_…` (10 expired, 9 not yet valid, 20 the issuer is missing), at the
/// certificate `depth` (0 is the leaf); -1 where it could not be tried.
int qz_chain_build(
    const qz_bytes *_Nonnull leaf, const qz_bytes *_Nonnull others, int other_count, const qz_bytes *_Nonnull roots,
    int root_count, int64_t time, qz_bytes *_Nonnull chain, int most, int *_Nonnull chain_count,
    int *_Nonnull depth);
/// OpenSSL's words for such a reason.
const char *_Nonnull qz_chain_words(int reason);
