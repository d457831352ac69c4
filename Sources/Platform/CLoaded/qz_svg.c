#include "qz_svg.h"
#include "qz_library.h"
#include <cairo.h>
#include <glib-object.h>
#include <string.h>

// What is used of librsvg/rsvg.h (2.52 and later), so that its header is not needed for building.
typedef struct _RsvgHandle RsvgHandle;
typedef struct {
    double x, y, width, height;
} RsvgRectangle;
typedef struct {
    double length;
    int unit;
} RsvgLength;
RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, gsize length, GError **error);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(RsvgHandle *handle, gboolean *has_width, RsvgLength *width, gboolean *has_height,
                                          RsvgLength *height, gboolean *has_box, RsvgRectangle *box);
gboolean rsvg_handle_render_document(RsvgHandle *handle, cairo_t *cairo, const RsvgRectangle *viewport, GError **error);

// Those of GLib and Cairo are found through librsvg, which depends on them.
#define LIST(F) \
    F(rsvg_handle_new_from_data) F(rsvg_handle_get_intrinsic_size_in_pixels) F(rsvg_handle_get_intrinsic_dimensions) \
    F(rsvg_handle_render_document) F(g_object_unref) F(cairo_image_surface_create) F(cairo_image_surface_get_data) \
    F(cairo_image_surface_get_stride) F(cairo_surface_flush) F(cairo_surface_destroy) F(cairo_create) F(cairo_destroy) \
    F(cairo_status) F(cairo_set_source_rgb) F(cairo_paint)
QZ_TABLE(rsvg, LIST)

static qz_library library = {.files = {"librsvg-2.so.2"}, .table = &rsvg, .functions = functions};

int qz_svg_ratio(const uint8_t *data, size_t length, double *ratio) {
    if (!qz_library_is_there(&library)) return QZ_SVG_NO_LIBRARY;
    // Without the address of its file librsvg opens none that the picture refers to.
    RsvgHandle *handle = rsvg.rsvg_handle_new_from_data(data, length, NULL);
    if (!handle) return QZ_SVG_DAMAGED;
    double width = 0, height = 0;
    if (!rsvg.rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height)) {
        gboolean has_width, has_height, has_box = 0;
        RsvgLength wide, high;
        RsvgRectangle box = {0};
        rsvg.rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &wide, &has_height, &high, &has_box, &box);
        if (has_box) (width = box.width, height = box.height);
    }
    rsvg.g_object_unref(handle);
    if (!(width > 0 && height > 0 && width / height < 1e4 && height / width < 1e4)) return QZ_SVG_NO_SIZE;
    *ratio = width / height;
    return QZ_SVG_DRAWN;
}

static int draw(RsvgHandle *handle, cairo_t *cairo, cairo_surface_t *surface, uint8_t *luma, int width, int height) {
    rsvg.cairo_set_source_rgb(cairo, 1, 1, 1);
    rsvg.cairo_paint(cairo);
    RsvgRectangle whole = {0, 0, width, height};
    if (!rsvg.rsvg_handle_render_document(handle, cairo, &whole, NULL)) return QZ_SVG_DAMAGED;
    if (rsvg.cairo_status(cairo) != CAIRO_STATUS_SUCCESS) return QZ_SVG_NO_MEMORY;
    rsvg.cairo_surface_flush(surface);
    const uint8_t *bytes = rsvg.cairo_image_surface_get_data(surface);
    int stride = rsvg.cairo_image_surface_get_stride(surface);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, bytes + (size_t)y * (size_t)stride + 4 * (size_t)x, sizeof pixel);
            // The weights of ITU-R BT.601.
            luma[(size_t)y * (size_t)width + (size_t)x] =
                (uint8_t)((299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255)) / 1000);
        }
    return QZ_SVG_DRAWN;
}

int qz_svg_luma(const uint8_t *data, size_t length, uint8_t *luma, int width, int height) {
    if (!qz_library_is_there(&library)) return QZ_SVG_NO_LIBRARY;
    RsvgHandle *handle = rsvg.rsvg_handle_new_from_data(data, length, NULL);
    if (!handle) return QZ_SVG_DAMAGED;
    cairo_surface_t *surface = rsvg.cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = rsvg.cairo_create(surface);
    int result = rsvg.cairo_status(cairo) == CAIRO_STATUS_SUCCESS ? draw(handle, cairo, surface, luma, width, height)
                                                                  : QZ_SVG_NO_MEMORY;
    rsvg.cairo_destroy(cairo);
    rsvg.cairo_surface_destroy(surface);
    rsvg.g_object_unref(handle);
    return result;
}
