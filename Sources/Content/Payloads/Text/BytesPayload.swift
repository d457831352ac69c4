import Formats
import Symbols

/// Bytes that are not text in any charset.
enum BytesPayload {
    static func payload(of content: SymbolContent) -> Payload {
        let bytes = content.bytes
        let shown = bytes.prefix(PayloadRegistry.maximumLength)
        let count = ByteCount.text(bytes.count)
        let start = hex(bytes.prefix(8)) + (bytes.count > 8 ? "…" : "")
        return Payload(
            content: content, kind: .bytes, summary: bytes.isEmpty ? .empty : .bytes(bytes.count, start),
            fields: [
                PayloadField("length", .length, count, json: .integer(Int64(bytes.count))),
                PayloadField("hex", .bytes, hex(shown)),
            ],
            warnings: shown.count < bytes.count ? [.oversized] : [])
    }

    /// Two upper-case hexadecimal digits per byte, separated by spaces.
    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
