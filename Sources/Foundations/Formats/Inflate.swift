import CZlib

/// Decompresses zlib and deflate streams (RFC 1950, RFC 1951) into at most a given number of bytes.
///
///     try Inflate.zlib(compressed[...])
///     try Inflate.deflated(packed, limit: entry.size)
package enum Inflate {
    /// The maximum output of `zlib`, in bytes.
    package static let maximumOutput = 262_144
    /// The maximum ratio of output to input of `zlib`. Deflate can reach 1032; no document comes near.
    package static let maximumRatio = 200
    /// The maximum ratio of the format itself (zlib's technical details).
    private static let deflateRatio = 1032

    /// Why a stream cannot be decompressed.
    package enum DataError: Error, Hashable { case damaged, truncated, tooLarge, wrongChecksum }

    /// Decompresses a stream with zlib's header and checksum; bytes behind the checksum are ignored.
    ///
    /// - Throws: `DataError.tooLarge` beyond `maximumOutput` bytes or `maximumRatio` times the input.
    package static func zlib(_ stream: ArraySlice<UInt8>) throws(DataError) -> [UInt8] {
        // No format names a preset dictionary (RFC 1950, FDICT).
        if stream.count >= 2, stream[stream.startIndex + 1] & 0x20 != 0 { throw .damaged }
        return try run(stream, isRaw: false, limit: min(maximumOutput, stream.count * maximumRatio)).output
    }

    /// Decompresses a deflate stream without a header, which must be all of `stream`.
    ///
    /// - Parameter limit: the maximum output, in bytes.
    /// - Throws: `DataError.tooLarge` beyond `limit`, `DataError.damaged` also where bytes follow the stream.
    package static func deflated(_ stream: ArraySlice<UInt8>, limit: Int) throws(DataError) -> [UInt8] {
        let (output, used) = try run(stream, isRaw: true, limit: limit)
        guard used == stream.count else { throw .damaged }
        return output
    }

    /// Whether `bytes` begin as a zlib stream does.
    package static func isZlib(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 6 else { return false }
        let (method, flags) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        return method & 15 == 8 && method >> 4 <= 7 && (Int(method) << 8 | Int(flags)) % 31 == 0
    }

    private static func run(
        _ stream: ArraySlice<UInt8>, isRaw: Bool, limit: Int
    ) throws(DataError) -> (output: [UInt8], used: Int) {
        // A small stream cannot fill a large limit that its container claims.
        let capacity = max(0, min(limit, stream.count * deflateRatio))
        var status: Int32 = 0
        var used = 0
        // SAFETY: qz_inflate reads `count` bytes of input, writes at most `capacity` bytes, and sets `written` to how many.
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
            status = stream.withUnsafeBufferPointer { input in
                qz_inflate(
                    input.baseAddress, input.count, isRaw ? 1 : 0, buffer.baseAddress, capacity, &written, &used)
            }
        }
        switch Int(status) {
        case QZ_INFLATED: return (output, used)
        case QZ_INFLATE_TRUNCATED: throw .truncated
        case QZ_INFLATE_TOO_LARGE: throw .tooLarge
        case QZ_INFLATE_WRONG_CHECKSUM: throw .wrongChecksum
        default: throw .damaged
        }
    }
}
