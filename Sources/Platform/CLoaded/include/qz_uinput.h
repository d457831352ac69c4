#pragma once
#include <stdint.h>

/// Makes a keyboard of the kernel's (uinput) that has all keys of a common one. Returns its descriptor, or -errno.
int qz_uinput_open(const char *_Nonnull path, const char *_Nonnull name);
/// Presses or lets go a key by its number (input-event-codes.h), and tells that this was all. Returns 0, or -errno.
int qz_uinput_key(int descriptor, uint16_t key, int is_down);
void qz_uinput_close(int descriptor);
