/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), read within bounds: a size that is wrong ends the walk.
struct HEIFBoxes {
    /// A box: its type and what is in it.
    struct Box {
        let type: String
        let content: ArraySlice<UInt8>
    }

    /// The boxes side by side in `bytes`.
    static func boxes(in bytes: ArraySlice<UInt8>) -> [Box] {
        var boxes: [Box] = []
        var reader = HEIFReader(bytes)
        while boxes.count < most, let size = reader.number(4), let name = reader.take(4) {
            var length = size - 8
            if size == 1 {
                guard let large = reader.number(8), large >= 16 else { break }
                length = large - 16
            } else if size == 0 {
                length = reader.rest.count
            }
            guard length >= 0, let content = reader.take(length) else { break }
            boxes.append(Box(type: String(decoding: name, as: UTF8.self), content: content))
        }
        return boxes
    }

    /// Boxes of one level at most: a photograph of many tiles has some hundred properties.
    private static let most = 4096
}

/// Big-endian numbers one after the other; nil behind the end.
struct HEIFReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// A number of 0 to 8 bytes; nil also for one that is negative as an `Int`.
    mutating func number(_ count: Int) -> Int? {
        guard let bytes = take(count) else { return nil }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The version and flags that a full box begins with.
    mutating func versionAndFlags() -> (version: Int, flags: Int)? {
        guard let version = number(1), let flags = number(3) else { return nil }
        return (version, flags)
    }
}
