import CPixels
import Frames
import Glibc

/// A still picture as the bytes of a file.
package enum StillFile {
    /// How pictures are kept.
    package enum Format: String, CaseIterable, Sendable {
        /// A camera's own JPEG untouched where it sends them, else one of quality 92.
        case jpeg
        /// Every pixel as it was.
        case png

        /// The ending of a file's name, without the dot.
        package var ending: String { self == .jpeg ? "jpg" : "png" }
    }

    private static let quality: Int32 = 92

    /// The file of `picture` as it is seen when it is mirrored left to right, then turned clockwise by quarters.
    ///
    /// Pixels are turned; a camera's own JPEG keeps them and says how it is to be shown (Exif orientation).
    /// - Parameter parsing: where a camera's JPEG is decoded if it must be; in this process by default.
    /// - Throws: `SourceError` when it cannot be encoded.
    package static func encode(
        _ picture: StillPicture, as format: Format, quarterTurns: Int = 0, isMirrored: Bool = false,
        metadata: PictureMetadata, parsing: any PictureParsing = DirectParsing()
    ) throws(SourceError) -> [UInt8] {
        let turns = ((quarterTurns % 4) + 4) % 4
        if format == .jpeg, case .jpeg(let bytes) = picture.content {
            let exif = metadata.exif(
                width: picture.width, height: picture.height,
                orientation: orientation(quarterTurns: turns, isMirrored: isMirrored))
            return JPEGSegments.inserting(exif: exif, into: bytes)
        }
        guard let decoded = picture.decoded(by: parsing) else {
            throw SourceError("The camera's picture cannot be decoded.")
        }
        let shown = decoded.turned(quarterTurns: turns, isMirrored: isMirrored)
        let exif = metadata.exif(width: shown.width, height: shown.height, orientation: 1)
        switch shown.content {
        case .grey(let bytes): return try encode(bytes, shown, channels: 1, format, exif, metadata)
        case .rgb(let bytes): return try encode(bytes, shown, channels: 3, format, exif, metadata)
        case .jpeg: throw SourceError("The camera's picture cannot be decoded.")
        }
    }

    /// Exif's number for pixels that are to be mirrored left to right, then turned clockwise by quarters.
    static func orientation(quarterTurns: Int, isMirrored: Bool) -> Int {
        (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarterTurns & 3]
    }

    private static func encode(
        _ pixels: [UInt8], _ picture: StillPicture, channels: Int32, _ format: Format, _ exif: [UInt8],
        _ metadata: PictureMetadata
    ) throws(SourceError) -> [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        var count = 0
        let (width, height) = (Int32(clamping: picture.width), Int32(clamping: picture.height))
        let result: Int32
        switch format {
        case .jpeg: result = qz_jpeg_write_pixels(pixels, width, height, channels, quality, &encoded, &count)
        case .png:
            // SAFETY: the copies live until the call has returned, and it keeps no pointer.
            let copies = metadata.texts.map { (strdup($0.key), strdup($0.text)) }
            defer {
                for (key, text) in copies {
                    free(key)
                    free(text)
                }
            }
            let texts = copies.map { qz_png_text(key: UnsafePointer($0.0), text: UnsafePointer($0.1)) }
            result = qz_png_write_pixels(
                pixels, width, height, channels, texts, texts.count, exif, exif.count, 0, &encoded, &count)
        }
        guard result == 0, let encoded else {
            throw SourceError("The picture cannot be encoded: \(String(cString: strerror(-result))).")
        }
        // SAFETY: the writer made `count` bytes there, and only this call frees them.
        defer { if format == .jpeg { qz_jpeg_free(encoded) } else { qz_png_free(encoded) } }
        let bytes = Array(UnsafeBufferPointer(start: encoded, count: count))
        return format == .jpeg ? JPEGSegments.inserting(exif: exif, into: bytes) : bytes
    }
}

/// The segments before a JPEG's first scan (ITU-R T.81, annex B).
enum JPEGSegments {
    /// `picture` with `exif` at its beginning, instead of what it had of that kind; pixels stay untouched.
    static func inserting(exif: [UInt8], into picture: [UInt8]) -> [UInt8] {
        let name = Array("Exif\0\0".utf8)
        let length = 2 + name.count + exif.count
        guard length <= 0xFFFF, picture.starts(with: [0xFF, 0xD8]) else { return picture }
        var result: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + name + exif
        result.reserveCapacity(result.count + picture.count)
        var offset = 2
        while offset + 4 <= picture.count, picture[offset] == 0xFF, 0xE0...0xFE ~= picture[offset + 1] {
            let next = offset + 2 + (Int(picture[offset + 2]) << 8 | Int(picture[offset + 3]))
            guard next >= offset + 4, next <= picture.count else { break }
            let isExif = picture[offset + 1] == 0xE1 && picture[(offset + 4)..<next].starts(with: name)
            if !isExif { result += picture[offset..<next] }
            offset = next
        }
        return result + picture[offset...]
    }
}
