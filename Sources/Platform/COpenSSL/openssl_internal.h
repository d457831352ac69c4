// What the files of this target share; not seen by Swift.
#pragma once
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include "qz_bytes.h"

/// Copies bytes for the caller; 0, or -1 without memory.
int qz_bytes_copy(qz_bytes *into, const void *bytes, size_t count);
/// Takes bytes that OpenSSL has made; `count` is not positive where it failed. 0, or -1.
int qz_bytes_take(qz_bytes *into, unsigned char *made, int count);
/// Copies what was written into memory, and frees it; 0, or -1.
int qz_bytes_of_bio(qz_bytes *into, BIO *bio);
/// A reader of bytes; NULL for more than an int counts.
BIO *qz_bio(const uint8_t *bytes, size_t count);
const EVP_MD *qz_md(int algorithm);
/// A certificate that is the whole of `der`, or NULL.
X509 *qz_x509(const qz_bytes *der);
/// A certificate in DER; 0, or -1.
int qz_x509_der(X509 *x509, qz_bytes *der);
/// Seconds since 1970 of a time; 0, or -1.
int qz_asn1_seconds(const ASN1_TIME *time, int64_t *seconds);
/// For PEM_read_…: nobody is asked for a password, as certificates and public keys have none.
int qz_no_password(char *buffer, int size, int is_writing, void *context);
