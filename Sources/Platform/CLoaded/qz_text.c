#include "qz_text.h"
#include "qz_library.h"
#include <hb-ot.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Those of GLib, Cairo and HarfBuzz are found through libpangocairo, which depends on them.
#define LIST(F) \
    F(pango_cairo_font_map_new) F(pango_font_map_create_context) \
    F(pango_cairo_context_set_font_options) F(pango_context_set_round_glyph_positions) F(pango_layout_new) \
    F(pango_font_description_new) F(pango_font_description_free) F(pango_font_description_set_family) \
    F(pango_font_description_set_absolute_size) F(pango_font_description_set_weight) \
    F(pango_layout_set_font_description) F(pango_layout_set_text) \
    F(pango_layout_set_single_paragraph_mode) F(pango_layout_get_line_readonly) F(pango_layout_line_get_extents) \
    F(pango_cairo_glyph_string_path) F(pango_cairo_show_glyph_string) F(pango_cairo_show_layout_line) \
    F(pango_font_get_hb_font) F(g_object_unref) F(hb_font_get_face) F(hb_ot_color_has_png) \
    F(hb_ot_color_has_layers) F(hb_ot_color_has_svg) F(cairo_font_options_create) F(cairo_font_options_destroy) \
    F(cairo_font_options_set_antialias) F(cairo_font_options_set_hint_style) F(cairo_font_options_set_hint_metrics) \
    F(cairo_recording_surface_create) F(cairo_image_surface_create) F(cairo_image_surface_get_data) F(cairo_image_surface_get_stride) \
    F(cairo_surface_flush) F(cairo_surface_destroy) F(cairo_create) F(cairo_destroy) F(cairo_status) \
    F(cairo_set_source_rgb) F(cairo_move_to) F(cairo_translate) F(cairo_scale) F(cairo_rectangle) F(cairo_copy_path) \
    F(cairo_path_destroy)
QZ_TABLE(lib, LIST)

static qz_library library = {.files = {"libpangocairo-1.0.so.0"}, .table = &lib, .functions = functions};

// SAFETY: Pango may be used by one thread at a time. What follows is called while the mutex is held.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static PangoFontMap *fonts;

static PangoLayout *layout_of(const char *text, int length, double size, int wants_dots, int is_bold) {
    if (!fonts) fonts = lib.pango_cairo_font_map_new();
    PangoContext *context = lib.pango_font_map_create_context(fonts);
    // Dots get the shapes that a font has for few pixels. Outlines are those of the font.
    cairo_font_options_t *options = lib.cairo_font_options_create();
    lib.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_NONE);
    lib.cairo_font_options_set_hint_style(options, wants_dots ? CAIRO_HINT_STYLE_FULL : CAIRO_HINT_STYLE_NONE);
    lib.cairo_font_options_set_hint_metrics(options, wants_dots ? CAIRO_HINT_METRICS_ON : CAIRO_HINT_METRICS_OFF);
    lib.pango_cairo_context_set_font_options(context, options);
    lib.cairo_font_options_destroy(options);
    lib.pango_context_set_round_glyph_positions(context, wants_dots);
    PangoLayout *layout = lib.pango_layout_new(context);
    PangoFontDescription *font = lib.pango_font_description_new();
    lib.pango_font_description_set_family(font, "monospace");
    lib.pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    if (is_bold) lib.pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    lib.pango_layout_set_font_description(layout, font);
    lib.pango_font_description_free(font);
    lib.pango_layout_set_single_paragraph_mode(layout, TRUE);
    lib.pango_layout_set_text(layout, text, length);
    lib.g_object_unref(context);
    return layout;
}

/// Whether each run has a font: without any font on the system none has.
static int has_fonts(const PangoLayoutLine *laid) {
    for (GSList *runs = laid->runs; runs; runs = runs->next)
        if (!((PangoLayoutRun *)runs->data)->item->analysis.font) return 0;
    return 1;
}

static void note_missing(const PangoLayoutLine *laid, qz_text_line *line) {
    for (GSList *runs = laid->runs; runs; runs = runs->next) {
        const PangoGlyphString *glyphs = ((PangoLayoutRun *)runs->data)->glyphs;
        for (int index = 0; index < glyphs->num_glyphs; index++) {
            PangoGlyph glyph = glyphs->glyphs[index].glyph;
            if (!(glyph & PANGO_GLYPH_UNKNOWN_FLAG) || line->missing_count == QZ_TEXT_MOST_MISSING) continue;
            uint32_t character = glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
            int is_new = 1;
            for (int other = 0; other < line->missing_count; other++) is_new &= line->missing[other] != character;
            if (is_new) line->missing[line->missing_count++] = character;
        }
    }
}

/// A clear picture that is drawn on in black; NULL where it would be too large.
static cairo_t *picture(int columns, int rows, cairo_surface_t **surface) {
    *surface = lib.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows);
    cairo_t *cairo = lib.cairo_create(*surface);
    lib.cairo_set_source_rgb(cairo, 0, 0, 0);
    if (lib.cairo_status(cairo) == CAIRO_STATUS_SUCCESS) return cairo;
    lib.cairo_destroy(cairo);
    lib.cairo_surface_destroy(*surface);
    return NULL;
}

/// The pixels of a picture, and how wide the edge of what is drawn is.
typedef struct {
    const unsigned char *bytes;
    int stride, columns, rows, edge;
} pixels;

static pixels pixels_of(cairo_surface_t *surface, int columns, int rows, int edge) {
    lib.cairo_surface_flush(surface);
    return (pixels){lib.cairo_image_surface_get_data(surface), lib.cairo_image_surface_get_stride(surface), columns, rows,
                    edge};
}

/// Clear outside.
static uint32_t pixel_at(const pixels *of, int x, int y) {
    if (x < 0 || y < 0 || x >= of->columns || y >= of->rows) return 0;
    uint32_t pixel;
    memcpy(&pixel, of->bytes + (size_t)y * (size_t)of->stride + 4 * (size_t)x, sizeof pixel);
    return pixel;
}

static int is_covered(const pixels *of, int x, int y) { return pixel_at(of, x, y) >> 24 >= 128; }

/// Whether a pixel is less than half as bright as paper (the weights of ITU-R BT.601), or at the edge of what is drawn: a yellow face
/// would have no outline otherwise.
static int is_dark(const pixels *of, int x, int y) {
    if (!is_covered(of, x, y)) return 0;
    uint32_t pixel = pixel_at(of, x, y);
    // Colours are multiplied by the coverage, and paper is white.
    uint32_t brightness = 299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255) +
                          1000 * (255 - (pixel >> 24));
    int edge = of->edge;
    return brightness < 128 * 1000 || !is_covered(of, x - edge, y) || !is_covered(of, x + edge, y) ||
           !is_covered(of, x, y - edge) || !is_covered(of, x, y + edge);
}

static int draw_dots(PangoLayoutLine *laid, double left, qz_text_line *line) {
    (line->columns = (int)ceil(line->width), line->rows = (int)(line->above + line->below));
    if (line->columns < 1 || line->rows < 1) return QZ_TEXT_DRAWN;
    cairo_surface_t *surface;
    cairo_t *cairo = picture(line->columns, line->rows, &surface);
    line->dots = calloc((size_t)line->columns, (size_t)line->rows);
    if (!cairo || !line->dots) {
        if (cairo) (lib.cairo_destroy(cairo), lib.cairo_surface_destroy(surface));
        return QZ_TEXT_NO_MEMORY;
    }
    lib.cairo_move_to(cairo, -left, line->above);
    lib.pango_cairo_show_layout_line(cairo, laid);
    pixels drawn = pixels_of(surface, line->columns, line->rows, 1);
    for (int y = 0; y < line->rows; y++)
        for (int x = 0; x < line->columns; x++) line->dots[y * line->columns + x] = (uint8_t)is_dark(&drawn, x, y);
    lib.cairo_destroy(cairo);
    lib.cairo_surface_destroy(surface);
    return QZ_TEXT_DRAWN;
}

static int is_coloured(PangoFont *font) {
    hb_font_t *shapes = lib.pango_font_get_hb_font(font);
    hb_face_t *face = shapes ? lib.hb_font_get_face(shapes) : NULL;
    return face && (lib.hb_ot_color_has_png(face) || lib.hb_ot_color_has_layers(face) || lib.hb_ot_color_has_svg(face));
}

/// The pixels to a font size that coloured characters get where an outline is wanted.
enum { COLOURED_PIXELS = 96 };

/// Adds a coloured character, such as an emoji, as the dark pixels of its picture: rectangles of a pixel's height.
static void add_picture(cairo_t *path, PangoFont *font, PangoGlyphInfo glyph, double size, double x) {
    double scale = COLOURED_PIXELS / size;
    int before = COLOURED_PIXELS / 4, rows = 2 * COLOURED_PIXELS, baseline = rows * 2 / 3;
    int columns = (int)fmin(ceil(glyph.geometry.width * scale / PANGO_SCALE), 4 * COLOURED_PIXELS) + 2 * before;
    cairo_surface_t *surface;
    cairo_t *cairo = picture(columns, rows, &surface);
    if (!cairo) return;
    int cluster = 0;
    PangoGlyphString one = {.num_glyphs = 1, .glyphs = &glyph, .log_clusters = &cluster};
    lib.cairo_translate(cairo, before, baseline);
    lib.cairo_scale(cairo, scale, scale);
    lib.cairo_move_to(cairo, 0, 0);
    lib.pango_cairo_show_glyph_string(cairo, font, &one);
    pixels drawn = pixels_of(surface, columns, rows, COLOURED_PIXELS / 24);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int first = column;
            while (column < columns && is_dark(&drawn, column, row)) column++;
            if (column > first)
                lib.cairo_rectangle(path, x + (first - before) / scale, (row - baseline) / scale, (column - first) / scale,
                                    1 / scale);
        }
    lib.cairo_destroy(cairo);
    lib.cairo_surface_destroy(surface);
}

static void add_run(cairo_t *path, PangoLayoutRun *run, double size, double *x) {
    PangoFont *font = run->item->analysis.font;
    PangoGlyphString *glyphs = run->glyphs;
    int has_colours = is_coloured(font);
    if (!has_colours) {
        lib.cairo_move_to(path, *x, 0);
        lib.pango_cairo_glyph_string_path(path, font, glyphs);
    }
    for (int index = 0; index < glyphs->num_glyphs; index++) {
        if (has_colours) add_picture(path, font, glyphs->glyphs[index], size, *x);
        *x += (double)glyphs->glyphs[index].geometry.width / PANGO_SCALE;
    }
}

static int copy_path(const cairo_path_t *path, qz_text_line *line) {
    if (path->status != CAIRO_STATUS_SUCCESS) return QZ_TEXT_NO_MEMORY;
    for (int index = 0; index < path->num_data; index += path->data[index].header.length) line->count++;
    line->steps = calloc(line->count + 1, sizeof *line->steps);
    if (!line->steps) return QZ_TEXT_NO_MEMORY;
    qz_text_step *step = line->steps;
    for (int index = 0; index < path->num_data; index += path->data[index].header.length, step++) {
        const cairo_path_data_t *data = &path->data[index];
        step->kind = "mlch"[data->header.type];
        for (int point = 1; point < data->header.length && point <= 3; point++) {
            step->points[2 * point - 2] = (float)data[point].point.x;
            step->points[2 * point - 1] = (float)data[point].point.y;
        }
    }
    return QZ_TEXT_DRAWN;
}

static int draw_outline(const PangoLayoutLine *laid, double size, double left, qz_text_line *line) {
    // Without limits: Cairo leaves out glyphs that are far beyond a surface, from paths, too.
    cairo_surface_t *surface = lib.cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, NULL);
    cairo_t *cairo = lib.cairo_create(surface);
    double x = -left;
    for (GSList *runs = laid->runs; runs; runs = runs->next) add_run(cairo, runs->data, size, &x);
    cairo_path_t *path = lib.cairo_copy_path(cairo);
    int result = copy_path(path, line);
    lib.cairo_path_destroy(path);
    lib.cairo_destroy(cairo);
    lib.cairo_surface_destroy(surface);
    return result;
}

static int lay_out(const char *text, int length, double size, double most, int wants_dots, int is_bold,
                   qz_text_line *line) {
    PangoLayout *layout = layout_of(text, length, size, wants_dots, is_bold);
    PangoLayoutLine *laid = lib.pango_layout_get_line_readonly(layout, 0);
    PangoRectangle ink, logical;
    lib.pango_layout_line_get_extents(laid, &ink, &logical);
    // Letters may reach beyond their own place.
    double left = fmin(ink.x, logical.x) / PANGO_SCALE;
    line->width = fmax((double)ink.x + ink.width, (double)logical.x + logical.width) / PANGO_SCALE - left;
    // Marks can be piled up without end.
    line->above = fmin(fmax(ceil(-(double)ink.y / PANGO_SCALE), 0), 2 * size);
    line->below = fmin(fmax(ceil(((double)ink.y + ink.height) / PANGO_SCALE), 0), size);
    if (wants_dots) (line->above = floor(line->above), line->below = floor(line->below));
    int result = QZ_TEXT_TOO_WIDE;
    if (!has_fonts(laid)) result = QZ_TEXT_NO_FONT;
    else if (line->width <= most) {
        note_missing(laid, line);
        result = wants_dots ? draw_dots(laid, left, line) : draw_outline(laid, size, left, line);
    }
    lib.g_object_unref(layout);
    return result;
}

int qz_text_lay_out(const char *text, int length, double size, double most, int wants_dots, int is_bold,
                   qz_text_line *line) {
    memset(line, 0, sizeof *line);
    if (!qz_library_is_there(&library)) return QZ_TEXT_NO_LIBRARY;
    pthread_mutex_lock(&mutex);
    int result = lay_out(text, length, size, most, wants_dots, is_bold, line);
    pthread_mutex_unlock(&mutex);
    return result;
}

void qz_text_release(qz_text_line *line) {
    free(line->steps);
    free(line->dots);
    memset(line, 0, sizeof *line);
}
