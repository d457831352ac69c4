import CZBar
import Frames

/// zbar as a program that uses nothing else would: every symbology, the whole frame.
final class PlainZBar {
    private let scanner: OpaquePointer
    private let image: OpaquePointer

    init() throws {
        guard let scanner = zbar_image_scanner_create(), let image = zbar_image_create() else {
            throw BenchError("no memory for zbar")
        }
        self.scanner = scanner
        self.image = image
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 1)
        zbar_image_set_format(image, UInt(UInt32(ascii: "Y800")))
    }

    deinit {
        zbar_image_destroy(image)
        zbar_image_scanner_destroy(scanner)
    }

    /// Scans `frame` and forgets what it found.
    func read(_ frame: Frame) {
        frame.withLuma { luma in
            luma.withUnsafeBufferPointer { bytes in
                zbar_image_set_size(image, UInt32(frame.width), UInt32(frame.height))
                zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
                _ = zbar_scan_image(scanner, image)
            }
        }
    }
}

extension UInt32 {
    /// A FourCC: four ASCII characters, the first in the lowest byte.
    fileprivate init(ascii: StaticString) {
        self = (0..<4).reduce(0) { $0 | UInt32(ascii.utf8Start[$1]) << (8 * UInt32($1)) }
    }
}
