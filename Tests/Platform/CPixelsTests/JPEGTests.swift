import CPixels
import Glibc
import Testing

/// Calls `qz_jpeg_luma` with the size in the header of `data`.
private func decode(_ data: [UInt8]) -> (result: Int32, luma: [UInt8]) {
    var width: Int32 = 0
    var height: Int32 = 0
    guard qz_jpeg_size(data, data.count, &width, &height) == 0, Int(width) * Int(height) <= 1 << 20 else {
        return (-EPROTO, [])
    }
    var luma = [UInt8](repeating: 77, count: Int(width) * Int(height))
    return (qz_jpeg_luma(data, data.count, &luma, width, height), luma)
}

@Suite struct JPEGTests {
    /// libturbojpeg reads one more column of a plane with an odd width.
    @Test(arguments: [(1, 1), (1, 9), (9, 7), (17, 16), (16, 9)]) func writesWhatItReads(width: Int, height: Int) {
        // Adjacent rows differ, so it shows when the next row's first pixel is taken for this row's last.
        let luma = (0..<width * height).map { UInt8($0 / width % 2 == 0 ? 20 : 235) }
        var jpeg: UnsafeMutablePointer<UInt8>?
        var length = 0
        #expect(qz_jpeg_write(luma, Int32(width), Int32(height), 100, &jpeg, &length) == 0)
        defer { qz_jpeg_free(jpeg) }
        let (result, read) = decode(Array(UnsafeBufferPointer(start: jpeg, count: length)))
        #expect(result == 0)
        #expect(read.count == luma.count)
        #expect(zip(read, luma).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
    }

    @Test func readsTheSize() {
        var width: Int32 = 0
        var height: Int32 = 0
        #expect(qz_jpeg_size(Samples.greyJPEG, Samples.greyJPEG.count, &width, &height) == 0)
        #expect(width == 16)
        #expect(height == 16)
    }

    @Test(arguments: [
        // Red and blue weigh 76 and 29 (ITU-R BT.601); the grey and CMYK pictures are black and white.
        (Samples.greyJPEG, 0, 255), (Samples.colourJPEG, 76, 29), (Samples.progressiveJPEG, 76, 29),
        (Samples.cmykJPEG, 0, 255),
    ])
    func decodesEveryColourSpace(data: [UInt8], left: Int, right: Int) {
        let (result, luma) = decode(data)
        #expect(result == 0)
        for y in 0..<16 {
            #expect(abs(Int(luma[y * 16 + 2]) - left) <= 6)
            #expect(abs(Int(luma[y * 16 + 13]) - right) <= 6)
        }
    }

    @Test func standsInForMissingHuffmanTables() {
        // As UVC cameras send it, without DHT segments (marker C4).
        var data = Samples.greyJPEG
        while let at = data.indices.dropLast().first(where: { data[$0] == 0xFF && data[$0 + 1] == 0xC4 }) {
            data.removeSubrange(at..<at + 2 + Int(data[at + 2]) << 8 + Int(data[at + 3]))
        }
        #expect(data.count < Samples.greyJPEG.count)
        // Tables of an earlier picture must not be used.
        let late = data.dropLast(2) + Samples.progressiveJPEG.dropFirst(2)
        for other in [Samples.progressiveJPEG, Samples.greyJPEG, data, Array(late)] {
            _ = decode(other)
            let (result, luma) = decode(data)
            #expect(result == 0)
            #expect(luma == decode(Samples.greyJPEG).luma)
        }
    }

    @Test func saysWhenTheSizeDiffers() {
        var luma = [UInt8](repeating: 0, count: 256)
        #expect(qz_jpeg_luma(Samples.greyJPEG, Samples.greyJPEG.count, &luma, 8, 32) == -EINVAL)
    }

    @Test func aCutPictureIsDamagedAndFilled() {
        let (result, luma) = decode(Array(Samples.colourJPEG.dropLast(8)))
        #expect(result == -EBADMSG)
        #expect(luma.count == 256)
        #expect(!luma.allSatisfy { $0 == 77 })
    }

    @Test func truncationAtEveryLengthIsReported() {
        for sample in [Samples.greyJPEG, Samples.colourJPEG, Samples.cmykJPEG, Samples.progressiveJPEG] {
            for count in 0..<sample.count - 2 {
                #expect([-EBADMSG, -EPROTO].contains(decode(Array(sample.prefix(count))).result), "\(count)")
            }
        }
    }

    @Test func everyFlippedByteIsSurvived() {
        for sample in [Samples.greyJPEG, Samples.cmykJPEG, Samples.progressiveJPEG] {
            for at in sample.indices {
                var data = sample
                data[at] ^= 0xFF
                #expect([0, -EBADMSG, -EPROTO].contains(decode(data).result))
            }
        }
    }

    @Test func oneBrokenFrameDoesNotSpoilTheNext() {
        var width: Int32 = 0
        var height: Int32 = 0
        for count in 0..<Samples.colourJPEG.count {
            _ = qz_jpeg_size(Samples.colourJPEG, count, &width, &height)
            #expect(decode(Samples.greyJPEG).result == 0, "after \(count) bytes")
        }
    }

    @Test func nothingIsNoPicture() {
        var width: Int32 = 0
        var height: Int32 = 0
        #expect(qz_jpeg_size(nil, 0, &width, &height) == -EBADMSG)
        #expect(qz_jpeg_luma([1, 2, 3], 3, nil, 1, 1) == -EPROTO)
    }
}
