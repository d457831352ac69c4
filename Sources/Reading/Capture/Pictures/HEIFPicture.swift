/// The picture of a HEIF file that is coded in HEVC (HEIC, as telephones take it), as a stream that every ffmpeg decodes.
///
///     HEIFPicture(bytes)?.stream       // tiles one after the other; columns × rows of them make the picture
///
/// ffmpeg before 7 knows no such file, and later ones give a single tile of a picture that has many (ISO/IEC 23008-12, 6.6.2.3).
/// AVIF and what is made otherwise are left to ffmpeg.
struct HEIFPicture: Equatable {
    /// The tiles with their parameter sets, as ISO/IEC 23008-2, annex B has them.
    private(set) var stream: [UInt8] = []
    /// Tiles beside each other.
    private(set) var columns = 1
    /// Tiles below each other.
    private(set) var rows = 1
    /// What of the tiles is the picture; nil for all.
    private(set) var size: (width: Int, height: Int)?

    /// Tiles of one picture at most: ffmpeg's filter `tile` takes no more.
    private static let maximumTiles = 1024
    /// Bytes of parameter sets at most; they have some hundred.
    private static let largestConfiguration = 1 << 16

    /// The picture in `bytes`; nil if it is none of HEVC, or is damaged.
    init?(_ bytes: [UInt8]) {
        guard let items = HEIFItems(bytes[...]) else { return nil }
        var tiles = [items.primary]
        if items.types[items.primary] == "grid" {
            guard let grid = items.data(of: items.primary), readGrid(grid[...]),
                let parts = items.parts[items.primary], parts.count == columns * rows
            else { return nil }
            tiles = parts
        }
        var configuration: ArraySlice<UInt8>?
        var lengthSize = 0
        for tile in tiles {
            guard items.types[tile] == "hvc1", let own = items.property("hvcC", of: tile),
                own.count <= Self.largestConfiguration, let data = items.data(of: tile),
                Self.isShort(stream.count, data.count, bytes.count)
            else { return nil }
            if configuration != own {
                guard let found = Self.parameterSets(own) else { return nil }
                stream += found.sets
                lengthSize = found.lengthSize
                configuration = own
            }
            guard append(data[...], lengthSize) else { return nil }
        }
    }

    static func == (a: Self, b: Self) -> Bool {
        a.stream == b.stream && a.columns == b.columns && a.rows == b.rows && a.size?.width == b.size?.width
            && a.size?.height == b.size?.height
    }

    /// Whether the stream stays in proportion to the file: items may share their bytes.
    private static func isShort(_ stream: Int, _ item: Int, _ file: Int) -> Bool { stream + item <= 4 * file + 65536 }

    /// ImageGrid (6.6.2.3.2).
    private mutating func readGrid(_ bytes: ArraySlice<UInt8>) -> Bool {
        var reader = HEIFReader(bytes)
        guard reader.number(1) == 0, let flags = reader.number(1), let rows = reader.number(1),
            let columns = reader.number(1), let width = reader.number(flags & 1 == 1 ? 4 : 2),
            let height = reader.number(flags & 1 == 1 ? 4 : 2), width > 0, height > 0
        else { return false }
        (self.rows, self.columns, size) = (rows + 1, columns + 1, (width, height))
        return self.rows * self.columns <= Self.maximumTiles
    }

    /// The parameter sets of HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1), and how many bytes lengths have.
    private static func parameterSets(_ bytes: ArraySlice<UInt8>) -> (sets: [UInt8], lengthSize: Int)? {
        var reader = HEIFReader(bytes)
        guard reader.take(21) != nil, let last = reader.number(1), let count = reader.number(1) else { return nil }
        var sets: [UInt8] = []
        // The length size stands in the last two bits of byte 21.
        for _ in 0..<count {
            guard reader.number(1) != nil, let units = reader.number(2) else { return nil }
            for _ in 0..<units {
                guard let length = reader.number(2), let unit = reader.take(length) else { return nil }
                sets += startCode + unit
            }
        }
        return (sets, last & 3 + 1)
    }

    private static let startCode: [UInt8] = [0, 0, 0, 1]

    /// Takes units with their lengths before them.
    private mutating func append(_ data: ArraySlice<UInt8>, _ lengthSize: Int) -> Bool {
        var reader = HEIFReader(data)
        while !reader.rest.isEmpty {
            guard let length = reader.number(lengthSize), let unit = reader.take(length) else { return false }
            stream += Self.startCode + unit
        }
        return true
    }
}
