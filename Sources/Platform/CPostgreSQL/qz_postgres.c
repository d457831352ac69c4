#include "CPostgreSQL.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// libpq-fe.h's numbers, which its ABI keeps.
enum {
    CONNECTION_OK = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_COPY_OUT = 3,
    PGRES_COPY_IN = 4,
    PGRES_COPY_BOTH = 8,
    PG_DIAG_SQLSTATE = 'C',
};

/// What `PQconninfoParse` gives, an array that ends with a NULL keyword.
struct option {
    char *keyword, *variable, *compiled, *value, *label, *display;
    int size;
};

static struct {
    void *(*PQconnectdbParams)(const char *const *, const char *const *, int);
    int (*PQstatus)(const void *);
    char *(*PQerrorMessage)(const void *);
    int (*PQsocket)(const void *);
    int (*PQsetnonblocking)(void *, int);
    int (*PQsendQueryParams)(
        void *, const char *, int, const unsigned *, const char *const *, const int *, const int *, int);
    int (*PQflush)(void *);
    int (*PQconsumeInput)(void *);
    int (*PQisBusy)(void *);
    void *(*PQgetResult)(void *);
    int (*PQresultStatus)(const void *);
    char *(*PQresultErrorField)(const void *, int);
    char *(*PQcmdTuples)(void *);
    int (*PQntuples)(const void *);
    int (*PQnfields)(const void *);
    int (*PQgetisnull)(const void *, int, int);
    char *(*PQgetvalue)(const void *, int, int);
    void (*PQclear)(void *);
    void (*PQfinish)(void *);
    struct option *(*PQconninfoParse)(const char *, char **);
    void (*PQconninfoFree)(struct option *);
    void (*PQfreemem)(void *);
    void *(*PQsetNoticeProcessor)(void *, void (*)(void *, const char *), void *);
} pq;
static int is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name) ((pq.name = (__typeof__(pq.name))dlsym(library, #name)) != NULL)

static void find(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_found = FIND(PQconnectdbParams) && FIND(PQstatus) && FIND(PQerrorMessage) && FIND(PQsocket)
        && FIND(PQsetnonblocking) && FIND(PQsendQueryParams) && FIND(PQflush) && FIND(PQconsumeInput)
        && FIND(PQisBusy) && FIND(PQgetResult) && FIND(PQresultStatus) && FIND(PQresultErrorField)
        && FIND(PQcmdTuples) && FIND(PQntuples) && FIND(PQnfields) && FIND(PQgetisnull) && FIND(PQgetvalue)
        && FIND(PQclear) && FIND(PQfinish) && FIND(PQconninfoParse) && FIND(PQconninfoFree) && FIND(PQfreemem) && FIND(PQsetNoticeProcessor);
}

struct qz_postgres {
    void *handle;
};

struct qz_postgres_rows {
    void *result;
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

int qz_postgres_look_at(const char *target, char *password, size_t size) {
    password[0] = 0;
    // Anything else is the name of a database.
    if (!strchr(target, '=') && strncmp(target, "postgres://", 11) && strncmp(target, "postgresql://", 13)) return 1;
    char *problem = NULL;
    struct option *options = pq.PQconninfoParse(target, &problem);
    if (problem) pq.PQfreemem(problem);
    if (!options) return 0;
    int is_usable = 1;
    for (struct option *option = options; option->keyword; option++) {
        if (!option->value) continue;
        if (!strcmp(option->keyword, "password")) say(option->value, password, size);
        // The end of a password in which an @ is not written as %40.
        if (!strcmp(option->keyword, "host") && strchr(option->value, '@')) is_usable = 0;
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
    void *handle = pq.PQconnectdbParams(names, values, 1);
    if (!handle || pq.PQstatus(handle) != CONNECTION_OK || pq.PQsetnonblocking(handle, 1) != 0) {
        say(handle ? pq.PQerrorMessage(handle) : "no memory", problem, size);
        if (handle) pq.PQfinish(handle);
        return NULL;
    }
    pq.PQsetNoticeProcessor(handle, no_notice, NULL);
    qz_postgres *connection = calloc(1, sizeof *connection);
    if (connection) {
        connection->handle = handle;
    } else {
        say("no memory", problem, size);
        pq.PQfinish(handle);
    }
    return connection;
}

static long long now_in_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/// Waits until the socket is ready. Returns what it is ready for, or 0 at the deadline, or -1.
static int wait_for(void *handle, short events, long long deadline) {
    struct pollfd watched = {.fd = pq.PQsocket(handle), .events = events};
    for (;;) {
        long long left = deadline - now_in_milliseconds();
        if (left < 0) left = 0;
        int ready = poll(&watched, 1, (int)left);
        if (ready > 0) return watched.revents;
        if (ready == 0) return 0;
        if (errno != EINTR) return -1;
    }
}

/// Sends what is still to be sent, and waits for the next result: 1 when it is there, 0 at the deadline, -1 when the
/// connection is lost.
static int exchange(void *handle, long long deadline) {
    for (;;) {
        int unsent = pq.PQflush(handle);
        if (unsent < 0) return -1;
        if (!unsent && !pq.PQisBusy(handle)) return 1;
        // A server that sends and sends is none that answers.
        if (now_in_milliseconds() > deadline) return 0;
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

/// Takes the only result, and what may follow it until the connection is free again.
static enum qz_postgres_outcome finish(
    void *handle, void *result, long long deadline, void **taken, char *problem, size_t size) {
    enum qz_postgres_outcome outcome = QZ_POSTGRES_LOST;
    int status = result ? pq.PQresultStatus(result) : -1;
    // Nothing here copies: a server that begins to has another statement in mind.
    int is_copying = status == PGRES_COPY_OUT || status == PGRES_COPY_IN || status == PGRES_COPY_BOTH;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        outcome = QZ_POSTGRES_DONE;
    } else {
        say(pq.PQerrorMessage(handle), problem, size);
        const char *state = result ? pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
        if (pq.PQstatus(handle) == CONNECTION_OK && state && !may_pass(state)) outcome = QZ_POSTGRES_REFUSED;
    }
    while (!is_copying) {
        int ready = exchange(handle, deadline);
        if (ready != 1 || now_in_milliseconds() > deadline) {
            if (outcome == QZ_POSTGRES_DONE) say("the server does not end its answer", problem, size);
            outcome = QZ_POSTGRES_LOST;
            break;
        }
        void *next = pq.PQgetResult(handle);
        if (!next) break;
        int after = pq.PQresultStatus(next);
        pq.PQclear(next);
        // A statement that was done may still fail when it is committed.
        if (after != PGRES_COMMAND_OK && after != PGRES_TUPLES_OK) {
            if (outcome == QZ_POSTGRES_DONE) say(pq.PQerrorMessage(handle), problem, size);
            outcome = QZ_POSTGRES_LOST;
            is_copying = after == PGRES_COPY_OUT || after == PGRES_COPY_IN || after == PGRES_COPY_BOTH;
        }
    }
    if (outcome == QZ_POSTGRES_DONE) {
        *taken = result;
    } else if (result) {
        pq.PQclear(result);
    }
    return outcome;
}

enum qz_postgres_outcome qz_postgres_run(
    qz_postgres *connection, const char *sql, int count, const char *const *values, int milliseconds, long *changed,
    qz_postgres_rows **rows, char *problem, size_t size) {
    void *handle = connection->handle;
    long long deadline = now_in_milliseconds() + milliseconds;
    *changed = 0;
    *rows = NULL;
    if (!pq.PQsendQueryParams(handle, sql, count, NULL, values, NULL, NULL, 0)) {
        say(pq.PQerrorMessage(handle), problem, size);
        return QZ_POSTGRES_LOST;
    }
    int ready = exchange(handle, deadline);
    if (ready != 1) {
        say(ready == 0 ? "the server does not answer" : pq.PQerrorMessage(handle), problem, size);
        return QZ_POSTGRES_LOST;
    }
    void *result = NULL;
    enum qz_postgres_outcome outcome =
        finish(handle, pq.PQgetResult(handle), deadline, &result, problem, size);
    if (outcome != QZ_POSTGRES_DONE) return outcome;
    *changed = strtol(pq.PQcmdTuples(result), NULL, 10);
    *rows = calloc(1, sizeof **rows);
    if (!*rows) {
        pq.PQclear(result);
        say("no memory", problem, size);
        return QZ_POSTGRES_LOST;
    }
    (*rows)->result = result;
    return QZ_POSTGRES_DONE;
}

int qz_postgres_row_count(const qz_postgres_rows *rows) { return pq.PQntuples(rows->result); }

int qz_postgres_column_count(const qz_postgres_rows *rows) { return pq.PQnfields(rows->result); }

const char *qz_postgres_value(const qz_postgres_rows *rows, int row, int column) {
    return pq.PQgetisnull(rows->result, row, column) ? NULL : pq.PQgetvalue(rows->result, row, column);
}

void qz_postgres_release(qz_postgres_rows *rows) {
    pq.PQclear(rows->result);
    free(rows);
}

void qz_postgres_close(qz_postgres *connection) {
    pq.PQfinish(connection->handle);
    free(connection);
}
