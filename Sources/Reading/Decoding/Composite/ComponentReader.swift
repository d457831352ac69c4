import Symbols

/// Reads the components CC-A and CC-B of GS1 Composite symbols, whose rows are those of MicroPDF417 (ISO/IEC 24723). CC-C is
/// a PDF417 symbol.
enum ComponentReader {
    /// Rows of pixels from one that is looked along to the next: a component's rows are few, and may be four of them high.
    private static let step = 1
    /// The first codeword of a CC-B or CC-C component, which no other symbol begins with.
    private static let linked = 920

    private static let sizes = MicroPDF417Size.componentsA + MicroPDF417Size.all.filter { $0.columns > 1 }

    /// The element strings of the components in `picture`, which is upright.
    static func read(_ picture: TransformedPlane) -> [MicroPDF417Reader.Found<[UInt8]>] {
        // Means of two rows show what noise hides; they may be all that there is of a row of modules.
        let means = picture.averaged(rows: 2)
        let found = means.plane.withView(read)
        guard found.isEmpty else {
            return found.map { $0.placed { $0.map { Point(x: $0.x, y: $0.y * 2) } } }
        }
        return picture.plane.withView(read)
    }

    private static func read(_ view: LumaView) -> [MicroPDF417Reader.Found<[UInt8]>] {
        MicroPDF417Reader.read(view, step: step, sizes: sizes) { size, codewords in
            if size.isComponentA { return ComponentContent.elements(ofComponentA: codewords) }
            guard codewords.first == linked else { return nil }
            let content = PDF417Content(Array(codewords.dropFirst()), kind: .microPDF417)
            return content.flatMap { ComponentContent.elements(ofBytes: $0.bytes) }
        }
    }
}
