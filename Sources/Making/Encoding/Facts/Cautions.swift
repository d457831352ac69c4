import Symbols

extension MadeSymbol {
    /// What is allowed and may still go wrong where it is read, a line each; empty as a rule.
    package var cautions: [String] { [fullASCIICaution, quietZoneCaution, rowHeightCaution].compactMap { $0 } }

    /// Nothing in a Code 39 shows whether it is in full ASCII (ISO/IEC 16388, annex A): readers guess, or are told. This program's
    /// takes it for full ASCII where every one of `$ % / +` begins a pair and one of them is a small letter, and says so by the
    /// identifier `]A4`.
    private var fullASCIICaution: String? {
        guard kind.symbology == .code39 else { return nil }
        let bytes = source.bytes
        if kind.name == "code-39" {
            let shifts = Array("$%/+".utf8)
            let pairs = bytes.indices.filter { shifts.contains(bytes[$0]) }
            let areAllPairs = pairs.allSatisfy { $0 + 1 < bytes.count && (0x41...0x5A).contains(bytes[$0 + 1]) }
            guard areAllPairs, let plus = pairs.first(where: { bytes[$0] == UInt8(ascii: "+") }) else { return nil }
            let pair = String(decoding: bytes[plus...plus + 1], as: UTF8.self)
            return
                "readers that treat Code 39 as full ASCII, as this program does here, read \(pair) as “\(pair.dropFirst().lowercased())”: Code 128 is unambiguous"
        }
        let isPlain = bytes.allSatisfy { CheckScheme.code39Characters.contains($0) && !Array("$%/+".utf8).contains($0) }
        let hasSmallLetter = bytes.contains { (0x61...0x7A).contains($0) }
        guard !isPlain, !hasSmallLetter else { return nil }
        return
            "without a lower-case letter readers treat it as plain Code 39, and read “!” as the pair /A: Code 128 is unambiguous"
    }

    /// The last row is one of data, and none of these is lower.
    private var rowHeightCaution: String? {
        guard kind.layout == .rows, options.height != nil, let height = grid.rowHeights.last,
            height < kind.minimumHeight
        else { return nil }
        return
            "rows are \(height) modules high, and readers need \(kind.minimumHeight): increase the height, or leave it out"
    }

    private var quietZoneCaution: String? {
        guard let zone = options.quietZone, zone < kind.quietZone else { return nil }
        return
            "a quiet zone of \(zone) is less than the \(kind.quietZone) modules that readers need: leave room around it"
    }
}
