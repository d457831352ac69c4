#pragma once
// ncurses exposes its wide-character calls only with this definition; its pkg-config file sets it
// with a -D flag that SwiftPM would drop.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
// From 6.5 on the contents of WINDOW are hidden; asked for, they are in every version, and the type is the same one.
#define NCURSES_OPAQUE 1
#include <curses.h>
#include <term.h>
#include <wchar.h>

// Attributes are macros with casts, which Swift does not import.
static inline attr_t qz_attr_bold(void) { return A_BOLD; }
static inline attr_t qz_attr_dim(void) { return A_DIM; }
static inline attr_t qz_attr_reverse(void) { return A_REVERSE; }
static inline attr_t qz_attr_underline(void) { return A_UNDERLINE; }

// Globals that are not safe to read under Swift's concurrency checks.
static inline int qz_colors(void) { return COLORS; }
static inline int qz_color_pairs(void) { return COLOR_PAIRS; }

/// One cell: `text` is a base character with combining ones, ended by 0.
static inline int qz_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, short pair) {
    return setcchar(cell, text, attributes, pair, 0);
}

/// A terminfo string such as "rmcup", or "" when the terminal has none.
static inline const char *qz_terminfo(const char *name) {
    char *value = tigetstr((char *)name);
    return value && value != (char *)-1 ? value : "";
}

enum {
    QZ_KEY_UP = KEY_UP, QZ_KEY_DOWN = KEY_DOWN, QZ_KEY_LEFT = KEY_LEFT, QZ_KEY_RIGHT = KEY_RIGHT,
    QZ_KEY_SHIFT_UP = KEY_SR, QZ_KEY_SHIFT_DOWN = KEY_SF, QZ_KEY_SHIFT_LEFT = KEY_SLEFT,
    QZ_KEY_SHIFT_RIGHT = KEY_SRIGHT, QZ_KEY_HOME = KEY_HOME, QZ_KEY_END = KEY_END, QZ_KEY_PAGE_UP = KEY_PPAGE,
    QZ_KEY_PAGE_DOWN = KEY_NPAGE, QZ_KEY_DELETE = KEY_DC, QZ_KEY_INSERT = KEY_IC, QZ_KEY_BACKSPACE = KEY_BACKSPACE,
    QZ_KEY_ENTER = KEY_ENTER, QZ_KEY_BACK_TAB = KEY_BTAB, QZ_KEY_F0 = KEY_F0, QZ_KEY_CODE_YES = KEY_CODE_YES
};
