#pragma once
#include <stddef.h>

/// What is sent.
typedef struct {
    const char *_Nonnull url;
    /// Lines `Name: value`, ended by NULL.
    const char *_Nullable const *_Nonnull headers;
    const void *_Nonnull body;
    size_t length;
    /// Seconds for the whole request.
    long seconds;
} qz_http_request;

/// What came back.
typedef struct {
    /// The status; 0 where none came.
    long status;
    /// The beginning of the body; ended by a NUL.
    char body[1024];
    /// Why there is no status, in libcurl's words.
    char problem[256];
} qz_http_answer;

/// A connection that is kept from request to request.
typedef struct qz_http qz_http;

/// Makes one, or returns NULL where libcurl is not there.
qz_http *_Nullable qz_http_new(void);
/// Sends a POST request to an http or https address; follows no redirection. Returns 0 where an answer came.
int qz_http_post(qz_http *_Nonnull http, const qz_http_request *_Nonnull request, qz_http_answer *_Nonnull answer);
/// A body that is handed on while it comes: pictures of a camera.
typedef struct {
    const char *_Nonnull url;
    /// `NAME:PASSWORD`, or NULL for none.
    const char *_Nullable login;
    /// A blocking socket; what comes is written to it.
    int output;
    /// The request ends when this descriptor is readable: at once while something comes, otherwise within a second.
    int stop;
    /// It also ends when nothing has come for this many seconds.
    long patience;
} qz_http_stream_request;

/// How it ended.
typedef struct {
    /// The status; 0 where none came.
    long status;
    /// The media type, and where a redirection leads.
    char type[128], location[256];
    /// Why it ended, in libcurl's words; empty where the server has closed it.
    char problem[256];
    /// Whether the body was not taken: its type is that of a text, or the status is not 200.
    int is_unfit;
} qz_http_stream_end;

/// Requests an http or https address and writes the body of a 200 answer to `output`; follows no redirection, and checks the
/// certificate.
void qz_http_stream(
    qz_http *_Nonnull http, const qz_http_stream_request *_Nonnull request, qz_http_stream_end *_Nonnull end);
void qz_http_free(qz_http *_Nonnull http);

/// A request whose whole answer is wanted.
typedef struct {
    const char *_Nonnull url;
    /// GET, POST, PUT, PATCH or DELETE.
    const char *_Nonnull method;
    /// What is sent; NULL for nothing.
    const void *_Nullable body;
    size_t length;
    /// Lines `Name: value`, ended by NULL.
    const char *_Nullable const *_Nonnull headers;
    const char *_Nonnull user_agent;
    /// Milliseconds for the whole request.
    long milliseconds;
    /// The most bytes of the body.
    size_t maximum;
    /// Whether http is allowed besides https.
    int allows_plain;
    /// The request ends within a second or so once this is not 0; any thread may set it.
    const volatile int *_Nonnull stop;
} qz_http_fetch_request;

/// What came back; both buffers are the caller's to free.
typedef struct {
    /// The status; 0 where none came.
    long status;
    /// The lines of the last head, and the body.
    char *_Nullable head;
    size_t head_length;
    char *_Nullable body;
    size_t length;
    /// Why there is no whole answer, in libcurl's words.
    char problem[256];
} qz_http_page;

/// What `qz_http_fetch` returns.
enum {
    QZ_HTTP_ANSWERED = 0,
    /// The body is longer than `maximum`.
    QZ_HTTP_TOO_LARGE,
    /// `stop` was set.
    QZ_HTTP_STOPPED,
    /// No whole answer came: no network, a time-out, a certificate that is not trusted, a connection that was cut.
    QZ_HTTP_UNREACHABLE,
    /// There was no connection: the server has not seen the request.
    QZ_HTTP_NOT_SENT,
};

/// Sends a request to an https address; follows no redirection, and checks the certificate.
int qz_http_fetch(qz_http *_Nonnull http, const qz_http_fetch_request *_Nonnull request, qz_http_page *_Nonnull page);
