import Decoding
import Symbols

extension ReadResult {
    /// Whether it is safe to use: the process that it comes from may be compromised.
    ///
    /// What the symbols say is hostile anyway; this bounds numbers that are calculated with, and names that a decoder
    /// of ours makes itself.
    var isPlausible: Bool {
        symbols.count <= ReaderOptions.maxPossibleSymbols && attempts.count <= 10_000 && faults.count <= 10_000
            && symbols.allSatisfy(\.isPlausible)
            && attempts.allSatisfy {
                $0.name.isShort(64) && $0.duration >= .zero && $0.duration < .seconds(3600)
                    && (0...1_000_000).contains($0.found)
            }
            && faults.allSatisfy { $0.reason.isShort(1024) }
    }
}

extension Symbol {
    fileprivate var isPlausible: Bool {
        // Twice the largest side: engines extrapolate corners beyond the frame.
        corners.corners.allSatisfy { abs($0.x) <= 40_000 && abs($0.y) <= 40_000 }
            && content.identifier.isShort(8) && content.identifier.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            && (content.charset.map { $0.isShort(64) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } } ?? true)
            && (content.addOn.map { $0.isShort(5) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } ?? true)
    }
}

extension String {
    fileprivate func isShort(_ most: Int) -> Bool { utf8.count <= most }
}
