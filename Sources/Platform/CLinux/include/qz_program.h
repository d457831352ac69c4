/// Other programs that parse untrusted files.
#pragma once
#include <stddef.h>

/// What a program was kept from.
enum { qz_program_network = 1, qz_program_writing = 2 };

/// A network that contains nothing but this process's own end of it.
typedef struct {
    /// Where the program finds it: 127.0.0.1 and this port.
    int port;
    /// Set by the call: a socket that listens there, for `qz_relay`; -1 where no such network can be made.
    int listener;
} qz_program_loopback;

/// Starts `arguments[0]` (found by PATH) with no network, no right to make or change a file, no core, at most `memory` bytes
/// of data and `seconds` of processor time (`qz_child_allow` renews them), in a new process group, standard input
/// `input` (negative: /dev/null), `output` and `errors` as the other streams. It dies with the thread that started it.
/// Of our environment it gets PATH, HOME, LANG, LC_…, TMPDIR and LD_LIBRARY_PATH alone.
///
/// With `loopback` it may use IP, in a network of its own where it finds only what `listener` answers. Where no such network can
/// be made it has none, and `qz_program_network` is missing in `kept`. With port 0 it may use this machine's network.
///
/// `kept` gets the sum of what it is kept from. Its pid, or -errno (-ENOENT: not installed).
int qz_program_start(
    const char *const *arguments, int input, int output, int errors, size_t memory, int seconds,
    qz_program_loopback *loopback, int *kept);
/// Waits up to `milliseconds` until a child has ended; its status as of waitpid(2), -EAGAIN when it has not, or -errno.
int qz_program_wait(int pid, int milliseconds);

/// Hands each connection that comes to `listener` on to `address`, a numeric IP address, and `port`, at most four at a time, until
/// `stop` is readable. It closes one after `patience` milliseconds in which nothing came from there.
///
/// Returns 0, or -errno of the first connection that could not be made.
int qz_relay(int listener, const char *address, int port, int stop, int patience);
/// A socket that listens at a free port of 127.0.0.1, which `port` gets; or -errno.
int qz_listen_locally(int *port);
