import Glibc

/// The single-byte charsets that payment orders may be in.
package enum LatinCharset {
    /// The text of `bytes` in the charset with that iconv name; nil when the system lacks it, or a byte has no meaning in it.
    package static func text(of bytes: [UInt8], named name: String) -> String? {
        converted(bytes, from: name, to: "UTF-8").map { String(decoding: $0, as: UTF8.self) }
    }

    /// `text` in the charset with that iconv name; nil when the system lacks it, or it has not all of the characters.
    package static func bytes(of text: String, named name: String) -> [UInt8]? {
        converted(Array(text.utf8), from: "UTF-8", to: name)
    }

    private static func converted(_ bytes: [UInt8], from source: String, to target: String) -> [UInt8]? {
        let converter = iconv_open(target, source)
        guard Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 4)
        var input = bytes.map { CChar(bitPattern: $0) }
        let capacity = output.count
        let length = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target -> Int? in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, room) = (source.count, target.count)
                // SAFETY: iconv stays within the counts that it is given, and both buffers outlive the call.
                guard iconv(converter, &from, &left, &to, &room) != -1 else { return nil }
                return capacity - room
            }
        }
        return length.map { output[..<$0].map { UInt8(bitPattern: $0) } }
    }
}
