#pragma once
#include "qz_bytes.h"
#include "qz_key.h"

/// Signs `content` with SHA-256: a detached signature (CMS SignedData, RFC 5652) in DER, with the signing time.
///
/// `certificates` are in DER, that of the key first; all of them go into the signature. `time` is in seconds since 1970. Returns 0;
/// -1 where the key is not the certificate's, or a certificate is damaged.
int qz_cms_sign(
    qz_key *_Nonnull key, const qz_bytes *_Nonnull certificates, int count, int64_t time,
    const uint8_t *_Nullable content, size_t content_count, qz_bytes *_Nonnull made);

/// What a detached signature says.
typedef struct {
    /// How many signers there are.
    int signers;
    /// Which of `certificates` is the first signer's; -1 where it is not among them.
    int signer;
    /// When it was signed, in seconds since 1970; only where `has_time`.
    int64_t time;
    int has_time;
    /// Whether the digest in the signature is that of the content.
    int has_right_digest;
    /// Whether the signature is the signer's; known only where `signer` is.
    int is_signed;
    /// The bits of the digest, 1 for SHA-1; 0 for one that is not known here.
    int digest;
} qz_cms_facts;

/// Reads a detached signature in DER, and checks it against `content`; whether its certificates can be trusted is not asked.
///
/// Returns how many certificates it has, which `certificates` receives in DER; -1 where it is no such signature, or has more than `most`.
int qz_cms_read(
    const uint8_t *_Nonnull bytes, size_t count, const uint8_t *_Nullable content, size_t content_count,
    qz_cms_facts *_Nonnull facts, qz_bytes *_Nonnull certificates, int most);
