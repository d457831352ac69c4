/// Other programs, started with their arguments as they are: never through a shell.
#pragma once

/// The programs that are started here do not get the variable `name` of our environment: it holds a secret. 0 or -ENOMEM.
int qz_withhold(const char *name);

/// Starts `program` (found by PATH) with one argument, away from our terminal: its standard streams are /dev/null, it
/// leads a new session, and no signal is blocked or ignored as it may be here. Waits until it ends.
/// Returns its exit status 0…255, 256 when a signal ended it, or -errno (-ENOENT: not installed).
int qz_launch(const char *program, const char *argument);

/// Starts arguments[0] (found by PATH; the list ends with NULL) in a session of its own, `input`, `output` and `errors`
/// being its standard streams; no signal is blocked or ignored in it. The caller keeps its descriptors.
/// Returns the pid, which is the process group's number too, or -errno (-ENOENT: not installed). Wait by qz_program_wait.
int qz_tool_start(const char *const *arguments, int input, int output, int errors);
