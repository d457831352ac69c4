/// The controlling terminal: its size, and its rescue when the program dies.
#pragma once

/// Size in cells and, where the terminal reports it, in pixels (else 0); 0 or -errno.
int qz_terminal_size(int fd, int *columns, int *rows, int *pixel_width, int *pixel_height);

/// Remembers the modes of the terminal `in_fd` and, from now on, on every signal that would end the process and that
/// is not read from a descriptor puts them back, writes `reset` to `out_fd` as far as that takes it without waiting, and puts the
/// light of qz_light.h out before the signal takes its usual course.
/// `reset` is copied (at most 255 bytes). Call it before the terminal is changed. 0 or -errno.
int qz_rescue_terminal(int in_fd, int out_fd, const char *reset);
/// Has the rescue write `reset` from now on. 0, or -E2BIG, which changes nothing.
int qz_rescue_sequence(const char *reset);
/// Ends what qz_rescue_terminal began.
void qz_rescue_done(void);
/// Puts the remembered modes back now and writes `reset`; for an end outside the usual course.
void qz_rescue_now(void);

/// Makes a pseudo-terminal of `columns` × `rows` cells; both ends are close-on-exec. 0 or -errno.
int qz_open_pty(int columns, int rows, int *master, int *slave);

/// Gives the calling thread a stack for signal handlers, so that they run when the thread's is exhausted. Returns 0 or -errno.
int qz_signal_stack(void);
