import Formats

/// Punycode (RFC 3492), the ASCII form of a non-ASCII label, without the prefix `xn--`.
enum Punycode {
    private static let base = 36
    private static let initialBias = 72
    private static let initialCodePoint = 128
    /// A DNS label has at most 63 bytes (RFC 1035, 2.3.4), which also bounds the quadratic time of insertion below.
    private static let maximumLength = 63

    /// Decodes a label; nil when it is malformed or longer than a label may be.
    static func decode(_ encoded: ArraySlice<UInt8>) -> String? {
        guard encoded.count <= maximumLength, encoded.allSatisfy({ $0 < 0x80 }) else { return nil }
        let delimiter = encoded.lastIndex(of: UInt8(ascii: "-"))
        var output = encoded[..<(delimiter ?? encoded.startIndex)].map { Unicode.Scalar($0) }
        var digits = delimiter.map { encoded[($0 + 1)...] } ?? encoded
        guard !digits.isEmpty else { return nil }

        var (codePoint, index, bias) = (initialCodePoint, 0, initialBias)
        while !digits.isEmpty {
            let previous = index
            var (weight, k) = (1, base)
            while true {
                guard let byte = digits.popFirst(), let digit = value(of: byte) else { return nil }
                index += digit * weight
                let t = threshold(k, bias)
                // No code point needs more than 32 bits (RFC 3492, 6.4).
                guard index <= UInt32.max else { return nil }
                if digit < t { break }
                weight *= base - t
                guard weight <= UInt32.max else { return nil }
                k += base
            }
            let length = output.count + 1
            bias = adapt(index - previous, length, isFirst: previous == 0)
            codePoint += index / length
            index %= length
            guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    /// Encodes `label`; nil when the result is longer than a label may be.
    static func encode(_ label: String) -> String? {
        let input = label.unicodeScalars.map { Int($0.value) }
        guard input.count <= maximumLength else { return nil }
        var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }

        var (codePoint, delta, bias, handled) = (initialCodePoint, 0, initialBias, basicCount)
        while handled < input.count {
            let next = input.filter { $0 >= codePoint }.min()!
            delta += (next - codePoint) * (handled + 1)
            codePoint = next
            for value in input {
                if value < codePoint { delta += 1 }
                guard value == codePoint else { continue }
                var (rest, k) = (delta, base)
                while true {
                    let t = threshold(k, bias)
                    if rest < t { break }
                    output.append(digit(t + (rest - t) % (base - t)))
                    rest = (rest - t) / (base - t)
                    k += base
                }
                output.append(digit(rest))
                bias = adapt(delta, handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            codePoint += 1
        }
        guard output.count <= maximumLength - 4 else { return nil }
        return String(decoding: output, as: UTF8.self)
    }

    // The parameters of RFC 3492, 5: t from 1 to 26, skew 38, damp 700.
    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, 1), 26) }

    private static func adapt(_ delta: Int, _ length: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / length
        var k = 0
        while delta > 35 * 26 / 2 {
            delta /= 35
            k += base
        }
        return k + base * delta / (delta + 38)
    }

    private static func value(of byte: UInt8) -> Int? {
        if ASCII.isDigit(byte) { return Int(byte) - 0x30 + 26 }
        return ASCII.isLetter(byte) ? Int(byte | 0x20) - 0x61 : nil
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }
}
