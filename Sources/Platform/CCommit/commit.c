#include "CCommit.h"

#define TEXT(token) #token
#define EXPANDED_TEXT(macro) TEXT(macro)

#ifdef QUIETZONE_COMMIT
const char qz_commit_text[] = EXPANDED_TEXT(QUIETZONE_COMMIT);
#else
const char qz_commit_text[] = "";
#endif
