#define _GNU_SOURCE
#include "qz_landlock.h"
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/landlock.h, which older systems lack. The numbers are the same on every architecture.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446, ask_version = 1, path_beneath = 1 };

/// struct landlock_ruleset_attr as of ABI 6.
typedef struct {
    uint64_t files, network, scoped;
} Ruleset;

/// struct landlock_path_beneath_attr.
typedef struct {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed)) PathBeneath;

/// Every right to files that an ABI knows: 13 at first, then to link elsewhere, to truncate, to control devices.
static uint64_t file_rights(long abi) {
    int bits = abi < 2 ? 13 : abi < 3 ? 14 : abi < 5 ? 15 : 16;
    return (1u << bits) - 1;
}

/// LANDLOCK_ACCESS_FS_EXECUTE, _READ_FILE and _READ_DIR.
enum { reading = 1 << 0 | 1 << 2 | 1 << 3 };

int qz_landlock(int reads, int uses_network) {
    long abi = syscall(create_ruleset, 0, 0, ask_version);
    if (abi < 1) return 0;
    // TCP: bind and connect. Scopes: abstract sockets and signals.
    Ruleset ruleset = {file_rights(abi), uses_network ? 0 : 3, 3};
    size_t size = abi < 4 ? 8 : abi < 6 ? 16 : 24;
    int rules = (int)syscall(create_ruleset, &ruleset, size, 0);
    if (rules < 0) return 0;
    int done = 1;
    if (reads) {
        int root = open("/", O_PATH | O_CLOEXEC);
        PathBeneath everything = {reading, root};
        done = root >= 0 && syscall(add_rule, rules, path_beneath, &everything, 0) == 0;
        if (root >= 0) close(root);
    }
    done = done && syscall(restrict_self, rules, 0) == 0;
    close(rules);
    return done;
}
