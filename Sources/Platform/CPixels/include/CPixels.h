/// Decodes compressed pictures to packed luma or RGB, and encodes them.
///
/// Every function returns 0 or -errno; none keeps a pointer after it returns.
#pragma once
#include "qz_jpeg.h"
#include "qz_jpeg_write.h"
#include "qz_png.h"
#include "qz_rgb.h"
