/// libFuzzer's loop, for a program that has a main of its own (llvm.org/docs/LibFuzzer.html, "as a library").
/// Only there when the program is built with -sanitize=fuzzer.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "memory_watch.h"

/// Runs `body` on many inputs as the arguments say; an exit status. `body` returns 0.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t length));
