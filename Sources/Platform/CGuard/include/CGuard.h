/// Runs calls into C and C++ libraries so that their assertions and exceptions become errors.
#pragma once
#include "qz_guard.h"
