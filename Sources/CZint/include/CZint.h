/// libzint behind one call: its symbol, whose layout changes between versions, stays inside.
#pragma once
#include "qz_zint.h"
