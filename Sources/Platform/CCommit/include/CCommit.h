/// The commit that the program is built from. A target of its own, so that a new commit recompiles only this file.
#pragma once

/// The commit as `git describe --always --dirty` names it, NUL-terminated; empty for a build outside of git.
const char *qz_commit(void);
