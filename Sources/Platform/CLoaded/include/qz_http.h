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
void qz_http_free(qz_http *_Nonnull http);
