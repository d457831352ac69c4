import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct StreamSourceTests {
    /// A Y4M stream of `frames` frames with a given chroma layout.
    private func y4m(_ width: Int, _ height: Int, frames: Int, chroma: String?, chromaBytes: Int) -> [UInt8] {
        var bytes = Array(
            "YUV4MPEG2 W\(width) H\(height) F30000:1001 Ip A1:1\(chroma.map { " C" + $0 } ?? "") XYSCSS=420\n".utf8)
        for frame in 0..<frames {
            bytes += Array((frame % 2 == 0 ? "FRAME\n" : "FRAME Ip\n").utf8)
            bytes += pattern(width, height, seed: frame) + [UInt8](repeating: 200, count: chromaBytes)
        }
        return bytes
    }

    private func message(_ bytes: [UInt8]) throws -> String? {
        do {
            try stream(bytes, recorder: Recorder())
            return nil
        } catch let error as SourceError {
            return error.description
        }
    }

    /// Chroma layouts, with the bytes of the other planes of a 7 × 5 frame.
    static let layouts: [(String?, Int)] = [
        (nil, 24), ("420jpeg", 24), ("420mpeg2", 24), ("420paldv", 24), ("420", 24), ("mono", 0), ("422", 40),
        ("444", 70), ("411", 20), ("444alpha", 105),
    ]

    @Test(arguments: layouts)
    func readsTheBrightnessOfY4M(chroma: String?, chromaBytes: Int) throws {
        let recorder = try Recorder()
        try stream(y4m(7, 5, frames: 3, chroma: chroma, chromaBytes: chromaBytes), recorder: recorder)
        #expect(recorder.brought.map(\.luma) == (0..<3).map { pattern(7, 5, seed: $0) })
        guard case .streaming(let format) = recorder.reported.first else {
            Issue.record("no format was reported")
            return
        }
        #expect(format.encoding == "Y4M")
        #expect(abs((format.framesPerSecond ?? 0) - 29.97) < 0.01)
    }

    @Test func readsPicturesOneAfterTheOther() throws {
        let png = try PictureFile.png(luma: pattern(5, 5).span, width: 5, height: 5)
        let cases: [([UInt8], Int)] = [
            (pgm(6, 4) + pgm(3, 3, seed: 1), 2), (pgm(6, 4), 1), (Array("P2 1 1 9 5\nP2 1 1 9 5\n".utf8), 2),
            (greyJPEG, 1), (greyJPEG + greyJPEG + greyJPEG, 3), (png + png, 2),
        ]
        for (bytes, count) in cases {
            let recorder = try Recorder()
            try stream(bytes, recorder: recorder)
            #expect(recorder.brought.map(\.sequence) == (0..<UInt64(count)).map { $0 })
        }
        let recorder = try Recorder()
        try stream(pgm(6, 4) + pgm(3, 3, seed: 1), recorder: recorder)
        #expect(recorder.brought.map(\.luma) == [pattern(6, 4), pattern(3, 3, seed: 1)])
    }

    @Test func findsJPEGsBetweenOtherBytesAndAroundThumbnails() throws {
        // An APP1 segment that contains a whole JPEG, as Exif thumbnails do.
        let length = UInt16(greyJPEG.count + 2)
        let thumbnail: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + greyJPEG
        let withThumbnail = Array(greyJPEG.prefix(2)) + thumbnail + greyJPEG.dropFirst(2)
        let boundary = Array("\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        let recorder = try Recorder()
        try stream(withThumbnail + boundary + greyJPEG + [0xFF, 0xFF, 0, 0] + withThumbnail, recorder: recorder)
        #expect(recorder.brought.count == 3)
        #expect(Set(recorder.brought.map(\.luma)).count == 1)
    }

    @Test func aJPEGThatBreaksOffDoesNotTakeTheNextAlong() throws {
        let recorder = try Recorder()
        // The first cut is inside the pixels, the second inside a segment, which then swallows some of the next picture.
        let cuts = [greyJPEG.dropLast(6), greyJPEG.prefix(40)]
        try stream(greyJPEG + cuts[0] + greyJPEG + cuts[1] + greyJPEG + greyJPEG, recorder: recorder)
        #expect(recorder.brought.count == 4)
        #expect(recorder.brought.last?.luma == recorder.brought.first?.luma)
    }

    @Test func aStreamThatEndsWithinAFrameKeepsTheFramesBefore() throws {
        let recorder = try Recorder()
        try stream(Array(y4m(7, 5, frames: 2, chroma: "mono", chromaBytes: 0).dropLast(3)), recorder: recorder)
        #expect(recorder.brought.count == 1)
        #expect(recorder.lost == 1)
    }

    @Test func aPictureThatAStreamEndsWithinIsBroughtAsFarAsItGoes() throws {
        let recorder = try Recorder()
        try stream(pgm(6, 4) + pgm(6, 4).dropLast(5), recorder: recorder)
        #expect(recorder.brought.count == 2)
        #expect(recorder.lost == 0)
        #expect(recorder.brought.last?.luma.suffix(5) == [128, 128, 128, 128, 128])
        let png = try PictureFile.png(luma: pattern(9, 9).span, width: 9, height: 9)
        let second = try Recorder()
        try stream(png + png.dropLast(30), recorder: second)
        #expect(second.brought.count == 2)
    }

    @Test func aLiveStreamDropsFramesWithoutASlot() throws {
        for bytes in [y4m(4, 4, frames: 3, chroma: "422", chromaBytes: 16), pgm(4, 4) + pgm(4, 4) + pgm(4, 4)] {
            let recorder = try Recorder()
            let pool = try FramePool(slots: 1)
            let held = try PictureFile.load(bytes: pgm(1, 1), name: "held", into: pool)
            let ends = try Pipe2()
            _ = bytes.withUnsafeBytes { Glibc.write(ends.writing, $0.baseAddress, $0.count) }
            ends.closeWriting()
            try StreamSource(descriptor: ends.reading, pacing: .live).run(recorder.output(pool), until: recorder.stop)
            #expect(recorder.brought.isEmpty)
            #expect(recorder.lost == 3)
            withExtendedLifetime(held) {}
        }
    }

    @Test func endsSoonAfterItsDoorbellOnASilentPipe() throws {
        for beginning in [
            [], Array("YUV4MPEG2 W4 H4\nFRAME\n12".utf8), Array(greyJPEG.prefix(100)), Array("P5 100 100 255\n".utf8),
        ] {
            let ends = try Pipe2()
            _ = beginning.withUnsafeBytes { Glibc.write(ends.writing, $0.baseAddress, $0.count) }
            let recorder = try Recorder()
            let rung = Thread {
                usleep(40_000)
                recorder.stop.ring()
            }
            rung.start()
            let start = ContinuousClock.now
            try recorder.run(StreamSource(descriptor: ends.reading, pacing: .complete))
            #expect(start.duration(to: .now) < .seconds(30))
        }
    }

    @Test func garbageIsReportedInOneLine() throws {
        #expect(try message([]) == "standard input is empty: use Y4M, PNM, JPEG or PNG")
        #expect(
            try message(Array("hello, world\n".utf8))
                == "standard input is not a stream of pictures: use Y4M, PNM, JPEG or PNG")
        #expect(try message(Array("YUV4MPEG2 W4 H4 C420p10\n".utf8))?.contains("420p10 is not supported") == true)
        #expect(
            try message(Array("YUV4MPEG2 W99999 H99999\nFRAME\n".utf8))?.contains("99999×99999 pixels are too large")
                == true)
        #expect(try message(Array("YUV4MPEG2 W-4 H4\nFRAME\n".utf8)) != nil)
        #expect(try message(Array("YUV4MPEG2 W4\nFRAME\n".utf8)) != nil)
        #expect(try message(Array("YUV4MPEG2 ".utf8) + [UInt8](repeating: 0x58, count: 10_000)) != nil)
        #expect(try message(Array("YUV4MPEG2 W1 H1 Cmono\nFRAME\n1FRAMF\n1".utf8)) != nil)
        // A JPEG without a scan is not a picture, and there is no other.
        #expect(try message(Array(greyJPEG.prefix(60))) != nil)
    }

    @Test func aTerminalOrABadDescriptorIsReported() throws {
        #expect(throws: SourceError.self) { try Recorder().run(StreamSource(descriptor: 987, pacing: .live)) }
    }

    @Test func truncatedAnywhereNothingTraps() throws {
        let png = try PictureFile.png(luma: pattern(5, 5).span, width: 5, height: 5)
        for sample in [y4m(3, 3, frames: 2, chroma: "420", chromaBytes: 8), pgm(3, 3) + pgm(2, 2), greyJPEG, png] {
            for count in stride(from: 0, to: sample.count, by: sample.count > 200 ? 7 : 1) {
                if let line = try message(Array(sample.prefix(count))) { #expect(!line.contains("\n")) }
            }
        }
    }

    @Test func randomBytesBehindEverySignatureAreSurvived() throws {
        var random = SystemRandomNumberGenerator()
        for start in [
            Array("YUV4MPEG2 ".utf8), Array("P5 ".utf8), Array("P3 ".utf8), [0xFF, 0xD8, 0xFF],
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10],
        ] {
            for round in 0..<40 {
                let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                    round % 2 == 0
                        ? UInt8.random(in: 0...255, using: &random)
                        : Array("0123456789 WHFC:\nFRAME".utf8).randomElement(using: &random) ?? 0
                }
                if let line = try message(start + noise) { #expect(!line.contains("\n")) }
            }
        }
    }
}
