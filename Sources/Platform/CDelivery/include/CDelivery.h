#pragma once
#include "qz_http.h"
#include "qz_mqtt.h"
#include "qz_uinput.h"
