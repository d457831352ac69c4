/// zbar, and a scan that survives zbar's assertions.
#pragma once
#include <zbar.h>
#include "qz_zbar.h"
