#include "memory_watch.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// As sanitizer/allocator_interface.h declares them: not every toolchain brings the header along.
int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *pointer);

static size_t limit_bytes;
static atomic_long live, most_of_input, most_of_all;
static long before_input;
// What libFuzzer makes between inputs is not theirs.
static atomic_bool is_running;

static void raise_to(atomic_long *most, long value) {
    long known = atomic_load_explicit(most, memory_order_relaxed);
    while (value > known && !atomic_compare_exchange_weak(most, &known, value)) {}
}

static void was_allocated(const volatile void *pointer, size_t size) {
    (void)pointer;
    const long now = atomic_fetch_add_explicit(&live, (long)size, memory_order_relaxed) + (long)size - before_input;
    if (!atomic_load_explicit(&is_running, memory_order_relaxed)) return;
    if (now <= atomic_load_explicit(&most_of_input, memory_order_relaxed)) return;
    raise_to(&most_of_input, now);
    raise_to(&most_of_all, now);
    if (limit_bytes == 0 || now <= (long)limit_bytes) return;
    fprintf(stderr, "==ERROR: an input takes %ld bytes of live memory, the limit is %zu\n", now, limit_bytes);
    limit_bytes = 0;
    abort();
}

static void will_be_freed(const volatile void *pointer) {
    atomic_fetch_sub_explicit(&live, (long)__sanitizer_get_allocated_size(pointer), memory_order_relaxed);
}

static void report(void) {
    fprintf(stderr, "stat::most_live_bytes_of_an_input: %ld\n", atomic_load(&most_of_all));
}

void qz_memory_watch_begin(size_t limit) {
    limit_bytes = limit;
    __sanitizer_install_malloc_and_free_hooks(was_allocated, will_be_freed);
    atexit(report);
}

void qz_memory_watch_input(void (*run)(const uint8_t *bytes, size_t length), const uint8_t *bytes, size_t length) {
    before_input = atomic_load_explicit(&live, memory_order_relaxed);
    atomic_store_explicit(&most_of_input, 0, memory_order_relaxed);
    atomic_store_explicit(&is_running, true, memory_order_relaxed);
    run(bytes, length);
    atomic_store_explicit(&is_running, false, memory_order_relaxed);
}
