#pragma once
// The public suffix list (publicsuffix.org), as the system keeps it.
#include <libpsl.h>
