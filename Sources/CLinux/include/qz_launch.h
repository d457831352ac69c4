/// Desktop programs that outlive this one.
#pragma once

/// Starts `program` (found by PATH) with one argument, away from our terminal: its standard streams are /dev/null, it
/// leads a new session, and no signal is blocked or ignored as it may be here. Waits until it ends.
/// Returns its exit status 0…255, 256 when a signal ended it, or -errno (-ENOENT: not installed).
int qz_launch(const char *program, const char *argument);
