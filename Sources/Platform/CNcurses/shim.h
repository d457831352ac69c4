#pragma once
// ncurses declares its wide-character functions only with this definition. Its pkg-config file sets it with a -D flag,
// which SwiftPM drops.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <curses.h>
#include <term.h>
#include <wchar.h>

// Swift does not import macros with casts.
static inline attr_t qz_attr_bold(void) { return A_BOLD; }
static inline attr_t qz_attr_dim(void) { return A_DIM; }
static inline attr_t qz_attr_reverse(void) { return A_REVERSE; }
static inline attr_t qz_attr_underline(void) { return A_UNDERLINE; }

// Swift's concurrency checks forbid access to mutable globals.
static inline int qz_colors(void) { return COLORS; }
static inline int qz_color_pairs(void) { return COLOR_PAIRS; }

/// An opaque WINDOW. ncurses 6.5 made WINDOW opaque, which changes the type that Swift imports; this one is the same with
/// every version.
typedef struct qz_window qz_window;

static inline qz_window *qz_newwin(void) { return (qz_window *)newwin(0, 0, 0, 0); }
static inline int qz_delwin(qz_window *window) { return delwin((WINDOW *)window); }
static inline int qz_keypad(qz_window *window, bool on) { return keypad((WINDOW *)window, on); }
static inline int qz_clearok(qz_window *window, bool on) { return clearok((WINDOW *)window, on); }
static inline int qz_columns(qz_window *window) { return getmaxx((WINDOW *)window); }
static inline int qz_rows(qz_window *window) { return getmaxy((WINDOW *)window); }
static inline int qz_wresize(qz_window *window, int height, int width) {
    return wresize((WINDOW *)window, height, width);
}
static inline int qz_wmove(qz_window *window, int y, int x) { return wmove((WINDOW *)window, y, x); }
static inline int qz_wrefresh(qz_window *window) { return wrefresh((WINDOW *)window); }
static inline int qz_put_cells(qz_window *window, int y, int x, const cchar_t *cells, int count) {
    return mvwadd_wchnstr((WINDOW *)window, y, x, cells, count);
}

/// Sets one cell: `text` is a base character with combining ones, NUL-terminated.
static inline int qz_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, short pair) {
    return setcchar(cell, text, attributes, pair, 0);
}

/// Whether terminfo has an entry `name`. To be called before newterm, as it resets the current terminal.
static inline bool qz_terminfo_exists(const char *name) {
    int failure = 0;
    if (setupterm((char *)name, 1, &failure) != OK) return false;
    del_curterm(cur_term);
    return true;
}

/// The boolean capability `name`; false when the terminal has none.
static inline bool qz_terminfo_flag(const char *name) { return tigetflag((char *)name) > 0; }

/// The numeric capability `name`; negative when the terminal has none.
static inline int qz_terminfo_number(const char *name) { return tigetnum((char *)name); }

/// The escape sequence that sets the foreground to colour `number`, or "". Valid until the next call.
static inline const char *qz_set_foreground(int number) {
    char *set = tigetstr((char *)"setaf");
    if (!set || set == (char *)-1) return "";
    const char *result = tparm(set, (long)number, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    return result ? result : "";
}

/// The string capability `name`, such as "rmcup"; "" when the terminal has none.
static inline const char *qz_terminfo(const char *name) {
    char *value = tigetstr((char *)name);
    return value && value != (char *)-1 ? value : "";
}
