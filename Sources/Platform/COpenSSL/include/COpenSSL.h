/// Digests, keys, signatures, certificates and CMS by OpenSSL 3 (libcrypto), without its macros and types.
#pragma once
#include "qz_bytes.h"
#include "qz_certificate.h"
#include "qz_cms.h"
#include "qz_digest.h"
#include "qz_key.h"
