import CPixels
import Foundation
import Glibc
import Testing

/// Calls `qz_png_luma` with the size in the header of `data`.
private func decode(_ data: [UInt8]) -> (result: Int32, luma: [UInt8], message: String) {
    var width: Int32 = 0
    var height: Int32 = 0
    let size = qz_png_size(data, data.count, &width, &height)
    guard size == 0, Int(width) <= 4096, Int(height) <= 4096 else { return (min(size, -1), [], "") }
    var luma = [UInt8](repeating: 77, count: Int(width) * Int(height))
    var message = [CChar](repeating: 0, count: 100)
    let result = qz_png_luma(data, data.count, nil, &luma, width, height, &message, message.count)
    return (result, luma, message.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
}

private func encode(_ luma: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    try #require(qz_png_write(luma, Int32(width), Int32(height), &bytes, &count) == 0)
    defer { qz_png_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
}

@Suite struct PNGTests {
    @Test func givesBackWhatItWrote() throws {
        let luma = (0..<37 * 11).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let (result, decoded, _) = decode(try encode(luma, 37, 11))
        #expect(result == 0)
        #expect(decoded == luma)
    }

    @Test func refusesToWriteImpossibleSizes() {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        #expect(qz_png_write([1], 0, 1, &bytes, &count) == -EINVAL)
        #expect(bytes == nil)
        #expect(qz_png_write([1], 1, -1, &bytes, &count) == -EINVAL)
    }

    @Test(arguments: [
        (Samples.palette, [0, 255, 76, 29]), (Samples.bits, [0, 255, 0, 255]),
        (Samples.grey16, [0, 128, 255]), (Samples.rgb, [76, 150, 29]), (Samples.rgb16, [255, 0]),
    ])
    func decodesEveryPixelFormat(data: [UInt8], expected: [Int]) {
        let (result, luma, message) = decode(data)
        #expect(result == 0, "\(message)")
        #expect(zip(luma, expected).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(luma)")
        #expect(luma.count == expected.count, "\(luma)")
    }

    @Test(arguments: [
        (Samples.paletteTransparent, [0, 255, 76, 255]), (Samples.greyAlpha, [0, 255, 127]),
        (Samples.greyAlpha16, [0, 255, 127]), (Samples.greyTransparent, [0, 255, 255]), (Samples.rgba, [0, 255, 255]),
    ])
    func laysTransparentPartsOnWhite(data: [UInt8], expected: [Int]) {
        let (result, luma, message) = decode(data)
        #expect(result == 0, "\(message)")
        #expect(zip(luma, expected).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(luma)")
        #expect(luma.count == expected.count, "\(luma)")
    }

    @Test func readsInterlacedPictures() {
        let expected: [UInt8] = [0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240]
        #expect(decode(Samples.interlaced).luma == expected)
    }

    @Test func saysWhenTheSizeDiffers() {
        var luma = [UInt8](repeating: 0, count: 16)
        #expect(qz_png_luma(Samples.interlaced, Samples.interlaced.count, nil, &luma, 8, 2, nil, 0) == -EINVAL)
    }

    @Test func truncationAtEveryLengthIsReported() throws {
        let sample = try encode((0..<400).map { UInt8(truncatingIfNeeded: $0 * $0) }, 20, 20)
        // The last 16 bytes are the checksum of the pixels and IEND; all rows are complete without them.
        for count in 0..<sample.count - 20 {
            let (result, _, message) = decode(Array(sample.prefix(count)))
            #expect(result < 0, "\(count)")
            #expect((count < 24 || !message.isEmpty), "\(count)")
        }
    }

    @Test func whatComesBeforeACutIsRead() throws {
        // Noise, which does not compress.
        var state: UInt64 = 1
        let luma = (0..<4000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
        let sample = try encode(luma, 40, 100)
        let (result, decoded, message) = decode(Array(sample.prefix(sample.count / 2)))
        #expect(result == -EBADMSG)
        #expect(message == "the file ends too early")
        // Half of the bytes contain about half of the rows; the rest is grey.
        #expect(decoded.prefix(40 * 30) == luma.prefix(40 * 30))
        #expect(decoded.suffix(40 * 30).allSatisfy { $0 == 128 })
        #expect(decode(Array(sample.prefix(33))).result == -EPROTO)
    }

    @Test func everyFlippedByteIsSurvived() {
        for sample in [Samples.palette, Samples.interlaced, Samples.rgba, Samples.greyAlpha16] {
            for at in sample.indices {
                var data = sample
                data[at] ^= 0xFF
                #expect([0, -EBADMSG, -EPROTO, -EINVAL, -1].contains(decode(data).result))
            }
        }
    }

    @Test func aHostileHeaderAsksForNothing() {
        var data = Samples.rgb
        data.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        var width: Int32 = 0
        var height: Int32 = 0
        #expect(qz_png_size(data, data.count, &width, &height) == 0)
        #expect(width == .max)
        #expect(height == .max)
        data[16] = 0x80
        #expect(qz_png_size(data, data.count, &width, &height) == -EBADMSG)
    }

    @Test func compressedTextIsPassedOver() {
        // 900,000 zeros deflate to 895 bytes; inflating a thousand such chunks takes seconds, skipping them no time.
        let head: [UInt8] = [
            0x78, 0xDA, 0xED, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x0A, 0x3F, 0xA0,
        ]
        let tail: [UInt8] = [0xBE, 0x06, 0xBC, 0x63, 0x00, 0x01]
        let zeros = head + [UInt8](repeating: 0, count: 895 - head.count - tail.count) + tail
        let text = chunk("zTXt", Array("k\0\0".utf8) + zeros)
        var data = Array(Samples.grey16.prefix(33))
        for _ in 0..<1000 { data += text }
        data += Samples.grey16.dropFirst(33)
        let (result, luma, message) = decode(data)
        #expect(result == 0, "\(message)")
        #expect(luma == [0, 128, 255], "\(message)")
    }

    private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
        return big(UInt32(content.count)) + body + big(crc(body))
    }

    /// CRC-32 as PNG annex D defines it.
    private func crc(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 != 0 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return value ^ 0xFFFF_FFFF
    }
}
