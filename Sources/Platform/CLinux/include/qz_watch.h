/// Reports camera device nodes that appear, disappear or become accessible: inotify(7).
#pragma once

/// A non-blocking, close-on-exec descriptor that becomes readable when something changes in `folder`, or -errno.
int qz_watch_open(const char *folder);
/// Takes all pending events; 1 when one of them may concern a camera (a name that starts with `video` or `v4l`, or
/// events were lost), 0 when none did, or -errno.
int qz_watch_take(int fd);
