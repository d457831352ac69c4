/// Terminals by the names and versions that they answer (XTVERSION), for what none can be asked for.
enum TerminalVersion {
    /// Whether `version`, such as `ghostty 1.2.0` or `VTE(8000)`, is of one of `known`, in that version or a later one; none for any.
    static func isAmong(_ known: [(name: String, version: [Int])], _ version: String) -> Bool {
        known.contains { known in
            guard version.hasPrefix(known.name) else { return false }
            let numbers = version.dropFirst(known.name.count).split { !$0.isASCII || !$0.isNumber }
            // Longer ones are not a version.
            let own = numbers.map { $0.count < 10 ? Int($0) ?? 0 : 0 }
            return known.version.isEmpty || !own.isEmpty && !own.lexicographicallyPrecedes(known.version)
        }
    }
}
