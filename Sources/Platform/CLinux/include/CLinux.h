/// Linux calls that Swift cannot make itself: variadic, macro-only or safe only in C.
///
/// Every function returns 0 or a non-negative result, or -errno read right after the call.
#pragma once
#include "qz_events.h"
#include "qz_landlock.h"
#include "qz_launch.h"
#include "qz_light.h"
#include "qz_luma.h"
#include "qz_program.h"
#include "qz_sandbox.h"
#include "qz_terminal.h"
#include "qz_text.h"
#include "qz_thread.h"
#include "qz_v4l2.h"
