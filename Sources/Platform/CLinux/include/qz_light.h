/// A camera's light, switched off when the program dies of a signal.
///
/// One light at a time: naming another takes the place of the one before. What is done on a deadly signal (those of
/// qz_rescue_terminal) is async-signal-safe: a pwrite or an ioctl on a descriptor that is open already.
#pragma once
#include <stdint.h>

/// A deadly signal writes `text`, at most 15 bytes, to the start of `fd`, a LED's brightness file.
void qz_rescue_led(int fd, const char *text);
/// A deadly signal sets the V4L2 control `id` of the device at `fd` to `value`.
void qz_rescue_control(int fd, uint32_t id, int32_t value);
/// Ends that for `fd`, before it is closed; nothing happens when another light was named since.
void qz_rescue_light_done(int fd);
/// Switches the light off now, once.
void qz_rescue_light_now(void);
