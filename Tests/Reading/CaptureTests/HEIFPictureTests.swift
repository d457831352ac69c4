import Foundation
import Frames
import SeededRandomness
import Testing

@testable import Capture

/// Pictures of telephones, whose streams are taken out of their files for ffmpeg.
@Suite struct HEIFPictureTests {
    @Test func theStreamBeginsWithParameterSets() throws {
        let picture = try #require(HEIFPicture(HEIFSample.picture))
        #expect(picture.columns == 1 && picture.rows == 1 && picture.size == nil)
        // A video parameter set: type 32 in the six bits behind the first (ISO/IEC 23008-2, 7.3.1.2).
        #expect(picture.stream.prefix(4) == [0, 0, 0, 1])
        #expect(picture.stream[4] >> 1 & 0x3F == 32)
    }

    @Test func tilesFollowEachOther() throws {
        let one = try #require(HEIFPicture(HEIFSample.picture))
        let grid = try #require(HEIFPicture(try HEIFSample.grid(width: 190, height: 100)))
        #expect(grid.columns == 2 && grid.rows == 1)
        #expect(grid.size?.width == 190 && grid.size?.height == 100)
        #expect(grid.stream.count < 2 * one.stream.count, "the parameter sets come once")
        #expect(grid.stream.starts(with: one.stream))
    }

    @Test(.enabled(if: hasFFmpeg)) func ffmpegDecodesThem() throws {
        for (bytes, width) in [(HEIFSample.picture, nil), (try HEIFSample.grid(width: 110, height: 90), 110)] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/a.heic"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let pool = try FramePool(slots: 1)
            let frame = try PictureFile.load(
                path: path, into: pool, by: try PictureFileParser(DirectParsing(), for: pool))
            #expect(width == nil || frame.width == width)
            // Black and white in about equal parts.
            let bright = frame.withLuma { luma in luma.indices.count { luma[$0] > 128 } }
            #expect((0.2...0.8).contains(Double(bright) / Double(frame.width * frame.height)))
        }
    }

    @Test func damagedFilesAreNoPictures() throws {
        let grid = try HEIFSample.grid(width: 120, height: 61)
        for sample in [HEIFSample.picture, grid] {
            for count in stride(from: 0, to: sample.count, by: 7) {
                #expect(HEIFPicture(Array(sample.prefix(count)))?.stream.isEmpty != true)
            }
        }
        var random = SplitMix(state: 9)
        for _ in 0..<3000 {
            var bytes = random.below(2) == 0 ? grid : HEIFSample.picture
            for _ in 0...random.below(4) { bytes[random.below(min(bytes.count, 600))] = UInt8(random.below(256)) }
            // Whatever comes of it stays in proportion.
            #expect(HEIFPicture(bytes)?.stream.count ?? 0 <= 4 * bytes.count + (1 << 20))
        }
        #expect(HEIFPicture([]) == nil)
    }
}
