#include "qz_http.h"
#include "qz_library.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// libcurl's numbers, which its ABI keeps (curl.h): they are named here so that building needs no package of its own.
enum {
    CURLOPT_WRITEDATA = 10001, CURLOPT_URL = 10002, CURLOPT_ERRORBUFFER = 10010, CURLOPT_POSTFIELDS = 10015,
    CURLOPT_USERAGENT = 10018, CURLOPT_HTTPHEADER = 10023, CURLOPT_POST = 47, CURLOPT_POSTFIELDSIZE = 60,
    CURLOPT_NOSIGNAL = 99, CURLOPT_WRITEFUNCTION = 20011, CURLOPT_TIMEOUT = 13, CURLOPT_CONNECTTIMEOUT = 78,
    CURLOPT_PROTOCOLS = 181, CURLINFO_RESPONSE_CODE = 0x200002, CURL_GLOBAL_ALL = 3, CURLPROTO_HTTP_HTTPS = 3,
};

static struct {
    int (*curl_global_init)(long);
    void *(*curl_easy_init)(void);
    int (*curl_easy_setopt)(void *, int, ...);
    int (*curl_easy_perform)(void *);
    int (*curl_easy_getinfo)(void *, int, ...);
    const char *(*curl_easy_strerror)(int);
    void (*curl_easy_cleanup)(void *);
    void *(*curl_slist_append)(void *, const char *);
    void (*curl_slist_free_all)(void *);
} curl;
static int is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_found = QZ_FIND(library, curl, curl_global_init) && QZ_FIND(library, curl, curl_easy_init)
        && QZ_FIND(library, curl, curl_easy_setopt) && QZ_FIND(library, curl, curl_easy_perform)
        && QZ_FIND(library, curl, curl_easy_getinfo) && QZ_FIND(library, curl, curl_easy_strerror)
        && QZ_FIND(library, curl, curl_easy_cleanup) && QZ_FIND(library, curl, curl_slist_append)
        && QZ_FIND(library, curl, curl_slist_free_all) && curl.curl_global_init(CURL_GLOBAL_ALL) == 0;
}

struct qz_http {
    void *handle;
    qz_http_answer *answer;
    size_t length;
};

qz_http *qz_http_new(void) {
    pthread_once(&once, find);
    if (!is_found) return NULL;
    qz_http *http = calloc(1, sizeof *http);
    if (http && !(http->handle = curl.curl_easy_init())) {
        free(http);
        return NULL;
    }
    return http;
}

/// Keeps the beginning of the body, and takes the rest so that the connection can be used again.
static size_t take(const char *bytes, size_t size, size_t count, void *data) {
    qz_http *http = data;
    size_t room = sizeof http->answer->body - 1 - http->length, length = size * count;
    size_t kept = length < room ? length : room;
    memcpy(http->answer->body + http->length, bytes, kept);
    http->length += kept;
    return length;
}

int qz_http_post(qz_http *http, const qz_http_request *request, qz_http_answer *answer) {
    memset(answer, 0, sizeof *answer);
    (http->answer = answer, http->length = 0);
    void *headers = NULL;
    for (const char *const *line = request->headers; *line; line++) {
        void *longer = curl.curl_slist_append(headers, *line);
        if (longer) headers = longer;
    }
    void *handle = http->handle;
    curl.curl_easy_setopt(handle, CURLOPT_URL, request->url);
    curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_HTTPS);
    curl.curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body);
    curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)request->length);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl.curl_easy_setopt(handle, CURLOPT_USERAGENT, "quietzone");
    curl.curl_easy_setopt(handle, CURLOPT_TIMEOUT, request->seconds);
    curl.curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, request->seconds);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, http);
    int result = curl.curl_easy_perform(handle);
    curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->status);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, NULL);
    curl.curl_slist_free_all(headers);
    if (result == 0) return 0;
    strncpy(answer->problem, curl.curl_easy_strerror(result), sizeof answer->problem - 1);
    return result;
}

void qz_http_free(qz_http *http) {
    curl.curl_easy_cleanup(http->handle);
    free(http);
}
