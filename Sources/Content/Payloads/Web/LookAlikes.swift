/// Finds characters that look like ASCII ones (confusables, UTS 39).
enum LookAlikes {
    /// The ASCII text that each character looks like, in lower case.
    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for row in DataTable.rows(PackageResources.look_alikes_tsv) {
            for code in row[0].split(separator: " ") {
                if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) { table[scalar] = row[1] }
            }
        }
        return table
    }()

    /// The ASCII label that `label` looks like; nil when it is ASCII itself, or contains a character that does not look
    /// like an ASCII letter, digit or hyphen.
    static func asciiLabel(_ label: some StringProtocol) -> String? {
        var text = ""
        var isASCII = true
        for scalar in label.unicodeScalars {
            if scalar.isASCII {
                text.unicodeScalars.append(scalar)
                continue
            }
            isASCII = false
            guard let shown = table[scalar], shown.utf8.allSatisfy({ !isSeparator($0) }) else { return nil }
            text += shown
        }
        return isASCII ? nil : text
    }

    /// The characters of `label` that look like one that ends a label or a host, such as U+2044 for `/`.
    ///
    /// A letter or digit of another script (`ノ`, an Arabic zero) counts only between ASCII characters.
    static func separators(in label: some StringProtocol) -> [(scalar: Unicode.Scalar, shown: String)] {
        let scalars = Array(label.unicodeScalars)
        return scalars.indices.compactMap { index in
            let scalar = scalars[index]
            guard !scalar.isASCII, let shown = table[scalar], shown.utf8.allSatisfy(isSeparator) else { return nil }
            let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            let neighbours = [index - 1, index + 1].filter(scalars.indices.contains).map { scalars[$0] }
            return isLetter && !neighbours.allSatisfy(\.isASCII) ? nil : (scalar, shown)
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { "/\\.?:#".utf8.contains(byte) }
}
