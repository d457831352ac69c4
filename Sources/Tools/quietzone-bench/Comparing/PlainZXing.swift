import CZXing
import Charsets
import Decoding
import Frames

/// The linked zxing-cpp alone, for comparison: whole frames, all formats, with its default options.
final class PlainZXing: Competitor {
    let name = "zxing-cpp \(SymbologySupport.zxingVersion) alone"

    func read(_ frame: Frame) throws -> Reading {
        var options = qz_zxing_options()
        options.formats = .max
        options.try_harder = true
        options.try_rotate = true
        options.try_downscale = true
        options.try_invert = true
        options.max_symbols = Int32(QZ_ZXING_MAX_SYMBOLS)
        var found: [(bytes: [UInt8], eci: [UInt8]?)] = []
        let time = frame.withLuma { luma in
            luma.withUnsafeBufferPointer { pixels in
                ProcessorTime.milliseconds {
                    withUnsafeMutablePointer(to: &found) { found in
                        // SAFETY: the sink runs only during this call, on this thread, and `found` outlives it.
                        _ = qz_zxing_read(
                            pixels.baseAddress, Int32(frame.width), Int32(frame.height), Int32(frame.width), &options,
                            { context, symbol in
                                guard let context, let symbol = symbol?.pointee else { return }
                                let eci = symbol.eci_bytes.map {
                                    [UInt8](UnsafeBufferPointer(start: $0, count: symbol.eci_byte_count))
                                }
                                context.assumingMemoryBound(to: [(bytes: [UInt8], eci: [UInt8]?)].self).pointee.append(
                                    ([UInt8](UnsafeBufferPointer(start: symbol.bytes, count: symbol.byte_count)), eci))
                            }, found, nil, 0)
                    }
                }
            }
        }
        // Quietzone's text decoding, so that only the reading of symbols is compared.
        let answers = found.map {
            Answer(text: TextDecoding.decode($0.bytes, eciProtocol: $0.eci)?.text, bytes: $0.bytes)
        }
        return Reading(answers: answers, milliseconds: time)
    }
}
