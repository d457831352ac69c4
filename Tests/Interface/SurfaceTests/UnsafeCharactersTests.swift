import Formats
import Surface
import Testing
import UnsafeText

/// All of Unicode through the filter.
@Suite struct UnsafeCharactersTests {
    @Test func everyUnsafeCharacterIsMarked() {
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value), UnsafeText.isUnsafe(scalar) else { continue }
            // Between letters: after an emoji a variation selector goes without a mark.
            var text = String.UnicodeScalarView()
            text += ["a", scalar, "b"]
            let shown = Array(SafeText.visible(String(text)).unicodeScalars)
            let isMarked = shown.count == 3 && !UnsafeText.isUnsafe(shown[1]) && shown[1] != scalar
            if !isMarked { Issue.record("U+\(String(value, radix: 16)): \(shown.map(\.value))") }
        }
    }

    @Test func theyAreAllThere() {
        let values = Set(UnsafeText.scalars.map(\.value))
        for value: UInt32 in [
            0, 0x1B, 0x7F, 0x9B, 0xAD, 0x34F, 0x61C, 0x200B, 0x200D, 0x202E, 0x2066, 0x2028, 0xFEFF, 0xFE0F,
            0x180E, 0x3164, 0xE0001, 0xE0041, 0xE007F, 0xE0100, 0xE01EF, 0x1D173, 0xFFF9,
        ] { #expect(values.contains(value), "\(String(value, radix: 16))") }
        #expect(values.count > 500)
    }

    /// What is drawn of an emoji does not depend on joiners and selectors, whose widths differ between terminals.
    @Test func anEmojiKeepsNeitherJoinerNorSelector() {
        for emoji in ["👩‍👩‍👧", "❤️", "🏴\u{E0067}\u{E0062}\u{E007F}", "1️⃣", "🏳️‍🌈"] {
            var canvas = Canvas(width: 40, height: 1)
            canvas.write(emoji, x: 0, y: 0, .plain)
            #expect(UnsafeText.found(in: SafeText.visible(emoji)).isEmpty)
            #expect(canvas.cells.allSatisfy { UnsafeText.found(in: String($0.character)).isEmpty })
        }
    }
}
