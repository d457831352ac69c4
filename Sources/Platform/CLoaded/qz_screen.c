#include "qz_screen.h"
#include "qz_library.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#define LIST(F) \
    F(xcb_connect) F(xcb_connection_has_error) F(xcb_disconnect) F(xcb_get_setup) F(xcb_setup_roots_iterator) F(xcb_screen_next) \
    F(xcb_setup_pixmap_formats) F(xcb_setup_pixmap_formats_length) F(xcb_screen_allowed_depths_iterator) F(xcb_depth_next) \
    F(xcb_depth_visuals) F(xcb_depth_visuals_length) F(xcb_generate_id) F(xcb_request_check) F(xcb_get_geometry) \
    F(xcb_get_geometry_reply) F(xcb_get_image) F(xcb_get_image_reply) F(xcb_get_image_data) F(xcb_get_image_data_length)
QZ_TABLE(xcb, LIST)

static qz_library library = {.files = {"libxcb.so.1"}, .table = &xcb, .functions = functions};

/// What libxcb-shm has; without it pictures come through the connection.
static struct {
    __typeof__(xcb_shm_attach_checked) *attach_checked;
    __typeof__(xcb_shm_detach) *detach;
    __typeof__(xcb_shm_get_image) *get_image;
    __typeof__(xcb_shm_get_image_reply) *get_image_reply;
    __typeof__(xcb_shm_query_version) *query_version;
    __typeof__(xcb_shm_query_version_reply) *query_version_reply;
} shm;
static int has_shm;

static void open_shm(void) {
    void *file = dlopen("libxcb-shm.so.0", RTLD_NOW);
    if (!file) return;
    shm.attach_checked = dlsym(file, "xcb_shm_attach_checked");
    shm.detach = dlsym(file, "xcb_shm_detach");
    shm.get_image = dlsym(file, "xcb_shm_get_image");
    shm.get_image_reply = dlsym(file, "xcb_shm_get_image_reply");
    shm.query_version = dlsym(file, "xcb_shm_query_version");
    shm.query_version_reply = dlsym(file, "xcb_shm_query_version_reply");
    has_shm = shm.attach_checked && shm.detach && shm.get_image && shm.get_image_reply && shm.query_version
        && shm.query_version_reply;
}

/// A colour's bits in a pixel: after a shift to the right, its value as one of 0...255.
struct colour {
    uint32_t mask;
    int shift, bits;
};

struct qz_screen {
    xcb_connection_t *connection;
    xcb_window_t root;
    /// Bytes of a pixel, and bits to which rows are padded; 0 for a screen without true colours.
    int pixel, pad, is_big_endian;
    struct colour red, green, blue;
    /// Memory that the server writes to; NULL where it cannot, as over a network.
    uint8_t *shared;
    size_t shared_size;
    xcb_shm_seg_t segment;
    int refuses_sharing;
};

static struct colour colour_of(uint32_t mask) {
    struct colour colour = {mask, 0, 0};
    for (; mask && !(mask & 1); mask >>= 1) colour.shift++;
    for (; mask & 1; mask >>= 1) colour.bits++;
    return colour;
}

/// Learns how the pixels of the root window are laid out.
static void learn(qz_screen *screen, const xcb_setup_t *setup, xcb_screen_t *root) {
    screen->is_big_endian = setup->image_byte_order == XCB_IMAGE_ORDER_MSB_FIRST;
    const xcb_format_t *formats = xcb.xcb_setup_pixmap_formats(setup);
    for (int i = 0; i < xcb.xcb_setup_pixmap_formats_length(setup); i++)
        if (formats[i].depth == root->root_depth && formats[i].bits_per_pixel % 8 == 0) {
            screen->pixel = formats[i].bits_per_pixel / 8;
            screen->pad = formats[i].scanline_pad;
        }
    xcb_depth_iterator_t depths = xcb.xcb_screen_allowed_depths_iterator(root);
    for (; depths.rem; xcb.xcb_depth_next(&depths)) {
        const xcb_visualtype_t *visuals = xcb.xcb_depth_visuals(depths.data);
        for (int i = 0; i < xcb.xcb_depth_visuals_length(depths.data); i++)
            if (visuals[i].visual_id == root->root_visual) {
                screen->red = colour_of(visuals[i].red_mask);
                screen->green = colour_of(visuals[i].green_mask);
                screen->blue = colour_of(visuals[i].blue_mask);
            }
    }
    if (!screen->red.bits || !screen->green.bits || !screen->blue.bits || screen->pixel < 2 || screen->pixel > 4) screen->pixel = 0;
}

qz_screen *qz_screen_open(int *is_there) {
    *is_there = qz_library_is_there(&library);
    if (!*is_there) return NULL;
    int number = 0;
    xcb_connection_t *connection = xcb.xcb_connect(NULL, &number);
    qz_screen *screen = xcb.xcb_connection_has_error(connection) ? NULL : calloc(1, sizeof *screen);
    const xcb_setup_t *setup = screen ? xcb.xcb_get_setup(connection) : NULL;
    xcb_screen_iterator_t roots = {0};
    if (setup) roots = xcb.xcb_setup_roots_iterator(setup);
    while (roots.rem && number-- > 0) xcb.xcb_screen_next(&roots);
    if (!screen || !roots.rem) {
        xcb.xcb_disconnect(connection);
        free(screen);
        return NULL;
    }
    screen->connection = connection;
    screen->root = roots.data->root;
    learn(screen, setup, roots.data);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_shm);
    xcb_shm_query_version_reply_t *version =
        has_shm ? shm.query_version_reply(connection, shm.query_version(connection), NULL) : NULL;
    screen->refuses_sharing = !version;
    free(version);
    return screen;
}

int qz_screen_size(qz_screen *screen, int *width, int *height) {
    xcb_get_geometry_reply_t *reply =
        xcb.xcb_get_geometry_reply(screen->connection, xcb.xcb_get_geometry(screen->connection, screen->root), NULL);
    if (!reply) return -ENOTCONN;
    *width = reply->width;
    *height = reply->height;
    free(reply);
    return 0;
}

static void stop_sharing(qz_screen *screen) {
    if (!screen->shared) return;
    shm.detach(screen->connection, screen->segment);
    shmdt(screen->shared);
    screen->shared = NULL;
    screen->shared_size = 0;
}

/// Shares `size` bytes with the server. Whether that succeeded.
static int share(qz_screen *screen, size_t size) {
    if (screen->refuses_sharing) return 0;
    if (screen->shared_size >= size) return 1;
    stop_sharing(screen);
    int memory = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    void *address = memory < 0 ? (void *)-1 : shmat(memory, NULL, 0);
    if (address != (void *)-1) {
        screen->segment = xcb.xcb_generate_id(screen->connection);
        xcb_generic_error_t *error = xcb.xcb_request_check(
            screen->connection, shm.attach_checked(screen->connection, screen->segment, (uint32_t)memory, 0));
        if (error || xcb.xcb_connection_has_error(screen->connection)) {
            free(error);
            shmdt(address);
        } else {
            screen->shared = address;
            screen->shared_size = size;
        }
    }
    // It lives on until both have let go of it.
    if (memory >= 0) shmctl(memory, IPC_RMID, NULL);
    screen->refuses_sharing = !screen->shared;
    return screen->shared != NULL;
}

static unsigned value_of(uint32_t pixel, struct colour colour) {
    uint32_t value = (pixel & colour.mask) >> colour.shift;
    return colour.bits >= 8 ? value >> (colour.bits - 8) : value * 255 / ((1u << colour.bits) - 1);
}

/// How bright `width` pixels are (BT.601).
static void convert(const qz_screen *screen, const uint8_t *from, int width, uint8_t *luma) {
    int is_usual = screen->pixel == 4 && !screen->is_big_endian && screen->red.mask == 0xFF0000 &&
                   screen->green.mask == 0xFF00 && screen->blue.mask == 0xFF;
    if (is_usual) {
        for (int i = 0; i < width; i++)
            luma[i] = (uint8_t)((29u * from[4 * i] + 150u * from[4 * i + 1] + 77u * from[4 * i + 2]) >> 8);
        return;
    }
    for (int i = 0; i < width; i++, from += screen->pixel) {
        uint32_t pixel = 0;
        for (int byte = 0; byte < screen->pixel; byte++)
            pixel |= (uint32_t)from[byte] << 8 * (screen->is_big_endian ? screen->pixel - 1 - byte : byte);
        luma[i] = (uint8_t)((77 * value_of(pixel, screen->red) + 150 * value_of(pixel, screen->green) +
                             29 * value_of(pixel, screen->blue)) >> 8);
    }
}

int qz_screen_luma(qz_screen *screen, int x, int y, int width, int height, uint8_t *luma) {
    if (!screen->pixel) return -ENOTSUP;
    if (x < 0 || y < 0 || width < 1 || height < 1 || width > 32767 || height > 32767) return -EINVAL;
    size_t bits = (size_t)width * (size_t)screen->pixel * 8, pad = (size_t)screen->pad;
    size_t row = (bits + pad - 1) / pad * pad / 8, size = row * (size_t)height;
    const uint8_t *bytes = NULL;
    void *reply = NULL;
    if (share(screen, size)) {
        reply = shm.get_image_reply(
            screen->connection,
            shm.get_image(
                screen->connection, screen->root, (int16_t)x, (int16_t)y, (uint16_t)width, (uint16_t)height, ~0u,
                XCB_IMAGE_FORMAT_Z_PIXMAP, screen->segment, 0), NULL);
        bytes = reply ? screen->shared : NULL;
    } else {
        xcb_get_image_reply_t *image = xcb.xcb_get_image_reply(
            screen->connection,
            xcb.xcb_get_image(
                screen->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, screen->root, (int16_t)x, (int16_t)y, (uint16_t)width,
                (uint16_t)height, ~0u), NULL);
        reply = image;
        if (image && (size_t)xcb.xcb_get_image_data_length(image) >= size) bytes = xcb.xcb_get_image_data(image);
    }
    if (bytes)
        for (int i = 0; i < height; i++) convert(screen, bytes + row * (size_t)i, width, luma + (size_t)width * (size_t)i);
    free(reply);
    if (bytes) return 0;
    return xcb.xcb_connection_has_error(screen->connection) ? -ENOTCONN : -EINVAL;
}

void qz_screen_close(qz_screen *screen) {
    stop_sharing(screen);
    xcb.xcb_disconnect(screen->connection);
    free(screen);
}
