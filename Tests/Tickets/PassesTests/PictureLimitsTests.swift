import Files
import Testing

@testable import Passes

/// How much of the pictures of a pass is unpacked.
@Suite struct PictureLimitsTests {
    /// A PNG of so many grey pixels whose picture is not there.
    private func hollow(_ width: Int, _ height: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func part(_ name: String, _ content: [UInt8]) -> [UInt8] {
            var checksum = ZipSize()
            (name.bytes + content).withUnsafeBytes { checksum.add($0) }
            return number(content.count) + name.bytes + content + number(Int(checksum.checksum))
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + part("IHDR", number(width) + number(height) + [8, 0, 0, 0, 0]) + part("IDAT", [0x78, 0x9C])
            + part("IEND", [])
    }

    /// What is packed a thousandfold keeps nobody waiting.
    @Test func picturesAreUnpackedWithinLimits() {
        func problems(_ files: [String: [UInt8]], budget: Int = 1 << 20) -> [PassProblem] {
            PassPictures(PassSamples.icons.merging(files, uniquingKeysWith: { $1 }), style: nil, budget: budget)
                .problems
        }
        #expect(problems(["logo.png": hollow(160, 50)]).map(\.kind) == [.notPNG])
        let large = problems(["logo.png": hollow(4001, 4000)])
        #expect(large.map(\.kind) == [.tooLarge] && large[0].place == "logo.png" && large[0].isError)
        #expect(large[0].words == "it has 4001 × 4000 pixels, more than any device shows: make it smaller")
        // All together, and said once; the pictures of all languages come first.
        let languages = ["de.lproj/logo.png": png(160, 50), "fr.lproj/logo.png": png(160, 50)]
        let size = PassSamples.icons.values.reduce(0) { $0 + PassPNG.unpackedSize(of: $1) }
        #expect(PassPNG.unpackedSize(of: hollow(160, 50)) == 50 * 161)
        let much = problems(languages, budget: size)
        #expect(much.map(\.kind) == [.tooLarge] && much.map(\.place) == ["de.lproj/logo.png"])
        #expect(problems(languages, budget: size + 2 * PassPNG.unpackedSize(of: png(160, 50))).isEmpty)
        // Nor is one unpacked that Wallet does not know.
        #expect(problems(["other.png": hollow(160, 50), "a/b/logo.png": hollow(160, 50)]).isEmpty)
    }
}
