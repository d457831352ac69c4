@testable import Artwork
import Capture
import Encoding
import Foundation
import Frames
import PictureDecoders
import Surface

@testable import Terminal

/// A symbol in pixels again, from each form that it is drawn in.
struct DrawnForm: Sendable {
    let name: String
    /// The pixels; nil where this system cannot show the form, or the form not this kind.
    let pixels: @Sendable (MadeSymbol) throws -> Plane?

    /// A luma plane, rows packed.
    struct Plane {
        var width: Int
        var height: Int
        var luma: [UInt8]
    }

    static let all = [png, svg, pdf, cells, narrowCells, kitty, sixel]

    /// Four pixels a module at 300 dpi.
    private static let style: ArtworkStyle = {
        var style = ArtworkStyle()
        style.moduleMillimetres = 25.4 / 300 * 4
        return style
    }()

    static let png = DrawnForm(name: "png") { try plane(picture: ArtworkFormat.png.draw($0, style)) }

    private static let svg = DrawnForm(name: "svg") { symbol in
        let drawn = try ArtworkFormat.svg.draw(symbol, style)
        return try output(of: "rsvg-convert", ["-d", "300", "-p", "300", "-f", "png"], drawn).map(plane(picture:))
    }

    private static let pdf = DrawnForm(name: "pdf") { symbol in
        let drawn = try ArtworkFormat.pdf.draw(symbol, style)
        return try output(of: "pdftoppm", ["-gray", "-r", "300", "-singlefile", "-"], drawn).map(plane(picture:))
    }

    /// What `make` prints on a terminal as wide as need be.
    private static let cells = DrawnForm(name: "cells") { symbol in
        guard symbol.kind.layout != .hexagons else { return nil }
        return TerminalCells.plane(try TextBlocks(symbol).terminalLines)
    }

    /// What it prints on one that is just wide enough for halves of cells.
    private static let narrowCells = DrawnForm(name: "narrow cells") { symbol in
        guard symbol.kind.layout == .bars || symbol.kind.layout == .rows else { return nil }
        let blocks = try TextBlocks(symbol, columns: (symbol.image.width + 1) / 2)
        return blocks.cells == .quarters ? TerminalCells.plane(blocks.terminalLines) : nil
    }

    private static let kitty = DrawnForm(name: "kitty") { symbol in
        let bytes = try sent(symbol, by: .kitty)
        let end = bytes.firstRange(of: Array("\u{1B}_Ga=d".utf8))?.lowerBound ?? bytes.endIndex
        return KittyPicture(bytes[..<end]).map { Plane(width: $0.width, height: $0.height, luma: $0.luma) }
    }

    private static let sixel = DrawnForm(name: "sixel") { symbol in
        let bytes = try sent(symbol, by: .sixel)
        guard let start = bytes.firstRange(of: Array("\u{1B}P".utf8))?.lowerBound,
            let end = bytes[start...].firstRange(of: [0x1B, 0x5C])?.upperBound,
            let picture = SixelPicture(bytes[start..<end])
        else { return nil }
        return Plane(
            width: picture.width, height: picture.height,
            luma: picture.shares.map { UInt8(clamping: ($0 ?? 100) * 255 / 100) })
    }

    /// What a terminal is sent for a picture of whole cells.
    private static func sent(_ symbol: MadeSymbol, by way: PictureProtocol) throws -> [UInt8] {
        guard let cell = CellPixels(width: 8, height: 16) else { return [] }
        let raster = try Raster(symbol.outline, scale: 3)
        let (columns, rows) = ((raster.width + 7) / 8, (raster.height + 15) / 16)
        let (width, height) = (columns * 8, rows * 16)
        var luma = [UInt8](repeating: 255, count: width * height)
        for y in 0..<raster.height {
            for x in 0..<raster.width { luma[y * width + x] = 255 - raster.coverage[y * raster.width + x] }
        }
        var canvas = Canvas(width: columns, height: rows)
        let area = Rect(x: 0, y: 0, width: columns, height: rows)
        guard let picture = PlacedPicture(area: area, width: width, height: height, luma: luma, way: way) else {
            return []
        }
        canvas.place(picture)
        var sender = PictureSender()
        return sender.bytes(for: canvas, cell: cell)
    }

    private static func plane(picture bytes: [UInt8]) throws -> Plane {
        let frame = try PictureFile.load(bytes: bytes, name: "drawn", into: try FramePool(slots: 2))
        return frame.withLuma { luma in
            Plane(width: frame.width, height: frame.height, luma: luma.withUnsafeBufferPointer { Array($0) })
        }
    }

    private static func output(of program: String, _ arguments: [String], _ input: [UInt8]) throws -> [UInt8]? {
        let path = "/usr/bin/" + program
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(data)
    }
}

/// A terminal's cells as pixels: 4 × 8 for each.
enum TerminalCells {
    /// Lines of black on white with half blocks and quadrants; every other character is a blot of text in its middle.
    static func plane(_ lines: [String]) -> DrawnForm.Plane {
        let rows = lines.map { line -> [Character] in
            var rest = line[...]
            var cells: [Character] = []
            var isReversed = false
            while let character = rest.popFirst() {
                guard character == "\u{1B}" else {
                    cells.append(isReversed ? "█" : character)
                    continue
                }
                let sequence = rest.prefix { $0 != "m" }
                rest = rest.dropFirst(sequence.count + 1)
                isReversed = sequence == "[7" || (isReversed && sequence != "[27")
            }
            return cells
        }
        let width = (rows.map(\.count).max() ?? 0) * 4
        var luma = [UInt8](repeating: 255, count: width * rows.count * 8)
        for (y, row) in rows.enumerated() {
            for (x, character) in row.enumerated() where character != " " {
                let bits = quadrants[character]
                for pixel in 0..<32 {
                    let (dx, dy) = (pixel % 4, pixel / 4)
                    let isDark = bits.map { $0 >> (dx / 2 + dy / 4 * 2) & 1 == 1 } ?? (dx % 3 != 0 && 2...5 ~= dy)
                    if isDark { luma[(y * 8 + dy) * width + x * 4 + dx] = 0 }
                }
            }
        }
        return DrawnForm.Plane(width: width, height: rows.count * 8, luma: luma)
    }

    /// Upper left 1, upper right 2, lower left 4, lower right 8.
    private static let quadrants: [Character: Int] = [
        "▘": 1, "▝": 2, "▀": 3, "▖": 4, "▌": 5, "▞": 6, "▛": 7, "▗": 8, "▚": 9, "▐": 10, "▜": 11, "▄": 12, "▙": 13,
        "▟": 14,
        "█": 15,
    ]
}
