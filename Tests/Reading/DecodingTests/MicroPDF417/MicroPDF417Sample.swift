import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// A MicroPDF417 symbol encoded by libzint.
struct MicroPDF417Sample {
    let image: SymbolImage
    let size: MicroPDF417Size
    /// The modules of each row as bits, most significant bit first.
    private let rows: [[Bool]]

    init(_ bytes: [UInt8], columns: Int? = nil, eci: Int = 0) throws {
        let image = try SymbolEncoder.encode(bytes: bytes, as: .microPDF417, eci: eci, columns: columns)
        let quiet = (image.horizontalQuietZone, image.verticalQuietZone)
        // Rows are several modules high, and adjacent rows always differ.
        var rows: [[Bool]] = []
        for y in quiet.1..<image.height - quiet.1 {
            let row = (quiet.0..<image.width - quiet.0).map { image.isDark($0, y) }
            if rows.last != row { rows.append(row) }
        }
        let (count, modules) = (rows.count, rows[0].count)
        size = try #require(MicroPDF417Size.all.first { $0.rows == count && $0.modules == modules })
        (self.image, self.rows) = (image, rows)
    }

    /// `count` modules of `row` from `start` on, most significant bit first.
    func bits(_ row: Int, _ start: Int, _ count: Int) -> UInt32 {
        rows[row][start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }

    /// All codewords; nil for a pattern that is not in its cluster.
    var codewords: [Int?] {
        (0..<size.rows).flatMap { row in
            (0..<size.columns).map { column in
                PDF417Patterns.codeword(
                    of: bits(row, size.start(ofColumn: column), PDF417Patterns.modules),
                    cluster: size.cluster(ofRow: row))
            }
        }
    }

    /// A picture of the symbol, black on white, with a margin.
    func picture(scale: Int = 3, margin: Int = 8) -> Picture {
        let (width, height, luma) = image.pixels(scale: scale)
        var symbol = Picture(width: width, height: height)
        symbol.pixels = luma
        return Picture(width: width + 2 * margin, height: height + 2 * margin).with(symbol, x: margin, y: margin)
    }

    /// Bytes that only byte compaction can encode.
    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var noise = SplitMix(state: seed)
        return (0..<count).map { _ in UInt8.random(in: 0x80...0xFF, using: &noise) }
    }

    /// A symbol of each size, with its bytes.
    static func ofAllSizes() -> [(bytes: [UInt8], sample: MicroPDF417Sample)] {
        var found: [MicroPDF417Size: (bytes: [UInt8], sample: MicroPDF417Sample)] = [:]
        for columns in 1...4 {
            var count = 1
            while let sample = try? MicroPDF417Sample(bytes(count, seed: UInt64(count)), columns: columns) {
                if found[sample.size] == nil { found[sample.size] = (bytes(count, seed: UInt64(count)), sample) }
                count += 1
            }
        }
        return MicroPDF417Size.all.compactMap { found[$0] }
    }
}

extension Picture {
    /// What the native engine reads.
    func readMicroPDF417(_ thoroughness: Thoroughness = .rotated) throws -> [Symbol] {
        var engine = MicroPDF417Engine(symbologies: MicroPDF417Engine.symbologies)
        return try withView {
            try engine.read($0, region: $0.bounds, thoroughness: thoroughness).readings.map(\.symbol)
        }
    }
}
