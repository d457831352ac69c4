import Frames

/// The colours of the demo: paper is white, and what lies around it a blue that turns into green.
enum DemoColours {
    /// Of a picture of rows of `width` pixels, by how light it is around each place.
    static func chroma(of luma: UnsafeMutableBufferPointer<UInt8>, width: Int) -> ChromaGrid? {
        let height = luma.count / max(1, width)
        let (columns, rows) = (min(width, 40), min(height, 30))
        guard columns > 0, rows > 0 else { return nil }
        var blue: [UInt8] = []
        var red: [UInt8] = []
        for row in 0..<rows {
            let down = row * height / rows..<(row + 1) * height / rows
            for column in 0..<columns {
                let across = column * width / columns..<(column + 1) * width / columns
                // Print and paper together are lighter than what they lie on.
                let strength = 16...104 ~= mean(luma, width, across, down) ? 36 : 0
                blue.append(UInt8(128 + strength * (columns - column) / columns))
                red.append(UInt8(128 - strength * 2 / 3))
            }
        }
        return ChromaGrid(columns: columns, rows: rows, blue: blue, red: red)
    }

    /// The mean of every fourth pixel and row.
    private static func mean(
        _ luma: UnsafeMutableBufferPointer<UInt8>, _ width: Int, _ across: Range<Int>, _ down: Range<Int>
    ) -> Int {
        var (sum, count) = (0, 0)
        for y in stride(from: down.lowerBound, to: down.upperBound, by: 4) {
            for x in stride(from: across.lowerBound, to: across.upperBound, by: 4) {
                sum += Int(luma[y * width + x])
                count += 1
            }
        }
        return sum / max(1, count)
    }
}
