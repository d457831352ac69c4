/// File descriptors that wake a poll: eventfd(2) and signalfd(2).
#pragma once
#include <stdint.h>

/// A non-blocking, close-on-exec eventfd with count 0, or -errno.
int qz_eventfd(void);
/// Adds 1, waking every poller; 0 or -errno.
int qz_eventfd_ring(int fd);
/// Takes the count back to 0; returns 1 if it had been rung, 0 if not, or -errno.
int qz_eventfd_clear(int fd);

/// Blocks `signals` in the calling thread (threads made later inherit that) and returns a
/// non-blocking, close-on-exec signalfd that reads them, or -errno.
int qz_signalfd(const int *signals, int count);
/// The next pending signal's number, 0 when none is pending, or -errno.
int qz_signalfd_next(int fd);

/// Waits for input on up to 8 descriptors. `timeout_ms` < 0 waits for ever.
/// Returns a bit for each ready (bit i for fds[i], bit 8+i when it has an event (POLLPRI), bit 16+i when it has hung up or
/// failed), 0 on time-out, or -errno; EINTR is retried with what is left of the time.
int qz_poll(const int *fds, int count, int timeout_ms);

/// The same for up to 7 descriptors, and bit 7 when `output` takes bytes, or has failed; -1 for none.
int qz_poll_with_output(const int *fds, int count, int output, int timeout_ms);
