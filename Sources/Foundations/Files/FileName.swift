/// Names of files as the system has them: bytes that need not be UTF-8, in a `String` without loss.
///
///     let path = FileName.text(of: bytes)   // from argv, the environment or a folder
///     open(path.fileSystemPath, O_RDONLY)   // the same bytes again
///     path.withVisibleBytes                 // what people see
///
/// A byte that belongs to no valid scalar becomes a private-use scalar, U+10FE80 for 0x80 to U+10FEFF for 0xFF; where such a
/// scalar stands in a name itself, each of its four bytes does. So every name has one text, and every text one name (as
/// Python's PEP 383 does with surrogates, which a `String` cannot hold).
package enum FileName {
    /// What is added to a byte of 0x80 to 0xFF.
    private static let offset: UInt32 = 0x10FE00

    /// The text that stands for `bytes`.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var scalars = String.UnicodeScalarView()
        func escape(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { scalars.append(Unicode.Scalar(offset + UInt32(byte)) ?? "\u{FFFD}") }
        }
        var parser = Unicode.UTF8.ForwardParser()
        var source = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            switch parser.parseScalar(from: &source) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if byte(of: scalar) == nil { scalars.append(scalar) } else { escape(encoded) }
                rest = rest.dropFirst(encoded.count)
            case .error(let length):
                escape(rest.prefix(length))
                rest = rest.dropFirst(length)
            case .emptyInput: return String(scalars)
            }
        }
    }

    /// The text that stands for a 0-ended name.
    package static func text(of name: UnsafePointer<CChar>) -> String {
        var count = 0
        while name[count] != 0 { count += 1 }
        return name.withMemoryRebound(to: UInt8.self, capacity: max(1, count)) {
            text(of: UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// The byte that `scalar` stands for; nil when it stands for itself.
    fileprivate static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        (offset + 0x80...offset + 0xFF).contains(scalar.value) ? UInt8(scalar.value - offset) : nil
    }
}

extension String {
    /// The bytes of the file name that this text stands for.
    package var fileNameBytes: [UInt8] {
        if isUTF8FileName { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = FileName.byte(of: scalar) {
                bytes.append(byte)
            } else {
                bytes += UTF8.encode(scalar) ?? .init()
            }
        }
        return bytes
    }

    /// The same for C, 0-ended.
    package var fileSystemPath: [CChar] { fileNameBytes.map { CChar(bitPattern: $0) } + [0] }

    /// Whether the file name that this text stands for is UTF-8, and so the text itself.
    package var isUTF8FileName: Bool { unicodeScalars.allSatisfy { FileName.byte(of: $0) == nil } }

    /// The text with `�` for each byte of a file name that is not UTF-8.
    package var withVisibleBytes: String {
        if isUTF8FileName { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { FileName.byte(of: $0) == nil ? $0 : "\u{FFFD}" }))
    }

    /// The text with `?` for each control, format (bidi) or line-breaking character, and `�` for each byte of a file
    /// name that is not UTF-8: file names and messages of other programs are hostile, and an error is one line.
    package var onOneLine: String {
        var clean = String.UnicodeScalarView()
        for scalar in withVisibleBytes.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: clean.append("?")
            default: clean.append(scalar)
            }
        }
        return String(clean)
    }
}
