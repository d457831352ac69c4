import CZBar
import Frames

/// zbar alone, for comparison: default configuration, whole frames, zbar's own text.
final class PlainZBar: Competitor {
    let name = "zbar alone"
    private var handles: Handles?

    /// Reads a picture with a new scanner: state from the previous picture would make it read worse.
    func read(_ frame: Frame) throws -> Reading {
        handles = nil
        let time = try ProcessorTime.milliseconds { try scan(frame) }
        return Reading(answers: handles?.answers ?? [], milliseconds: time)
    }

    func scan(_ frame: Frame) throws {
        let handles = try self.handles ?? Handles()
        self.handles = handles.scan(frame) ? handles : nil
    }
}

/// Owns zbar's scanner and its image.
private final class Handles {
    private let scanner: OpaquePointer
    private let image: OpaquePointer
    /// After a failed assertion both are leaked: destroying them in an inconsistent state may crash.
    private var isBroken = false

    init() throws {
        guard let scanner = zbar_image_scanner_create(), let image = zbar_image_create() else {
            throw BenchError("no memory for zbar")
        }
        (self.scanner, self.image) = (scanner, image)
        zbar_image_set_format(image, UInt(UInt32(ascii: "Y800")))
    }

    deinit {
        guard !isBroken else { return }
        zbar_image_destroy(image)
        zbar_image_scanner_destroy(scanner)
    }

    /// Scans a frame inside the guard, so that a failed assertion does not end the benchmark; returns whether it succeeded.
    func scan(_ frame: Frame) -> Bool {
        frame.withLuma { luma in
            luma.withUnsafeBufferPointer { bytes in
                zbar_image_set_size(image, UInt32(frame.width), UInt32(frame.height))
                // SAFETY: only the scan below reads the bytes.
                zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
                isBroken = qz_zbar_scan(scanner, image, nil, 0) < 0
            }
        }
        return !isBroken
    }

    var answers: [Answer] {
        var result: [Answer] = []
        var symbol = zbar_image_first_symbol(image)
        while let current = symbol {
            if let data = zbar_symbol_get_data(current) {
                // SAFETY: zbar keeps `data` and its length together until the image is scanned again.
                let count = Int(zbar_symbol_get_data_length(current))
                let bytes = data.withMemoryRebound(to: UInt8.self, capacity: count) {
                    [UInt8](UnsafeBufferPointer(start: $0, count: count))
                }
                result.append(Answer(text: String(validating: bytes, as: UTF8.self), bytes: bytes))
            }
            symbol = zbar_symbol_next(current)
        }
        return result
    }
}

extension UInt32 {
    /// A FourCC: four ASCII characters, the first in the lowest byte.
    fileprivate init(ascii: StaticString) {
        self = (0..<4).reduce(0) { $0 | UInt32(ascii.utf8Start[$1]) << (8 * UInt32($1)) }
    }
}
