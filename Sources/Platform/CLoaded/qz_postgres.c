#include "qz_postgres.h"
#include "qz_library.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
// Debian keeps it in a folder of its own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#define LIST(F) \
    F(PQconnectdbParams) F(PQstatus) F(PQerrorMessage) F(PQsocket) F(PQsetnonblocking) F(PQsendQueryParams) F(PQflush) \
    F(PQconsumeInput) F(PQisBusy) F(PQgetResult) F(PQresultStatus) F(PQresultErrorField) F(PQcmdTuples) F(PQntuples) \
    F(PQnfields) F(PQgetisnull) F(PQgetvalue) F(PQclear) F(PQfinish) F(PQconninfoParse) F(PQconninfoFree) F(PQfreemem) \
    F(PQsetNoticeProcessor)
QZ_TABLE(pq, LIST)

static qz_library library = {.files = {"libpq.so.5"}, .table = &pq, .functions = functions};

int qz_postgres_is_there(void) { return qz_library_is_there(&library); }

/// Copies a message without its last newline.
static void say(const char *message, char *problem, size_t size) {
    qz_copy(problem, size, message);
    for (size_t end = strlen(problem); end > 0 && problem[end - 1] == '\n'; end--) problem[end - 1] = 0;
}

/// "relation exists already" is not for the terminal.
static void no_notice(void *data, const char *message) { (void)data, (void)message; }

int qz_postgres_look_at(const char *target, char *password, size_t size) {
    password[0] = 0;
    // Anything else is the name of a database.
    if (!strchr(target, '=') && strncmp(target, "postgres://", 11) && strncmp(target, "postgresql://", 13)) return 1;
    char *problem = NULL;
    PQconninfoOption *options = pq.PQconninfoParse(target, &problem);
    if (problem) pq.PQfreemem(problem);
    if (!options) return 0;
    int is_usable = 1;
    for (PQconninfoOption *option = options; option->keyword; option++) {
        if (!option->val) continue;
        if (!strcmp(option->keyword, "password")) say(option->val, password, size);
        // The end of a password in which an @ is not written as %40.
        if (!strcmp(option->keyword, "host") && strchr(option->val, '@')) is_usable = 0;
    }
    pq.PQconninfoFree(options);
    return is_usable;
}

qz_postgres *qz_postgres_connect(
    const char *const *names, const char *const *values, char *problem, size_t size) {
    if (!qz_postgres_is_there()) {
        say("libpq is not installed", problem, size);
        return NULL;
    }
    PGconn *handle = pq.PQconnectdbParams(names, values, 1);
    if (!handle || pq.PQstatus(handle) != CONNECTION_OK || pq.PQsetnonblocking(handle, 1) != 0) {
        say(handle ? pq.PQerrorMessage(handle) : "no memory", problem, size);
        if (handle) pq.PQfinish(handle);
        return NULL;
    }
    pq.PQsetNoticeProcessor(handle, no_notice, NULL);
    return handle;
}

/// Waits until the socket is ready. Returns what it is ready for, or 0 at the deadline, or -1.
static int wait_for(PGconn *handle, short events, long long deadline) {
    struct pollfd watched = {.fd = pq.PQsocket(handle), .events = events};
    for (;;) {
        long long left = deadline - qz_milliseconds();
        if (left < 0) left = 0;
        int ready = poll(&watched, 1, (int)left);
        if (ready > 0) return watched.revents;
        if (ready == 0) return 0;
        if (errno != EINTR) return -1;
    }
}

/// Sends what is still to be sent, and waits for the next result: 1 when it is there, 0 at the deadline, -1 when the
/// connection is lost.
static int exchange(PGconn *handle, long long deadline) {
    for (;;) {
        int unsent = pq.PQflush(handle);
        if (unsent < 0) return -1;
        if (!unsent && !pq.PQisBusy(handle)) return 1;
        // A server that sends and sends is none that answers.
        if (qz_milliseconds() > deadline) return 0;
        int ready = wait_for(handle, (short)(POLLIN | (unsent ? POLLOUT : 0)), deadline);
        if (ready <= 0) return ready;
        if ((ready & (POLLIN | POLLERR | POLLHUP)) && !pq.PQconsumeInput(handle)) return -1;
    }
}

/// Whether the same statement may succeed later: connection, resources, operator, system, transaction (SQLSTATE classes).
static int may_pass(const char *state) {
    static const char classes[][3] = {"08", "40", "53", "55", "57", "58", "25"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (!strncmp(state, classes[i], 2)) return 1;
    }
    return 0;
}

static int is_done(ExecStatusType status) { return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK; }

/// Nothing here copies: a server that begins to has another statement in mind.
static int is_copy(ExecStatusType status) {
    return status == PGRES_COPY_OUT || status == PGRES_COPY_IN || status == PGRES_COPY_BOTH;
}

/// Takes the only result, and what may follow it until the connection is free again.
static enum qz_postgres_outcome finish(
    PGconn *handle, PGresult *result, long long deadline, PGresult **taken, char *problem, size_t size) {
    enum qz_postgres_outcome outcome = QZ_POSTGRES_LOST;
    // PGRES_FATAL_ERROR for NULL.
    ExecStatusType status = pq.PQresultStatus(result);
    int is_copying = is_copy(status);
    if (is_done(status)) {
        outcome = QZ_POSTGRES_DONE;
    } else {
        say(pq.PQerrorMessage(handle), problem, size);
        const char *state = result ? pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
        if (pq.PQstatus(handle) == CONNECTION_OK && state && !may_pass(state)) outcome = QZ_POSTGRES_REFUSED;
    }
    while (!is_copying) {
        int ready = exchange(handle, deadline);
        if (ready != 1 || qz_milliseconds() > deadline) {
            if (outcome == QZ_POSTGRES_DONE) say("the server does not end its answer", problem, size);
            outcome = QZ_POSTGRES_LOST;
            break;
        }
        PGresult *next = pq.PQgetResult(handle);
        if (!next) break;
        ExecStatusType after = pq.PQresultStatus(next);
        pq.PQclear(next);
        // A statement that was done may still fail when it is committed.
        if (!is_done(after)) {
            if (outcome == QZ_POSTGRES_DONE) say(pq.PQerrorMessage(handle), problem, size);
            outcome = QZ_POSTGRES_LOST;
            is_copying = is_copy(after);
        }
    }
    if (outcome == QZ_POSTGRES_DONE) {
        *taken = result;
    } else {
        pq.PQclear(result);
    }
    return outcome;
}

enum qz_postgres_outcome qz_postgres_run(
    qz_postgres *connection, const char *sql, int count, const char *const *values, int milliseconds, long *changed,
    qz_postgres_rows **rows, char *problem, size_t size) {
    long long deadline = qz_milliseconds() + milliseconds;
    *changed = 0;
    *rows = NULL;
    if (!pq.PQsendQueryParams(connection, sql, count, NULL, values, NULL, NULL, 0)) {
        say(pq.PQerrorMessage(connection), problem, size);
        return QZ_POSTGRES_LOST;
    }
    int ready = exchange(connection, deadline);
    if (ready != 1) {
        say(ready == 0 ? "the server does not answer" : pq.PQerrorMessage(connection), problem, size);
        return QZ_POSTGRES_LOST;
    }
    enum qz_postgres_outcome outcome = finish(connection, pq.PQgetResult(connection), deadline, rows, problem, size);
    if (outcome == QZ_POSTGRES_DONE) *changed = strtol(pq.PQcmdTuples(*rows), NULL, 10);
    return outcome;
}

int qz_postgres_row_count(const qz_postgres_rows *rows) { return pq.PQntuples(rows); }

int qz_postgres_column_count(const qz_postgres_rows *rows) { return pq.PQnfields(rows); }

const char *qz_postgres_value(const qz_postgres_rows *rows, int row, int column) {
    return pq.PQgetisnull(rows, row, column) ? NULL : pq.PQgetvalue(rows, row, column);
}

void qz_postgres_release(qz_postgres_rows *rows) { pq.PQclear(rows); }

void qz_postgres_close(qz_postgres *connection) { pq.PQfinish(connection); }
