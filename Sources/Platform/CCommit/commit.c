#include "CCommit.h"

#define TEXT(token) #token
#define EXPANDED_TEXT(macro) TEXT(macro)

const char *qz_commit(void)
{
#ifdef QUIETZONE_COMMIT
    return EXPANDED_TEXT(QUIETZONE_COMMIT);
#else
    return "";
#endif
}
