/// The commit that the program is built from.
///
/// SwiftPM compiles a Swift target again when the objects of a C target change that it depends on. This target lies between, so that
/// a new commit recompiles one C file (CCommit) and links.
#pragma once

/// The commit as `git describe --always --dirty` names it, NUL-terminated; empty for a build outside of git.
const char *qz_commit(void);
