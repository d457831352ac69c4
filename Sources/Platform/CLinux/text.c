#define _GNU_SOURCE
#include "qz_text.h"
#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_utf8(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int qz_columns(uint32_t scalar) {
    pthread_once(&once, make_utf8);
    if (!utf8) return scalar >= 0x20 && scalar < 0x7F ? 1 : -1;
    locale_t before = uselocale(utf8);
    int columns = wcwidth((wchar_t)scalar);
    uselocale(before);
    return columns;
}
