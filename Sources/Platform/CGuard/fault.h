#pragma once
#include <exception>

namespace qz {

/// Thrown by a failed assertion.
struct AssertionFailed : std::exception {
    char line[200];
    const char *what() const noexcept override { return line; }
};

/// Whether a guard runs on this thread.
bool isGuarded() noexcept;

} // namespace qz
