import CLinux
import Decoding
import Foundation
import Frames

/// What parent and child say to each other: a header of 16 bytes, then a payload.
///
/// Both are the same binary, so numbers are in native byte order. The parent treats the child as hostile: a length is
/// bounded before it is used.
struct Message: Equatable {
    enum Kind: UInt32 {
        /// To the child: JSON of what it is for, once.
        case setUp = 1
        /// To the child: a `ReadRequest` for the frame that lies in the shared memory.
        case read = 2
        /// To the child: JSON of a `ChildTest`; only debug builds know it.
        case test = 3
        /// To the child: a `ParseRequest` for the picture whose bytes lie in the shared memory.
        case parse = 4
        /// To the child: a `ConvertRequest` for the camera's frame whose bytes lie in the shared memory.
        case convert = 5
        /// To the child: a `LendRequest`: the slot that the stream's next frame may fill.
        case lend = 6
        /// To the child: a `ZintCall`.
        case make = 7
        /// From the child: it is ready; the payload is a `Confinement`.
        case ready = 0x81
        /// From the child: the answer to a request, JSON as a rule.
        case result = 0x82
    }

    var kind: Kind
    /// Which request it is, or answers.
    var sequence: UInt32
    var payload: [UInt8]

    static let headerBytes = 16
    /// "QZD" and the version of this protocol.
    private static let magic: UInt32 = 0x515A_4401
    /// The longest payload: the maximum of symbols in a picture fits, each of 5 KB.
    static let longestPayload = 64 << 20

    /// Header and payload.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerBytes + payload.count)
        for word in [Self.magic, kind.rawValue, sequence, UInt32(payload.count)] { bytes.append(word: word) }
        return bytes + payload
    }

    /// The fields of a header; nil when the bytes are not one.
    struct Header: Equatable {
        let kind: Kind
        let sequence: UInt32
        let length: Int

        init?(_ bytes: some Collection<UInt8>) {
            var words = WordReader(bytes)
            guard words.next() == Message.magic, let kind = words.next().flatMap({ Kind(rawValue: $0) }),
                let sequence = words.next(), let length = words.next(), length <= Message.longestPayload
            else { return nil }
            (self.kind, self.sequence) = (kind, sequence)
            self.length = Int(length)
        }
    }
}

/// What to do with the frame in the shared memory.
struct ReadRequest: Equatable {
    var width: Int
    var height: Int
    var region: PixelRect?
    var effort: Effort
    /// Whether the frames before have nothing to do with this one.
    var forgets = false

    static let byteCount = 40

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(word: UInt32(truncatingIfNeeded: width))
        bytes.append(word: UInt32(truncatingIfNeeded: height))
        let rect = region ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
        for value in [rect.x, rect.y, rect.width, rect.height] {
            bytes.append(word: UInt32(bitPattern: Int32(clamping: value)))
        }
        let (kind, budget): (UInt32, UInt64) =
            switch effort {
            case .live(let budget): (0, UInt64(max(0, min(budget / .nanoseconds(1), 1e12))))
            case .normal: (1, 0)
            case .thorough: (2, 0)
            }
        bytes.append(word: kind)
        bytes.append(word: (region == nil ? 0 : 1) | (forgets ? 2 : 0))
        bytes.append(word: UInt32(truncatingIfNeeded: budget))
        bytes.append(word: UInt32(truncatingIfNeeded: budget >> 32))
        return bytes
    }

    init(width: Int, height: Int, region: PixelRect?, effort: Effort, forgets: Bool = false) {
        self.width = width
        self.height = height
        self.region = region
        self.effort = effort
        self.forgets = forgets
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var words = WordReader(bytes)
        let fields = (0..<Self.byteCount / 4).compactMap { _ in words.next() }
        let signed = fields.map { Int(Int32(bitPattern: $0)) }
        guard FramePool.accepts(width: signed[0], height: signed[1]) else { return nil }
        width = signed[0]
        height = signed[1]
        region =
            fields[7] & 1 == 0 ? nil : PixelRect(x: signed[2], y: signed[3], width: signed[4], height: signed[5])
        forgets = fields[7] & 2 != 0
        switch fields[6] {
        case 0: effort = .live(budget: .nanoseconds(Int64(fields[8]) | Int64(fields[9] & 0x7FFF_FFFF) << 32))
        case 1: effort = .normal
        case 2: effort = .thorough
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(word: UInt32) {
        Swift.withUnsafeBytes(of: word) { append(contentsOf: $0) }
    }
}

/// Reads 32-bit words one after the other; nil past the end.
struct WordReader<Bytes: Collection<UInt8>> {
    private var rest: Bytes.SubSequence

    init(_ bytes: Bytes) { rest = bytes[...] }

    mutating func next() -> UInt32? {
        let part = rest.prefix(4)
        guard part.count == 4 else { return nil }
        rest = rest.dropFirst(4)
        var word: UInt32 = 0
        Swift.withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: part) }
        return word
    }
}
