/// Completes paths from what a folder holds. It reads no folder itself: who makes it says how that is done.
package struct PathCompleter: Sendable {
    /// What a folder holds.
    package struct Entry: Sendable, Hashable {
        package var name: String
        package var isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) { (self.name, self.isFolder) = (name, isFolder) }
    }

    private let list: @Sendable (String) -> [Entry]

    /// A completer.
    ///
    /// - Parameter list: what a folder holds, nothing where it cannot be read. The folder is empty for the current one, ends in
    ///   `/` otherwise, and is as it was typed: a `~` at its beginning is `list`'s to replace.
    package init(list: @escaping @Sendable (_ folder: String) -> [Entry]) { self.list = list }

    /// The paths that begin with `path`, in order, those of folders with a `/` at the end. Hidden names only where a dot was typed.
    package func candidates(for path: String) -> [String] {
        // By scalars: a mark right behind the slash does not belong to it.
        let scalars = path.unicodeScalars
        let start = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? scalars.startIndex
        let folder = String(scalars[..<start])
        let prefix = String(scalars[start...])
        return list(folder)
            .filter {
                $0.name.utf8.starts(with: prefix.utf8) && (prefix.utf8.first == 0x2E || $0.name.utf8.first != 0x2E)
            }
            .map { folder + $0.name + ($0.isFolder ? "/" : "") }
            .sorted()
    }
}

/// The paths that a text may become, and which of them it is.
package struct Completion: Sendable, Hashable {
    /// All of them, in order.
    package var candidates: [String]
    /// The one that the text is; nil when it is only what all begin with.
    package var index: Int?

    /// Candidates, none of which is taken yet.
    package init(candidates: [String]) { self.candidates = candidates }

    /// What all candidates begin with.
    package var commonPrefix: String {
        guard let first = candidates.first else { return "" }
        var length = first.count
        for other in candidates.dropFirst() {
            // Bytes count: two ways to write a letter are two names.
            let same = zip(first, other).prefix { $0.0.utf8.elementsEqual($0.1.utf8) }
            length = min(length, same.reduce(0) { count, _ in count + 1 })
        }
        return String(first.prefix(length))
    }

    /// The candidates by the names that they end in, beside each other: as many as a line may hold.
    package var names: String { candidates.prefix(200).map(Self.name).joined(separator: "  ") }

    private static func name(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        return (parts.last.map(String.init) ?? "") + (path.hasSuffix("/") ? "/" : "")
    }

    /// The candidate after the one that the text is.
    package mutating func next() -> String {
        guard !candidates.isEmpty else { return "" }
        let next = ((index ?? -1) + 1) % candidates.count
        index = next
        return candidates[next]
    }
}
