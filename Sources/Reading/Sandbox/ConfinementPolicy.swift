import Synchronization

/// What holds for every confined child of a program.
package final class ConfinementPolicy: Sendable {
    /// The children's executable: this one, as a rule.
    let program: String
    /// Whether a child that cannot be sealed is not used.
    package let isRequired: Bool
    private let warn: @Sendable (String) -> Void
    private let hasWarned = Mutex(false)

    /// - Parameters:
    ///   - program: the children's executable; this one by default.
    ///   - isRequired: whether nothing is parsed or decoded where children cannot be sealed; false by default.
    ///   - warn: takes the one line that says that they are not; called once, on any thread.
    package init(
        program: String = "/proc/self/exe", isRequired: Bool = false,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.program, self.isRequired, self.warn) = (program, isRequired, warn)
    }

    /// Says once that what `what` does is not confined, and why.
    package func warnOnce(_ what: String, _ reason: String) {
        let isFirst = hasWarned.withLock { warned in
            defer { warned = true }
            return !warned
        }
        if isFirst { warn("\(what) with more privileges than intended (\(reason)): --require-sandbox prevents that") }
    }
}
