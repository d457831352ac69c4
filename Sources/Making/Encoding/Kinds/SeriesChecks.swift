extension CheckScheme {
    /// The check characters that numbers of a series can get, whatever code holds them.
    package static let ofSeries = [
        modulo10, CheckScheme("luhn", luhn.characters), modulo43, modulo37And36, modulo97And10,
    ]

    /// Whether it is of digits alone.
    package var isOfDigits: Bool { characters(Array("A".utf8)) == nil }

    /// ISO/IEC 7064, MOD 37,36: one digit or capital.
    private static let modulo37And36 = CheckScheme("mod37-36") { content in
        var product = 36
        for byte in content {
            // Code 39's values are the same up to Z.
            guard let value = code39Characters.prefix(36).firstIndex(of: byte) else { return nil }
            let sum = (product + value) % 36
            product = (sum == 0 ? 36 : sum) * 2 % 37
        }
        return [code39Characters[(37 - product) % 36]]
    }

    /// ISO/IEC 7064, MOD 97-10: two digits.
    private static let modulo97And10 = CheckScheme("mod97-10", count: 2) { content in
        var rest = 0
        for byte in content {
            guard (0x30...0x39).contains(byte) else { return nil }
            rest = (rest * 10 + Int(byte) - 0x30) % 97
        }
        let check = 98 - rest * 100 % 97
        return [UInt8(0x30 + check / 10), UInt8(0x30 + check % 10)]
    }
}
