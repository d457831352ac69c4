import Symbols

/// A content that is made to be slow for one of the parsers, of any length. A parser takes no longer for each byte of it when it
/// is longer: the tests and `make bench ARGS=payloads` measure that with the same table, and fuzzing begins with it.
///
///     for hostile in HostileContent.all { Payload.parse(hostile.content(length: 65_536)) }
package struct HostileContent: Sendable, CustomStringConvertible {
    /// For tables and messages; no two are alike.
    package let name: String
    package var description: String { name }
    private let carrier: Carrier
    private let make: @Sendable (Int) -> [UInt8]

    /// What the content is read from: some parsers go by it.
    enum Carrier: Sendable {
        /// A QR Code, as UTF-8.
        case text
        /// A QR Code whose bytes are not text.
        case bytes
        case gs1
        /// Linear symbols without a structure of their own.
        case linear
    }

    /// - Parameter make: bytes of at most the given number, and not much fewer.
    init(_ name: String, as carrier: Carrier = .text, make: @escaping @Sendable (Int) -> [UInt8]) {
        (self.name, self.carrier, self.make) = (name, carrier, make)
    }

    /// `head`, then `part` over and over, then `tail`.
    init(_ name: String, _ head: String, _ part: String, _ tail: String = "", as carrier: Carrier = .text) {
        self.init(name, as: carrier) { length in
            let count = max(0, length - head.utf8.count - tail.utf8.count) / part.utf8.count
            return Array((head + String(repeating: part, count: count) + tail).utf8)
        }
    }

    /// `head`, then a part for each number from 0, then `tail`: for what slows down by being different each time.
    init(_ name: String, _ head: String, numbered part: @escaping @Sendable (Int) -> String, _ tail: String = "") {
        self.init(name) { length in
            var bytes = Array(head.utf8)
            for number in 0... {
                let next = part(number).utf8
                if bytes.count + next.count + tail.utf8.count > length { break }
                bytes += next
            }
            return bytes + tail.utf8
        }
    }

    /// The content with at most `length` bytes, and not much fewer.
    package func content(length: Int) -> SymbolContent {
        let bytes = make(length)
        let text = carrier == .bytes ? nil : String(decoding: bytes, as: UTF8.self)
        let (symbology, identifier): (Symbology, String) =
            switch carrier {
            case .text, .bytes: (.qrCode, "]Q1")
            case .gs1: (.gs1_128, "]C1")
            case .linear: (.code128, "]C0")
            }
        return SymbolContent(
            symbology: symbology, identifier: identifier, bytes: bytes, text: text,
            charset: text == nil ? nil : "UTF-8")
    }

    package static let all = plain + web + people + access + money + trade + documents
}
