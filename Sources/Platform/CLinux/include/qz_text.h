/// Character widths that do not depend on the process's locale.
#pragma once
#include <stdint.h>

/// Terminal columns of a Unicode scalar by wcwidth(3) in C.UTF-8: 0, 1 or 2; -1 when it is not printable.
int qz_columns(uint32_t scalar);
