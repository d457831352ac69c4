/// Finds what somebody means by a name that they typed.
///
///     NameMatching.key("EAN-13")                                    // "ean13", as of "ean 13"
///     NameMatching.closest(to: "histroy", in: ["history", "read"])   // "history"
package enum NameMatching {
    /// The letters and digits of `name`, in lower case: two names with the same key mean the same.
    package static func key(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The name that `typed` is most likely a misspelling of; nil if none is close.
    ///
    /// Close is a name with the same key, one that begins with what was typed, or one within two edits, or one in a short word.
    package static func closest(to typed: String, in names: [String]) -> String? {
        let wanted = Array(key(typed))
        guard !wanted.isEmpty else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let key = Array(key(name))
            let isBeginning = wanted.count >= 3 && key.starts(with: wanted)
            let distance = isBeginning ? 1 : edits(from: wanted, to: key)
            if distance < best?.distance ?? .max { best = (name, distance) }
        }
        guard let best, best.distance <= (wanted.count > shortWord ? 2 : 1) else { return nil }
        return best.name
    }

    /// In a word of as many letters two edits can make any other.
    private static let shortWord = 4
    /// Names that are longer are not compared.
    private static let longest = 64

    /// How many letters have to be inserted, removed, replaced or swapped with the next (the optimal string alignment distance).
    private static func edits(from a: [Character], to b: [Character]) -> Int {
        guard a.count <= longest, b.count <= longest else { return .max }
        var before = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + [Int](repeating: 0, count: b.count)
            for j in b.indices {
                let isSame = a[i - 1] == b[j]
                row[j + 1] = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 1, j > 0, a[i - 1] == b[j - 1], a[i - 2] == b[j] {
                    row[j + 1] = min(row[j + 1], before[j - 1] + 1)
                }
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
