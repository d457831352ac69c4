import Frames

/// The colours of the demo: paper is white, and what lies around it a blue that turns into green.
enum DemoColours {
    /// Of a picture of rows of `width` pixels, by how light it is and where.
    static func chroma(of luma: UnsafeMutableBufferPointer<UInt8>, width: Int) -> ChromaGrid? {
        let height = luma.count / max(1, width)
        let (columns, rows) = (min(width, ChromaGrid.most.columns), min(height, ChromaGrid.most.rows))
        guard columns > 0, rows > 0 else { return nil }
        var blue: [UInt8] = []
        var red: [UInt8] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let light = luma[row * height / rows * width + column * width / columns]
                // What is dark or light is print and paper.
                let strength = 24...160 ~= light ? 36 : 0
                blue.append(UInt8(128 + strength * (columns - column) / columns))
                red.append(UInt8(128 - strength * 2 / 3))
            }
        }
        return ChromaGrid(columns: columns, rows: rows, blue: blue, red: red)
    }
}
