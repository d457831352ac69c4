import Formats

/// Punycode (RFC 3492), the ASCII form of a non-ASCII label, without the prefix `xn--`.
enum Punycode {
    private static let base: UInt32 = 36
    private static let tMin: UInt32 = 1
    private static let tMax: UInt32 = 26
    private static let initialBias: UInt32 = 72
    private static let initialCodePoint: UInt32 = 128
    /// A DNS label has at most 63 bytes (RFC 1035, 2.3.4), which also bounds the quadratic time of insertion below.
    private static let maximumLength = 63

    /// Decodes a label; nil when it is malformed or longer than a label may be.
    static func decode(_ encoded: ArraySlice<UInt8>) -> String? {
        guard encoded.count <= maximumLength else { return nil }
        var output: [UInt32] = []
        var digits = encoded
        if let delimiter = encoded.lastIndex(of: UInt8(ascii: "-")) {
            output = encoded[..<delimiter].map { UInt32($0) }
            digits = encoded[(delimiter + 1)...]
        }
        guard output.allSatisfy({ $0 < 0x80 }), !digits.isEmpty else { return nil }

        var codePoint = initialCodePoint
        var index: UInt32 = 0
        var bias = initialBias
        while !digits.isEmpty {
            let previous = index
            var weight: UInt32 = 1
            var k = base
            while true {
                guard let byte = digits.popFirst(), let digit = value(of: byte) else { return nil }
                let (product, tooLarge) = digit.multipliedReportingOverflow(by: weight)
                let (sum, overflow) = index.addingReportingOverflow(product)
                guard !tooLarge, !overflow else { return nil }
                index = sum
                let t = threshold(k, bias)
                if digit < t { break }
                let (next, weightOverflow) = weight.multipliedReportingOverflow(by: base - t)
                guard !weightOverflow else { return nil }
                weight = next
                k += base
            }
            let length = UInt32(output.count) + 1
            bias = adapt(index - previous, length, isFirst: previous == 0)
            let (advanced, overflow) = codePoint.addingReportingOverflow(index / length)
            guard !overflow else { return nil }
            codePoint = advanced
            index %= length
            guard codePoint >= 0x80, Unicode.Scalar(codePoint) != nil else { return nil }
            output.insert(codePoint, at: Int(index))
            index += 1
        }
        var text = String.UnicodeScalarView()
        for value in output { text.append(Unicode.Scalar(value)!) }
        return String(text)
    }

    /// Encodes `label`; nil when the result is longer than a label may be.
    static func encode(_ label: String) -> String? {
        let input = label.unicodeScalars.map(\.value)
        guard input.count <= maximumLength else { return nil }
        var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = UInt32(output.count)
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }

        var codePoint = initialCodePoint
        var delta: UInt32 = 0
        var bias = initialBias
        var handled = basicCount
        while handled < input.count {
            let next = input.filter { $0 >= codePoint }.min()!
            // At most 0x10FFFF × 64: far from overflow.
            delta += (next - codePoint) * (handled + 1)
            codePoint = next
            for value in input {
                if value < codePoint { delta += 1 }
                guard value == codePoint else { continue }
                var rest = delta
                var k = base
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

    private static func threshold(_ k: UInt32, _ bias: UInt32) -> UInt32 {
        k <= bias ? tMin : min(k - bias, tMax)
    }

    private static func adapt(_ delta: UInt32, _ length: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / length
        var k: UInt32 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + 38)
    }

    private static func value(of byte: UInt8) -> UInt32? {
        if ASCII.isDigit(byte) { return UInt32(byte) - 0x30 + 26 }
        if ASCII.isLetter(byte) { return UInt32(byte | 0x20) - 0x61 }
        return nil
    }

    private static func digit(_ value: UInt32) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }
}
