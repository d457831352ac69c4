import SeededRandomness
import Testing

@testable import Config

@Suite struct TextPatternTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "abcd", false), ("abc", "", false), ("*", "", true), ("*", "anything", true),
        ("a*c", "ac", true), ("a*c", "abbbc", true), ("a*c", "abbbd", false), ("a?c", "abc", true),
        ("a?c", "ac", false), ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false), ("**", "x", true),
        ("https://example.org/*", "https://example.org.evil/", false), ("A", "a", false), ("?", "é", true),
        ("WIFI:*S:Office;*", "WIFI:T:WPA;S:Office;P:x;;", true), ("[a]", "a", false), ("[a]", "[a]", true),
    ]) func matchesAsWritten(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try #require(TextPattern(pattern)).matches(text) == isMatch)
    }

    @Test func patternsHaveALength() {
        #expect(TextPattern("") == nil)
        #expect(TextPattern(String(repeating: "a", count: 256)) != nil)
        #expect(TextPattern(String(repeating: "a", count: 257)) == nil)
    }

    /// The plain definition, which takes exponential time.
    private func reference(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return reference(pattern.dropFirst(), text) || !text.isEmpty && reference(pattern, text.dropFirst())
        }
        guard let next = text.first, first == "?" || first == next else { return false }
        return reference(pattern.dropFirst(), text.dropFirst())
    }

    @Test func matchesAsThePlainDefinition() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<4000 {
            let pattern = (0..<Int.random(in: 1...6, using: &random)).map { _ in "ab*?".randomElement(using: &random)! }
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in "ab".randomElement(using: &random)! }
            let isMatch = try #require(TextPattern(String(pattern))).matches(String(text))
            #expect(isMatch == reference(pattern[...], text[...]), "\(String(pattern)) \(String(text))")
        }
    }

    /// A backtracking matcher would not come back from this.
    @Test func manyStarsCostNoMoreThanTheirNumber() throws {
        let pattern = try #require(TextPattern(String(repeating: "*a", count: 120) + "*b"))
        #expect(!pattern.matches(String(repeating: "a", count: 65_536)))
    }
}
