import Testing

@testable import Decoding

@Suite struct HanXinTemplateTests {
    /// Every version has room for the codewords of table D.1, of which each level has as many, and no more than seven modules are left over.
    @Test(arguments: HanXinTemplate.versions)
    func modulesHoldTheCodewords(version: Int) throws {
        let counts = try (0...3).map { try #require(HanXinBlocks(version: version, level: $0)).count }
        #expect(Set(counts).count == 1)
        var modules = 0
        HanXinTemplate(version: version).eachDataModule { _, _ in modules += 1 }
        #expect(modules >= 8 * counts[0])
        #expect(modules < 8 * counts[0] + 8, "\(modules - 8 * counts[0]) left over")
    }

    @Test func otherVersionsAndLevelsAreNone() {
        #expect(HanXinBlocks(version: 0, level: 0) == nil)
        #expect(HanXinBlocks(version: 85, level: 0) == nil)
        #expect(HanXinBlocks(version: 1, level: 4) == nil)
    }

    /// Version 24 with level 2 and mask 2 is 44, 1, 2: 0010 1100 0110, then four check words.
    @Test func functionInformationIsCorrected() throws {
        func darkness(_ words: [Int]) -> [Float] {
            words.flatMap { word in (0..<4).map { word >> (3 - $0) & 1 == 1 ? 1 : -1 } } + [-1, 1, -1, 1, -1, 1]
        }
        // All of the 4,096 words of data, with the check words that make their code.
        let data = [0x2, 0xC, 0x6]
        let code = ReedSolomon(field: .of16)
        let found = (0..<65536).lazy.map { data + [$0 >> 12, $0 >> 8 & 15, $0 >> 4 & 15, $0 & 15] }
            .first { words in
                var words = words
                return code.correct(&words, parity: 4, maxErrors: 0) == 0
            }
        let words = try #require(found)
        let expected = HanXinInformation(darkness(words))
        #expect(expected?.version == 24 && expected?.level == 1 && expected?.mask == 2)
        var damaged = words
        damaged[1] ^= 9
        damaged[5] ^= 4
        #expect(HanXinInformation(darkness(damaged)) == expected)
    }
}
