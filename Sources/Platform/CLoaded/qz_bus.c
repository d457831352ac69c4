#include "qz_bus.h"
#include "qz_library.h"
#include <errno.h>
#include <string.h>

// What is used of systemd/sd-bus.h (all since version 237, 2018), so that its header is not needed for building. None of these takes
// variable arguments, and none of them waits but sd_bus_wait, whose time is given.
typedef struct {
    const char *name;
    const char *message;
    int needs_free;
} sd_bus_error;
int sd_bus_new(qz_bus **bus);
int sd_bus_set_address(qz_bus *bus, const char *address);
int sd_bus_set_bus_client(qz_bus *bus, int is_client);
int sd_bus_negotiate_fds(qz_bus *bus, int may_send);
int sd_bus_start(qz_bus *bus);
int sd_bus_is_ready(qz_bus *bus);
int sd_bus_get_unique_name(qz_bus *bus, const char **name);
void sd_bus_close(qz_bus *bus);
qz_bus *sd_bus_unref(qz_bus *bus);
int sd_bus_process(qz_bus *bus, qz_bus_message **message);
int sd_bus_wait(qz_bus *bus, uint64_t microseconds);
int sd_bus_send(qz_bus *bus, qz_bus_message *message, uint64_t *cookie);
int sd_bus_message_new_method_call(
    qz_bus *bus, qz_bus_message **message, const char *destination, const char *path, const char *interface, const char *member);
int sd_bus_message_new_method_return(qz_bus_message *call, qz_bus_message **message);
int sd_bus_message_new_method_error(qz_bus_message *call, qz_bus_message **message, const sd_bus_error *error);
int sd_bus_message_set_auto_start(qz_bus_message *message, int starts);
qz_bus_message *sd_bus_message_unref(qz_bus_message *message);
int sd_bus_message_get_type(qz_bus_message *message, uint8_t *type);
int sd_bus_message_get_reply_cookie(qz_bus_message *message, uint64_t *cookie);
int sd_bus_message_get_expect_reply(qz_bus_message *message);
const char *sd_bus_message_get_sender(qz_bus_message *message);
const char *sd_bus_message_get_path(qz_bus_message *message);
const char *sd_bus_message_get_interface(qz_bus_message *message);
const char *sd_bus_message_get_member(qz_bus_message *message);
const sd_bus_error *sd_bus_message_get_error(qz_bus_message *message);
int sd_bus_message_peek_type(qz_bus_message *message, char *type, const char **contents);
int sd_bus_message_enter_container(qz_bus_message *message, char type, const char *contents);
int sd_bus_message_exit_container(qz_bus_message *message);
int sd_bus_message_read_basic(qz_bus_message *message, char type, void *value);
int sd_bus_message_read_array(qz_bus_message *message, char type, const void **values, size_t *size);
int sd_bus_message_skip(qz_bus_message *message, const char *types);
int sd_bus_message_append_basic(qz_bus_message *message, char type, const void *value);
int sd_bus_message_append_array(qz_bus_message *message, char type, const void *values, size_t size);
int sd_bus_message_open_container(qz_bus_message *message, char type, const char *contents);
int sd_bus_message_close_container(qz_bus_message *message);

#define LIST(F) \
    F(sd_bus_new) F(sd_bus_set_address) F(sd_bus_set_bus_client) F(sd_bus_negotiate_fds) F(sd_bus_start) F(sd_bus_is_ready) \
    F(sd_bus_get_unique_name) F(sd_bus_close) F(sd_bus_unref) F(sd_bus_process) F(sd_bus_wait) F(sd_bus_send) \
    F(sd_bus_message_new_method_call) F(sd_bus_message_new_method_return) F(sd_bus_message_new_method_error) \
    F(sd_bus_message_set_auto_start) F(sd_bus_message_unref) F(sd_bus_message_get_type) F(sd_bus_message_get_reply_cookie) \
    F(sd_bus_message_get_expect_reply) F(sd_bus_message_get_sender) F(sd_bus_message_get_path) F(sd_bus_message_get_interface) \
    F(sd_bus_message_get_member) F(sd_bus_message_get_error) F(sd_bus_message_peek_type) F(sd_bus_message_enter_container) \
    F(sd_bus_message_exit_container) F(sd_bus_message_read_basic) F(sd_bus_message_read_array) F(sd_bus_message_skip) \
    F(sd_bus_message_append_basic) F(sd_bus_message_append_array) F(sd_bus_message_open_container) \
    F(sd_bus_message_close_container)
QZ_TABLE(bus, LIST)

static qz_library library = {.files = {"libsystemd.so.0"}, .table = &bus, .functions = functions};

int qz_bus_is_there(void) { return qz_library_is_there(&library); }

/// 0 for success of any kind.
static int failure(int result) { return result < 0 ? result : 0; }

/// Whether each part of an address list is a Unix socket.
static int is_local(const char *address) {
    while (strncmp(address, "unix:", 5) == 0) {
        address = strchr(address, ';');
        if (!address || !*++address) return 1;
    }
    return 0;
}

/// Processes what has come, or waits for more until `end` (as `qz_milliseconds`). Returns 1 if there may be more to process, 0 when
/// the time is over, or -errno.
static int step(qz_bus *handle, long long end, qz_bus_message **message) {
    int result = bus.sd_bus_process(handle, message);
    if (result != 0) return result < 0 ? result : 1;
    long long left = end - qz_milliseconds();
    if (left <= 0) return 0;
    result = bus.sd_bus_wait(handle, (uint64_t)left * 1000);
    return result < 0 && result != -EINTR ? result : 1;
}

int qz_bus_open(const char *address, int milliseconds, qz_bus **opened) {
    *opened = NULL;
    if (!qz_bus_is_there()) return -ENOSYS;
    if (!is_local(address)) return -EINVAL;
    long long end = qz_milliseconds() + milliseconds;
    qz_bus *handle = NULL;
    int result = bus.sd_bus_new(&handle);
    if (result < 0) return result;
    result = bus.sd_bus_set_address(handle, address);
    if (result >= 0) result = bus.sd_bus_set_bus_client(handle, 1);
    // Nobody is to fill the table of open files.
    if (result >= 0) result = bus.sd_bus_negotiate_fds(handle, 0);
    if (result >= 0) result = bus.sd_bus_start(handle);
    // sd_bus_call would wait up to 25 seconds for a bus that accepts a connection and says nothing.
    while (result >= 0) {
        result = bus.sd_bus_is_ready(handle);
        if (result > 0) {
            *opened = handle;
            return 0;
        }
        if (result < 0) break;
        qz_bus_message *message = NULL;
        result = step(handle, end, &message);
        if (message) bus.sd_bus_message_unref(message);
        if (result == 0 || (result > 0 && qz_milliseconds() >= end)) result = -ETIMEDOUT;
    }
    qz_bus_close(handle);
    return result;
}

void qz_bus_close(qz_bus *handle) {
    bus.sd_bus_close(handle);
    bus.sd_bus_unref(handle);
}

const char *qz_bus_name(qz_bus *handle) {
    const char *name = NULL;
    return bus.sd_bus_get_unique_name(handle, &name) < 0 ? NULL : name;
}

int qz_bus_next(qz_bus *handle, int milliseconds, qz_bus_message **message) {
    long long end = qz_milliseconds() + milliseconds;
    *message = NULL;
    for (;;) {
        int result = step(handle, end, message);
        if (*message) return 1;
        if (result <= 0) return result;
        // A peer that keeps the library busy does not make this wait longer.
        if (qz_milliseconds() > end) return 0;
    }
}

int qz_bus_send(qz_bus *handle, qz_bus_message *message, uint64_t *cookie) {
    return failure(bus.sd_bus_send(handle, message, cookie));
}

int qz_bus_new_call(
    qz_bus *handle, const char *destination, const char *path, const char *interface, const char *member,
    int starts_service, qz_bus_message **message) {
    *message = NULL;
    int result = bus.sd_bus_message_new_method_call(handle, message, destination, path, interface, member);
    if (result >= 0) result = bus.sd_bus_message_set_auto_start(*message, starts_service);
    return failure(result);
}

int qz_bus_new_return(qz_bus_message *call, qz_bus_message **message) {
    *message = NULL;
    return failure(bus.sd_bus_message_new_method_return(call, message));
}

int qz_bus_new_error(qz_bus_message *call, const char *name, const char *text, qz_bus_message **message) {
    *message = NULL;
    sd_bus_error error = {name, text, 0};
    return failure(bus.sd_bus_message_new_method_error(call, message, &error));
}

void qz_bus_message_release(qz_bus_message *message) { bus.sd_bus_message_unref(message); }

int qz_bus_message_kind(qz_bus_message *message) {
    uint8_t type = 0;
    return bus.sd_bus_message_get_type(message, &type) < 0 ? 0 : type;
}

uint64_t qz_bus_message_answered(qz_bus_message *message) {
    uint64_t cookie = 0;
    return bus.sd_bus_message_get_reply_cookie(message, &cookie) < 0 ? 0 : cookie;
}

int qz_bus_message_expects_answer(qz_bus_message *message) {
    return bus.sd_bus_message_get_expect_reply(message) > 0;
}

const char *qz_bus_message_sender(qz_bus_message *message) { return bus.sd_bus_message_get_sender(message); }
const char *qz_bus_message_path(qz_bus_message *message) { return bus.sd_bus_message_get_path(message); }
const char *qz_bus_message_interface(qz_bus_message *message) { return bus.sd_bus_message_get_interface(message); }
const char *qz_bus_message_member(qz_bus_message *message) { return bus.sd_bus_message_get_member(message); }

const char *qz_bus_message_error_name(qz_bus_message *message) {
    const sd_bus_error *error = bus.sd_bus_message_get_error(message);
    return error ? error->name : NULL;
}

const char *qz_bus_message_error_text(qz_bus_message *message) {
    const sd_bus_error *error = bus.sd_bus_message_get_error(message);
    return error ? error->message : NULL;
}

int qz_bus_peek(qz_bus_message *message, char *type, const char **contents) {
    *type = 0;
    *contents = NULL;
    return bus.sd_bus_message_peek_type(message, type, contents);
}

int qz_bus_enter(qz_bus_message *message, char type, const char *contents) {
    return bus.sd_bus_message_enter_container(message, type, contents);
}

int qz_bus_exit(qz_bus_message *message) { return bus.sd_bus_message_exit_container(message); }

int qz_bus_read_number(qz_bus_message *message, char type, int64_t *number, double *real) {
    union {
        uint8_t y;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
        int b;
        double d;
    } value = {.x = 0};
    *number = 0;
    *real = 0;
    if (!type || !strchr("ynqiuxtbd", type)) return -EINVAL;
    int result = bus.sd_bus_message_read_basic(message, type, &value);
    if (result <= 0) return result;
    switch (type) {
        case 'y': *number = value.y; break;
        case 'n': *number = value.n; break;
        case 'q': *number = value.q; break;
        case 'i': *number = value.i; break;
        case 'u': *number = value.u; break;
        case 'b': *number = value.b != 0; break;
        case 'd': *real = value.d; break;
        default: *number = value.x;
    }
    return 1;
}

int qz_bus_read_text(qz_bus_message *message, char type, const char **text) {
    *text = NULL;
    if (!type || !strchr("sog", type)) return -EINVAL;
    return bus.sd_bus_message_read_basic(message, type, text);
}

int qz_bus_read_bytes(qz_bus_message *message, const void **bytes, size_t *count) {
    *bytes = NULL;
    *count = 0;
    return bus.sd_bus_message_read_array(message, 'y', bytes, count);
}

int qz_bus_skip(qz_bus_message *message, const char *signature) {
    return bus.sd_bus_message_skip(message, signature);
}

int qz_bus_append_number(qz_bus_message *message, char type, int64_t number, double real) {
    union {
        uint8_t y;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
        int b;
        double d;
    } value = {.x = 0};
    switch (type) {
        case 'y': value.y = (uint8_t)number; break;
        case 'n': value.n = (int16_t)number; break;
        case 'q': value.q = (uint16_t)number; break;
        case 'i': value.i = (int32_t)number; break;
        case 'u': value.u = (uint32_t)number; break;
        case 'b': value.b = number != 0; break;
        case 'd': value.d = real; break;
        case 'x':
        case 't': value.x = number; break;
        default: return -EINVAL;
    }
    return failure(bus.sd_bus_message_append_basic(message, type, &value));
}

int qz_bus_append_text(qz_bus_message *message, char type, const char *text) {
    if (!type || !strchr("sog", type)) return -EINVAL;
    return failure(bus.sd_bus_message_append_basic(message, type, text));
}

int qz_bus_append_bytes(qz_bus_message *message, const void *bytes, size_t count) {
    return failure(bus.sd_bus_message_append_array(message, 'y', bytes, count));
}

int qz_bus_open_container(qz_bus_message *message, char type, const char *contents) {
    return failure(bus.sd_bus_message_open_container(message, type, contents));
}

int qz_bus_close_container(qz_bus_message *message) { return failure(bus.sd_bus_message_close_container(message)); }
