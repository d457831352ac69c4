import CZlib

/// Decompresses a gzip file (RFC 1952) piece by piece, all of its members; the pieces and the memory that it takes are bounded.
///
///     var stream = try GzipStream { try file.next() }
///     while let bytes = try stream.next() { … }
package struct GzipStream: ~Copyable {
    /// Why a file cannot be decompressed any further.
    package enum DataError: Error, Hashable { case damaged, truncated, noMemory }

    private static let pieceSize = 1 << 18

    private let more: () throws -> [UInt8]?
    // SAFETY: made here, freed by deinit, and used by no one else.
    private let gunzip: OpaquePointer
    private var input: [UInt8]
    private var index = 0
    private var isAtEndOfMember = false
    private var isEnded = false

    /// - Parameter more: gives the compressed bytes, piece by piece; nil at the end.
    package init(_ more: @escaping () throws -> [UInt8]?) throws {
        guard let gunzip = qz_gunzip_new() else { throw DataError.noMemory }
        // Not where it is declared: Swift 6.2 would destroy it before it is initialized where this throws.
        (self.gunzip, self.more, input) = (gunzip, more, [])
    }

    deinit { qz_gunzip_free(gunzip) }

    /// Whether `bytes` begin as a gzip file does.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// The next bytes, at most 256 KiB; nil at the end.
    ///
    /// - Throws: `DataError`, or what `more` throws.
    package mutating func next() throws -> [UInt8]? {
        while !isEnded {
            if index == input.count {
                guard let piece = try more(), !piece.isEmpty else {
                    isEnded = true
                    if !isAtEndOfMember { throw DataError.truncated }
                    return nil
                }
                (input, index) = (piece, 0)
            }
            // Zeros behind the last member fill up a block of a tape or a disk.
            if isAtEndOfMember, input[index] == 0 {
                index += 1
                continue
            }
            var used = 0
            var status: Int32 = 0
            // SAFETY: qz_gunzip_run reads what is left of the input, and writes at most `pieceSize` bytes.
            let output = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, written in
                status = input[index...].withUnsafeBufferPointer { bytes in
                    qz_gunzip_run(
                        gunzip, bytes.baseAddress!, bytes.count, &used, buffer.baseAddress!, Self.pieceSize, &written)
                }
            }
            index += used
            guard status >= 0, used > 0 || !output.isEmpty else {
                isEnded = true
                throw DataError.damaged
            }
            isAtEndOfMember = status == 1
            if !output.isEmpty { return output }
        }
        return nil
    }
}
