import Testing

@testable import Symbols

@Suite struct GS1ElementLengthTests {
    /// Figure 7.8.5-2 of the General Specifications, row by row.
    @Test func theTableOfTheStandardIsWhole() {
        let table: [Int: Int] = [
            0: 20, 1: 16, 2: 16, 3: 16, 4: 18, 11: 8, 12: 8, 13: 8, 14: 8, 15: 8, 16: 8, 17: 8, 18: 8, 19: 8, 20: 4,
            31: 10, 32: 10, 33: 10, 34: 10, 35: 10, 36: 10, 41: 16,
        ]
        for number in 0...99 { #expect(GS1ElementLength.predefined(startingWith: number) == table[number]) }
    }

    @Test func stringsAreTakenApart() {
        func parts(_ text: String) -> [String] {
            GS1ElementLength.elements(of: Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        #expect(parts("0109520123456788172809151" + "0AB\u{1D}21C") == ["0109520123456788", "17280915", "10AB", "21C"])
        #expect(parts("0109520123456788\u{1D}10AB\u{1D}") == ["0109520123456788", "10AB"])
        #expect(parts("01095") == ["01095"] && parts("x") == ["x"] && parts("").isEmpty)
    }

    @Test(arguments: [
        ("0109520123456788", "10AB", "010952012345678810AB"), ("10AB", "21C", "10AB\u{1D}21C"),
        ("0109520123456788" + "10AB", "17280915", "010952012345678810AB\u{1D}17280915"), ("", "10AB", "10AB"),
    ])
    func stringsAreJoinedWithFNC1WhereItIsNeeded(first: String, second: String, joined: String) {
        #expect(GS1ElementLength.joined(Array(first.utf8), Array(second.utf8)) == Array(joined.utf8))
    }
}
