import Foundation

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
        guard !label.isASCII else { return nil }
        var text = ""
        for scalar in label.unicodeScalars {
            if scalar.isASCII {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard let shown = table[scalar], shown.utf8.allSatisfy({ !isSeparator($0) }) else { return nil }
            text += shown
        }
        return text
    }

    /// What `label` has in common with the labels that people take for it: look-alikes replaced, accents left out, and the digits
    /// and letter pairs that look like letters made the same (`rn` and `m`, `1`, `i` and `l`). Not for display. Nil when it
    /// contains a character that looks like none of ASCII.
    static func skeleton(of label: some StringProtocol) -> String? {
        var ascii: [UInt8] = []
        for scalar in label.unicodeScalars {
            if scalar.isASCII {
                ascii.append(UInt8(scalar.value))
            } else if let shown = table[scalar] {
                ascii += shown.utf8
            } else {
                let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
                    .filter { $0.properties.generalCategory != .nonspacingMark }
                guard !base.isEmpty, base.allSatisfy(\.isASCII) else { return nil }
                ascii += base.map { UInt8($0.value) }
            }
        }
        var skeleton: [UInt8] = []
        // The last byte as it was written: a letter that a digit stands for makes no pair.
        var last: UInt8 = 0
        for byte in ascii {
            if let letter = letter(like: (last, byte)) {
                skeleton[skeleton.count - 1] = letter
                last = 0
            } else {
                skeleton.append(likeLetters[Int(byte)])
                last = byte
            }
        }
        return String(decoding: skeleton, as: UTF8.self)
    }

    private static func letter(like pair: (UInt8, UInt8)) -> UInt8? {
        switch pair {
        case (UInt8(ascii: "r"), UInt8(ascii: "n")): UInt8(ascii: "m")
        case (UInt8(ascii: "v"), UInt8(ascii: "v")): UInt8(ascii: "w")
        case (UInt8(ascii: "c"), UInt8(ascii: "l")), (UInt8(ascii: "c"), UInt8(ascii: "1")): UInt8(ascii: "d")
        default: nil
        }
    }

    /// For each byte the letter that it looks like, or the same.
    private static let likeLetters: [UInt8] = {
        var letters = (0...255).map { UInt8($0) }
        for (byte, letter) in zip("01i345789".utf8, "olleastbg".utf8) { letters[Int(byte)] = letter }
        return letters
    }()

    /// The characters of `label` that look like one that ends a label or a host, such as U+2044 for `/`.
    ///
    /// A letter or digit of another script (`ノ`, an Arabic zero) counts only between ASCII characters.
    static func separators(in label: some StringProtocol) -> [(scalar: Unicode.Scalar, shown: String)] {
        guard !label.isASCII else { return [] }
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

extension StringProtocol {
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
