#include "qz_mqtt.h"
#include "qz_library.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// mosquitto.h's numbers, which its ABI keeps.
enum { MOSQ_OPT_PROTOCOL_VERSION = 1, MQTT_PROTOCOL_V5 = 5, FAILURE = 128 };

struct mosquitto;
typedef void answer_function(struct mosquitto *, void *, int, int, const void *);

static struct {
    int (*mosquitto_lib_init)(void);
    struct mosquitto *(*mosquitto_new)(const char *, bool, void *);
    void (*mosquitto_destroy)(struct mosquitto *);
    int (*mosquitto_int_option)(struct mosquitto *, int, int);
    int (*mosquitto_username_pw_set)(struct mosquitto *, const char *, const char *);
    int (*mosquitto_tls_set)(
        struct mosquitto *, const char *, const char *, const char *, const char *, int (*)(char *, int, int, void *));
    int (*mosquitto_connect_bind_v5)(struct mosquitto *, const char *, int, int, const char *, const void *);
    int (*mosquitto_disconnect)(struct mosquitto *);
    int (*mosquitto_publish_v5)(
        struct mosquitto *, int *, const char *, int, const void *, int, bool, const void *);
    int (*mosquitto_loop)(struct mosquitto *, int, int);
    void (*mosquitto_connect_v5_callback_set)(struct mosquitto *, answer_function *);
    void (*mosquitto_publish_v5_callback_set)(struct mosquitto *, answer_function *);
    const char *(*mosquitto_strerror)(int);
    const char *(*mosquitto_reason_string)(int);
} mosq;
static int is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_found = QZ_FIND(library, mosq, mosquitto_lib_init) && QZ_FIND(library, mosq, mosquitto_new)
        && QZ_FIND(library, mosq, mosquitto_destroy) && QZ_FIND(library, mosq, mosquitto_int_option)
        && QZ_FIND(library, mosq, mosquitto_username_pw_set) && QZ_FIND(library, mosq, mosquitto_tls_set)
        && QZ_FIND(library, mosq, mosquitto_connect_bind_v5) && QZ_FIND(library, mosq, mosquitto_disconnect)
        && QZ_FIND(library, mosq, mosquitto_publish_v5) && QZ_FIND(library, mosq, mosquitto_loop)
        && QZ_FIND(library, mosq, mosquitto_connect_v5_callback_set)
        && QZ_FIND(library, mosq, mosquitto_publish_v5_callback_set) && QZ_FIND(library, mosq, mosquitto_strerror)
        && QZ_FIND(library, mosq, mosquitto_reason_string) && mosq.mosquitto_lib_init() == 0;
}

struct qz_mqtt {
    struct mosquitto *handle;
    /// What was answered to the connection: -1 while nothing was.
    int connected;
    /// The message that is waited for, and what was answered to it.
    int message;
    int published;
};

int qz_mqtt_is_there(void) {
    pthread_once(&once, find);
    return is_found;
}

static void on_connect(struct mosquitto *handle, void *data, int reason, int flags, const void *properties) {
    (void)handle, (void)flags, (void)properties;
    ((qz_mqtt *)data)->connected = reason;
}

static void on_publish(struct mosquitto *handle, void *data, int message, int reason, const void *properties) {
    (void)handle, (void)properties;
    qz_mqtt *mqtt = data;
    if (message == mqtt->message) mqtt->published = reason;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void say(const char *text, char *problem, size_t size) {
    strncpy(problem, text, size - 1);
    problem[size - 1] = 0;
}

/// Lets the connection work until `*value` is not -1. Returns 0, or a libmosquitto error, or -1 when the time is over.
static int wait_for(qz_mqtt *mqtt, const int *value, int seconds) {
    double end = now() + seconds;
    while (*value == -1) {
        if (now() >= end) return -1;
        int error = mosq.mosquitto_loop(mqtt->handle, 100, 1);
        if (error) return error;
    }
    return 0;
}

qz_mqtt *qz_mqtt_connect(const qz_mqtt_broker *broker, char *problem, size_t size) {
    if (!qz_mqtt_is_there()) return NULL;
    qz_mqtt *mqtt = calloc(1, sizeof *mqtt);
    if (!mqtt) return NULL;
    mqtt->connected = -1;
    mqtt->handle = mosq.mosquitto_new(broker->client, false, mqtt);
    if (!mqtt->handle) {
        say("no memory", problem, size);
        free(mqtt);
        return NULL;
    }
    mosq.mosquitto_int_option(mqtt->handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosq.mosquitto_connect_v5_callback_set(mqtt->handle, on_connect);
    mosq.mosquitto_publish_v5_callback_set(mqtt->handle, on_publish);
    if (broker->user) mosq.mosquitto_username_pw_set(mqtt->handle, broker->user, broker->password);
    int error = broker->is_encrypted
        ? mosq.mosquitto_tls_set(mqtt->handle, NULL, "/etc/ssl/certs", NULL, NULL, NULL) : 0;
    if (!error) error = mosq.mosquitto_connect_bind_v5(mqtt->handle, broker->host, broker->port, 60, NULL, NULL);
    if (!error) error = wait_for(mqtt, &mqtt->connected, broker->seconds);
    if (!error && mqtt->connected == 0) return mqtt;
    say(error == -1 ? "the broker does not answer"
        : error ? mosq.mosquitto_strerror(error) : mosq.mosquitto_reason_string(mqtt->connected), problem, size);
    mosq.mosquitto_destroy(mqtt->handle);
    free(mqtt);
    return NULL;
}

int qz_mqtt_publish(
    qz_mqtt *mqtt, const char *topic, const void *payload, int length, int seconds, char *problem, size_t size) {
    (mqtt->published = -1, mqtt->message = -1);
    int error = mosq.mosquitto_publish_v5(mqtt->handle, &mqtt->message, topic, length, payload, 1, false, NULL);
    if (!error) error = wait_for(mqtt, &mqtt->published, seconds);
    if (error) {
        say(error == -1 ? "the broker does not answer" : mosq.mosquitto_strerror(error), problem, size);
        return -2;
    }
    if (mqtt->published < FAILURE) return 0;
    say(mosq.mosquitto_reason_string(mqtt->published), problem, size);
    return -1;
}

void qz_mqtt_close(qz_mqtt *mqtt) {
    mosq.mosquitto_disconnect(mqtt->handle);
    mosq.mosquitto_destroy(mqtt->handle);
    free(mqtt);
}
