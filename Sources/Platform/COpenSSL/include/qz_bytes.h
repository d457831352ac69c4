#pragma once
#include <stddef.h>
#include <stdint.h>

/// Bytes that a call has made; `bytes` is NULL where there are none. Who receives them gives them to `qz_bytes_free`.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t count;
} qz_bytes;

/// Overwrites and frees the bytes.
void qz_bytes_free(qz_bytes *_Nonnull bytes);
