#pragma once
#include <stddef.h>
#include <stdint.h>

/// A web server for one phone: it serves one page over TLS, and takes the pictures that this page sends, by libwebsockets. The library is
/// opened when it is first needed: `qz_web_is_there`.
///
/// All of it runs inside `qz_web_next`, on the thread that calls it; only `GET /TOKEN` (the page) and `POST /TOKEN/VISIT` (a picture, or
/// nothing for a goodbye) are answered, everything else with 404 and no words. Each page gets a number, its visit. The newest visit has
/// the server: pictures of older ones are answered with 409. A picture is answered with 204 as soon as it is there; the page then sends
/// the next, so that no more than one is on its way.
typedef struct qz_web qz_web;

/// Limits of the server.
enum {
    /// The largest picture, in bytes; larger ones are answered with 413.
    QZ_WEB_LARGEST_PICTURE = 8 << 20,
    /// Connections at a time. One more closes the oldest of those that have not shown the token, else the oldest.
    QZ_WEB_MOST_CONNECTIONS = 24,
    /// How long a connection may take to show the token.
    QZ_WEB_HANDSHAKE_MILLISECONDS = 10000,
    /// How long a picture may take; a phone that sends none for so long has gone.
    QZ_WEB_PICTURE_MILLISECONDS = 5000
};

/// What `qz_web_next` returns.
enum {
    /// The stop descriptor can be read.
    QZ_WEB_STOPPED = 0,
    /// A picture is there.
    QZ_WEB_PICTURE = 1,
    /// The phone that sent pictures has gone.
    QZ_WEB_PHONE_GONE = 2,
    /// The server cannot go on.
    QZ_WEB_FAILED = 3
};

typedef struct {
    /// A socket of `qz_web_listen`. It becomes the server's, also where none can be made.
    int listener;
    /// The server stops when this can be read; it stays the caller's.
    int stop;
    /// What a browser must send as `Host`: `192.168.1.5:41234`.
    const char *_Nonnull host;
    const char *_Nonnull token;
    /// The page's two parts, between which the number of the visit is put.
    const char *_Nonnull page_start, *_Nonnull page_end;
    /// The value of Content-Security-Policy.
    const char *_Nonnull policy;
    /// The certificate in DER, and its private key in PEM.
    const uint8_t *_Nullable certificate, *_Nullable key;
    size_t certificate_length, key_length;
} qz_web_options;

/// Whether libwebsockets is installed, of the version whose header this was built with.
int qz_web_is_there(void);

/// The version of libwebsockets that this was built for: `4.1`.
const char *_Nonnull qz_web_version(void);

/// The name of its file: `libwebsockets.so.17`.
const char *_Nonnull qz_web_file(void);

/// Opens a TCP socket that listens on one numeric address; `port` 0 takes any free one. Returns the descriptor and stores the port, or
/// returns -errno.
int qz_web_listen(const char *_Nonnull address, int port, int *_Nonnull bound_port);

/// Makes a server; nothing is answered before `qz_web_next`. Returns NULL where that is not possible.
qz_web *_Nullable qz_web_open(const qz_web_options *_Nonnull options);

/// Serves until something has happened, a `QZ_WEB_…`. A picture's bytes are the server's, and valid until the next call.
int qz_web_next(qz_web *_Nonnull web, const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

/// Closes every connection and the listening socket.
void qz_web_close(qz_web *_Nonnull web);
