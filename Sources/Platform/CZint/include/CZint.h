/// libzint behind one call, because the layout of its `zint_symbol` changes between versions.
#pragma once
#include "qz_zint.h"
