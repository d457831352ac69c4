import Capture
import Frames
import Symbols

/// A picture of a symbol that is cut out of another.
enum SymbolPicture {
    /// The part of a symbol's size that is left around it.
    private static let margin = 0.2
    /// Pixels of the longer side, above which pixels are left out.
    private static let longestSide = 600

    /// A grey PNG; nil where the symbol lies outside, or there is no memory for it.
    static func png(of symbol: Symbol, in frame: Frame) -> [UInt8]? {
        let (xs, ys) = (symbol.corners.corners.map(\.x), symbol.corners.corners.map(\.y))
        let around = symbol.corners.diameter * margin
        func range(_ values: [Double], _ limit: Int) -> Range<Int> {
            let least = max(0, min(Double(limit), (values.min() ?? 0) - around))
            let most = max(least, min(Double(limit), (values.max() ?? 0) + around))
            return Int(least)..<Int(most)
        }
        guard (xs + ys).allSatisfy(\.isFinite) else { return nil }
        let (columns, rows) = (range(xs, frame.width), range(ys, frame.height))
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        let step = max(1, (max(columns.count, rows.count) + longestSide - 1) / longestSide)
        var luma: [UInt8] = []
        luma.reserveCapacity((columns.count / step + 1) * (rows.count / step + 1))
        frame.withLuma { pixels in
            for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
                for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
                    luma.append(pixels[y * frame.width + x])
                }
            }
        }
        let width = (columns.count + step - 1) / step
        return try? PictureFile.png(luma: luma.span, width: width, height: luma.count / width)
    }
}
