import Charsets
import Symbols

/// Makes whole messages of the parts that several symbols hold.
package enum SequenceJoining {
    /// The whole that `parts` make, in any order; nil unless every part is there exactly once, all of one message.
    ///
    /// The bytes are those of the parts one after the other. A QR Code's parts must have the parity that they name: it
    /// distinguishes two messages of as many parts.
    ///
    /// - Parameter charset: the charset of bytes for which no part names one; nil (the default) to guess.
    package static func whole(of parts: [SymbolContent], in charset: String? = nil) -> SymbolContent? {
        let ordered = parts.sorted { ($0.part?.index ?? 0) < ($1.part?.index ?? 0) }
        guard let first = ordered.first, let id = first.part?.id,
            let count = ordered.lazy.compactMap({ $0.part?.count }).first, ordered.count == count
        else { return nil }
        for (index, content) in ordered.enumerated() {
            guard let part = content.part, part.index == index, part.id == id, part.count ?? count == count,
                content.symbology == first.symbology
            else { return nil }
        }
        let bytes = ordered.flatMap(\.bytes)
        if first.symbology == .qrCode, bytes.reduce(0, ^) != UInt8(id) { return nil }
        let text = text(of: ordered, bytes: bytes, charset)
        return SymbolContent(
            symbology: first.symbology, identifier: first.identifier, bytes: bytes, text: text?.text,
            charset: text?.charset)
    }

    /// A character may begin in one part and end in the next, so the bytes are decoded together; where they are not UTF-8
    /// but every part had text by one and the same charset, that counts, as the parts may have named it.
    private static func text(of parts: [SymbolContent], bytes: [UInt8], _ chosen: String?) -> DecodedText? {
        let decoded = TextDecoding.decode(bytes, symbology: parts[0].symbology, charset: chosen)
        let charsets = Set(parts.map(\.charset))
        if decoded?.charset != chosen ?? Charset.utf8.name, charsets.count == 1, let charset = charsets.first ?? nil {
            return DecodedText(text: parts.compactMap(\.text).joined(), charset: charset)
        }
        return decoded
    }

    /// The symbols of one picture with each complete message instead of its parts, around all of which its corners lie.
    ///
    /// Parts that contradict each other, or whose message is not complete, stay as they are.
    ///
    /// - Parameter charset: see `whole(of:in:)`.
    static func joined(_ symbols: [Symbol], in charset: String? = nil) -> [Symbol] {
        guard symbols.contains(where: { $0.content.part != nil }) else { return symbols }
        var result = symbols.filter { $0.content.part == nil }
        let parts = symbols.filter { $0.content.part != nil }
        var messages: [Message] = []
        for part in parts where !messages.contains(Message(part.content)) { messages.append(Message(part.content)) }
        for message in messages {
            let group = parts.filter { Message($0.content) == message }
            // The same label twice is one part.
            var contents: [SymbolContent] = []
            for symbol in group where !contents.contains(where: { $0.isSame(as: symbol.content) }) {
                contents.append(symbol.content)
            }
            if let content = whole(of: contents, in: charset) {
                let extent = Extent(of: group.flatMap(\.corners.corners), along: Point(x: 1, y: 0))
                result.append(Symbol(content: content, corners: extent.corners))
            } else {
                result += group
            }
        }
        return result
    }
}

/// What the parts of one message have in common.
struct Message: Hashable {
    let symbology: Symbology
    let id: String?

    init(_ content: SymbolContent) {
        symbology = content.symbology
        id = content.part?.id
    }
}

/// Collects the parts of messages over the frames of a camera, or over pictures, until one is whole.
///
/// A value without a clock. It holds the parts of at most `maxMessages` messages; one more and the oldest is forgotten.
package struct SequenceCollection: Sendable {
    /// How many incomplete messages are remembered.
    /// Not measured: a bound on memory; people show one message after the other.
    package static let maxMessages = 8

    private var messages: [(message: Message, parts: [SymbolContent])] = []

    private let charset: String?

    /// A collection of nothing.
    ///
    /// - Parameter charset: see `SequenceJoining.whole(of:in:)`.
    package init(charset: String? = nil) { self.charset = charset }

    /// Takes a symbol's content, and returns the whole message when it was the last missing part; the parts
    /// are then forgotten. Nil for a symbol that is not part.
    ///
    /// A part that contradicts what was collected (another content in its place, another count, a parity that does not
    /// fit) restarts the message: a label printed later may have the same id.
    package mutating func add(_ content: SymbolContent) -> SymbolContent? {
        guard let part = content.part else { return nil }
        let message = Message(content)
        var parts: [SymbolContent] = []
        if let known = messages.firstIndex(where: { $0.message == message }) {
            parts = messages.remove(at: known).parts
        }
        if !parts.contains(where: { $0.isSame(as: content) }) {
            let contradicts = parts.contains { other in
                guard let other = other.part else { return true }
                let count = part.count ?? other.count
                return other.index == part.index || count != other.count ?? count
                    || max(part.index, other.index) >= count ?? SequencePart.maxParts
            }
            parts = contradicts ? [content] : parts + [content]
        }
        if let whole = SequenceJoining.whole(of: parts, in: charset) { return whole }
        // Every part is there and they are not of one message.
        if parts.count == parts.lazy.compactMap({ $0.part?.count }).first { parts = [content] }
        messages.append((message, parts))
        if messages.count > Self.maxMessages { messages.removeFirst() }
        return nil
    }
}
