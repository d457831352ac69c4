#pragma once
#include "qz_zxing_reader.h"
