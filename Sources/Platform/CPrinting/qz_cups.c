#include "qz_cups.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define QZ_FIND(library, table, name) ((table).name = (__typeof__((table).name))dlsym(library, #name))

// Numbers and structures of libcups 2 (cups.h, ipp.h, http.h; RFC 8010, RFC 8011), which its ABI keeps: they are named here so that
// building needs no package of its own.
typedef struct { char *name, *value; } cups_option;
typedef struct { char *name, *instance; int is_default, num_options; cups_option *options; } cups_dest;
typedef void ipp_t;
typedef void http_t;
typedef void ipp_attribute;
enum {
    OP_PRINT_JOB = 0x0002, OP_CANCEL_JOB = 0x0008, OP_GET_JOB = 0x0009, OP_GET_PRINTER = 0x000B,
    TAG_ZERO = 0x00, TAG_OPERATION = 0x01, TAG_JOB = 0x02, TAG_INTEGER = 0x21, TAG_ENUM = 0x23, TAG_NAME = 0x42,
    TAG_KEYWORD = 0x44, TAG_URI = 0x45, TAG_MIMETYPE = 0x49,
    ENCRYPTION_IF_REQUESTED = 0, ENCRYPTION_ALWAYS = 3, URI_CODING_ALL = 15, STATUS_LAST_GOOD = 0x00FF,
};

static struct {
    int (*cupsGetDests2)(http_t *, cups_dest **);
    void (*cupsFreeDests)(int, cups_dest *);
    cups_dest *(*cupsGetDest)(const char *, const char *, int, cups_dest *);
    const char *(*cupsGetOption)(const char *, int, cups_option *);
    const char *(*cupsUser)(void), *(*cupsServer)(void);
    int (*ippPort)(void), (*cupsEncryption)(void);
    http_t *(*cupsConnectDest)(cups_dest *, unsigned, int, int *, char *, size_t, void *, void *);
    void (*cupsSetPasswordCB2)(const char *(*)(const char *, http_t *, const char *, const char *, void *), void *);
    ipp_t *(*cupsDoRequest)(http_t *, ipp_t *, const char *);
    ipp_t *(*cupsDoIORequest)(http_t *, ipp_t *, const char *, int, int);
    int (*cupsLastError)(void);
    const char *(*cupsLastErrorString)(void);
    int (*httpSeparateURI)(int, const char *, char *, int, char *, int, char *, int, int *, char *, int);
    http_t *(*httpConnect2)(const char *, int, void *, int, int, int, int, int *);
    void (*httpSetTimeout)(http_t *, double, int (*)(http_t *, void *), void *);
    void (*httpClose)(http_t *);
    ipp_t *(*ippNewRequest)(int);
    void (*ippDelete)(ipp_t *);
    ipp_attribute *(*ippAddString)(ipp_t *, int, int, const char *, const char *, const char *);
    ipp_attribute *(*ippAddInteger)(ipp_t *, int, int, const char *, int);
    ipp_attribute *(*ippFindAttribute)(ipp_t *, const char *, int);
    size_t (*ippAttributeString)(ipp_attribute *, char *, size_t);
    int (*ippGetInteger)(ipp_attribute *, int);
} cups;
static int is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libcups.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_found = QZ_FIND(library, cups, cupsGetDests2) && QZ_FIND(library, cups, cupsFreeDests)
        && QZ_FIND(library, cups, cupsGetDest) && QZ_FIND(library, cups, cupsGetOption)
        && QZ_FIND(library, cups, cupsUser) && QZ_FIND(library, cups, cupsServer)
        && QZ_FIND(library, cups, ippPort) && QZ_FIND(library, cups, cupsEncryption)
        && QZ_FIND(library, cups, cupsConnectDest)
        && QZ_FIND(library, cups, cupsSetPasswordCB2) && QZ_FIND(library, cups, cupsDoRequest)
        && QZ_FIND(library, cups, cupsDoIORequest) && QZ_FIND(library, cups, cupsLastError)
        && QZ_FIND(library, cups, cupsLastErrorString) && QZ_FIND(library, cups, httpSeparateURI)
        && QZ_FIND(library, cups, httpConnect2) && QZ_FIND(library, cups, httpSetTimeout)
        && QZ_FIND(library, cups, httpClose) && QZ_FIND(library, cups, ippNewRequest)
        && QZ_FIND(library, cups, ippDelete) && QZ_FIND(library, cups, ippAddString)
        && QZ_FIND(library, cups, ippAddInteger) && QZ_FIND(library, cups, ippFindAttribute)
        && QZ_FIND(library, cups, ippAttributeString) && QZ_FIND(library, cups, ippGetInteger);
}

int qz_cups_is_there(void) {
    pthread_once(&once, find);
    return is_found;
}

static void copy(char *text, size_t size, const char *from) { snprintf(text, size, "%s", from ? from : ""); }

static const char *option(const cups_dest *dest, const char *name) {
    return cups.cupsGetOption(name, dest->num_options, dest->options);
}

/// What the printer or CUPS calls itself; the queue of a printer in the network has an address once it is connected.
static const char *address(const cups_dest *dest) {
    const char *uri = option(dest, "printer-uri-supported");
    return uri ? uri : option(dest, "device-uri");
}

/// libcups would ask for passwords on the terminal.
static const char *no_password(const char *prompt, http_t *http, const char *method, const char *resource, void *data) {
    (void)prompt, (void)http, (void)method, (void)resource, (void)data;
    return NULL;
}

int qz_cups_destinations(qz_cups_destination *list, int most) {
    if (!qz_cups_is_there()) return -1;
    cups.cupsSetPasswordCB2(no_password, NULL);
    cups_dest *dests = NULL;
    int count = cups.cupsGetDests2(NULL, &dests), kept = 0;
    for (int index = 0; index < count && kept < most; index++) {
        const cups_dest *dest = &dests[index];
        // Instances are the same printer with other options.
        if (dest->instance) continue;
        qz_cups_destination *printer = &list[kept++];
        memset(printer, 0, sizeof *printer);
        copy(printer->name, sizeof printer->name, dest->name);
        copy(printer->uri, sizeof printer->uri, address(dest));
        copy(printer->info, sizeof printer->info, option(dest, "printer-info"));
        copy(printer->make, sizeof printer->make, option(dest, "printer-make-and-model"));
        copy(printer->reasons, sizeof printer->reasons, option(dest, "printer-state-reasons"));
        const char *state = option(dest, "printer-state");
        printer->state = state ? atoi(state) : 0;
        const char *takes_jobs = option(dest, "printer-is-accepting-jobs");
        printer->takes_jobs = !takes_jobs || strcmp(takes_jobs, "false") != 0;
        printer->is_default = dest->is_default;
    }
    cups.cupsFreeDests(count, dests);
    return kept;
}

static http_t *connect_to_server(int milliseconds, int *is_cancelled) {
    return cups.httpConnect2(cups.cupsServer(), cups.ippPort(), NULL, AF_UNSPEC, cups.cupsEncryption(), 1, milliseconds,
                             is_cancelled);
}

int qz_cups_server(int seconds, char *name, size_t size) {
    if (!qz_cups_is_there()) return -1;
    const char *server = cups.cupsServer();
    if (server[0] == '/') copy(name, size, server);
    else snprintf(name, size, "%s:%d", server, cups.ippPort());
    http_t *http = connect_to_server(seconds * 1000, NULL);
    if (http) cups.httpClose(http);
    return http != NULL;
}

struct qz_ipp {
    http_t *http;
    ipp_t *answer;
    char uri[1024], resource[1024];
    int seconds;
    volatile int *is_cancelled;
    int ignores_cancelling;
    /// Seconds without an answer, and when that was counted.
    int silent;
    double counted;
};

/// Called after each second in which nothing came or went; 0 gives up.
static int is_patient(http_t *http, void *data) {
    (void)http;
    qz_ipp *ipp = data;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    double now = time.tv_sec + time.tv_nsec / 1e9;
    // A longer while ago: something came or went since.
    if (now - ipp->counted > 1.5) ipp->silent = 0;
    (ipp->counted = now, ipp->silent++);
    return ipp->silent < ipp->seconds && (ipp->ignores_cancelling || !*ipp->is_cancelled);
}

static void begin(qz_ipp *ipp) { ipp->silent = 0; }

static void connect_by_address(qz_ipp *ipp, const char *uri) {
    char scheme[32], user[256], host[256];
    int port = 0;
    if (cups.httpSeparateURI(URI_CODING_ALL, uri, scheme, sizeof scheme, user, sizeof user, host, sizeof host, &port,
                             ipp->resource, sizeof ipp->resource) < 0) return;
    // A printer without a path has that of IPP Everywhere (PWG 5100.14, 4.2).
    if (!ipp->resource[0] || strcmp(ipp->resource, "/") == 0) copy(ipp->resource, sizeof ipp->resource, "/ipp/print");
    int is_v6 = strchr(host, ':') != NULL;
    snprintf(ipp->uri, sizeof ipp->uri, "%s://%s%s%s:%d%s", scheme, is_v6 ? "[" : "", host, is_v6 ? "]" : "", port,
             ipp->resource);
    ipp->http = cups.httpConnect2(host, port, NULL, AF_UNSPEC,
                                  strcmp(scheme, "ipps") == 0 ? ENCRYPTION_ALWAYS : ENCRYPTION_IF_REQUESTED, 1,
                                  ipp->seconds * 1000, (int *)ipp->is_cancelled);
}

static int connect_by_name(qz_ipp *ipp, const char *name) {
    cups_dest *dests = NULL;
    int count = cups.cupsGetDests2(NULL, &dests);
    cups_dest *dest = cups.cupsGetDest(name, NULL, count, dests);
    const char *queue = dest ? option(dest, "printer-uri-supported") : NULL;
    if (queue) {
        // Where the list came from: cupsConnectDest would go to port 631 also where CUPS has a socket alone.
        char scheme[32], user[256], host[256];
        int port = 0;
        copy(ipp->uri, sizeof ipp->uri, queue);
        if (cups.httpSeparateURI(URI_CODING_ALL, queue, scheme, sizeof scheme, user, sizeof user, host, sizeof host, &port,
                                 ipp->resource, sizeof ipp->resource) >= 0)
            ipp->http = connect_to_server(ipp->seconds * 1000, (int *)ipp->is_cancelled);
    } else if (dest) {
        ipp->http = cups.cupsConnectDest(dest, 0, ipp->seconds * 1000, (int *)ipp->is_cancelled, ipp->resource,
                                         sizeof ipp->resource, NULL, NULL);
        copy(ipp->uri, sizeof ipp->uri, address(dest));
    }
    int is_known = dest != NULL;
    cups.cupsFreeDests(count, dests);
    return is_known;
}

qz_ipp *qz_ipp_open(const char *target, int seconds, volatile int *is_cancelled, char *problem, size_t size) {
    copy(problem, size, "");
    if (!qz_cups_is_there()) {
        copy(problem, size, "libcups is not installed");
        return NULL;
    }
    qz_ipp *ipp = calloc(1, sizeof *ipp);
    if (!ipp) {
        copy(problem, size, "there is no memory");
        return NULL;
    }
    (ipp->seconds = seconds, ipp->is_cancelled = is_cancelled);
    cups.cupsSetPasswordCB2(no_password, NULL);
    int is_known = 1;
    if (strncmp(target, "ipp://", 6) == 0 || strncmp(target, "ipps://", 7) == 0) connect_by_address(ipp, target);
    else is_known = connect_by_name(ipp, target);
    if (!ipp->http) {
        copy(problem, size, !is_known ? "unknown" : *is_cancelled ? "cancelled" : cups.cupsLastErrorString());
        free(ipp);
        return NULL;
    }
    cups.httpSetTimeout(ipp->http, 1, is_patient, ipp);
    return ipp;
}

static ipp_t *request(qz_ipp *ipp, int operation, int job) {
    ipp_t *request = cups.ippNewRequest(operation);
    cups.ippAddString(request, TAG_OPERATION, TAG_URI, "printer-uri", NULL, ipp->uri);
    if (job > 0) cups.ippAddInteger(request, TAG_OPERATION, TAG_INTEGER, "job-id", job);
    cups.ippAddString(request, TAG_OPERATION, TAG_NAME, "requesting-user-name", NULL, cups.cupsUser());
    return request;
}

static int finish(qz_ipp *ipp, ipp_t *answer, char *problem, size_t size) {
    if (ipp->answer) cups.ippDelete(ipp->answer);
    ipp->answer = answer;
    int status = cups.cupsLastError();
    copy(problem, size, "");
    if (answer && status <= STATUS_LAST_GOOD) return 0;
    copy(problem, size, *ipp->is_cancelled && !ipp->ignores_cancelling ? "cancelled" : cups.cupsLastErrorString());
    return answer && status > 0 ? status : -1;
}

static int ask(qz_ipp *ipp, int operation, int job, char *problem, size_t size) {
    begin(ipp);
    return finish(ipp, cups.cupsDoRequest(ipp->http, request(ipp, operation, job), ipp->resource), problem, size);
}

int qz_ipp_ask_printer(qz_ipp *ipp, char *problem, size_t size) { return ask(ipp, OP_GET_PRINTER, 0, problem, size); }
int qz_ipp_ask_job(qz_ipp *ipp, int job, char *problem, size_t size) { return ask(ipp, OP_GET_JOB, job, problem, size); }

int qz_ipp_cancel(qz_ipp *ipp, int job, char *problem, size_t size) {
    ipp->ignores_cancelling = 1;
    int status = ask(ipp, OP_CANCEL_JOB, job, problem, size);
    ipp->ignores_cancelling = 0;
    return status;
}

void qz_ipp_text(qz_ipp *ipp, const char *name, char *text, size_t size) {
    copy(text, size, "");
    ipp_attribute *attribute = ipp->answer ? cups.ippFindAttribute(ipp->answer, name, TAG_ZERO) : NULL;
    if (attribute) cups.ippAttributeString(attribute, text, size);
}

int qz_ipp_number(qz_ipp *ipp, const char *name) {
    ipp_attribute *attribute = ipp->answer ? cups.ippFindAttribute(ipp->answer, name, TAG_ZERO) : NULL;
    return attribute ? cups.ippGetInteger(attribute, 0) : -1;
}

int qz_ipp_print(qz_ipp *ipp, const qz_ipp_job *job, int file, int *status, char *problem, size_t size) {
    ipp_t *print = request(ipp, OP_PRINT_JOB, 0);
    cups.ippAddString(print, TAG_OPERATION, TAG_NAME, "job-name", NULL, job->title);
    cups.ippAddString(print, TAG_OPERATION, TAG_MIMETYPE, "document-format", NULL, job->format);
    if (job->copies > 1) cups.ippAddInteger(print, TAG_JOB, TAG_INTEGER, "copies", job->copies);
    if (job->quality) cups.ippAddInteger(print, TAG_JOB, TAG_ENUM, "print-quality", job->quality);
    if (job->media) cups.ippAddString(print, TAG_JOB, TAG_KEYWORD, "media", NULL, job->media);
    if (job->is_unscaled) cups.ippAddString(print, TAG_JOB, TAG_KEYWORD, "print-scaling", NULL, "none");
    begin(ipp);
    *status = finish(ipp, cups.cupsDoIORequest(ipp->http, print, ipp->resource, file, -1), problem, size);
    return *status == 0 ? qz_ipp_number(ipp, "job-id") : -1;
}

void qz_ipp_close(qz_ipp *ipp) {
    if (ipp->answer) cups.ippDelete(ipp->answer);
    cups.httpClose(ipp->http);
    free(ipp);
}
