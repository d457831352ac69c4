import Frames
import Symbols

/// Reads linear symbols whose bars were turned upright, by how likely each character is.
///
/// Where edges are blurred into each other, neither their places nor a threshold tell bars from spaces; what every
/// character would look like through the same blur still does. It tells only what it is sure of.
struct LinearEngine: Engine {
    let kind = EngineKind.own
    private let symbologies: Set<Symbology>

    /// What it reads.
    static let readable: Set<Symbology> = [.ean13, .upcA]

    private static let ean13 = ProductDecoder(digitsPerHalf: 6)

    /// An engine for `symbologies`; those that it does not read are left out.
    init(symbologies: Set<Symbology>) {
        self.symbologies = symbologies.intersection(Self.readable)
    }

    /// The symbol that takes most of `region`'s width, its bars upright.
    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineFault) -> EngineReading {
        guard !symbologies.isEmpty, region.width >= Self.leastWidth else { return EngineReading() }
        let lines = ScanLines(luma.cropped(to: region))
        guard let result = Self.ean13.decode(lines.whole), result.isSure else { return EngineReading() }
        let raw = RawSymbol(
            symbology: .ean13, identifier: nil, bytes: result.digits.map { $0 + UInt8(ascii: "0") }, eciBytes: nil,
            corners: lines.corners(from: result.start, to: result.end))
        return EngineReading(readings: raw.normalized().map { Reading(symbol: $0, engine: .own, lines: lines.count) })
            .moved(x: Double(region.x), y: Double(region.y))
    }

    mutating func forget() {}  // It keeps nothing between pictures.

    /// Fewer pixels than the modules of any symbol.
    private static let leastWidth = 48
}
