#pragma once

/// The commit as `git describe --always --dirty` names it, NUL-terminated; empty for a build outside of git.
extern const char qz_commit_text[];
