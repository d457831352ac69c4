import Testing

@testable import Decoding

@Suite struct LinearContentTests {
    private func code128(_ values: [UInt8]) -> String? {
        // The caller removes the check character.
        Code128.content(values + [0]).map { "\($0.identifier) \(String(decoding: $0.bytes, as: UTF8.self))" }
    }

    @Test func code128ChangesItsSets() {
        #expect(code128([104, 33, 34, 99, 12, 34, 101, 65, 98, 65]) == "]C0 AB1234\u{1}a")
        #expect(code128([105, 12, 34, 100, 33]) == "]C0 1234A")
        #expect(code128([103, 64]) == "]C0 \0")
    }

    @Test func code128ReportsFNC1() {
        #expect(code128([105, 102, 1, 95, 102, 17]) == "]C1 0195\u{1D}17")
        #expect(code128([105, 12, 102, 34]) == "]C2 1234")
        #expect(code128([104, 33, 34, 102, 33]) == "]C0 AB\u{1D}A")
    }

    @Test func code128SetsHighBitsByFNC4() {
        #expect(Code128.content([104, 100, 33, 33, 0])?.bytes == [0xC1, 0x41])
        #expect(Code128.content([104, 100, 100, 33, 33, 0])?.bytes == [0xC1, 0xC1])
    }

    @Test func code128WithoutContentIsNone() {
        #expect(code128([104]) == nil)
        #expect(code128([104, 99]) == nil)
        #expect(code128([7, 33]) == nil)
        #expect(Code128.content([]) == nil)
    }

    @Test func code93JoinsShiftsWithWhatTheyShift() {
        // `+` and a letter encode a lower-case letter; both check characters are removed.
        #expect(Code93.content([0, 46, 10, 11, 0, 0]).map { String(decoding: $0, as: UTF8.self) } == "aB")
        #expect(Code93.content([0, 10, 46, 0, 0]) == nil)
        #expect(Code93.content([0, 46, 1, 0, 0]) == nil)
    }

    @Test(
        arguments: [
            ([0, 4, 2, 5, 2, 6, 1, 4], [0, 4, 2, 1, 0, 0, 0, 0, 5, 2, 6, 4]),
            ([0, 1, 2, 3, 4, 5, 3, 9], [0, 1, 2, 3, 0, 0, 0, 0, 0, 4, 5, 9]),
            ([0, 1, 2, 3, 4, 5, 4, 9], [0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 5, 9]),
            ([0, 1, 2, 3, 4, 5, 8, 9], [0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 8, 9]),
        ] as [([UInt8], [UInt8])])
    func upcEIsShortForAUPCA(_ short: [UInt8], _ long: [UInt8]) {
        #expect(UPCE.expanded(short) == long)
    }

    @Test(arguments: [
        ("(01)09501101530003(3103)000123", "01095011015300033103000123"),
        ("(10)AB-12(17)261231", "10AB-12\u{1D}17261231"),
        ("(01)09501101530003(10)A(B)(21)7", "010950110153000310A(B)\u{1D}217"),
        ("0109501101530003", "0109501101530003"), ("(1)2", "(1)2"), ("(12345)6", "(12345)6"), ("(01", "(01"), ("", ""),
    ])
    func bracketsBecomeSeparators(_ bracketed: String, _ plain: String) {
        #expect(String(decoding: BracketedGS1.plain(Array(bracketed.utf8)), as: UTF8.self) == plain)
    }

    @Test func theLikeliestValidNumberIsTakenAndTheNextIsKnown() {
        // All digits but one are certain; the check digit decides that one.
        let digits = [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3, 1]
        var columns = digits.dropFirst().map { digit in (0..<20).map { Float($0 % 10 == digit ? 5 : 0) } }
        columns[6] = columns[6].indices.map { $0 % 10 == 3 ? 4.9 : $0 % 10 == 7 ? 5 : 0 }
        // The first digit 4 selects the sets A B A A B B.
        for (i, isB) in [false, true, false, false, true, true].enumerated() {
            for p in columns[i].indices where (p >= 10) != isB { columns[i][p] = 0 }
        }
        var ranking = ProductRanking()
        ranking.add(first: Array(columns[0..<6]), last: columns[6...].map { Array($0[..<10]) }, isReversed: false)
        #expect(ranking.best?.digits.map(Int.init) == digits)
        #expect(abs((ranking.best?.score ?? 0) - 59.9) < 1e-3)
        #expect(ranking.second < 57)
    }
}
