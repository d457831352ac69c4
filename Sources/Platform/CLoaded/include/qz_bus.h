#pragma once
#include <stddef.h>
#include <stdint.h>

/// A connection to a D-Bus message bus, for one thread at a time.
typedef struct sd_bus qz_bus;
/// A message, with one reference that its owner gives back by `qz_bus_message_release`.
typedef struct sd_bus_message qz_bus_message;

/// The kinds of messages (D-Bus Specification, "Header Fields").
enum {
    QZ_BUS_CALL = 1,
    QZ_BUS_RETURN = 2,
    QZ_BUS_ERROR = 3,
    QZ_BUS_SIGNAL = 4,
};

/// Whether libsystemd is there.
int qz_bus_is_there(void);

/// Connects to the bus at `address` (`unix:` only: looking up a host or starting a program has no time-out), and waits until the
/// bus has given this connection its name.
///
/// Returns 0, or -errno: -ETIMEDOUT when `milliseconds` are over, -ENOSYS without libsystemd, -EINVAL for another address.
int qz_bus_open(const char *_Nonnull address, int milliseconds, qz_bus *_Nullable *_Nonnull bus);

/// Ends the connection. Never waits: messages that were not sent yet are dropped.
void qz_bus_close(qz_bus *_Nonnull bus);

/// The name that the bus has given this connection (`:1.42`); NULL where it has none.
const char *_Nullable qz_bus_name(qz_bus *_Nonnull bus);

/// Waits for the next message of any kind, at most this long; 0 looks once.
///
/// Returns 1 and the message, 0 when the time is over, or -errno when the connection is lost.
int qz_bus_next(qz_bus *_Nonnull bus, int milliseconds, qz_bus_message *_Nullable *_Nonnull message);

/// Queues a message. `cookie` is its number, which its answer names. Returns 0 or -errno.
int qz_bus_send(qz_bus *_Nonnull bus, qz_bus_message *_Nonnull message, uint64_t *_Nullable cookie);

/// A call without arguments yet. The bus starts a service that does not run if `starts_service` is not 0.
/// Returns 0, or -EINVAL for names that D-Bus does not allow.
int qz_bus_new_call(
    qz_bus *_Nonnull bus, const char *_Nonnull destination, const char *_Nonnull path, const char *_Nonnull interface,
    const char *_Nonnull member, int starts_service, qz_bus_message *_Nullable *_Nonnull message);
/// An answer to a call, without values yet. Returns 0 or -errno.
int qz_bus_new_return(qz_bus_message *_Nonnull call, qz_bus_message *_Nullable *_Nonnull message);
/// An error as the answer to a call. Returns 0 or -errno.
int qz_bus_new_error(
    qz_bus_message *_Nonnull call, const char *_Nonnull name, const char *_Nonnull text,
    qz_bus_message *_Nullable *_Nonnull message);
void qz_bus_message_release(qz_bus_message *_Nonnull message);

/// One of the kinds above.
int qz_bus_message_kind(qz_bus_message *_Nonnull message);
/// The number of the message that this one answers; 0 for none.
uint64_t qz_bus_message_answered(qz_bus_message *_Nonnull message);
/// Whether the sender waits for an answer to this call.
int qz_bus_message_expects_answer(qz_bus_message *_Nonnull message);
const char *_Nullable qz_bus_message_sender(qz_bus_message *_Nonnull message);
const char *_Nullable qz_bus_message_path(qz_bus_message *_Nonnull message);
const char *_Nullable qz_bus_message_interface(qz_bus_message *_Nonnull message);
const char *_Nullable qz_bus_message_member(qz_bus_message *_Nonnull message);
/// The name and the text of an error; NULL for other messages.
const char *_Nullable qz_bus_message_error_name(qz_bus_message *_Nonnull message);
const char *_Nullable qz_bus_message_error_text(qz_bus_message *_Nonnull message);

/// What is read next: `type` is the character of its type (D-Bus Specification, "Type System"), `contents` the signature of what a
/// container has in it, valid as long as the container is entered. Returns 1, 0 at the end of the container or message, or -errno.
int qz_bus_peek(qz_bus_message *_Nonnull message, char *_Nonnull type, const char *_Nullable *_Nonnull contents);
/// Enters the container that `qz_bus_peek` has described. Returns 1, 0 or -errno.
int qz_bus_enter(qz_bus_message *_Nonnull message, char type, const char *_Nonnull contents);
/// Leaves a container whose end is reached. Returns 1 or -errno.
int qz_bus_exit(qz_bus_message *_Nonnull message);
/// Reads a number or a truth value (0 or 1) with the size of its type: y n q i u x t b d. Returns 1, 0 or -errno.
/// `number` gets integers, with their sign where the type has one, and `real` a value of the type d.
int qz_bus_read_number(
    qz_bus_message *_Nonnull message, char type, int64_t *_Nonnull number, double *_Nonnull real);
/// Reads a text, path or signature (s o g), which lives as long as the message. Returns 1, 0 or -errno.
int qz_bus_read_text(qz_bus_message *_Nonnull message, char type, const char *_Nullable *_Nonnull text);
/// Reads an array of bytes (ay), which live as long as the message. Returns 1, 0 or -errno.
int qz_bus_read_bytes(
    qz_bus_message *_Nonnull message, const void *_Nullable *_Nonnull bytes, size_t *_Nonnull count);
/// Passes over what is read next. Returns 0 or more, or -errno.
int qz_bus_skip(qz_bus_message *_Nonnull message, const char *_Nonnull signature);

/// Each appends to a message that was not sent yet. Returns 0 or -errno.
int qz_bus_append_number(qz_bus_message *_Nonnull message, char type, int64_t number, double real);
int qz_bus_append_text(qz_bus_message *_Nonnull message, char type, const char *_Nonnull text);
int qz_bus_append_bytes(qz_bus_message *_Nonnull message, const void *_Nullable bytes, size_t count);
int qz_bus_open_container(qz_bus_message *_Nonnull message, char type, const char *_Nonnull contents);
int qz_bus_close_container(qz_bus_message *_Nonnull message);
