import Frames
import Symbols

/// The modules of a matrix symbol in a picture, and what they should be: what grading print quality needs.
///
///     if let modules = ReferenceModules.of(symbol, in: luma, width: width, height: height),
///         let correct = modules.corrected(dark) { … correct.isDark … }
package struct ReferenceModules {
    package let symbology: Symbology
    package let columns: Int
    package let rows: Int
    /// The outer corners of the modules in pixels of the picture, the symbol's own top left first. In what is seen in a mirror they go
    /// around the other way.
    package let corners: Quadrilateral
    /// Whether it is light on dark.
    package let isInverted: Bool
    /// Row by row, whether a module of a fixed pattern is dark; nil for all others.
    package let fixed: [Bool?]
    /// The fixed patterns by which it is graded.
    package let segments: [Segment]
    /// Light modules that have to be around the symbol.
    package let quietZone: Int
    /// Corrects modules, row by row, of which true is dark; nil when too many are wrong.
    package let corrected: ([Bool]) -> Corrected?

    /// A part of the fixed patterns (annexes of ISO/IEC 15415, 16022 and 18004).
    package struct Segment {
        /// By which rules it is graded.
        package enum Kind: Hashable, Sendable {
            /// A finder pattern with the light modules around it; a bull's eye.
            case finder
            case timing
            case alignment
            /// A solid side of a Data Matrix, or the quiet zone beside it.
            case solid
            /// An alternating side of a Data Matrix, with the solid modules or the quiet zone beside it: as many of each.
            case clockTrack
            /// A copy of the format or the version.
            case format
            case version
        }

        package let kind: Kind
        /// What it is called in reports, such as `top left finder pattern`.
        package let name: String
        /// Some may lie outside of the symbol, in its quiet zone. Of a clock track first the alternating ones.
        package let modules: [Module]
    }

    /// A module that is known.
    package struct Module: Hashable, Sendable {
        package let row: Int
        package let column: Int
        package let isDark: Bool
    }

    /// A symbol with its errors corrected.
    package struct Corrected {
        /// Row by row, what each module should be.
        package let isDark: [Bool]
        /// The modules of each codeword.
        package let codewords: [[Int]]
        package let blocks: [Block]
        /// Fixed patterns that are known only once the symbol is read: format and version.
        package let segments: [Segment]
    }

    /// Codewords that are corrected together.
    package struct Block {
        /// Its codewords, as places in `Corrected.codewords`.
        package let codewords: [Int]
        /// How many of them are there for correction, without those that only detect errors: two correct one codeword.
        package let capacity: Int
    }

    /// The symbologies that `of` knows.
    package static let symbologies: Set<Symbology> = [.qrCode, .microQRCode, .rmqrCode, .dataMatrix, .aztec]

    /// Lays the modules of `symbol` over a picture.
    ///
    /// - Parameters:
    ///   - symbol: as it was read in the picture.
    ///   - luma: `width * height` bytes, rows packed.
    /// - Returns: nil for a symbology that is not known here, or where no modules are found.
    package static func of(
        _ symbol: Symbol, in luma: UnsafeBufferPointer<UInt8>, width: Int, height: Int
    ) -> ReferenceModules? {
        guard FramePool.accepts(width: width, height: height), luma.count >= width * height, let base = luma.baseAddress
        else { return nil }
        // SAFETY: `luma` holds width * height bytes for the whole call, and nothing keeps the view.
        let view = LumaView(base: base, width: width, height: height, rowStride: width)
        return switch symbol.content.symbology {
        case .qrCode: qrCode(symbol.corners, view)
        case .microQRCode: microQRCode(symbol.corners, view)
        case .rmqrCode: rmqrCode(symbol.corners, view)
        case .dataMatrix: dataMatrix(symbol.corners, view)
        case .aztec: aztec(symbol.corners, view)
        default: nil
        }
    }

    /// `corners` moved to where all modules have the colour that they should have.
    static func fitted(
        _ corners: Quadrilateral, _ view: LumaView, columns: Int, rows: Int, isInverted: Bool, to corrected: Corrected
    ) -> Quadrilateral {
        view.fitted(corners, columns: columns, rows: rows, isInverted: isInverted) { column, row in
            corrected.isDark[row * columns + column]
        }
    }

    /// The modules of `grid` corrected: as they are seen in their neighbourhoods, then with blur taken back. Where modules are has to be
    /// found in light in which the symbol would be graded F, too.
    static func corrected(_ grid: ModuleGrid, by correct: ([Bool]) -> Corrected?) -> Corrected? {
        for sharpening in ModuleGrid.sharpenings {
            if let corrected = correct(grid.dark(sharpening: sharpening)) { return corrected }
        }
        return nil
    }
}

extension ReedSolomon {
    /// Corrects as many errors as a block allows, two check words of `capacity` for each; nil when there are more.
    func corrected(_ words: [Int], parity: Int, capacity: Int) -> [Int]? {
        var words = words
        return correct(&words, parity: parity, maxErrors: capacity / 2) == nil ? nil : words
    }
}
