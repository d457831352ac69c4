import Capture
import Decoding
import Frames
import Symbols

/// Reads what was drawn.
enum ReadPicture {
    /// The symbols in a PNG.
    static func symbols(png: [UInt8]) throws -> [Symbol] {
        let frame = try PictureFile.load(bytes: png, name: "made.png", into: try FramePool(slots: 2))
        return frame.withLuma {
            SymbolReader().read(luma: $0, width: frame.width, height: frame.height, effort: .thorough).symbols
        }
    }

    /// The grey levels of a PNG, rows packed.
    static func luma(png: [UInt8]) throws -> [UInt8] {
        let frame = try PictureFile.load(bytes: png, name: "made.png", into: try FramePool(slots: 2))
        return frame.withLuma { luma in
            luma.withUnsafeBufferPointer { Array($0.prefix(frame.width * frame.height)) }
        }
    }

    /// The symbols in a packed plane.
    static func symbols(luma: [UInt8], width: Int, height: Int) -> [Symbol] {
        SymbolReader().read(luma: luma.span, width: width, height: height, effort: .thorough).symbols
    }
}
