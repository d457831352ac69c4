#include "qz_cups.h"
#include "qz_library.h"
#include <cups/cups.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define LIST(F) \
    F(cupsGetDests2) F(cupsFreeDests) F(cupsGetDest) F(cupsGetOption) F(cupsUser) F(cupsServer) F(ippPort) \
    F(cupsEncryption) F(cupsConnectDest) F(cupsSetPasswordCB2) F(cupsDoRequest) F(cupsDoIORequest) F(cupsLastError) \
    F(cupsLastErrorString) F(httpSeparateURI) F(httpConnect2) F(httpSetTimeout) F(httpClose) F(ippNewRequest) \
    F(ippDelete) F(ippAddString) F(ippAddInteger) F(ippFindAttribute) F(ippAttributeString) F(ippGetInteger)
QZ_TABLE(cups, LIST)

static qz_library library = {.files = {"libcups.so.2"}, .table = &cups, .functions = functions};

/// The last of the successful statuses (RFC 8011, B.1).
enum { STATUS_LAST_GOOD = 0x00FF };

int qz_cups_is_there(void) { return qz_library_is_there(&library); }

static const char *option(const cups_dest_t *dest, const char *name) {
    return cups.cupsGetOption(name, dest->num_options, dest->options);
}

/// What the printer or CUPS calls itself; the queue of a printer in the network has an address once it is connected.
static const char *address(const cups_dest_t *dest) {
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
    cups_dest_t *dests = NULL;
    int count = cups.cupsGetDests2(NULL, &dests), kept = 0;
    for (int index = 0; index < count && kept < most; index++) {
        const cups_dest_t *dest = &dests[index];
        // Instances are the same printer with other options.
        if (dest->instance) continue;
        qz_cups_destination *printer = &list[kept++];
        memset(printer, 0, sizeof *printer);
        qz_copy(printer->name, sizeof printer->name, dest->name);
        qz_copy(printer->uri, sizeof printer->uri, address(dest));
        qz_copy(printer->info, sizeof printer->info, option(dest, "printer-info"));
        qz_copy(printer->make, sizeof printer->make, option(dest, "printer-make-and-model"));
        qz_copy(printer->reasons, sizeof printer->reasons, option(dest, "printer-state-reasons"));
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
    if (server[0] == '/') qz_copy(name, size, server);
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
    /// Seconds without an answer, and when that was counted, in milliseconds.
    int silent;
    long long counted;
};

/// Called after each second in which nothing came or went; 0 gives up.
static int is_patient(http_t *http, void *data) {
    (void)http;
    qz_ipp *ipp = data;
    long long now = qz_milliseconds();
    // A longer while ago: something came or went since.
    if (now - ipp->counted > 1500) ipp->silent = 0;
    (ipp->counted = now, ipp->silent++);
    return ipp->silent < ipp->seconds && (ipp->ignores_cancelling || !*ipp->is_cancelled);
}

static void begin(qz_ipp *ipp) { ipp->silent = 0; }

static void connect_by_address(qz_ipp *ipp, const char *uri) {
    char scheme[32], user[256], host[256];
    int port = 0;
    if (cups.httpSeparateURI(HTTP_URI_CODING_ALL, uri, scheme, sizeof scheme, user, sizeof user, host, sizeof host,
                             &port, ipp->resource, sizeof ipp->resource) < 0) return;
    // A printer without a path has that of IPP Everywhere (PWG 5100.14, 4.2).
    if (!ipp->resource[0] || strcmp(ipp->resource, "/") == 0) qz_copy(ipp->resource, sizeof ipp->resource, "/ipp/print");
    int is_v6 = strchr(host, ':') != NULL;
    snprintf(ipp->uri, sizeof ipp->uri, "%s://%s%s%s:%d%s", scheme, is_v6 ? "[" : "", host, is_v6 ? "]" : "", port,
             ipp->resource);
    ipp->http = cups.httpConnect2(host, port, NULL, AF_UNSPEC,
                                  strcmp(scheme, "ipps") == 0 ? HTTP_ENCRYPTION_ALWAYS : HTTP_ENCRYPTION_IF_REQUESTED, 1,
                                  ipp->seconds * 1000, (int *)ipp->is_cancelled);
}

static int connect_by_name(qz_ipp *ipp, const char *name) {
    cups_dest_t *dests = NULL;
    int count = cups.cupsGetDests2(NULL, &dests);
    cups_dest_t *dest = cups.cupsGetDest(name, NULL, count, dests);
    const char *queue = dest ? option(dest, "printer-uri-supported") : NULL;
    if (queue) {
        // Where the list came from: cupsConnectDest would go to port 631 also where CUPS has a socket alone.
        char scheme[32], user[256], host[256];
        int port = 0;
        qz_copy(ipp->uri, sizeof ipp->uri, queue);
        if (cups.httpSeparateURI(HTTP_URI_CODING_ALL, queue, scheme, sizeof scheme, user, sizeof user, host,
                                 sizeof host, &port, ipp->resource, sizeof ipp->resource) >= 0)
            ipp->http = connect_to_server(ipp->seconds * 1000, (int *)ipp->is_cancelled);
    } else if (dest) {
        ipp->http = cups.cupsConnectDest(dest, CUPS_DEST_FLAGS_NONE, ipp->seconds * 1000, (int *)ipp->is_cancelled,
                                         ipp->resource, sizeof ipp->resource, NULL, NULL);
        qz_copy(ipp->uri, sizeof ipp->uri, address(dest));
    }
    int is_known = dest != NULL;
    cups.cupsFreeDests(count, dests);
    return is_known;
}

qz_ipp *qz_ipp_open(const char *target, int seconds, volatile int *is_cancelled, char *problem, size_t size) {
    qz_copy(problem, size, "");
    if (!qz_cups_is_there()) {
        qz_copy(problem, size, "libcups is not installed");
        return NULL;
    }
    qz_ipp *ipp = calloc(1, sizeof *ipp);
    if (!ipp) {
        qz_copy(problem, size, "there is no memory");
        return NULL;
    }
    (ipp->seconds = seconds, ipp->is_cancelled = is_cancelled);
    cups.cupsSetPasswordCB2(no_password, NULL);
    int is_known = 1;
    if (strncmp(target, "ipp://", 6) == 0 || strncmp(target, "ipps://", 7) == 0) connect_by_address(ipp, target);
    else is_known = connect_by_name(ipp, target);
    if (!ipp->http) {
        qz_copy(problem, size, !is_known ? "unknown" : *is_cancelled ? "cancelled" : cups.cupsLastErrorString());
        free(ipp);
        return NULL;
    }
    cups.httpSetTimeout(ipp->http, 1, is_patient, ipp);
    return ipp;
}

static ipp_t *request(qz_ipp *ipp, ipp_op_t operation, int job) {
    ipp_t *request = cups.ippNewRequest(operation);
    cups.ippAddString(request, IPP_TAG_OPERATION, IPP_TAG_URI, "printer-uri", NULL, ipp->uri);
    if (job > 0) cups.ippAddInteger(request, IPP_TAG_OPERATION, IPP_TAG_INTEGER, "job-id", job);
    cups.ippAddString(request, IPP_TAG_OPERATION, IPP_TAG_NAME, "requesting-user-name", NULL, cups.cupsUser());
    return request;
}

static int finish(qz_ipp *ipp, ipp_t *answer, char *problem, size_t size) {
    if (ipp->answer) cups.ippDelete(ipp->answer);
    ipp->answer = answer;
    int status = cups.cupsLastError();
    qz_copy(problem, size, "");
    if (answer && status <= STATUS_LAST_GOOD) return 0;
    qz_copy(problem, size, *ipp->is_cancelled && !ipp->ignores_cancelling ? "cancelled" : cups.cupsLastErrorString());
    return answer && status > 0 ? status : -1;
}

static int ask(qz_ipp *ipp, ipp_op_t operation, int job, char *problem, size_t size) {
    begin(ipp);
    return finish(ipp, cups.cupsDoRequest(ipp->http, request(ipp, operation, job), ipp->resource), problem, size);
}

int qz_ipp_ask_printer(qz_ipp *ipp, char *problem, size_t size) {
    return ask(ipp, IPP_OP_GET_PRINTER_ATTRIBUTES, 0, problem, size);
}

int qz_ipp_ask_job(qz_ipp *ipp, int job, char *problem, size_t size) {
    return ask(ipp, IPP_OP_GET_JOB_ATTRIBUTES, job, problem, size);
}

int qz_ipp_cancel(qz_ipp *ipp, int job, char *problem, size_t size) {
    ipp->ignores_cancelling = 1;
    int status = ask(ipp, IPP_OP_CANCEL_JOB, job, problem, size);
    ipp->ignores_cancelling = 0;
    return status;
}

void qz_ipp_text(qz_ipp *ipp, const char *name, char *text, size_t size) {
    qz_copy(text, size, "");
    ipp_attribute_t *attribute = ipp->answer ? cups.ippFindAttribute(ipp->answer, name, IPP_TAG_ZERO) : NULL;
    if (attribute) cups.ippAttributeString(attribute, text, size);
}

int qz_ipp_number(qz_ipp *ipp, const char *name) {
    ipp_attribute_t *attribute = ipp->answer ? cups.ippFindAttribute(ipp->answer, name, IPP_TAG_ZERO) : NULL;
    return attribute ? cups.ippGetInteger(attribute, 0) : -1;
}

int qz_ipp_print(qz_ipp *ipp, const qz_ipp_job *job, int file, int *status, char *problem, size_t size) {
    ipp_t *print = request(ipp, IPP_OP_PRINT_JOB, 0);
    cups.ippAddString(print, IPP_TAG_OPERATION, IPP_TAG_NAME, "job-name", NULL, job->title);
    cups.ippAddString(print, IPP_TAG_OPERATION, IPP_TAG_MIMETYPE, "document-format", NULL, job->format);
    if (job->copies > 1) cups.ippAddInteger(print, IPP_TAG_JOB, IPP_TAG_INTEGER, "copies", job->copies);
    if (job->quality) cups.ippAddInteger(print, IPP_TAG_JOB, IPP_TAG_ENUM, "print-quality", job->quality);
    if (job->media) cups.ippAddString(print, IPP_TAG_JOB, IPP_TAG_KEYWORD, "media", NULL, job->media);
    if (job->is_unscaled) cups.ippAddString(print, IPP_TAG_JOB, IPP_TAG_KEYWORD, "print-scaling", NULL, "none");
    begin(ipp);
    *status = finish(ipp, cups.cupsDoIORequest(ipp->http, print, ipp->resource, file, -1), problem, size);
    return *status == 0 ? qz_ipp_number(ipp, "job-id") : -1;
}

void qz_ipp_close(qz_ipp *ipp) {
    if (ipp->answer) cups.ippDelete(ipp->answer);
    cups.httpClose(ipp->http);
    free(ipp);
}
