#include "qz_mqtt.h"
#include "qz_library.h"
#include <mosquitto.h>
#include <stdlib.h>
// mosquitto.h includes it since 2.1.
#if LIBMOSQUITTO_VERSION_NUMBER < 2001000
#include <mqtt_protocol.h>
#endif

#define LIST(F) \
    F(mosquitto_lib_init) F(mosquitto_new) F(mosquitto_destroy) F(mosquitto_int_option) F(mosquitto_username_pw_set) \
    F(mosquitto_tls_set) F(mosquitto_connect_bind_v5) F(mosquitto_disconnect) F(mosquitto_publish_v5) F(mosquitto_loop) \
    F(mosquitto_connect_v5_callback_set) F(mosquitto_publish_v5_callback_set) \
    F(mosquitto_disconnect_v5_callback_set) F(mosquitto_strerror) \
    F(mosquitto_reason_string)
QZ_TABLE(mosq, LIST)

static int prepare(void) { return mosq.mosquitto_lib_init() == MOSQ_ERR_SUCCESS; }

static qz_library library = {.files = {"libmosquitto.so.1"}, .table = &mosq, .functions = functions, .prepare = prepare};

struct qz_mqtt {
    struct mosquitto *handle;
    /// What was answered to the connection: -1 while nothing was.
    int connected;
    /// The message that is waited for, and what was answered to it.
    int message;
    int published;
    /// The reason that the broker gave for closing the connection; 0 for none.
    int disconnected;
};

int qz_mqtt_is_there(void) { return qz_library_is_there(&library); }

static void on_connect(
    struct mosquitto *handle, void *data, int reason, int flags, const mosquitto_property *properties) {
    (void)handle, (void)flags, (void)properties;
    ((qz_mqtt *)data)->connected = reason;
}

static void on_publish(
    struct mosquitto *handle, void *data, int message, int reason, const mosquitto_property *properties) {
    (void)handle, (void)properties;
    qz_mqtt *mqtt = data;
    if (message == mqtt->message) mqtt->published = reason;
}

static void on_disconnect(struct mosquitto *handle, void *data, int reason, const mosquitto_property *properties) {
    (void)handle, (void)properties;
    // Smaller ones are errors of the library, which may follow.
    if (reason >= MQTT_RC_UNSPECIFIED) ((qz_mqtt *)data)->disconnected = reason;
}

/// Lets the connection work until `*value` is not -1. Returns 0, or a libmosquitto error, or -1 when the time is over.
static int wait_for(qz_mqtt *mqtt, const int *value, int seconds) {
    long long end = qz_milliseconds() + seconds * 1000LL;
    while (*value == -1) {
        if (qz_milliseconds() >= end) return -1;
        int error = mosq.mosquitto_loop(mqtt->handle, 100, 1);
        if (error) return error;
    }
    return 0;
}

/// The text for an error of `wait_for` or libmosquitto.
static const char *text_of(int error) {
    return error == -1 ? "the broker does not answer" : mosq.mosquitto_strerror(error);
}

qz_mqtt *qz_mqtt_connect(const qz_mqtt_broker *broker, char *problem, size_t size) {
    if (!qz_mqtt_is_there()) return NULL;
    qz_mqtt *mqtt = calloc(1, sizeof *mqtt);
    if (!mqtt) return NULL;
    mqtt->connected = -1;
    mqtt->handle = mosq.mosquitto_new(broker->client, false, mqtt);
    if (!mqtt->handle) {
        qz_copy(problem, size, "no memory");
        free(mqtt);
        return NULL;
    }
    mosq.mosquitto_int_option(mqtt->handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosq.mosquitto_connect_v5_callback_set(mqtt->handle, on_connect);
    mosq.mosquitto_publish_v5_callback_set(mqtt->handle, on_publish);
    mosq.mosquitto_disconnect_v5_callback_set(mqtt->handle, on_disconnect);
    if (broker->user) mosq.mosquitto_username_pw_set(mqtt->handle, broker->user, broker->password);
    int error = broker->is_encrypted
        ? mosq.mosquitto_tls_set(mqtt->handle, NULL, "/etc/ssl/certs", NULL, NULL, NULL) : 0;
    if (!error) error = mosq.mosquitto_connect_bind_v5(mqtt->handle, broker->host, broker->port, 60, NULL, NULL);
    if (!error) error = wait_for(mqtt, &mqtt->connected, broker->seconds);
    if (!error && mqtt->connected == 0) return mqtt;
    qz_copy(problem, size, error ? text_of(error) : mosq.mosquitto_reason_string(mqtt->connected));
    mosq.mosquitto_destroy(mqtt->handle);
    free(mqtt);
    return NULL;
}

int qz_mqtt_publish(
    qz_mqtt *mqtt, const char *topic, const void *payload, int length, int seconds, char *problem, size_t size) {
    (mqtt->published = -1, mqtt->message = -1, mqtt->disconnected = 0);
    int error = mosq.mosquitto_publish_v5(mqtt->handle, &mqtt->message, topic, length, payload, 1, false, NULL);
    if (error == MOSQ_ERR_OVERSIZE_PACKET || error == MOSQ_ERR_PAYLOAD_SIZE) {
        qz_copy(problem, size, "the message is larger than the broker takes");
        return QZ_MQTT_REFUSED;
    }
    if (!error) error = wait_for(mqtt, &mqtt->published, seconds);
    if (error && mqtt->disconnected == MQTT_RC_PACKET_TOO_LARGE) {
        qz_copy(problem, size, "the message is larger than the broker takes");
        return QZ_MQTT_TOO_LARGE;
    }
    if (error) {
        qz_copy(problem, size, text_of(error));
        return QZ_MQTT_FAILED;
    }
    if (mqtt->published < MQTT_RC_UNSPECIFIED) return QZ_MQTT_PUBLISHED;
    qz_copy(problem, size, mosq.mosquitto_reason_string(mqtt->published));
    return QZ_MQTT_REFUSED;
}

void qz_mqtt_close(qz_mqtt *mqtt) {
    mosq.mosquitto_disconnect(mqtt->handle);
    mosq.mosquitto_destroy(mqtt->handle);
    free(mqtt);
}
