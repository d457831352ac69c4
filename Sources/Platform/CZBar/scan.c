#include "qz_zbar.h"
#include "qz_guard.h"
#include <errno.h>

struct scan {
    zbar_image_scanner_t *scanner;
    zbar_image_t *image;
    int count;
};

static void run(void *context)
{
    struct scan *scan = context;
    scan->count = zbar_scan_image(scan->scanner, scan->image);
}

int qz_zbar_scan(zbar_image_scanner_t *scanner, zbar_image_t *image, char *fault, size_t fault_size)
{
    struct scan scan = {scanner, image, 0};
    int result = qz_guard_run(run, &scan, fault, fault_size);
    if (result < 0)
        return result;
    return scan.count < 0 ? -EINVAL : scan.count;
}
