import Glibc

/// Decodes the single-byte charsets that payment orders may be in.
package enum LatinCharset {
    /// The text of `bytes` in the charset with that iconv name; nil when the system lacks it, or a byte has no meaning in it.
    static func text(of bytes: [UInt8], named name: String) -> String? {
        let converter = iconv_open("UTF-8", name)
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
        return length.map { String(decoding: output[..<$0].map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    }
}
