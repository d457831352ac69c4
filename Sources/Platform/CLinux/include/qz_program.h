/// Other programs that parse untrusted files.
#pragma once
#include <stddef.h>

/// What a program was kept from.
enum { qz_program_network = 1, qz_program_writing = 2 };

/// Starts `arguments[0]` (found by PATH) with no network, no right to make or change a file, no core, at most `memory` bytes
/// of data and `seconds` of processor time (`qz_child_allow` renews them), in a new process group, standard input
/// `input` (negative: /dev/null), `output` and `errors` as the other streams. It dies with the thread that started it.
/// Of our environment it gets PATH, HOME, LANG, LC_…, TMPDIR and LD_LIBRARY_PATH alone.
///
/// `kept` gets the sum of what it is kept from. Its pid, or -errno (-ENOENT: not installed).
int qz_program_start(const char *const *arguments, int input, int output, int errors, size_t memory, int seconds, int *kept);
/// Waits up to `milliseconds` until a child has ended; its status as of waitpid(2), -EAGAIN when it has not, or -errno.
int qz_program_wait(int pid, int milliseconds);
