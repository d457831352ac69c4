#pragma once
#include <stddef.h>

/// A connection to a server (libpq's PGconn).
typedef struct pg_conn qz_postgres;
/// Rows that a statement gave (libpq's PGresult).
typedef struct pg_result qz_postgres_rows;

/// Whether libpq is there.
int qz_postgres_is_there(void);

/// Whether libpq can read a connection string or address; `password` is the one in it, or empty. libpq must be there.
int qz_postgres_look_at(const char *_Nonnull target, char *_Nonnull password, size_t size);

/// Connects by parameters as libpq names them, two lists that end with NULL; `dbname` may be a whole connection string or
/// address, and later parameters win. NULL where that fails; `problem` says why then. Waits as long as `connect_timeout` says.
qz_postgres *_Nullable qz_postgres_connect(
    const char *_Nullable const *_Nonnull names, const char *_Nullable const *_Nonnull values, char *_Nonnull problem,
    size_t size);

/// What came of a statement.
enum qz_postgres_outcome {
    QZ_POSTGRES_DONE,
    /// The statement or a parameter is wrong: it fails the next time, too.
    QZ_POSTGRES_REFUSED,
    /// The connection is lost, or the server did not answer in time or cannot now. Whether the statement was done is unknown;
    /// the connection is to be closed.
    QZ_POSTGRES_LOST,
};

/// Runs a statement with parameters as texts (NULL for none).
///
/// `milliseconds`: how long at most. `changed`: how many rows it changed or gave. `rows`: what it gave, to be released with
/// `qz_postgres_release`; set for QZ_POSTGRES_DONE alone. `problem` says why otherwise.
enum qz_postgres_outcome qz_postgres_run(
    qz_postgres *_Nonnull connection, const char *_Nonnull sql, int count, const char *_Nullable const *_Nonnull values,
    int milliseconds, long *_Nonnull changed, qz_postgres_rows *_Nullable *_Nonnull rows, char *_Nonnull problem,
    size_t size);

int qz_postgres_row_count(const qz_postgres_rows *_Nonnull rows);
int qz_postgres_column_count(const qz_postgres_rows *_Nonnull rows);
/// A value as text; NULL for SQL's NULL. It lives as long as the rows.
const char *_Nullable qz_postgres_value(const qz_postgres_rows *_Nonnull rows, int row, int column);
void qz_postgres_release(qz_postgres_rows *_Nonnull rows);

void qz_postgres_close(qz_postgres *_Nonnull connection);
