#include "CVersion.h"
#include "CCommit.h"

const char *qz_commit(void) { return qz_commit_text; }
