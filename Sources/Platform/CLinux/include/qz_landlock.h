/// Landlock: giving away rights to files (and, where the kernel knows it, TCP and signals) permanently.
#pragma once

/// From now on this process and its children open no file; or, with `reads`, open every file for reading and execution and
/// none for writing. Where the kernel knows it, no TCP either, except with `uses_network`. Needs no_new_privs. Whether the kernel does it (Linux 5.13, and not switched off).
int qz_landlock(int reads, int uses_network);
