import Foundation
import Testing

@testable import History

/// The codes that were made: kept once each, the newest first, bounded, and forgotten for good.
@Suite struct MadeCodesTests {
    private func code(_ text: String, at seconds: Double, kind: String = "qr-code") -> MadeCode {
        MadeCode(
            time: Date(timeIntervalSince1970: seconds), kind: kind, bytes: Array(text.utf8), isText: true,
            summary: "says \(text)", options: Data("{}".utf8), form: "text", values: ["text": text])
    }

    @Test func whatIsMadeAgainIsTheNewest() throws {
        let history = try HistoryStore.inMemory(called: "a test")
        try history.keep(code("one", at: 1000))
        try history.keep(code("two", at: 2000))
        try history.keep(code("one", at: 3000))
        try history.keep(code("one", at: 2500, kind: "aztec"))
        let made = try history.madeCodes()
        #expect(made.map(\.summary) == ["says one", "says one", "says two"])
        #expect(made.map(\.kind) == ["qr-code", "aztec", "qr-code"])
        #expect(made[0].values == ["text": "one"] && made[0].time == Date(timeIntervalSince1970: 3000))
        #expect(try history.madeCode(made[2].id) == made[2])
        try history.forgetMadeCodes(made[0].id)
        #expect(try history.madeCode(made[0].id) == nil)
        try history.forgetMadeCodes()
        #expect(try history.madeCodes().isEmpty)
    }

    @Test func anyBytesAndTextsAreKeptAsTheyAre() throws {
        let history = try HistoryStore.inMemory(called: "a test")
        var odd = code("a\u{0}b\u{202E}", at: 1)
        odd.bytes = Array(0...255)
        odd.isText = false
        odd.values = ["": "\u{0}", "emoji 🧑‍🌾": "\"\\"]
        try history.keep(odd)
        let kept = try #require(try history.madeCodes().first)
        odd.id = kept.id
        #expect(kept == odd)
    }

    @Test func thereIsAMostOfThem() throws {
        let history = try HistoryStore.inMemory(called: "a test")
        for number in 0..<HistoryStore.maximumMadeCodes + 5 { try history.keep(code("\(number)", at: Double(number))) }
        let made = try history.madeCodes()
        #expect(made.count == HistoryStore.maximumMadeCodes)
        #expect(made.last?.summary == "says 5")
    }
}
