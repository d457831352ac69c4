import CPixels
import Glibc
import Testing

/// Converts one YCbCr pixel with `matrix`.
private func rgb(_ luma: UInt8, _ blue: UInt8, _ red: UInt8, _ matrix: qz_matrix) -> [UInt8] {
    let plane = { (base: Int) in qz_plane(base: base, stride: 3, step: 3, shift_x: 0, shift_y: 0) }
    var (first, second, third) = (plane(0), plane(1), plane(2))
    var pixel = [UInt8](repeating: 7, count: 3)
    #expect(qz_rgb_from_planes([luma, blue, red], 3, &first, &second, &third, matrix, &pixel, 1, 1) == 0)
    return pixel
}

@Suite struct StillPixelsTests {
    /// The primaries of ITU-R BT.601 and BT.709 in 8-bit limited range, rounded as in the recommendations.
    @Test func samplesBecomeTheColoursOfTheRecommendations() {
        #expect(rgb(235, 128, 128, QZ_BT601_VIDEO) == [255, 255, 255])
        #expect(rgb(16, 128, 128, QZ_BT601_VIDEO) == [0, 0, 0])
        #expect(rgb(255, 128, 128, QZ_BT601_FULL) == [255, 255, 255])
        #expect(rgb(0, 128, 128, QZ_BT709_FULL) == [0, 0, 0])
        for (sample, matrix, expected) in [
            ([81, 90, 240], QZ_BT601_VIDEO, [255, 0, 0]), ([145, 54, 34], QZ_BT601_VIDEO, [0, 255, 0]),
            ([41, 240, 110], QZ_BT601_VIDEO, [0, 0, 255]), ([63, 102, 240], QZ_BT709_VIDEO, [255, 0, 0]),
            ([173, 42, 26], QZ_BT709_VIDEO, [0, 255, 0]), ([76, 85, 255], QZ_BT601_FULL, [255, 0, 0]),
            ([54, 99, 255], QZ_BT709_FULL, [255, 0, 0]),
        ] as [([UInt8], qz_matrix, [Int])] {
            let pixel = rgb(sample[0], sample[1], sample[2], matrix)
            #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(sample): \(pixel)")
        }
        // Results out of range are clamped.
        #expect(rgb(255, 255, 255, QZ_BT601_VIDEO).max() == 255)
        #expect(rgb(0, 0, 0, QZ_BT601_VIDEO).min() == 0)
    }

    @Test func planesThatEndTooEarlyAreRefused() {
        var luma = qz_plane(base: 0, stride: 4, step: 1, shift_x: 0, shift_y: 0)
        var blue = qz_plane(base: 8, stride: 2, step: 1, shift_x: 1, shift_y: 1)
        var red = qz_plane(base: 10, stride: 2, step: 1, shift_x: 1, shift_y: 1)
        var pixels = [UInt8](repeating: 0, count: 4 * 2 * 3)
        let data = [UInt8](repeating: 128, count: 12)
        #expect(qz_rgb_from_planes(data, 12, &luma, &blue, &red, QZ_BT601_FULL, &pixels, 4, 2) == 0)
        for length in 0..<12 {
            #expect(qz_rgb_from_planes(data, length, &luma, &blue, &red, QZ_BT601_FULL, &pixels, 4, 2) == -EBADMSG)
        }
        red.base = .max
        #expect(qz_rgb_from_planes(data, 12, &luma, &blue, &red, QZ_BT601_FULL, &pixels, 4, 2) == -EBADMSG)
        red.base = 10
        luma.stride = .max
        #expect(qz_rgb_from_planes(data, 12, &luma, &blue, &red, QZ_BT601_FULL, &pixels, 4, 2) == -EBADMSG)
        #expect(qz_rgb_from_planes(data, 12, &luma, &blue, &red, QZ_BT601_FULL, &pixels, 0, 2) == -EINVAL)
        #expect(qz_rgb_from_planes(data, 12, &luma, &blue, &red, QZ_BT601_FULL, &pixels, 4, 65536) == -EINVAL)
    }

    @Test(arguments: [1, 3] as [Int32]) func aJPEGShowsWhatWasWritten(channels: Int32) {
        // Flat areas of 16 × 16, whose centres compression does not change.
        let (width, height) = (32, 16)
        var pixels: [UInt8] = []
        for _ in 0..<height {
            for x in 0..<width {
                let colour: [UInt8] = x < 16 ? [200, 40, 60] : [20, 90, 220]
                pixels += channels == 3 ? colour : [colour[0]]
            }
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        #expect(qz_jpeg_write_pixels(pixels, 32, 16, channels, 92, &bytes, &count) == 0)
        defer { qz_jpeg_free(bytes) }
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        #expect(qz_jpeg_rgb(bytes, count, &rgb, 32, 16) == 0)
        for x in [4, 28] {
            let at = 8 * width + x
            let wanted = channels == 3 ? Array(pixels[at * 3..<at * 3 + 3]) : [UInt8](repeating: pixels[at], count: 3)
            #expect(zip(rgb[at * 3..<at * 3 + 3], wanted).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
        }
        #expect(qz_jpeg_write_pixels(pixels, 32, 16, 2, 92, &bytes, &count) == -EINVAL)
        #expect(bytes == nil)
        #expect(qz_jpeg_rgb([1, 2, 3], 3, &rgb, 32, 16) == -EPROTO)
        #expect(qz_jpeg_rgb(Samples.cmykJPEG, Samples.cmykJPEG.count, &rgb, 16, 16) == -EPROTO)
    }

    @Test func aPNGHoldsColoursTextsAndExif() throws {
        let pixels: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255]
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let (key, plain, wide) = (strdup("Source"), strdup("HD Webcam"), strdup("Caf\u{E9} 日本"))
        defer { for text in [key, plain, wide] { free(text) } }
        let texts = [qz_png_text(key: key, text: plain), qz_png_text(key: key, text: wide)]
        let exif = Array("MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8)
        #expect(qz_png_write_pixels(pixels, 3, 1, 3, texts, 2, exif, exif.count, 11811, &bytes, &count) == 0)
        defer { qz_png_free(bytes) }
        let png = Array(UnsafeBufferPointer(start: bytes, count: count))
        var luma = [UInt8](repeating: 0, count: 3)
        #expect(qz_png_luma(png, png.count, nil, &luma, 3, 1, nil, 0) == 0)
        #expect(zip(luma, [76, 150, 29]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(luma)")
        func holds(_ part: [UInt8]) -> Bool { png.indices.contains { png[$0...].starts(with: part) } }
        #expect(holds(Array("tEXtSource\0HD Webcam".utf8)))
        #expect(holds(Array("iTXtSource\0\0\0\0\0Caf\u{E9} 日本".utf8)))
        #expect(holds(Array("eXIf".utf8) + exif))
        #expect(qz_png_write_pixels(pixels, 3, 1, 4, nil, 0, nil, 0, 0, &bytes, &count) == -EINVAL)
        #expect(bytes == nil)
    }

    @Test func aPNGOfBitsHasEachRowAsOftenAsItIsSaid() throws {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        // Ten pixels: every other one white, then the last one alone.
        let rows: [UInt8] = [0b1010_1010, 0b1000_0000, 0, 0b0100_0000]
        #expect(qz_png_write_bits(rows, [2, 1], 2, 10, 3, 11811, &bytes, &count) == 0)
        defer { qz_png_free(bytes) }
        let png = Array(UnsafeBufferPointer(start: bytes, count: count))
        #expect(png[24] == 1)
        var luma = [UInt8](repeating: 7, count: 30)
        #expect(qz_png_luma(png, png.count, nil, &luma, 10, 3, nil, 0) == 0)
        let first: [UInt8] = [255, 0, 255, 0, 255, 0, 255, 0, 255, 0]
        #expect(luma == first + first + [0, 0, 0, 0, 0, 0, 0, 0, 0, 255])
        var none: UnsafeMutablePointer<UInt8>?
        #expect(qz_png_write_bits(rows, [2, 2], 2, 10, 3, 0, &none, &count) == -EINVAL)
        #expect(qz_png_write_bits(rows, [3], 1, 0, 3, 0, &none, &count) == -EINVAL)
        #expect(none == nil)
    }
}
