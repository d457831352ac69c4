import Frames

/// Borrowed rows of luma bytes.
struct LumaView {
    // SAFETY: `base` points at `height` rows `rowStride` bytes apart, `width` bytes readable in each. Whoever
    // makes a view keeps the bytes alive and unchanged until the call that it is passed to returns; nobody keeps
    // a view.
    let base: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    let rowStride: Int

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// The part of it inside `region`, which must lie inside its bounds.
    func cropped(to region: PixelRect) -> LumaView {
        LumaView(
            base: base + region.y * rowStride + region.x, width: region.width, height: region.height,
            rowStride: rowStride)
    }

    /// The mean darkness of `rows` in each column, 0 for white to 255.
    func darkness(ofRows rows: Range<Int>) -> [Float] {
        var sums = [Float](repeating: 0, count: width)
        for y in rows {
            // SAFETY: y and x stay below the view's height and width.
            let line = base + y * rowStride
            for x in 0..<width { sums[x] += 255 - Float(line[x]) }
        }
        return sums.map { $0 / Float(max(1, rows.count)) }
    }

    /// How much each row changes between pixels two apart, summed over `columns`, of which there are more than two.
    func changes(inColumns columns: Range<Int>) -> [Int] {
        (0..<height).map { y in
            // SAFETY: y is a row, and x + 2 lies in it.
            let line = base + y * rowStride + columns.lowerBound
            return (0..<columns.count - 2).reduce(0) { $0 + abs(Int(line[$1]) - Int(line[$1 + 2])) }
        }
    }

    /// The rows one after another without gaps.
    func packed() -> LumaPlane {
        LumaPlane(width: width, height: height) { out in
            for y in 0..<height {
                (out + y * width).update(from: base + y * rowStride, count: width)
            }
        }
    }
}

/// Owned, packed rows of luma bytes: the result of a transformation.
struct LumaPlane {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    /// A plane that `fill` writes, all `width * height` bytes of it.
    init(width: Int, height: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        (self.width, self.height) = (width, height)
        bytes = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            if let base = buffer.baseAddress { fill(base) }
            count = width * height
        }
    }

    func withView<R, E: Error>(_ body: (LumaView) throws(E) -> R) throws(E) -> R {
        // SAFETY: the array is not empty (planes have at least one pixel) and stays alive and unchanged while
        // `self` is borrowed here.
        try bytes.withUnsafeBufferPointer { (buffer) throws(E) -> R in
            try body(LumaView(base: buffer.baseAddress!, width: width, height: height, rowStride: width))
        }
    }
}
