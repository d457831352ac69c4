#pragma once
#include <stddef.h>

/// A connection to a PostgreSQL server.
typedef struct qz_postgres qz_postgres;

/// Whether libpq is there.
int qz_postgres_is_there(void);
/// Connects by a connection string or address as libpq takes it. NULL where that fails; `problem` says why then.
qz_postgres *_Nullable qz_postgres_connect(const char *_Nonnull target, char *_Nonnull problem, size_t size);
/// Runs a statement with parameters as texts (NULL for none). Returns the number of rows that it changed, or -1 (the statement or
/// a parameter is wrong) or -2 (the connection is lost, or the server cannot now); `problem` says why then.
long qz_postgres_run(
    qz_postgres *_Nonnull connection, const char *_Nonnull sql, int count, const char *_Nullable const *_Nonnull values,
    char *_Nonnull problem, size_t size);
void qz_postgres_close(qz_postgres *_Nonnull connection);
