import Decoding
import Frames

/// What parent and child say to each other: a header, then a payload.
///
/// Both are the same binary, so numbers are in native byte order. The parent treats the child as hostile: a length is
/// bounded before it is used.
struct Message: Equatable {
    enum Kind: Int {
        /// To the child: JSON of what it is for, once.
        case setUp = 1
        /// To the child: a `ReadRequest` for the frame that lies in the shared memory.
        case read = 2
        /// To the child: JSON of a `ChildTest`; only debug builds know it.
        case test = 3
        /// To the child: a `ParseRequest` for the picture whose bytes lie in the input memory.
        case parse = 4
        /// To the child: a slot, and how many bytes the camera's frame has that lies in the input memory.
        case convert = 5
        /// To the child: the slot that the stream's next frame may fill; -1 for none.
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

    /// "QZD" and the version of this protocol.
    private static let magic = 0x515A_4401
    /// Bytes of a header: magic number, kind, sequence and length of the payload.
    static let headerBytes = 16
    /// The longest payload: the maximum of symbols in a picture fits, each of 5 KB.
    static let longestPayload = 64 << 20

    var bytes: [UInt8] { Numbers.bytes([Self.magic, kind.rawValue, Int(sequence), payload.count]) + payload }

    /// The fields of a header; nil when the bytes do not begin with one.
    struct Header: Equatable {
        let kind: Kind
        let sequence: UInt32
        let length: Int

        init?(_ bytes: some Collection<UInt8>) {
            guard let numbers = Numbers.read(bytes.prefix(Message.headerBytes), count: 4), numbers[0] == Message.magic,
                let kind = Kind(rawValue: numbers[1]), 0...Message.longestPayload ~= numbers[3]
            else { return nil }
            (self.kind, sequence, length) = (kind, UInt32(truncatingIfNeeded: numbers[2]), numbers[3])
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
}

extension ReadRequest {
    var bytes: [UInt8] {
        let area = region ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
        let (kind, budget) =
            switch effort {
            case .live(let budget): (0, Int(max(0, min((budget / .microseconds(1)).rounded(), 1e9))))
            case .normal: (1, 0)
            case .thorough: (2, 0)
            }
        return Numbers.bytes([
            width, height, area.x, area.y, area.width, area.height, region == nil ? 0 : 1, forgets ? 1 : 0, kind,
            budget,
        ])
    }

    /// nil for bytes that are not a request, and for a frame that cannot be.
    init?(_ bytes: [UInt8]) {
        guard let numbers = Numbers.read(bytes, count: 10), FramePool.accepts(width: numbers[0], height: numbers[1])
        else { return nil }
        let efforts = [.live(budget: .microseconds(numbers[9])), Effort.normal, .thorough]
        guard efforts.indices.contains(numbers[8]) else { return nil }
        let area = PixelRect(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5])
        self.init(
            width: numbers[0], height: numbers[1], region: numbers[6] == 0 ? nil : area, effort: efforts[numbers[8]],
            forgets: numbers[7] != 0)
    }
}

/// Numbers of 32 bits, as headers and short requests have them.
enum Numbers {
    static func bytes(_ numbers: [Int]) -> [UInt8] {
        numbers.map { Int32(truncatingIfNeeded: $0) }.withUnsafeBytes { Array($0) }
    }

    /// The numbers in `bytes`; nil when there are not `count` of them.
    static func read(_ bytes: some Collection<UInt8>, count: Int) -> [Int]? {
        guard bytes.count == 4 * count else { return nil }
        let numbers = [Int32](unsafeUninitializedCapacity: count) { numbers, filled in
            UnsafeMutableRawBufferPointer(numbers).copyBytes(from: bytes)
            filled = count
        }
        return numbers.map(Int.init)
    }
}
