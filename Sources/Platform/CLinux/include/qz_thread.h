/// Threads.
#pragma once

/// Names the calling thread for ps and debuggers; at most 15 bytes are kept.
void qz_thread_name(const char *name);
