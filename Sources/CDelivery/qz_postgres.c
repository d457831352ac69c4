#include "qz_postgres.h"
#include "qz_library.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// libpq-fe.h's numbers, which its ABI keeps.
enum { CONNECTION_OK = 0, PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2, PG_DIAG_SQLSTATE = 'C' };

static struct {
    void *(*PQconnectdb)(const char *);
    int (*PQstatus)(const void *);
    char *(*PQerrorMessage)(const void *);
    void *(*PQexecParams)(
        void *, const char *, int, const unsigned *, const char *const *, const int *, const int *, int);
    int (*PQresultStatus)(const void *);
    char *(*PQresultErrorField)(const void *, int);
    char *(*PQcmdTuples)(void *);
    void (*PQclear)(void *);
    void (*PQfinish)(void *);
    void *(*PQsetNoticeProcessor)(void *, void (*)(void *, const char *), void *);
} pq;
static int is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_found = QZ_FIND(library, pq, PQconnectdb) && QZ_FIND(library, pq, PQstatus)
        && QZ_FIND(library, pq, PQerrorMessage) && QZ_FIND(library, pq, PQexecParams)
        && QZ_FIND(library, pq, PQresultStatus) && QZ_FIND(library, pq, PQresultErrorField)
        && QZ_FIND(library, pq, PQcmdTuples) && QZ_FIND(library, pq, PQclear) && QZ_FIND(library, pq, PQfinish)
        && QZ_FIND(library, pq, PQsetNoticeProcessor);
}

struct qz_postgres {
    void *handle;
};

int qz_postgres_is_there(void) {
    pthread_once(&once, find);
    return is_found;
}

/// Copies a message without its last newline.
static void say(const char *message, char *problem, size_t size) {
    strncpy(problem, message ? message : "", size - 1);
    problem[size - 1] = 0;
    for (size_t end = strlen(problem); end > 0 && problem[end - 1] == '\n'; end--) problem[end - 1] = 0;
}

/// "relation exists already" is not for the terminal.
static void no_notice(void *data, const char *message) { (void)data, (void)message; }

qz_postgres *qz_postgres_connect(const char *target, char *problem, size_t size) {
    if (!qz_postgres_is_there()) return NULL;
    void *handle = pq.PQconnectdb(target);
    if (!handle || pq.PQstatus(handle) != CONNECTION_OK) {
        say(handle ? pq.PQerrorMessage(handle) : "no memory", problem, size);
        if (handle) pq.PQfinish(handle);
        return NULL;
    }
    pq.PQsetNoticeProcessor(handle, no_notice, NULL);
    qz_postgres *connection = calloc(1, sizeof *connection);
    if (connection) {
        connection->handle = handle;
    } else {
        pq.PQfinish(handle);
    }
    return connection;
}

/// Whether the same statement may succeed later: connection, resources, operator, system, transaction (SQLSTATE classes).
static int may_pass(const char *state) {
    static const char classes[][3] = {"08", "40", "53", "55", "57", "58", "25"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (!strncmp(state, classes[i], 2)) return 1;
    }
    return 0;
}

long qz_postgres_run(
    qz_postgres *connection, const char *sql, int count, const char *const *values, char *problem, size_t size) {
    void *result = pq.PQexecParams(connection->handle, sql, count, NULL, values, NULL, NULL, 0);
    int status = pq.PQresultStatus(result);
    long rows = -2;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        rows = strtol(pq.PQcmdTuples(result), NULL, 10);
    } else {
        say(pq.PQerrorMessage(connection->handle), problem, size);
        const char *state = pq.PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (pq.PQstatus(connection->handle) == CONNECTION_OK && state && !may_pass(state)) rows = -1;
    }
    pq.PQclear(result);
    return rows;
}

void qz_postgres_close(qz_postgres *connection) {
    pq.PQfinish(connection->handle);
    free(connection);
}
