#include "qz_cms.h"
#include <limits.h>
#include <string.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include "openssl_internal.h"
#include "qz_digest.h"

int qz_cms_sign(
    qz_key *key, const qz_bytes *certificates, int count, int64_t time, const uint8_t *content,
    size_t content_count, qz_bytes *made) {
    *made = (qz_bytes){NULL, 0};
    const unsigned flags = CMS_BINARY | CMS_DETACHED | CMS_PARTIAL | CMS_NOSMIMECAP;
    X509 *signer = count > 0 ? qz_x509(&certificates[0]) : NULL;
    BIO *bio = qz_bio(content, content_count);
    CMS_ContentInfo *cms = signer && bio ? CMS_sign(NULL, NULL, NULL, NULL, flags) : NULL;
    CMS_SignerInfo *info = NULL;
    // Refuses a key that is not the certificate's.
    int is_right = cms && (info = CMS_add1_signer(cms, signer, key, EVP_sha256(), flags));
    for (int index = 1; is_right && index < count; index += 1) {
        X509 *other = qz_x509(&certificates[index]);
        is_right = other && CMS_add1_cert(cms, other) == 1;
        X509_free(other);
    }
    // UTCTime until 2049, GeneralizedTime after (RFC 5652, 11.3).
    ASN1_TIME *moment = ASN1_TIME_set(NULL, (time_t)time);
    is_right = is_right && moment
        && CMS_signed_add1_attr_by_NID(info, NID_pkcs9_signingTime, ASN1_STRING_type(moment), moment, -1) == 1
        && CMS_final(cms, bio, NULL, flags) == 1;
    unsigned char *der = NULL;
    int length = is_right ? i2d_CMS_ContentInfo(cms, &der) : -1;
    int result = qz_bytes_take(made, der, length);
    ASN1_TIME_free(moment);
    CMS_ContentInfo_free(cms);
    BIO_free(bio);
    X509_free(signer);
    ERR_clear_error();
    return result;
}

/// Whether `digest` has that of the content, and the bits of its algorithm.
static int has_digest(CMS_SignerInfo *info, const uint8_t *content, size_t count, int *bits) {
    X509_ALGOR *algorithm = NULL;
    CMS_SignerInfo_get0_algs(info, NULL, NULL, &algorithm, NULL);
    const ASN1_OBJECT *object = NULL;
    if (algorithm) X509_ALGOR_get0(&object, NULL, NULL, algorithm);
    switch (object ? OBJ_obj2nid(object) : NID_undef) {
    case NID_sha1: *bits = QZ_SHA_1; break;
    case NID_sha224: *bits = QZ_SHA_224; break;
    case NID_sha256: *bits = QZ_SHA_256; break;
    case NID_sha384: *bits = QZ_SHA_384; break;
    case NID_sha512: *bits = QZ_SHA_512; break;
    default: *bits = 0; return 0;
    }
    uint8_t hash[QZ_MOST_DIGEST];
    int length = qz_digest(*bits, content, count, hash);
    ASN1_OCTET_STRING *stated = CMS_signed_get0_data_by_OBJ(info, OBJ_nid2obj(NID_pkcs9_messageDigest), -3,
        V_ASN1_OCTET_STRING);
    return stated && length > 0 && ASN1_STRING_length(stated) == length
        && memcmp(ASN1_STRING_get0_data(stated), hash, (size_t)length) == 0;
}

/// Whether the digest of the content is the signer's by the algorithms that the message names for everybody (RFC 5652, 5.1): a reader
/// in one pass knows no others.
static int has_named_digest(CMS_ContentInfo *cms, CMS_SignerInfo *info, const uint8_t *content, size_t count) {
    BIO *bio = qz_bio(content, count);
    BIO *chain = bio ? CMS_dataInit(cms, bio) : NULL;
    uint8_t part[4096];
    while (chain && BIO_read(chain, part, sizeof part) > 0) {}
    int is_right = chain && CMS_SignerInfo_verify_content(info, chain) == 1;
    // The filters alone; what they read from is `bio`.
    while (chain && chain != bio) {
        BIO *next = BIO_pop(chain);
        BIO_free(chain);
        chain = next;
    }
    BIO_free(bio);
    return is_right;
}

static void read_time(CMS_SignerInfo *info, qz_cms_facts *facts) {
    int place = CMS_signed_get_attr_by_NID(info, NID_pkcs9_signingTime, -1);
    X509_ATTRIBUTE *attribute = place < 0 ? NULL : CMS_signed_get_attr(info, place);
    ASN1_TYPE *value = attribute ? X509_ATTRIBUTE_get0_type(attribute, 0) : NULL;
    if (!value || (value->type != V_ASN1_UTCTIME && value->type != V_ASN1_GENERALIZEDTIME)) return;
    facts->has_time = qz_asn1_seconds(value->value.asn1_string, &facts->time) == 0;
}

int qz_cms_read(
    const uint8_t *bytes, size_t count, const uint8_t *content, size_t content_count, qz_cms_facts *facts,
    qz_bytes *certificates, int most) {
    memset(facts, 0, sizeof *facts);
    facts->signer = -1;
    const unsigned char *place = bytes;
    CMS_ContentInfo *cms = count > LONG_MAX ? NULL : d2i_CMS_ContentInfo(NULL, &place, (long)count);
    int found = -1;
    // With the content inside it is another file's signature, and what stands behind it is nobody's.
    if (cms && place == bytes + count && OBJ_obj2nid(CMS_get0_type(cms)) == NID_pkcs7_signed
        && CMS_is_detached(cms) == 1) {
        STACK_OF(X509) *held = CMS_get1_certs(cms);
        STACK_OF(CMS_SignerInfo) *infos = CMS_get0_SignerInfos(cms);
        facts->signers = infos ? sk_CMS_SignerInfo_num(infos) : 0;
        CMS_SignerInfo *info = facts->signers > 0 ? sk_CMS_SignerInfo_value(infos, 0) : NULL;
        X509 *signer = NULL;
        found = sk_X509_num(held) > most ? -1 : 0;
        for (int index = 0; found >= 0 && index < sk_X509_num(held); index += 1) {
            X509 *x509 = sk_X509_value(held, index);
            if (qz_x509_der(x509, &certificates[found])) continue;
            if (info && !signer && CMS_SignerInfo_cert_cmp(info, x509) == 0) {
                signer = x509;
                facts->signer = found;
            }
            found += 1;
        }
        if (info) {
            facts->has_right_digest = has_digest(info, content, content_count, &facts->digest);
            read_time(info, facts);
        }
        if (signer && CMS_signed_get_attr_count(info) > 0) {
            CMS_SignerInfo_set1_signer_cert(info, signer);
            facts->is_signed = CMS_SignerInfo_verify(info) == 1;
            if (!has_named_digest(cms, info, content, content_count)) facts->has_right_digest = 0;
        } else if (signer) {
            // Without attributes the signature is of the content itself (RFC 5652, 5.4).
            BIO *bio = qz_bio(content, content_count);
            const unsigned flags = CMS_NO_SIGNER_CERT_VERIFY | CMS_BINARY | CMS_DETACHED;
            facts->is_signed = bio && facts->signers == 1 && CMS_verify(cms, NULL, NULL, bio, NULL, flags) == 1;
            facts->has_right_digest = facts->is_signed;
            BIO_free(bio);
        }
        sk_X509_pop_free(held, X509_free);
    }
    CMS_ContentInfo_free(cms);
    ERR_clear_error();
    return found;
}
