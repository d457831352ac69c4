import Decoding
import Foundation
import Testing

@testable import quietzone_bench

/// A floor under what `make bench ARGS=charsets` measures, over an eighth of its texts.
@Suite struct CharsetBenchTests {
    private static let fixtures =
        URL(filePath: #filePath).deletingLastPathComponent().path + "/../DecodingTests/Fixtures/"

    @Test func shortTextsAreToldRight() throws {
        let texts = try CharsetTexts(path: Self.fixtures + "charset-texts.tsv")
        #expect(texts.rows.count >= 2000)
        #expect(Set(texts.rows.map(\.language)).count >= 25)
        let samples = texts.samples.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
        let bench = CharsetBench(samples: samples, guessers: [.own])
        // Below what is measured of all texts, as an eighth of them scatters.
        for (length, least) in [0.87, 0.90, 0.94, 0.95, 0.97].enumerated() {
            let share = try #require(bench.share(0) { $0.lengthClass == length })
            #expect(share.share >= least, "\(CharsetSample.lengthTitles[length]) bytes: \(share)")
        }
        for charset in Set(samples.map(\.charset)) {
            let share = try #require(bench.share(0) { $0.charset == charset })
            #expect(share.count < 8 || share.share >= 0.7, "\(charset): \(share)")
        }
    }

    @Test func whatIsNoTextIsToldAsNone() throws {
        for (kind, members) in try BinaryPayloads(path: Self.fixtures + "binary-payloads.tsv").kinds {
            let told = members.count { TextDecoding.decode($0) != nil }
            if !kind.hasPrefix("random") { #expect(told == 0, "\(kind)") }
            if members.allSatisfy({ $0.count >= 16 }) { #expect(told * 100 <= members.count, "\(kind): \(told)") }
        }
    }
}
