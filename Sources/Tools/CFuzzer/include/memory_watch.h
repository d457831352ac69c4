/// How much live memory an input takes at most, counted call by call of malloc and free (sanitizer/allocator_interface.h): what
/// a sanitizer keeps aside of what was freed, its shadow and libFuzzer's corpus do not count.
/// Only there when the program is built with -sanitize=address.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Counts from now on, and tells the most of all inputs when the program ends. An input that takes more than `limit` bytes
/// (0: any number) ends the program by SIGABRT, so that libFuzzer keeps it.
void qz_memory_watch_begin(size_t limit);

/// Runs `run` on an input, and counts what is allocated meanwhile and not freed yet.
void qz_memory_watch_input(void (*run)(const uint8_t *bytes, size_t length), const uint8_t *bytes, size_t length);
