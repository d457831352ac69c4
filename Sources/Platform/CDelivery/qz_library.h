#pragma once
#include <dlfcn.h>
#include <stddef.h>

/// A library that is found when it is needed. Its functions are found once; all or none.
#define QZ_FIND(library, table, name) ((table).name = (__typeof__((table).name))dlsym(library, #name))
