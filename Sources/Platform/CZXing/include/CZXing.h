/// A C interface to zxing-cpp that hides its types and exceptions.
#pragma once
#include "qz_zxing_reader.h"
