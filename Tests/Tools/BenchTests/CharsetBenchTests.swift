import Charsets
import Foundation
import Testing

@testable import quietzone_bench

/// Minimum results of `make bench ARGS=charsets`, over an eighth of its texts.
@Suite struct CharsetBenchTests {
    private static let fixtures =
        URL(filePath: #filePath).deletingLastPathComponent().path + "/../../Reading/DecodingTests/Fixtures/"

    @Test func shortTextsAreDecodedCorrectly() throws {
        let texts = try CharsetTexts(path: Self.fixtures + "charset-texts.tsv")
        #expect(texts.rows.count >= 2000)
        #expect(Set(texts.rows.map(\.language)).count >= 25)
        let samples = texts.samples.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
        let bench = CharsetBench(samples: samples, detectors: [.quietzone])
        // Lower than the results for all texts, because an eighth of them varies more.
        for (length, minimum) in [0.87, 0.90, 0.94, 0.95, 0.97].enumerated() {
            let share = try #require(bench.share(0) { $0.lengthClass == length })
            #expect(share.share >= minimum, "\(CharsetSample.lengthTitles[length]) bytes: \(share)")
        }
        for charset in Set(samples.map(\.charset)) {
            let share = try #require(bench.share(0) { $0.charset == charset })
            #expect(share.count < 8 || share.share >= 0.7, "\(charset): \(share)")
        }
    }

    @Test func binaryDataIsNotTakenForText() throws {
        for (kind, members) in try BinaryPayloads(path: Self.fixtures + "binary-payloads.tsv").kinds {
            let decoded = members.count { TextDecoding.decode($0) != nil }
            if !kind.hasPrefix("random") { #expect(decoded == 0, "\(kind)") }
            if members.allSatisfy({ $0.count >= 16 }) { #expect(decoded * 100 <= members.count, "\(kind): \(decoded)") }
        }
    }
}
