import Synchronization

/// The greatest lengths that a kind holds of several sorts of content, found by making symbols: versions of libzint differ.
///
///     GreatestLengths.of(kind)?.words     // at most 120 digits or 60 capitals, fewer with other characters
package struct GreatestLengths: Hashable, Sendable {
    /// A sort of content, which decides how much fits.
    package enum Sort: String, Hashable, Sendable, CaseIterable {
        case digits
        case capitals
        case bytes
        /// Text in UTF-8, before which its charset stands.
        case foreignText = "bytes of text beyond ASCII"
        /// Characters of several sorts in turns, which takes more room; of kinds that take one sort, all of their characters.
        case mixture
    }

    /// How many bytes are held of each sort that the kind takes; `mixture` stands alone.
    package let most: [Sort: Int]
    /// Whether fewer are held of a content that mixes sorts.
    package let isLessMixed: Bool

    /// The lengths in words that follow what the kind takes.
    package var words: String {
        if !isLessMixed, Set(most.values).count == 1, let count = most.values.first { return "at most \(count)" }
        var groups: [(count: Int, names: [String])] = []
        for sort in Sort.allCases {
            // Foreign text is named only where its mark takes room.
            guard let count = most[sort], sort != .foreignText || count != most[.bytes] else { continue }
            if groups.last?.count == count {
                groups[groups.count - 1].names.append(sort.rawValue)
            } else {
                groups.append((count, [sort.rawValue]))
            }
        }
        let parts = groups.map { "\($0.count) \($0.names.joined(separator: " or "))" }
        let list =
            parts.count < 2
            ? parts.joined() : parts.dropLast().joined(separator: ", ") + " or " + parts[parts.count - 1]
        let others = most[.bytes] == nil ? ", fewer with other characters" : ", fewer where characters mix"
        return "at most \(list)" + (isLessMixed ? others : "")
    }

    /// How many characters of a unit are held; nil if that depends on them.
    func most(of unit: SymbolCapacity.Unit) -> Int? {
        switch unit {
        case .digits: most[.digits] ?? most[.mixture]
        case .capitals: most[.capitals] ?? most[.mixture]
        case .characters: most[.mixture]
        case .bytes: most[.bytes]
        }
    }

    private static let known = Mutex<[String: GreatestLengths]>([:])

    /// The lengths that `kind` holds where nothing is chosen of it; nil if a content has the length that its form says.
    ///
    /// Takes up to a tenth of a second for the first call: not for the loop's thread.
    package static func of(_ kind: SymbolKind) -> GreatestLengths? {
        guard kind.content.form != nil else { return nil }
        if let known = known.withLock({ $0[kind.name] }) { return known }
        let upperBound = kind.content.lengths.upperBound
        var lengths: [Sort: Int] = [:]
        func find(_ sort: Sort, _ patterns: [LengthPattern], near guess: Int) {
            lengths[sort] = patterns.map { pattern in
                let fits = { pattern.fits($0, in: kind) }
                let most = greatestCount(below: upperBound + 1, near: guess, fits)
                // Code 128 takes pairs of digits: 120 may fit where 119 do not, and what is promised is that all lengths up to it fit.
                return kind.layout == .bars && most > 2 && !fits(most - 1) ? most - 2 : most
            }.min()
        }
        for sort in Sort.allCases where sort != .mixture {
            // As QR Code has it: three digits take 10 bits, two capitals 11, a byte 8.
            let guess: Int =
                switch sort {
                case .digits, .mixture: upperBound
                case .capitals: (lengths[.digits] ?? upperBound) * 20 / 33
                case .bytes: (lengths[.digits] ?? upperBound) * 5 / 12
                case .foreignText: lengths[.bytes] ?? upperBound
                }
            find(sort, kind.content.patterns(of: sort, takesECI: kind.choices.takesECI), near: guess)
        }
        let mixtures = kind.content.patterns(of: .mixture, takesECI: false)
        let least = lengths.values.min()
        if least == nil { find(.mixture, mixtures, near: upperBound) }
        let found = GreatestLengths(
            most: lengths, isLessMixed: least.map { least in mixtures.contains { !$0.fits(least, in: kind) } } ?? false)
        known.withLock { $0[kind.name] = found }
        return found
    }

    /// The greatest count below `limit` that fits, where less than what fits does, too; 0 if none does.
    ///
    /// - Parameter guess: where the search begins: near to the result, it takes few tries.
    static func greatestCount(below limit: Int, near guess: Int, _ fits: (Int) -> Bool) -> Int {
        var (low, high) = (0, limit)
        var (middle, step) = (min(max(guess, 1), limit - 1), 1)
        while high - low > 1 {
            let isAbove = fits(middle)
            if isAbove { low = middle } else { high = middle }
            // Away from the guess in steps that double, until the result lies between two of them.
            let next = isAbove ? middle + step : middle - step
            step *= 2
            middle = low < next && next < high ? next : (low + high) / 2
            if low > 0, high < limit { middle = (low + high) / 2 }
        }
        return low
    }
}

extension SymbolKind {
    /// What it takes, with the greatest lengths; in words that follow "it takes".
    ///
    /// Not for the loop's thread, as `GreatestLengths.of`.
    package var takes: String {
        GreatestLengths.of(self).map { "\(characters), \($0.words)" } ?? characters
    }

    /// The same without the greatest lengths, of which some depend on libzint's version.
    package var characters: String { content.words }
}

/// Bytes that are repeated, as text or not.
private struct LengthPattern {
    let bytes: [UInt8]
    let isText: Bool

    /// Whether `kind` holds a content of `count` bytes of the pattern.
    func fits(_ count: Int, in kind: SymbolKind) -> Bool {
        guard let content = kind.content.form?.content(of: bytes, count: count, isText: isText) else { return false }
        let text = isText ? String(decoding: content, as: UTF8.self) : nil
        var options = MakeOptions()
        // The choice of a mask takes most of the time, and does not change what fits.
        if kind.choices.masks > 0 { options.mask = 0 }
        return SymbolEncoder().holds(SymbolSource(text: text, bytes: content), as: kind, options)
    }
}

extension ContentRule {
    /// Contents of a sort; empty if the kind takes none of it.
    fileprivate func patterns(of sort: GreatestLengths.Sort, takesECI: Bool) -> [LengthPattern] {
        func patterns(_ texts: [UInt8]...) -> [LengthPattern] { texts.map { LengthPattern(bytes: $0, isText: false) } }
        switch (alphabet, sort) {
        case (.digits, .mixture): return patterns(Array("0123456789".utf8))
        // Letters have places of their own where there is a form.
        case (.these(let characters), .mixture):
            return patterns(form == .any ? characters : characters.filter { !(0x41...0x5A).contains($0) })
        case (.ascii, .digits), (.bytes, .digits): return patterns(Array("1234567890".utf8))
        case (.ascii, .capitals), (.bytes, .capitals): return patterns(Array("A".utf8), Array("QUIETZONE".utf8))
        case (.bytes, .bytes): return patterns([0xC3, 0xA9, 0xE6, 0xBC, 0xA2, 0xFF])
        case (.bytes, .foreignText) where takesECI: return [LengthPattern(bytes: Array("é".utf8), isText: true)]
        case (.ascii, .mixture): return patterns([0x61, 0x01], Array("aB1, cD2; eF3.".utf8), Array("a".utf8), [0x01])
        case (.bytes, .mixture):
            return patterns([0x31, 0xFF], [0x61, 0x01], Array("a_:".utf8), [0x30, 0x31, 0xC3, 0x7B, 0xE9])
        default: return []
        }
    }
}
