/// Libraries that are opened when they are first needed: programs start without libcurl, libmosquitto, libpq, libcups, Pango and
/// libwebsockets.
/// Building needs their headers. A keyboard by uinput and a flag that Ctrl-C sets serve deliveries and printing, too.
#pragma once
#include "qz_bus.h"
#include "qz_cups.h"
#include "qz_http.h"
#include "qz_interrupt.h"
#include "qz_mqtt.h"
#include "qz_postgres.h"
#include "qz_screen.h"
#include "qz_svg.h"
#include "qz_text.h"
#include "qz_uinput.h"
#include "qz_web.h"
