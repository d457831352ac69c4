/// zxing-cpp behind C: no exception leaves it, and its types stay inside.
#pragma once
#include "qz_zxing_reader.h"
