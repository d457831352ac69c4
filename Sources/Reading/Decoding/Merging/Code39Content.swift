import Charsets
import Symbols

/// The content of a Code 39 symbol's characters: with a check character or without, in full ASCII or not. Neither is
/// marked in a symbol (ISO/IEC 16388).
enum Code39Content {
    /// `symbol` with its characters interpreted; symbols of other symbologies unchanged.
    ///
    /// AIM's modifiers: 0 as it is, 3 with a check character that was right and is left out, 4 and 7 the same in full
    /// ASCII.
    /// - Parameter checks: whether the last character has to be the check character.
    /// - Returns: nil when it is checked and is wrong, or is all there is.
    static func interpreted(_ symbol: Symbol, checks: Bool) -> Symbol? {
        guard symbol.content.symbology == .code39 else { return symbol }
        var bytes = symbol.content.bytes
        if checks {
            guard bytes.count > 1, let check = bytes.popLast(), check == checkCharacter(of: bytes) else { return nil }
        }
        let decoded = isHealthIndustry(bytes) ? nil : FullASCII.decoded(bytes)
        guard checks || decoded != nil else { return symbol }
        let text = TextDecoding.decode(decoded ?? bytes, symbology: .code39)
        var result = symbol
        result.content.bytes = decoded ?? bytes
        result.content.text = text?.text
        result.content.charset = text?.charset
        result.content.identifier = "]A" + (decoded == nil ? "3" : checks ? "7" : "4")
        return result
    }

    /// Whether `bytes` are a number of the health industry (ANSI/HIBC 2.6), which begins with a plus sign and ends with a check character:
    /// its plus sign shifts no letter.
    private static func isHealthIndustry(_ bytes: [UInt8]) -> Bool {
        bytes.count > 3 && bytes.first == UInt8(ascii: "+") && bytes.last == checkCharacter(of: bytes.dropLast())
    }

    /// The character whose value is the sum of all values modulo 43; nil if one has no value.
    static func checkCharacter(of bytes: [UInt8]) -> UInt8? {
        var sum = 0
        for byte in bytes {
            guard let value = Code39.alphabet.firstIndex(of: byte) else { return nil }
            sum += value
        }
        return Code39.alphabet[sum % Code39.alphabet.count]
    }
}
