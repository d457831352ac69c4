import CZint

/// One call of libzint, which another process may do: both are the same program, so that it goes over as it lies in memory.
package struct ZintCall: Sendable {
    let request: qz_zint_request
    let content: [UInt8]

    init(request: qz_zint_request, content: [UInt8]) { (self.request, self.content) = (request, content) }

    /// The request, then the content.
    package var bytes: [UInt8] { withUnsafeBytes(of: request) { Array($0) } + content }

    /// nil if `bytes` are none.
    package init?(_ bytes: [UInt8]) {
        let length = MemoryLayout<qz_zint_request>.size
        guard bytes.count >= length, bytes.count <= length + SymbolEncoder.maximumBytes else { return nil }
        var request = qz_zint_request()
        withUnsafeMutableBytes(of: &request) { $0.copyBytes(from: bytes[..<length]) }
        // C reads to the end of these.
        (request.sequence.32, request.primary.127) = (0, 0)
        (self.request, content) = (request, Array(bytes[length...]))
    }

    /// Calls libzint: what it answers, for `ZintAnswer`.
    package func answer() -> [UInt8] {
        var request = request
        var result = qz_zint_result()
        var status = Int32(0)
        // 200 rows of 1152 modules are the most that libzint has room for.
        let modules = [UInt8](unsafeUninitializedCapacity: ZintAnswer.maximumRows * ZintAnswer.maximumWidth) {
            room, count in
            status = content.withUnsafeBytes { raw in
                qz_zint_encode(
                    &request, raw.bindMemory(to: CChar.self).baseAddress, raw.count, room.baseAddress, room.count,
                    &result)
            }
            // SAFETY: the call has written all of the modules that it tells of.
            count = status == 0 ? Int(result.width) * Int(result.rows) : 0
        }
        return withUnsafeBytes(of: status) { Array($0) } + withUnsafeBytes(of: result) { Array($0) } + modules
    }
}

/// Calls libzint in another process, which may die of it.
package protocol ZintCaller: Sendable {
    /// What `ZintCall.answer` returns.
    ///
    /// - Throws: `EncodingError` if there is no answer.
    func answer(to call: ZintCall) throws(EncodingError) -> [UInt8]
}

/// What libzint made, or why not.
struct ZintAnswer {
    static let maximumRows = 200
    static let maximumWidth = 1152

    let width: Int
    /// 0 for rows whose height the caller chooses.
    let rowHeights: [Double]
    /// Rows packed.
    let dark: [Bool]
    /// The human-readable text.
    let text: String
    /// Why nothing was made; nil if it was.
    let refusal: ZintRefusal?

    /// nil if `bytes`, which may come from a process that cannot be trusted, are no answer.
    init?(_ bytes: [UInt8]) {
        let length = MemoryLayout<Int32>.size + MemoryLayout<qz_zint_result>.size
        guard bytes.count >= length else { return nil }
        var status = Int32(0)
        var result = qz_zint_result()
        withUnsafeMutableBytes(of: &status) { $0.copyBytes(from: bytes[..<$0.count]) }
        withUnsafeMutableBytes(of: &result) { $0.copyBytes(from: bytes[(length - $0.count)..<length]) }
        guard status == 0 else {
            (width, rowHeights, dark, text) = (0, [], [], "")
            refusal = ZintRefusal(message: Self.string(&result.message), isTooLong: result.is_too_long)
            return
        }
        let (columns, rows) = (Int(result.width), Int(result.rows))
        guard (1...Self.maximumWidth).contains(columns), (1...Self.maximumRows).contains(rows),
            bytes.count == length + columns * rows
        else { return nil }
        rowHeights = withUnsafeBytes(of: &result.row_heights) {
            $0.bindMemory(to: Float.self).prefix(rows).map(Double.init)
        }
        guard rowHeights.allSatisfy({ (0...10_000).contains($0) }) else { return nil }
        (width, dark, refusal) = (columns, bytes[length...].map { $0 != 0 }, nil)
        text = Self.string(&result.text)
    }

    /// A text of C, which ends with a 0.
    private static func string<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
