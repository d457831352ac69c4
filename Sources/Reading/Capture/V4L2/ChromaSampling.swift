import CPixels
import Frames

extension CameraFormat {
    /// Whether the colours of a format of this name (`FrameFormat.encoding`) are known without decoding it as a whole.
    package static func tellsColours(_ encoding: String) -> Bool {
        !["MJPG", "JPEG", "GREY", "Y16", "Y16-BE"].contains(encoding)
    }
}

extension ChromaGrid {
    /// The colours of a camera's frame: `bytes` as `CameraConverter.original` gives them, laid out as `layout` says. nil for a format of
    /// which no sample is known without decoding it, such as Motion JPEG, and for a frame that is too short.
    ///
    /// Takes 30 µs whatever the frame's size.
    init?(of bytes: UnsafeRawBufferPointer, layout: any OriginalLayout) {
        guard let stream = (layout as? OriginalStream)?.format, let planes = ChromaLayout(stream),
            let data = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        let (width, height) = (stream.format.width, stream.format.height)
        let (columns, rows) = (min(width, Self.most.columns), min(height, Self.most.rows))
        guard columns > 0, rows > 0 else { return nil }
        var blue = [UInt8](repeating: 128, count: columns * rows)
        var red = blue
        let result = withUnsafePointer(to: planes.blue) { bluePlane in
            withUnsafePointer(to: planes.red) { redPlane in
                // SAFETY: it reads no more than `bytes.count` and fills columns * rows of each.
                qz_chroma_grid(
                    data, bytes.count, bluePlane, redPlane, Int32(width), Int32(height), Int32(columns), Int32(rows),
                    &blue, &red)
            }
        }
        guard result == 0 else { return nil }
        self.init(columns: columns, rows: rows, blue: blue, red: red)
    }
}
