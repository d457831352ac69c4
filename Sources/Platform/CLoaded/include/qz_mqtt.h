#pragma once
#include <stddef.h>

/// A connection to an MQTT 5 broker.
typedef struct qz_mqtt qz_mqtt;

/// Where the broker is, and who asks.
typedef struct {
    const char *_Nonnull host;
    int port;
    /// What tells this client from others: the broker keeps its session.
    const char *_Nonnull client;
    const char *_Nullable user;
    const char *_Nullable password;
    /// Whether the connection is encrypted, and the broker's certificate checked by the system's.
    int is_encrypted;
    int seconds;
} qz_mqtt_broker;

/// Whether libmosquitto is there.
int qz_mqtt_is_there(void);
/// Connects, and waits until the broker has said yes. NULL where that fails; `problem` says why then.
qz_mqtt *_Nullable qz_mqtt_connect(const qz_mqtt_broker *_Nonnull broker, char *_Nonnull problem, size_t size);
/// What came of a message.
enum {
    QZ_MQTT_PUBLISHED = 0,
    /// The broker refuses the message, or it is larger than the broker takes.
    QZ_MQTT_REFUSED = -1,
    /// The connection is lost, or no answer came in time.
    QZ_MQTT_FAILED = -2,
    /// The broker has closed the connection because the message is larger than it takes.
    QZ_MQTT_TOO_LARGE = -3,
};

/// Publishes a message with quality of service 1, and waits until the broker has it. Returns one of the above; `problem` says why
/// it was not published.
int qz_mqtt_publish(
    qz_mqtt *_Nonnull mqtt, const char *_Nonnull topic, const void *_Nonnull payload, int length, int seconds,
    char *_Nonnull problem, size_t size);
void qz_mqtt_close(qz_mqtt *_Nonnull mqtt);
