/// Guesses the charset of bytes that are not UTF-8 and whose symbol names none.
///
/// Each charset in which the bytes are valid makes a text of them, and that text costs as many bits as it would take to write it
/// down in the language it looks most like: letters by those before them (`LetterPairs`), ideographs and syllables by how frequent they are
/// (`CharacterCosts`), signs and changes of script much. What costs least is likeliest. Bytes that cost about as much as noise does in
/// every charset are not text.
package enum TextLikelihood {
    /// The likeliest text; nil when even the best is unlikely, as with binary content.
    package static func best(for bytes: [UInt8]) -> DecodedText? {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
        // After some hundred bytes charsets are as distinct as they get.
        let start = max(0, first - before)
        let window = start..<min(bytes.count, start + most)
        var best: (charset: Charset, cost: Int)?
        func offer(_ charset: Charset, _ cost: Int?) {
            if let cost, cost < best?.cost ?? .max { best = (charset, cost) }
        }
        let hasC1 = bytes.contains { (0x80..<0xA0).contains($0) }
        var present = [Bool](repeating: false, count: 256)
        for byte in bytes { present[Int(byte)] = true }
        bytes.withUnsafeBufferPointer { all in
            let part = UnsafeBufferPointer(rebasing: all[window])
            for candidate in SingleByteCharset.guessed where hasC1 || !candidate.extendsLatin1 {
                let isValid = present.indices.allSatisfy {
                    !present[$0] || candidate.scalars[$0] != SingleByteCharset.invalid
                }
                if isValid { offer(candidate.charset, SingleByteLikelihood.cost(of: part, in: candidate)) }
            }
        }
        for candidate in EastAsianLikelihood.guessed {
            offer(candidate.charset, candidate.cost(of: bytes, window: window))
        }
        guard let best, costOfNoise(bytes[window]) - best.cost >= minEvidence,
            let text = best.charset.decode(bytes)
        else { return nil }
        return DecodedText(text: text, charset: best.charset.name)
    }

    // None of these is measured by itself.

    /// Bytes before the first one above 7F that are compared: a few words.
    private static let before = 64
    /// Bytes that are compared, at most: a bound on time.
    private static let most = 768
    /// Quarters of a bit by which text has to be likelier than noise; below 0, as rare names are text too.
    private static let minEvidence = -24

    /// Quarters of a bit that a byte above 7F costs when it is not text: eight bits.
    private static let noise = 32
    /// The same for a letter or digit of ASCII: a little more than `SingleByteLikelihood.plain`, as noise has any of them.
    private static let letterOfNoise = 22
    /// By how much a control character that no text has makes noise cheaper.
    private static let controlOfNoise = 28

    /// Quarters of a bit that bytes cost when they are not text: eight bits each above 7F; of ASCII about what it costs as text, less
    /// for the control characters that text has not.
    private static func costOfNoise(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { sum, byte in
            switch byte {
            case 0x80...: sum + noise
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), 0x20:
                sum + letterOfNoise
            case 0x09, 0x0A, 0x0D, 0x04, 0x1C...0x1F: sum + SingleByteLikelihood.plain
            case ..<0x20, 0x7F: sum - controlOfNoise
            default: sum + SingleByteLikelihood.plain
            }
        }
    }
}
