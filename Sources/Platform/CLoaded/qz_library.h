#pragma once
#include <stddef.h>

/// A function of a library, and where in the library's table its address goes.
typedef struct {
    const char *name;
    size_t offset;
} qz_function;

/// A library that is opened when it is first needed. It is not linked: its header gives types and constants only.
typedef struct {
    /// Names of its file, ended by NULL. The first one that can be opened is used.
    const char *files[3];
    /// Where the addresses go.
    void *table;
    /// The functions that it must have, ended by a NULL name.
    const qz_function *functions;
    /// Called once when all functions were found. Returns whether the library can be used; NULL for nothing to prepare.
    int (*prepare)(void);
    int was_tried, is_there;
} qz_library;

/// Declares `table`, a pointer to each function that `LIST` names, and `functions`, the names and places of the pointers.
/// The types come from the library's header.
///
///     #define LIST(F) F(PQstatus) F(PQfinish)
///     QZ_TABLE(pq, LIST)
///     static qz_library library = {.files = {"libpq.so.5"}, .table = &pq, .functions = functions};
///
///     if (qz_library_is_there(&library)) pq.PQfinish(connection);
#define QZ_TABLE(table, LIST) \
    static struct qz_table { LIST(QZ_POINTER) } table; \
    static const qz_function functions[] = {LIST(QZ_FUNCTION) {NULL, 0}};
#define QZ_POINTER(name) __typeof__(name) *name;
#define QZ_FUNCTION(name) {#name, offsetof(struct qz_table, name)},

/// Whether the library is installed and has all functions. The first call opens it; safe from several threads.
int qz_library_is_there(qz_library *library);

/// Copies a text, cut off where `size` bytes with its NUL are too few; NULL is the empty text.
void qz_copy(char *text, size_t size, const char *from);

/// Milliseconds of CLOCK_MONOTONIC.
long long qz_milliseconds(void);
