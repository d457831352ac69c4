#pragma once
// ncurses exposes its wide-character calls only with this definition; its pkg-config file sets it
// with a -D flag that SwiftPM would drop.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <curses.h>
