import CPixels
import Frames
import Glibc

/// Pictures in files: PNG, JPEG and netpbm's PBM, PGM and PPM (P1 to P6), known by their content.
package enum PictureFile {
    /// The largest file that is read, in bytes.
    package static let largestFile = FileBytes.limit

    /// Reads and decodes the picture at `path`, a regular file of at most 256 MiB.
    ///
    /// One that is damaged or cut short gives what there is, and says so in its frame's `defect`. EXIF orientation is ignored.
    /// - Parameters:
    ///   - sequence: the frame's number; 0 by default. Its `origin` is `path`.
    ///   - channel: the colour to take; nil, the default: how bright all of them look.
    ///   - parser: who decodes it; this process by default.
    /// - Throws: `SourceError` in one line that names the file and says what to do, also when `pool` has no free slot.
    package static func load(
        path: String, into pool: FramePool, sequence: UInt64 = 0, channel: ColourChannel? = nil,
        by parser: (any PictureParser)? = nil
    ) throws(SourceError) -> Frame {
        try load(
            bytes: FileBytes.all(of: path), name: path, into: pool, sequence: sequence, channel: channel, by: parser)
    }

    /// Decodes a picture that is in memory; `name` is what messages call it, and the frame's `origin`.
    /// - Throws: as `load(path:into:sequence:)` does.
    package static func load(
        bytes: [UInt8], name: String, into pool: FramePool, sequence: UInt64 = 0, channel: ColourChannel? = nil,
        by parser: (any PictureParser)? = nil
    ) throws(SourceError) -> Frame {
        guard var draft = pool.draft() else {
            throw SourceError("\(name.onOneLine) has to wait: every frame of the pool is in use")
        }
        let parser = parser ?? DirectParsing().parser(for: pool)
        let parsed = try parser.decode(bytes, name: name, channel: channel, into: &draft)
        return draft.finish(sequence: sequence, origin: name, defect: parsed.defect)
    }

    /// The bytes of an 8-bit grey PNG of `frame`.
    /// - Throws: `SourceError` when there is no memory for them.
    package static func png(of frame: Frame) throws(SourceError) -> [UInt8] {
        try frame.withLuma { (luma) throws(SourceError) in
            try png(luma: luma, width: frame.width, height: frame.height)
        }
    }

    /// The bytes of an 8-bit grey PNG of a packed plane of `width * height` bytes.
    /// - Throws: `SourceError` when there is no memory for them, or `luma` has another size.
    package static func png(luma: Span<UInt8>, width: Int, height: Int) throws(SourceError) -> [UInt8] {
        guard FramePool.accepts(width: width, height: height), luma.count == width * height else {
            throw SourceError("a picture of \(width)×\(height) pixels cannot be made from \(luma.count) bytes")
        }
        var encoded: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = luma.withUnsafeBufferPointer { bytes in
            qz_png_write(bytes.baseAddress, Int32(width), Int32(height), &encoded, &count)
        }
        guard result == 0, let encoded else {
            throw SourceError("a PNG cannot be made: \(String(cString: strerror(-result)))")
        }
        // SAFETY: qz_png_write made `count` bytes there, and only this call frees them.
        defer { qz_png_free(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: count))
    }
}
