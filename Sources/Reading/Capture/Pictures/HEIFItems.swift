/// What the box `meta` of a HEIF file says of its items (ISO/IEC 14496-12, 8.11): their types, places, properties and tiles.
struct HEIFItems {
    /// The number of the picture that is meant to be shown.
    private(set) var primary = 0
    /// The items' types, by their numbers: `hvc1`, `grid` …
    private(set) var types: [Int: String] = [:]
    /// What an item is made of, in order: its tiles.
    private(set) var parts: [Int: [Int]] = [:]
    private var extents: [Int: [(isInMeta: Bool, offset: Int, length: Int)]] = [:]
    private var properties: [HEIFBoxes.Box] = []
    private var associations: [Int: [Int]] = [:]
    private var inMeta: ArraySlice<UInt8> = []
    private let file: ArraySlice<UInt8>

    /// Items, and entries of one, at most.
    private static let most = 4096

    init?(_ file: ArraySlice<UInt8>) {
        self.file = file
        guard let meta = HEIFBoxes.boxes(in: file).first(where: { $0.type == "meta" }) else { return nil }
        for box in HEIFBoxes.boxes(in: meta.content.dropFirst(4)) {
            switch box.type {
            case "pitm": readPrimary(box.content)
            case "iinf": readTypes(box.content)
            case "iref": readParts(box.content)
            case "iprp": readProperties(box.content)
            case "iloc": readPlaces(box.content)
            case "idat": inMeta = box.content
            default: break
            }
        }
    }

    /// The bytes of an item; nil if they are not all in the file.
    func data(of item: Int) -> [UInt8]? {
        guard let extents = extents[item] else { return nil }
        var data: [UInt8] = []
        for extent in extents {
            let whole = extent.isInMeta ? inMeta : file
            guard extent.offset <= whole.count, extent.length <= whole.count - extent.offset else { return nil }
            let part = whole.dropFirst(extent.offset)
            // 0: to the end.
            data += extent.length == 0 ? part : part.prefix(extent.length)
            guard data.count <= file.count else { return nil }
        }
        return data
    }

    /// The property of an item that is called `type`.
    func property(_ type: String, of item: Int) -> ArraySlice<UInt8>? {
        for index in associations[item] ?? [] where properties.indices.contains(index - 1) {
            if properties[index - 1].type == type { return properties[index - 1].content }
        }
        return nil
    }

    // MARK: - Boxes

    private mutating func readPrimary(_ bytes: ArraySlice<UInt8>) {
        var reader = HEIFReader(bytes)
        guard let (version, _) = reader.versionAndFlags() else { return }
        primary = reader.number(version == 0 ? 2 : 4) ?? 0
    }

    private mutating func readTypes(_ bytes: ArraySlice<UInt8>) {
        var reader = HEIFReader(bytes)
        guard let (version, _) = reader.versionAndFlags(), reader.number(version == 0 ? 2 : 4) != nil else { return }
        for entry in HEIFBoxes.boxes(in: reader.rest) where entry.type == "infe" {
            var reader = HEIFReader(entry.content)
            guard let (version, _) = reader.versionAndFlags(), version >= 2,
                let item = reader.number(version == 2 ? 2 : 4), reader.number(2) != nil, let type = reader.take(4)
            else { continue }
            types[item] = String(decoding: type, as: UTF8.self)
        }
    }

    private mutating func readParts(_ bytes: ArraySlice<UInt8>) {
        var reader = HEIFReader(bytes)
        guard let (version, _) = reader.versionAndFlags() else { return }
        let size = version == 0 ? 2 : 4
        for box in HEIFBoxes.boxes(in: reader.rest) where box.type == "dimg" {
            var reader = HEIFReader(box.content)
            guard let item = reader.number(size), let count = reader.number(2), count <= Self.most else { continue }
            parts[item] = (0..<count).compactMap { _ in reader.number(size) }
        }
    }

    private mutating func readProperties(_ bytes: ArraySlice<UInt8>) {
        for box in HEIFBoxes.boxes(in: bytes) {
            if box.type == "ipco" { properties = HEIFBoxes.boxes(in: box.content) }
            guard box.type == "ipma" else { continue }
            var reader = HEIFReader(box.content)
            guard let (version, flags) = reader.versionAndFlags(), let count = reader.number(4) else { continue }
            for _ in 0..<min(count, Self.most) {
                guard let item = reader.number(version == 0 ? 2 : 4), let entries = reader.number(1) else { break }
                let isWide = flags & 1 == 1
                associations[item] = (0..<entries).compactMap { _ in
                    // The first bit shows whether it is essential.
                    reader.number(isWide ? 2 : 1).map { $0 & (isWide ? 0x7FFF : 0x7F) }
                }
            }
        }
    }

    private mutating func readPlaces(_ bytes: ArraySlice<UInt8>) {
        var reader = HEIFReader(bytes)
        guard let (version, _) = reader.versionAndFlags(), version <= 2, let sizes = reader.number(1),
            let baseSizes = reader.number(1), let count = reader.number(version < 2 ? 2 : 4)
        else { return }
        for _ in 0..<min(count, Self.most) {
            guard let item = reader.number(version < 2 ? 2 : 4),
                let method = version == 0 ? 0 : reader.number(2), reader.number(2) != nil,
                let base = reader.number(baseSizes >> 4), let entries = reader.number(2), entries <= Self.most
            else { return }
            var places: [(isInMeta: Bool, offset: Int, length: Int)] = []
            for _ in 0..<entries {
                guard version == 0 || reader.number(baseSizes & 15) != nil, let offset = reader.number(sizes >> 4),
                    let length = reader.number(sizes & 15)
                else { return }
                let (start, overflows) = base.addingReportingOverflow(offset)
                if overflows { return }
                places.append((method & 15 == 1, start, length))
            }
            extents[item] = places
        }
    }
}
