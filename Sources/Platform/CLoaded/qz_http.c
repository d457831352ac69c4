#include "qz_http.h"
#include "qz_library.h"
#include <string.h>
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

/// The handle is libcurl's own.
qz_http *qz_http_new(void) {
    CURL *handle = qz_library_is_there(&library) ? curl.curl_easy_init() : NULL;
    // At once: freeing a handle without it changes what the process does on SIGPIPE, and back, while other threads run.
    if (handle) curl.curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
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

int qz_http_post(qz_http *http, const qz_http_request *request, qz_http_answer *answer) {
    memset(answer, 0, sizeof *answer);
    struct incoming incoming = {.answer = answer};
    struct curl_slist *headers = NULL;
    for (const char *const *line = request->headers; *line; line++) {
        struct curl_slist *longer = curl.curl_slist_append(headers, *line);
        if (longer) headers = longer;
    }
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

void qz_http_free(qz_http *http) { curl.curl_easy_cleanup((CURL *)http); }
