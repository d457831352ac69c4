#pragma once

/// From now on SIGINT (Ctrl-C) writes 1 into `*flag` instead of ending the process; with NULL it ends it again. `flag` has to live until
/// then. One flag at a time.
void qz_flag_interrupt(volatile int *_Nullable flag);
