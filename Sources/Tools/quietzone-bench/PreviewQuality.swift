import ArgumentParser
import Capture
import Foundation
import Frames
import Preview
import Surface

/// Compares what renderers make of pictures with the pictures.
struct PreviewQuality: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview-quality", abstract: "How like the picture the cells are that show it.",
        discussion: """
            Cells are drawn with a real font's shapes, 8×16 pixels each, and compared with the picture at that size by \
            structural similarity (1 is the same).
            """)

    @Argument(help: "A folder with pictures and their manifest.tsv.")
    var folder: String

    @Option(help: "Compare every so manieth picture.")
    var every = 8

    @Option(help: ArgumentHelp("Widths in cells.", valueName: "COLUMNS,…"))
    var columns = "60,100"

    mutating func validate() { every = max(1, every) }

    /// Who draws: a name, and the cells of a picture.
    private struct Artist {
        let name: String
        let draw: (_ frame: Frame, _ path: String, _ columns: Int, _ rows: Int) throws -> [LitCell]
    }

    func run() throws {
        let widths = columns.split(separator: ",").compactMap { Int($0) }.filter { 8...400 ~= $0 }
        let frames = try frames()
        let artists = try ours() + chafas()
        print("Mean structural similarity of \(frames.count) pictures, and its share of half blocks'.\n")
        print(row("", widths.map { "\($0) columns" }))
        var means = Array(repeating: [Double](), count: artists.count)
        for width in widths {
            var totals = Array(repeating: 0.0, count: artists.count)
            for frame in frames {
                for (index, similarity) in try similarities(of: frame, at: width, artists).enumerated() {
                    totals[index] += similarity
                }
            }
            for index in artists.indices { means[index].append(totals[index] / Double(frames.count)) }
        }
        let reference = artists.firstIndex { $0.name == "half-blocks, 256 colours" }.map { means[$0] }
        for (artist, means) in zip(artists, means) {
            let columns = means.indices.map { width in
                String(format: "%.3f  (%.2f)", means[width], means[width] / (reference?[width] ?? 1))
            }
            print(row(artist.name, columns))
        }
        if !MeasuredProcess.isInstalled("chafa") { print("\nchafa is not installed, so it is not compared.") }
    }

    private func similarities(of frame: Frame, at width: Int, _ artists: [Artist]) throws -> [Double] {
        let mapping = Self.mapping(of: frame, at: width)
        let (columns, rows) = (mapping.picture.width, mapping.picture.height)
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: columns * CellRaster.across, rows: rows * CellRaster.down)
        let original = CellRaster(grid)
        return try withTemporaryFolder { folder in
            let path = folder + "/picture.png"
            try Data(PictureFile.png(of: frame)).write(to: URL(fileURLWithPath: path))
            return try artists.map { artist in
                let cells = try artist.draw(frame, path, columns, rows)
                return try CellRaster(cells, columns: columns).similarity(to: original)
            }
        }
    }

    /// Pictures of the folder, and the demo.
    private func frames() throws -> [Frame] {
        let set = try PictureSet(folder: folder)
        let pool = try FramePool(slots: 2 + set.pictures.count / every)
        var frames = try set.pictures.enumerated().filter { $0.offset % every == 0 }.map { _, picture in
            try PictureFile.load(path: "\(folder)/\(picture.path)", into: pool)
        }
        let scene = try DemoScene()
        frames.append(try pool.frame(640, 480) { scene.render(at: 1, into: $0) })
        return frames
    }

    /// Each renderer on each terminal that can show it.
    private func ours() throws -> [Artist] {
        let terminals: [(String, Int)] = [
            ("any shade", 1 << 24), ("256 colours", 256), ("16 colours", 16), ("8 colours", 8),
            ("no colours", 0),
        ]
        var artists = [
            Artist(name: "a character by brightness") { frame, _, columns, _ in
                try Self.cells(of: frame, [BrightnessRenderer()], TerminalTraits(colorCount: 0), columns)
            }
        ]
        for renderer in PreviewRenderers.all() {
            for (name, count) in terminals {
                let terminal = TerminalTraits(colorCount: count)
                guard renderer.obstacle(on: terminal) == nil else { continue }
                artists.append(
                    Artist(name: "\(renderer.name), \(name)") { frame, _, columns, _ in
                        try Self.cells(of: frame, [renderer], terminal, columns)
                    })
            }
        }
        return artists
    }

    private func chafas() -> [Artist] {
        guard MeasuredProcess.isInstalled("chafa") else { return [] }
        let kinds = [
            ("ascii", "full"), ("ascii", "256"), ("ascii", "16"), ("ascii", "8"), ("ascii", "2"),
            ("ascii", "none"), ("half", "256"), ("block", "256"),
            ("block", "full"),
        ]
        return kinds.map { symbols, colors in
            Artist(name: "chafa \(symbols), \(colors)") { _, path, columns, rows in
                try Chafa(symbols: symbols, colors: colors).draw(path, columns: columns, rows: rows)
            }
        }
    }

    /// The cells that a renderer makes of `frame`, without following its range of brightness.
    private static func cells(
        of frame: Frame, _ renderers: [any PreviewRenderer], _ terminal: TerminalTraits, _ columns: Int
    ) throws -> [LitCell] {
        let painter = PreviewPainter(renderers, on: terminal)
        let mapping = mapping(of: frame, at: columns)
        let picture = mapping.picture
        var canvas = Canvas(width: columns, height: picture.bottom)
        painter.draw(frame, by: mapping, style: (.plain, .plain), into: &canvas)
        return canvas.cells.dropFirst(picture.y * columns).map { cell in
            let (ink, paper) = (cell.style.foreground.luma(standard: 255), cell.style.background.luma(standard: 0))
            let isReverse = cell.style.attributes.contains(.reverse)
            return LitCell(
                character: cell.character, foreground: isReverse ? paper : ink, background: isReverse ? ink : paper)
        }
    }

    /// All of `frame` in cells twice as high as wide, `width` of them beside each other.
    private static func mapping(of frame: Frame, at width: Int) -> PictureMapping {
        PictureMapping(showing: frame.bounds, in: Rect(x: 0, y: 0, width: width, height: 10 * width))
    }

    private func row(_ name: String, _ columns: [String]) -> String {
        name.column(32) + columns.map { $0.column(18) }.joined()
    }
}

/// What characters are mostly drawn by: a character of a ramp for each cell, by its brightness alone.
private struct BrightnessRenderer: PreviewRenderer {
    let name = "brightness"
    let title = "characters by brightness"
    let samples = SampleDensity(across: 1, down: 1)

    func obstacle(on terminal: TerminalTraits) -> String? { nil }

    func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        let ramp = AsciiRenderer.ramp
        let levels = image.tone.levels(ramp.count)
        for (index, luma) in image.grid.values.enumerated() {
            canvas.set(index % image.area.width, index / image.area.width, ramp[levels[Int(luma)]], .plain)
        }
    }
}
