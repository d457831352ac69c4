#define _GNU_SOURCE
#include "qz_http.h"
#include "qz_library.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
// The type checks are macros with the names of functions.
#define CURL_DISABLE_TYPECHECK
// CURLOPT_PROTOCOLS works in every version; its replacement came with 7.85.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

#define LIST(F) \
    F(curl_global_init) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_perform) F(curl_easy_getinfo) \
    F(curl_easy_strerror) F(curl_easy_cleanup) F(curl_slist_append) F(curl_slist_free_all)
QZ_TABLE(curl, LIST)

static int prepare(void) { return curl.curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK; }

static qz_library library = {
    .files = {"libcurl.so.4", "libcurl-gnutls.so.4"}, .table = &curl, .functions = functions, .prepare = prepare};

/// Opens a socket that no child process inherits: one that did would keep the connection open after its end here.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)data, (void)purpose;
    int descriptor = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    return descriptor < 0 ? CURL_SOCKET_BAD : descriptor;
}

/// The handle is libcurl's own.
qz_http *qz_http_new(void) {
    CURL *handle = qz_library_is_there(&library) ? curl.curl_easy_init() : NULL;
    if (handle) {
        // At once: freeing a handle without it changes what the process does on SIGPIPE, and back, while other threads run.
        curl.curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl.curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    }
    return (qz_http *)handle;
}

/// An answer that is being received, and the length of its body so far.
struct incoming {
    qz_http_answer *answer;
    size_t length;
};

/// Keeps the beginning of the body, and takes the rest so that the connection can be used again.
static size_t take(const char *bytes, size_t size, size_t count, void *data) {
    struct incoming *incoming = data;
    size_t room = sizeof incoming->answer->body - 1 - incoming->length, length = size * count;
    size_t kept = length < room ? length : room;
    memcpy(incoming->answer->body + incoming->length, bytes, kept);
    incoming->length += kept;
    return length;
}

/// libcurl's list of lines that NULL ends; without those that memory is lacking for.
static struct curl_slist *list_of(const char *const *lines) {
    struct curl_slist *list = NULL;
    for (; *lines; lines++) {
        struct curl_slist *longer = curl.curl_slist_append(list, *lines);
        if (longer) list = longer;
    }
    return list;
}

int qz_http_post(qz_http *http, const qz_http_request *request, qz_http_answer *answer) {
    memset(answer, 0, sizeof *answer);
    struct incoming incoming = {.answer = answer};
    struct curl_slist *headers = list_of(request->headers);
    CURL *handle = (CURL *)http;
    curl.curl_easy_setopt(handle, CURLOPT_URL, request->url);
    curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    curl.curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body);
    curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)request->length);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl.curl_easy_setopt(handle, CURLOPT_USERAGENT, "quietzone");
    curl.curl_easy_setopt(handle, CURLOPT_TIMEOUT, request->seconds);
    curl.curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, request->seconds);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, &incoming);
    CURLcode result = curl.curl_easy_perform(handle);
    curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->status);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, NULL);
    curl.curl_slist_free_all(headers);
    if (result != CURLE_OK) qz_copy(answer->problem, sizeof answer->problem, curl.curl_easy_strerror(result));
    return result;
}

/// A page that is being received.
struct receiving {
    qz_http_page *page;
    size_t maximum;
    const volatile int *stop;
    int is_too_large;
};

/// The most bytes of a head.
enum { MAXIMUM_HEAD = 1 << 16 };

/// Appends bytes to a buffer; 0 without memory.
static int append(char **buffer, size_t *length, const char *bytes, size_t count) {
    char *longer = realloc(*buffer, *length + count + 1);
    if (!longer) return 0;
    memcpy(longer + *length, bytes, count);
    *buffer = longer;
    *length += count;
    return 1;
}

static size_t take_head(const char *bytes, size_t size, size_t count, void *data) {
    struct receiving *receiving = data;
    qz_http_page *page = receiving->page;
    // The head of an earlier answer: that of a proxy, or 100 Continue.
    if (size * count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) page->head_length = 0;
    if (page->head_length + size * count > MAXIMUM_HEAD) {
        receiving->is_too_large = 1;
        return 0;
    }
    return append(&page->head, &page->head_length, bytes, size * count) ? size * count : 0;
}

static size_t take_body(const char *bytes, size_t size, size_t count, void *data) {
    struct receiving *receiving = data;
    qz_http_page *page = receiving->page;
    if (size * count > receiving->maximum - page->length) {
        receiving->is_too_large = 1;
        return 0;
    }
    return append(&page->body, &page->length, bytes, size * count) ? size * count : 0;
}

/// libcurl calls it about once a second, also while nothing comes.
static int is_stopped(void *data, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
    (void)total, (void)now, (void)up_total, (void)up_now;
    struct receiving *receiving = data;
    return *receiving->stop != 0;
}

int qz_http_fetch(qz_http *http, const qz_http_fetch_request *request, qz_http_page *page) {
    memset(page, 0, sizeof *page);
    struct receiving receiving = {.page = page, .maximum = request->maximum, .stop = request->stop};
    struct curl_slist *headers = list_of(request->headers);
    CURL *handle = (CURL *)http;
    curl.curl_easy_setopt(handle, CURLOPT_URL, request->url);
    long protocols = request->allows_plain ? CURLPROTO_HTTP | CURLPROTO_HTTPS : CURLPROTO_HTTPS;
    curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, protocols);
    curl.curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl.curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    if (request->body) {
        curl.curl_easy_setopt(handle, CURLOPT_POST, 1L);
        curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body);
        curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)request->length);
    } else {
        curl.curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    }
    // After those, which set methods of their own.
    curl.curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request->method);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl.curl_easy_setopt(handle, CURLOPT_USERAGENT, request->user_agent);
    curl.curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, request->milliseconds);
    curl.curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, request->milliseconds);
    curl.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_head);
    curl.curl_easy_setopt(handle, CURLOPT_HEADERDATA, &receiving);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, &receiving);
    curl.curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, is_stopped);
    curl.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &receiving);
    CURLcode result = curl.curl_easy_perform(handle);
    curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &page->status);
    // Bytes of the request that went out: none where the connection or its handshake failed or took too long.
    long sent = 0;
    curl.curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &sent);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, NULL);
    curl.curl_slist_free_all(headers);
    if (result == CURLE_OK) return QZ_HTTP_ANSWERED;
    qz_copy(page->problem, sizeof page->problem, curl.curl_easy_strerror(result));
    if (receiving.is_too_large) return QZ_HTTP_TOO_LARGE;
    if (result == CURLE_ABORTED_BY_CALLBACK) return QZ_HTTP_STOPPED;
    return sent == 0 ? QZ_HTTP_NOT_SENT : QZ_HTTP_UNREACHABLE;
}

/// A body that is being handed on.
struct streaming {
    CURL *handle;
    const qz_http_stream_request *request;
    qz_http_stream_end *end;
    size_t head_length;
};

static int has_stopped(const qz_http_stream_request *request) {
    struct pollfd stop = {request->stop, POLLIN, 0};
    return poll(&stop, 1, 0) > 0;
}

static size_t count_head(const char *bytes, size_t size, size_t count, void *data) {
    (void)bytes;
    struct streaming *streaming = data;
    streaming->head_length += size * count;
    return streaming->head_length > MAXIMUM_HEAD ? 0 : size * count;
}

/// Notes what is known of the answer.
static void note_answer(struct streaming *streaming) {
    qz_http_stream_end *end = streaming->end;
    char *type = NULL, *location = NULL;
    curl.curl_easy_getinfo(streaming->handle, CURLINFO_RESPONSE_CODE, &end->status);
    curl.curl_easy_getinfo(streaming->handle, CURLINFO_CONTENT_TYPE, &type);
    curl.curl_easy_getinfo(streaming->handle, CURLINFO_REDIRECT_URL, &location);
    qz_copy(end->type, sizeof end->type, type);
    qz_copy(end->location, sizeof end->location, location);
    end->is_unfit = end->status != 200 || strncasecmp(end->type, "text/", 5) == 0;
}

static size_t hand_on(const char *bytes, size_t size, size_t count, void *data) {
    struct streaming *streaming = data;
    size_t length = size * count, sent = 0;
    if (streaming->end->status == 0) note_answer(streaming);
    if (streaming->end->is_unfit) return 0;
    while (sent < length) {
        struct pollfd both[] = {{streaming->request->output, POLLOUT, 0}, {streaming->request->stop, POLLIN, 0}};
        if (poll(both, 2, -1) < 0 && errno != EINTR) return 0;
        if (both[1].revents) return 0;
        if (!both[0].revents) continue;
        ssize_t part = send(streaming->request->output, bytes + sent, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (part > 0) sent += (size_t)part;
        else if (errno != EAGAIN && errno != EINTR) return 0;
    }
    return length;
}

static int is_stream_stopped(void *data, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
    (void)total, (void)now, (void)up_total, (void)up_now;
    return has_stopped(((struct streaming *)data)->request);
}

void qz_http_stream(qz_http *http, const qz_http_stream_request *request, qz_http_stream_end *end) {
    memset(end, 0, sizeof *end);
    CURL *handle = (CURL *)http;
    struct streaming streaming = {.handle = handle, .request = request, .end = end};
    curl.curl_easy_setopt(handle, CURLOPT_URL, request->url);
    curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    curl.curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl.curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_USERAGENT, "quietzone");
    if (request->login) {
        curl.curl_easy_setopt(handle, CURLOPT_USERPWD, request->login);
        curl.curl_easy_setopt(handle, CURLOPT_HTTPAUTH, (long)(CURLAUTH_BASIC | CURLAUTH_DIGEST));
    }
    curl.curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, request->patience);
    curl.curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, request->patience);
    curl.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, count_head);
    curl.curl_easy_setopt(handle, CURLOPT_HEADERDATA, &streaming);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, hand_on);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, &streaming);
    curl.curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, is_stream_stopped);
    curl.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &streaming);
    CURLcode result = curl.curl_easy_perform(handle);
    note_answer(&streaming);
    if (result == CURLE_OK) return;
    const char *problem =
        streaming.head_length > MAXIMUM_HEAD ? "the head of its answer is too long" : curl.curl_easy_strerror(result);
    qz_copy(end->problem, sizeof end->problem, problem);
}

void qz_http_free(qz_http *http) { curl.curl_easy_cleanup((CURL *)http); }
