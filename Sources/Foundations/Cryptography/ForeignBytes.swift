import COpenSSL

extension [UInt8] {
    /// The bytes that a call of the shim makes; nil if it fails.
    ///
    /// - Parameter call: fills what it is given, and returns 0.
    init?(filledBy call: (UnsafeMutablePointer<qz_bytes>) -> Int32) {
        var made = qz_bytes()
        defer { qz_bytes_free(&made) }
        guard call(&made) == 0 else { return nil }
        self.init(made)
    }

    /// A copy of what a call has made.
    init(_ made: qz_bytes) {
        // SAFETY: the shim says how many bytes there are at its address, and they live until qz_bytes_free.
        self = made.bytes.map { [UInt8](UnsafeBufferPointer(start: $0, count: made.count)) } ?? []
    }
}

/// Up to `most` byte strings that a call of the shim makes: certificates.
///
/// - Parameter call: fills the list, and returns how many there are; less than 0 if it fails.
/// - Returns: nil if it fails.
func lists(most: Int, _ call: (UnsafeMutablePointer<qz_bytes>) -> Int32) -> [[UInt8]]? {
    var list = [qz_bytes](repeating: qz_bytes(), count: most)
    defer { for index in list.indices { qz_bytes_free(&list[index]) } }
    let count = list.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map(call) ?? -1 }
    return count < 0 ? nil : list.prefix(Int(count)).map { [UInt8]($0) }
}

/// Lends byte strings to a call of the shim, which only reads them.
func withLists<Result>(_ lists: [[UInt8]], _ body: (UnsafePointer<qz_bytes>, Int32) -> Result) -> Result {
    let joined = lists.flatMap { $0 }
    return joined.withUnsafeBufferPointer { bytes in
        var start = 0
        // SAFETY: each address lies in `joined`, which outlives the call; const parameters of the shim are not written to.
        var list = lists.map { part in
            defer { start += part.count }
            return qz_bytes(
                bytes: bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0 + start) }, count: part.count)
        }
        // One more, so that there is an address where there are none.
        list.append(qz_bytes())
        return list.withUnsafeBufferPointer { buffer in
            // SAFETY: the list has an element.
            body(buffer.baseAddress!, Int32(lists.count))
        }
    }
}
