import Testing

@testable import Decoding

/// Compares the tables with symbols by libzint.
struct MicroPDF417TableTests {
    @Test func sizesAndPatternsAreThoseOfLibzint() throws {
        let samples = MicroPDF417Sample.ofAllSizes()
        #expect(samples.count == 34)
        for (bytes, sample) in samples {
            let size = sample.size
            for row in 0..<size.rows {
                for (start, pattern) in size.addresses(ofRow: row) {
                    #expect(sample.bits(row, start, RowAddress.modules) == pattern, "\(size) \(row) \(start)")
                }
                #expect(sample.bits(row, size.modules - 1, 1) == 1)
            }
            var codewords = sample.codewords.compactMap { $0 }
            try #require(codewords.count == size.codewords)
            #expect(PDF417Correction.correct(&codewords, checks: size.checks) == 0, "\(size)")
            let content = PDF417Content(codewords.dropLast(size.checks), kind: .microPDF417)
            #expect(content?.bytes == bytes, "\(size)")
        }
    }

    @Test func everyCodewordHasAUniquePatternInEachCluster() {
        var seen = Set<UInt32>()
        for cluster in 0..<3 {
            for codeword in 0..<PDF417Patterns.codewords {
                let pattern = PDF417Patterns.pattern(of: codeword, cluster: cluster)
                seen.insert(pattern)
                #expect(PDF417Patterns.codeword(of: pattern, cluster: cluster) == codeword)
                #expect(PDF417Patterns.codeword(of: pattern, cluster: (cluster + 1) % 3) == nil)
                // ISO/IEC 15438, 5.3.1: b1 − b2 + b3 − b4 is the cluster's number, modulo 9.
                var widths: [Int] = []
                for i in 0..<17 {
                    let isDark = pattern >> UInt32(16 - i) & 1 == 1
                    if isDark == (widths.count % 2 == 1) { widths[widths.count - 1] += 1 } else { widths.append(1) }
                }
                #expect(widths.count == 8)
                #expect(widths.allSatisfy { $0 <= 6 })
                #expect((widths[0] - widths[2] + widths[4] - widths[6] + 9) % 9 == 3 * cluster)
            }
        }
        #expect(seen.count == 3 * PDF417Patterns.codewords)
    }

    @Test(arguments: [RowAddress.side, RowAddress.center])
    func fromARowAddressPatternToTheNextOneEdgeMovesByOneModule(_ patterns: [UInt32]) {
        #expect(Set(patterns).count == RowAddress.count)
        for (number, pattern) in patterns.enumerated() {
            #expect((pattern ^ patterns[(number + 1) % patterns.count]).nonzeroBitCount == 1)
        }
    }
}
