/// Pictures of an X11 screen, taken by libxcb.
#pragma once
#include <stdint.h>

/// A connection to an X server.
typedef struct qz_screen qz_screen;

/// Connects to the display that DISPLAY names. NULL, with 0 in `is_there` where libxcb is not installed, or 1 where no server
/// answers.
qz_screen *_Nullable qz_screen_open(int *_Nonnull is_there);
/// The size of the whole screen, in pixels. 0, or -ENOTCONN when the connection has ended.
int qz_screen_size(qz_screen *_Nonnull screen, int *_Nonnull width, int *_Nonnull height);
/// Fills `luma`, rows of `width` bytes, from the part of the screen whose left upper corner is at `x`, `y`; all of it must be on
/// the screen. 0, -ENOTCONN, -ENOMEM, -EINVAL for a part that is not on the screen, or -ENOTSUP for a screen without true colours.
int qz_screen_luma(qz_screen *_Nonnull screen, int x, int y, int width, int height, uint8_t *_Nonnull luma);
void qz_screen_close(qz_screen *_Nonnull screen);
