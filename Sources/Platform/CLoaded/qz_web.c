#define _GNU_SOURCE
#include "qz_web.h"
#include "qz_library.h"
#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define LIST(F) \
    F(lws_get_library_version) F(lws_set_log_level) F(lws_create_context) F(lws_create_vhost) F(lws_context_destroy) \
    F(lws_context_user) F(lws_get_context) F(lws_service) F(lws_adopt_descriptor_vhost) F(lws_get_socket_fd) \
    F(lws_get_protocol) F(lws_hdr_total_length) F(lws_hdr_copy) F(lws_add_http_header_status) \
    F(lws_add_http_header_by_name) F(lws_finalize_write_http_header) F(lws_callback_on_writable) F(lws_write) \
    F(lws_http_transaction_completed) F(lws_is_ssl)
QZ_TABLE(lws, LIST)

// The layout of its structures changes with each of these versions, and the name of its file with it (CMakeLists.txt, SOVERSION).
#if LWS_LIBRARY_VERSION_MAJOR != 4
#error "libwebsockets 4 is needed"
#elif LWS_LIBRARY_VERSION_MINOR == 0
#define FILE_OF_VERSION "libwebsockets.so.16"
#elif LWS_LIBRARY_VERSION_MINOR == 1
#define FILE_OF_VERSION "libwebsockets.so.17"
#elif LWS_LIBRARY_VERSION_MINOR == 2
#define FILE_OF_VERSION "libwebsockets.so.18"
#elif LWS_LIBRARY_VERSION_MINOR == 3
#define FILE_OF_VERSION "libwebsockets.so.19"
#elif LWS_LIBRARY_VERSION_MINOR == 4
#define FILE_OF_VERSION "libwebsockets.so.20"
#else
#define FILE_OF_VERSION "libwebsockets.so.21"
#endif
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define VERSION TEXT(LWS_LIBRARY_VERSION_MAJOR) "." TEXT(LWS_LIBRARY_VERSION_MINOR)

static int prepare(void) {
    const char *version = lws.lws_get_library_version();
    size_t length = strlen(VERSION);
    if (strncmp(version, VERSION ".", length + 1) != 0) return 0;
    lws.lws_set_log_level(0, NULL);
    return 1;
}

static qz_library library = {.files = {FILE_OF_VERSION}, .table = &lws, .functions = functions, .prepare = prepare};

int qz_web_is_there(void) { return qz_library_is_there(&library); }

const char *qz_web_version(void) { return VERSION; }

const char *qz_web_file(void) { return FILE_OF_VERSION; }

/// A connection of somebody. One that is being closed keeps its place until the library has let go of it.
typedef struct {
    struct lws *handle;
    long long since;
    /// The visit that it has shown the token for; 0 for none yet, -1 for the page alone.
    long long visit;
    /// The visit of a page that is to be sent; 0 for none.
    long long page;
    /// Whether a picture is to be answered.
    int has_picture;
    int is_closing;
} connection;

enum {
    PLACES = 4 * QZ_WEB_MOST_CONNECTIONS,
    /// How often deadlines are looked at while there are connections.
    TICK_MILLISECONDS = 250,
    /// How long a phone may be without any connection.
    RECONNECT_MILLISECONDS = 1500
};

struct qz_web {
    struct lws_context *context;
    struct lws_vhost *host;
    int listener, stop, timer;
    int is_ticking, is_stopped;
    char *name, *origin, *token, *page_start, *page_end, *policy;
    connection connections[PLACES];
    /// The number of the newest page, and of the visit that has the server.
    long long newest, current;
    /// Whether `current` sends pictures, and when it must have sent something.
    int has_phone;
    long long deadline;
    /// The picture that is coming in, its length when it is complete, and who sends it.
    uint8_t *incoming;
    size_t incoming_length, incoming_total;
    struct lws *sender;
    /// The picture that is handed out next; NULL for none.
    uint8_t *picture;
    size_t picture_length;
    /// The picture that was handed out last.
    uint8_t *lent;
    int is_gone;
};

// Descriptors and connections ---------------------------------------------------------------------------------------

static connection *find(qz_web *web, struct lws *handle) {
    for (int i = 0; i < PLACES; i++)
        if (web->connections[i].handle == handle) return &web->connections[i];
    return NULL;
}

/// Starts the timer, or stops it. One that runs is left alone: many connections one after the other must not put it off.
static void tick(qz_web *web, int is_wanted) {
    if (web->is_ticking == is_wanted) return;
    web->is_ticking = is_wanted;
    long nanoseconds = is_wanted ? TICK_MILLISECONDS * 1000000L : 0;
    struct itimerspec times = {.it_interval.tv_nsec = nanoseconds, .it_value.tv_nsec = nanoseconds};
    timerfd_settime(web->timer, 0, &times, NULL);
}

/// Ends a connection: the library notices it as if the other side had gone, and frees it.
static void hang_up(connection *connection) {
    connection->is_closing = 1;
    shutdown(lws.lws_get_socket_fd(connection->handle), SHUT_RDWR);
}

/// Whether `a` gives way before `b`: strangers first, then the older one.
static int gives_way(const connection *a, const connection *b) {
    if ((a->visit == 0) != (b->visit == 0)) return a->visit == 0;
    return a->since < b->since;
}

static void accept_one(qz_web *web) {
    int descriptor = accept4(web->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
        // Without descriptors or memory the connection stays in the kernel's queue, and the library would ask again at once.
        if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) usleep(50000);
        return;
    }
    connection *place = NULL, *first = NULL;
    int count = 0;
    for (int i = 0; i < PLACES; i++) {
        connection *each = &web->connections[i];
        if (!each->handle) {
            place = each;
        } else if (!each->is_closing) {
            count += 1;
            if (!first || gives_way(each, first)) first = each;
        }
    }
    if (first && count >= QZ_WEB_MOST_CONNECTIONS) hang_up(first);
    if (!place) {
        close(descriptor);
        return;
    }
    int yes = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    lws_sock_file_fd_type socket = {.sockfd = descriptor};
    struct lws *handle = lws.lws_adopt_descriptor_vhost(
        web->host, LWS_ADOPT_HTTP | LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL, socket, NULL, NULL);
    if (!handle) return;
    *place = (connection){.handle = handle, .since = qz_milliseconds()};
    tick(web, 1);
}

static void phone_has_gone(qz_web *web) {
    if (!web->has_phone) return;
    web->has_phone = 0;
    web->is_gone = 1;
    free(web->picture);
    web->picture = NULL;
}

static void look_at_deadlines(qz_web *web) {
    long long now = qz_milliseconds();
    int count = 0;
    for (int i = 0; i < PLACES; i++) {
        connection *each = &web->connections[i];
        if (!each->handle) continue;
        count += 1;
        if (!each->is_closing && each->visit == 0 && now - each->since > QZ_WEB_HANDSHAKE_MILLISECONDS) hang_up(each);
    }
    if (web->has_phone && now > web->deadline) phone_has_gone(web);
    if (!count && !web->has_phone) tick(web, 0);
}

/// A connection was freed.
static void forget(qz_web *web, struct lws *handle) {
    if (web->sender == handle) web->sender = NULL;
    connection *gone = find(web, handle);
    if (!gone) return;
    long long visit = gone->visit;
    memset(gone, 0, sizeof *gone);
    if (!web->has_phone || visit != web->current) return;
    for (int i = 0; i < PLACES; i++)
        if (web->connections[i].handle && web->connections[i].visit == visit) return;
    long long soon = qz_milliseconds() + RECONNECT_MILLISECONDS;
    if (soon < web->deadline) web->deadline = soon;
}

// Requests ----------------------------------------------------------------------------------------------------------

/// Whether two texts are the same, in a time that does not depend on where they differ.
static int is_equal(const char *a, const char *b, size_t length) {
    unsigned char difference = 0;
    for (size_t i = 0; i < length; i++) difference |= (unsigned char)(a[i] ^ b[i]);
    return difference == 0;
}

static int has_header(struct lws *handle, enum lws_token_indexes header, const char *value) {
    char text[128];
    int length = lws.lws_hdr_copy(handle, text, sizeof text, header);
    return length > 0 && strcasecmp(text, value) == 0;
}

/// The visit that an address names: `/TOKEN` is -1, `/TOKEN/VISIT` its number; 0 for any other.
static long long visit_of(qz_web *web, struct lws *handle, const char *path, size_t length) {
    size_t token = strlen(web->token);
    if (length < token + 1 || path[0] != '/' || !is_equal(path + 1, web->token, token)) return 0;
    if (!has_header(handle, WSI_TOKEN_HOST, web->name)) return 0;
    if (lws.lws_hdr_total_length(handle, WSI_TOKEN_HTTP_URI_ARGS) > 0) return 0;
    if (length == token + 1) return -1;
    const char *digits = path + token + 2;
    size_t count = length - token - 2;
    if (path[token + 1] != '/' || count < 1 || count > 9) return 0;
    long long visit = 0;
    for (size_t i = 0; i < count; i++) {
        if (digits[i] < '0' || digits[i] > '9') return 0;
        visit = visit * 10 + digits[i] - '0';
    }
    return visit <= web->newest ? visit : 0;
}

/// Sends a status with no body, or the page's head. Returns 0, or -1 where the connection is to be closed.
static int send_head(qz_web *web, struct lws *handle, unsigned status, size_t page_length, int closes) {
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *place = start, *end = buffer + sizeof buffer;
    char length[24];
    snprintf(length, sizeof length, "%zu", page_length);
    const char *const fields[][2] = {
        {"content-length:", status == 204 ? NULL : length},
        {"connection:", closes ? "close" : NULL},
        {"cache-control:", "no-store"},
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"content-type:", page_length ? "text/html; charset=utf-8" : NULL},
        {"content-security-policy:", page_length ? web->policy : NULL},
        {"permissions-policy:", page_length ? "camera=(self), microphone=(), geolocation=()" : NULL},
        {"cross-origin-opener-policy:", page_length ? "same-origin" : NULL},
        {"x-frame-options:", page_length ? "DENY" : NULL},
    };
    if (lws.lws_add_http_header_status(handle, status, &place, end)) return -1;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const char *value = fields[i][1];
        if (value && lws.lws_add_http_header_by_name(
            handle, (const unsigned char *)fields[i][0], (const unsigned char *)value, (int)strlen(value), &place, end))
            return -1;
    }
    return lws.lws_finalize_write_http_header(handle, start, &place, end) ? -1 : 0;
}

/// Answers with a status alone, and closes the connection.
static int refuse(qz_web *web, struct lws *handle, unsigned status) {
    send_head(web, handle, status, 0, 1);
    return -1;
}

/// Answers with a status alone; the next request may follow.
static int answer(qz_web *web, struct lws *handle, unsigned status) {
    if (send_head(web, handle, status, 0, 0)) return -1;
    return lws.lws_http_transaction_completed(handle) ? -1 : 0;
}

static size_t page_length(const qz_web *web, long long visit) {
    return strlen(web->page_start) + (size_t)snprintf(NULL, 0, "%lld", visit) + strlen(web->page_end);
}

static int request(qz_web *web, struct lws *handle, const char *path, size_t length) {
    connection *connection = find(web, handle);
    // Without TLS nothing is answered, even if the library should accept such a connection.
    if (!connection || connection->is_closing || !lws.lws_is_ssl(handle)) return -1;
    long long visit = visit_of(web, handle, path, length);
    if (visit == -1 && lws.lws_hdr_total_length(handle, WSI_TOKEN_GET_URI) > 0) {
        if (web->newest >= 999999999) return refuse(web, handle, 404);
        connection->visit = -1;
        web->newest += 1;
        connection->page = web->newest;
        if (send_head(web, handle, 200, page_length(web, connection->page), 0)) return -1;
        return lws.lws_callback_on_writable(handle) < 0 ? -1 : 0;
    }
    if (visit <= 0 || lws.lws_hdr_total_length(handle, WSI_TOKEN_POST_URI) <= 0
        || !has_header(handle, WSI_TOKEN_ORIGIN, web->origin))
        return refuse(web, handle, 404);
    connection->visit = visit;
    if (visit < web->current) return refuse(web, handle, 409);
    char text[24], *end = text;
    int digits = lws.lws_hdr_copy(handle, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    unsigned long long total = digits > 0 && text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    if (!total || *end) return refuse(web, handle, 411);
    if (total > QZ_WEB_LARGEST_PICTURE) return refuse(web, handle, 413);
    // A visit may send from several connections; the newest picture wins.
    uint8_t *bytes = realloc(web->incoming, total);
    if (!bytes) return refuse(web, handle, 503);
    (web->incoming = bytes, web->incoming_length = 0, web->incoming_total = total, web->sender = handle);
    web->current = visit;
    web->deadline = qz_milliseconds() + QZ_WEB_PICTURE_MILLISECONDS;
    return 0;
}

static int take_bytes(qz_web *web, struct lws *handle, const void *bytes, size_t count) {
    if (web->sender != handle || count > web->incoming_total - web->incoming_length) return -1;
    memcpy(web->incoming + web->incoming_length, bytes, count);
    web->incoming_length += count;
    web->deadline = qz_milliseconds() + QZ_WEB_PICTURE_MILLISECONDS;
    return 0;
}

static int take_picture(qz_web *web, struct lws *handle) {
    if (web->sender != handle || web->incoming_length != web->incoming_total) return -1;
    web->sender = NULL;
    if (web->incoming_length == 1) {
        // The page says goodbye: it is hidden, or was stopped.
        phone_has_gone(web);
    } else {
        free(web->picture);
        (web->picture = web->incoming, web->picture_length = web->incoming_length);
        web->incoming = NULL;
        web->has_phone = 1;
    }
    // Answered later: libwebsockets 4.1 reads freed memory where a request ends while others wait behind it in the same bytes.
    connection *connection = find(web, handle);
    if (!connection) return -1;
    connection->has_picture = 1;
    return lws.lws_callback_on_writable(handle) < 0 ? -1 : 0;
}

static int send_page(qz_web *web, struct lws *handle) {
    connection *connection = find(web, handle);
    if (!connection) return -1;
    if (connection->has_picture) {
        connection->has_picture = 0;
        return answer(web, handle, 204);
    }
    if (!connection->page) return 0;
    size_t length = page_length(web, connection->page);
    unsigned char *buffer = malloc(LWS_PRE + length + 1);
    if (!buffer) return -1;
    char *text = (char *)buffer + LWS_PRE;
    snprintf(text, length + 1, "%s%lld%s", web->page_start, connection->page, web->page_end);
    connection->page = 0;
    int sent = lws.lws_write(handle, buffer + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    free(buffer);
    if (sent < 0) return -1;
    return lws.lws_http_transaction_completed(handle) ? -1 : 0;
}

static int on_http(struct lws *handle, enum lws_callback_reasons reason, void *user, void *bytes, size_t count) {
    (void)user;
    struct lws_context *context = handle ? lws.lws_get_context(handle) : NULL;
    qz_web *web = context ? lws.lws_context_user(context) : NULL;
    if (!web) return 0;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return request(web, handle, bytes, count);
    case LWS_CALLBACK_HTTP_BODY: return take_bytes(web, handle, bytes, count);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return take_picture(web, handle);
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_page(web, handle);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        send_head(web, handle, 404, 0, 1);
        return -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1;
    case LWS_CALLBACK_WSI_DESTROY:
        forget(web, handle);
        return 0;
    default: return 0;
    }
}

/// The listening socket, the timer and the stop descriptor can be read.
static int on_descriptor(struct lws *handle, enum lws_callback_reasons reason, void *user, void *bytes, size_t count) {
    (void)user, (void)bytes, (void)count;
    if (reason != LWS_CALLBACK_RAW_RX_FILE) return 0;
    qz_web *web = lws.lws_context_user(lws.lws_get_context(handle));
    int descriptor = lws.lws_get_socket_fd(handle);
    if (descriptor == web->listener) {
        accept_one(web);
    } else if (descriptor == web->timer) {
        uint64_t times;
        if (read(descriptor, &times, sizeof times) == sizeof times) look_at_deadlines(web);
    } else {
        web->is_stopped = 1;
    }
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_http, .rx_buffer_size = 1 << 16},
    {.name = "descriptors", .callback = on_descriptor},
    {0},
};

// The server --------------------------------------------------------------------------------------------------------

int qz_web_listen(const char *address, int port, int *bound_port) {
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found = NULL;
    if (getaddrinfo(address, service, &hints, &found) || !found) return -EINVAL;
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int yes = 1, error = descriptor < 0 ? errno : 0;
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    if (!error) {
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(descriptor, found->ai_addr, found->ai_addrlen) || listen(descriptor, QZ_WEB_MOST_CONNECTIONS)
            || getsockname(descriptor, (struct sockaddr *)&bound, &size))
            error = errno;
    }
    freeaddrinfo(found);
    if (error) {
        if (descriptor >= 0) close(descriptor);
        return -error;
    }
    *bound_port = ntohs(
        bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port);
    return descriptor;
}

/// Gives a descriptor to the library, which closes it, whatever this returns: 0, or -1.
static int adopt(qz_web *web, int descriptor) {
    lws_sock_file_fd_type file = {.filefd = descriptor};
    return lws.lws_adopt_descriptor_vhost(web->host, LWS_ADOPT_RAW_FILE_DESC, file, "descriptors", NULL) ? 0 : -1;
}

static int start(qz_web *web, const qz_web_options *options) {
    // A library of the same version that was built with more in its structures finds zeros there.
    union {
        struct lws_context_creation_info info;
        char room[sizeof(struct lws_context_creation_info) + 256];
    } all;
    memset(&all, 0, sizeof all);
    struct lws_context_creation_info *info = &all.info;
    info->port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info->options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT
        | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME;
    info->gid = (gid_t)-1;
    info->uid = (uid_t)-1;
    info->user = web;
    info->fd_limit_per_thread = PLACES + 16;
    info->max_http_header_pool = QZ_WEB_MOST_CONNECTIONS;
    info->timeout_secs = QZ_WEB_HANDSHAKE_MILLISECONDS / 1000;
    // It may not be empty.
    info->server_string = "-";
    web->context = lws.lws_create_context(info);
    if (!web->context) return -1;
    info->vhost_name = "quietzone";
    info->protocols = protocols;
    // HTTP/2 and WebSockets are not offered.
    info->alpn = "http/1.1";
    info->keepalive_timeout = QZ_WEB_HANDSHAKE_MILLISECONDS / 1000;
    info->ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
    info->server_ssl_cert_mem = options->certificate;
    info->server_ssl_cert_mem_len = (unsigned)options->certificate_length;
    info->server_ssl_private_key_mem = options->key;
    info->server_ssl_private_key_mem_len = (unsigned)options->key_length;
    web->host = lws.lws_create_vhost(web->context, info);
    if (!web->host) return -1;
    int refused = adopt(web, web->listener);
    refused |= adopt(web, web->timer);
    return refused | adopt(web, web->stop);
}

qz_web *qz_web_open(const qz_web_options *options) {
    qz_web *web = qz_web_is_there() ? calloc(1, sizeof *web) : NULL;
    if (!web) {
        close(options->listener);
        return NULL;
    }
    web->listener = options->listener;
    web->stop = dup(options->stop);
    web->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    web->name = strdup(options->host);
    if (asprintf(&web->origin, "https://%s", options->host) < 0) web->origin = NULL;
    web->token = strdup(options->token);
    web->page_start = strdup(options->page_start);
    web->page_end = strdup(options->page_end);
    web->policy = strdup(options->policy);
    if (web->stop >= 0 && web->timer >= 0 && web->name && web->origin && web->token && web->page_start
        && web->page_end && web->policy && !start(web, options))
        return web;
    if (!web->host) {
        // The library has none of them.
        close(web->listener);
        if (web->timer >= 0) close(web->timer);
        if (web->stop >= 0) close(web->stop);
    }
    qz_web_close(web);
    return NULL;
}

/// Whether there is a picture whose sender has not got an answer yet.
static int has_unanswered(const qz_web *web) {
    for (int i = 0; i < PLACES; i++)
        if (web->connections[i].has_picture && !web->connections[i].is_closing) return 1;
    return 0;
}

int qz_web_next(qz_web *web, const uint8_t **bytes, size_t *count) {
    free(web->lent);
    web->lent = NULL;
    long long end = 0;
    while (!web->is_stopped) {
        if (web->is_gone || web->picture) {
            // The page makes its next picture while this one is decoded.
            if (!has_unanswered(web) || (end && qz_milliseconds() >= end)) break;
            if (!end) end = qz_milliseconds() + TICK_MILLISECONDS;
        }
        if (lws.lws_service(web->context, 0) < 0) return QZ_WEB_FAILED;
    }
    if (web->is_stopped) return QZ_WEB_STOPPED;
    if (web->is_gone) {
        web->is_gone = 0;
        return QZ_WEB_PHONE_GONE;
    }
    (web->lent = web->picture, web->picture = NULL);
    (*bytes = web->lent, *count = web->picture_length);
    return QZ_WEB_PICTURE;
}

void qz_web_close(qz_web *web) {
    if (web->context) lws.lws_context_destroy(web->context);
    free(web->name), free(web->origin), free(web->token);
    free(web->page_start), free(web->page_end), free(web->policy);
    free(web->incoming), free(web->picture), free(web->lent);
    free(web);
}
