import Files
import Foundation
import Frames
import Synchronization
import Testing

@testable import Capture

/// A frame that another thread lets go.
private final class HeldFrame: Sendable {
    let frame = Mutex<Frame?>(nil)
}

@Suite struct PictureFileTests {
    let pool: FramePool

    init() throws { pool = try FramePool(slots: 2) }

    private func luma(_ text: String, _ raster: [UInt8] = []) throws -> [UInt8] {
        let frame = try PictureFile.load(bytes: Array(text.utf8) + raster, name: "test.pnm", into: pool)
        return frame.withLuma { span in span.withUnsafeBufferPointer { Array($0) } }
    }

    private func message(_ bytes: [UInt8], name: String = "notes.txt") -> String? {
        do {
            return try PictureFile.load(bytes: bytes, name: name, into: pool).defect
        } catch {
            return error.description
        }
    }

    @Test func readsEveryKindOfNetpbm() throws {
        #expect(try luma("P1\n# a comment\n3 2\n1 0 1\n010\n") == [0, 255, 0, 255, 0, 255])
        #expect(try luma("P2 3 1 4 # comment\n0 2 4") == [0, 128, 255])
        #expect(try luma("P3\n2 1\n255\n255 0 0 0 0 255\n") == [77, 29])
        #expect(
            try luma("P4\n10 2\n", [0b1010_1010, 0b1011_1111, 0, 0]).prefix(10) == [
                0, 255, 0, 255, 0, 255, 0, 255, 0, 255,
            ])
        #expect(try luma("P5 2 1 100\n", [0, 50]) == [0, 128])
        #expect(try luma("P5 2 1 65535\n", [0xFF, 0xFF, 0x80, 0x80]) == [255, 128])
        #expect(try luma("P6#c\n1#d\n 1 255\n", [0, 255, 0]) == [149])
        #expect(try luma("P6 1 1 1000\n", [3, 232, 3, 232, 3, 232]) == [255])
        #expect(try luma("P5 2 1 3\n", [2, 200]) == [170, 255])
    }

    @Test func readsPNGAndJPEGByContent() throws {
        let plane = pattern(40, 30)
        let png = try PictureFile.png(luma: plane.span, width: 40, height: 30)
        let frame = try PictureFile.load(bytes: png, name: "lies.jpg", into: pool, sequence: 9)
        #expect(frame.width == 40)
        #expect(frame.height == 30)
        #expect(frame.sequence == 9)
        #expect(frame.origin == "lies.jpg")
        frame.withLuma { luma in for i in 0..<luma.count { #expect(luma[i] == plane[i]) } }
        #expect(try PictureFile.png(of: frame) == png)
        let photo = try PictureFile.load(bytes: greyJPEG, name: "a", into: pool)
        #expect(photo.width == 16)
        #expect(photo.height == 16)
    }

    @Test(arguments: [ColourChannel.red, .green, .blue]) func oneColourIsTakenFromEveryKind(_ channel: ColourChannel)
        throws
    {
        // 8 × 8, as JPEG subsamples chroma.
        let colour: [UInt8] = [230, 120, 20]
        let pixels = (0..<64).flatMap { _ in colour }
        let still = StillPicture(width: 8, height: 8, content: .rgb(pixels))
        let metadata = PictureMetadata(
            time: Date(timeIntervalSince1970: 0), timeZone: .gmt, description: "", model: "", software: "", source: "")
        let files = [
            Array("P6 8 8 255\n".utf8) + pixels,
            Array("P3 8 8 255\n\(pixels.map(String.init).joined(separator: " "))\n".utf8),
            Array("P6 8 8 65535\n".utf8) + pixels.flatMap { [$0, $0] },
            try StillFile.encode(still, as: .png, metadata: metadata),
            try StillFile.encode(still, as: .jpeg, metadata: metadata),
        ]
        for file in files {
            let frame = try PictureFile.load(bytes: file, name: "colour", into: pool, channel: channel)
            frame.withLuma { luma in
                for i in 0..<luma.count { #expect(abs(Int(luma[i]) - Int(colour[channel.offset])) <= 4) }
            }
        }
    }

    @Test func aNameThatIsNoUTF8IsOpened() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/" + FileName.text(of: [0x63, 0xE9, 0x2E, 0x70])
            let file = try #require(fopen(path.fileSystemPath, "w"))
            fwrite(pgm(2, 2), 1, pgm(2, 2).count, file)
            fclose(file)
            #expect(try PictureFile.load(path: path, into: pool).origin == path)
            #expect(try FolderSource.files(in: folder) == [path])
            #expect(try SourceSpec(path) == .picture(path))
            #expect(PictureSource(path: path, pacing: .live).title == "c\u{FFFD}.p")
            #expect(throws: SourceError("\(folder)/�x cannot be read (No such file or directory): check the path")) {
                try PictureFile.load(path: folder + "/" + FileName.text(of: [0xE9]) + "x", into: pool)
            }
        }
    }

    @Test func aJPEGCutAtItsEndStillGivesItsPicture() throws {
        let frame = try PictureFile.load(bytes: greyJPEG.dropLast(4), name: "cut.jpg", into: pool)
        frame.withLuma { luma in #expect(luma[0] < 40) }
    }

    @Test func namesTheFileAndWhatToDo() {
        #expect(message(Array("hello".utf8)) == "notes.txt is not a picture: use PNG, JPEG, PGM or PPM")
        #expect(message([]) == "notes.txt is empty: use PNG, JPEG, PGM or PPM")
        #expect(
            message(Array("hello".utf8), name: "a\n\u{1B}[31m\u{202E}b")?.hasPrefix("a??[31m?b is not a picture")
                == true)
        #expect(
            message(Array("P5 3 3 255\n12".utf8))
                == "notes.txt is cut short")
        #expect(
            message(Array("P5 0 3 255\n12".utf8))
                == "notes.txt cannot be decoded (its header has no width or height): save the picture again")
        #expect(
            message([0xFF, 0xD8, 0xFF, 0xD9])?.hasPrefix("notes.txt has a damaged JPEG header") == true
                || message([0xFF, 0xD8, 0xFF, 0xD9])?.contains("before its size") == true)
    }

    @Test func refusesHostileSizesWithoutMakingThem() {
        for text in [
            "P5 99999 99999 255\n", "P5 16384 16384 255\n", "P2 0 5 255\n", "P5 999999999999999999999 1 255\n",
            "P5 -1 1 1\n", "P5 1 1 0\n", "P5 1 1 65536\n",
        ] {
            #expect(message(Array(text.utf8)) != nil, "\(text)")
        }
        var png = Array(greyJPEG.prefix(0))
        png += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        png += [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 0, 0, 0, 0]
        #expect(message(png)?.contains("too large (2147483647×2147483647 pixels)") == true)
        var jpeg = greyJPEG
        if let frame = jpeg.indices.dropLast(9).first(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }) {
            jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        }
        #expect(message(jpeg)?.contains("too large (65500×65500 pixels)") == true)
        #expect(pool.available == 2)
    }

    @Test func filesThatCannotBeReadSayWhy() throws {
        try withTemporaryFolder { folder in
            #expect(
                throws: SourceError("\(folder)/none.png cannot be read (No such file or directory): check the path")
            ) {
                try PictureFile.load(path: folder + "/none.png", into: pool)
            }
            #expect(throws: SourceError("\(folder) is not a file: use a picture's path")) {
                try PictureFile.load(path: folder, into: pool)
            }
            try #require(mkfifo(folder + "/fifo", 0o600) == 0)
            #expect(throws: SourceError.self) { try PictureFile.load(path: folder + "/fifo", into: pool) }
            // A sparse file beyond the limit.
            let large = folder + "/large.pgm"
            try write(pgm(2, 2), to: large)
            try #require(truncate(large, FileBytes.limit + 1) == 0)
            #expect(throws: SourceError("\(large) is larger than 256 MiB: use a smaller picture")) {
                try PictureFile.load(path: large, into: pool)
            }
        }
    }

    @Test func saysWhenThePoolIsEmpty() throws {
        let frames = try (0..<2).map { _ in try PictureFile.load(bytes: pgm(2, 2), name: "a", into: pool) }
        #expect(message(pgm(2, 2))?.contains("every frame of the pool is in use") == true)
        #expect(frames.count == 2)
    }

    @Test func truncationAtEveryLengthIsReported() throws {
        let png = try PictureFile.png(luma: pattern(9, 9).span, width: 9, height: 9)
        let text = Array("P3\n2 2\n15\n1 2 3 4 5 6 7 8 9 10 11 12".utf8)
        for (sample, tail) in [(pgm(7, 5), 0), (text, 2), (png, 20)] {
            for count in 0..<sample.count - tail { #expect(message(Array(sample.prefix(count))) != nil, "\(count)") }
            #expect(message(sample) == nil)
        }
        for count in 0..<greyJPEG.count {
            let told = message(Array(greyJPEG.prefix(count)))
            #expect(told?.hasPrefix("notes.txt ") == true, "\(count): \(told ?? "")")
            #expect(told?.contains("0×0") == false, "\(count): \(told ?? "")")
        }
        #expect(message(greyJPEG) == nil)
        #expect(message(greyJPEG + [0, 0]) == nil)
        #expect(pool.available == 2)
    }

    @Test func randomBytesBehindEverySignatureAreSurvived() {
        var random = SystemRandomNumberGenerator()
        let starts: [[UInt8]] =
            (1...6).map { Array("P\($0) ".utf8) } + [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]]
        for start in starts {
            for round in 0..<200 {
                let length = Int.random(in: 0...120, using: &random)
                // Every other round uses bytes that are common in headers.
                let noise = (0..<length).map { _ in
                    round % 2 == 0
                        ? UInt8.random(in: 0...255, using: &random)
                        : Array("0123456789 #\n".utf8).randomElement(using: &random) ?? 0
                }
                if let line = message(start + noise) { #expect(!line.contains("\n")) }
            }
        }
        #expect(pool.available == 2)
    }
}

@Suite struct PictureSourceTests {
    @Test func aCompletePictureIsBroughtOnce() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a.pgm"
            try write(pgm(6, 4), to: path)
            let recorder = try Recorder()
            let source = PictureSource(path: path, pacing: .complete)
            #expect(source.name == path)
            #expect(source.title == "a.pgm")
            try recorder.run(source)
            #expect(
                recorder.brought == [BroughtFrame(width: 6, height: 4, sequence: 0, origin: nil, luma: pattern(6, 4))])
            #expect(recorder.reported == [.streaming(FrameFormat(width: 6, height: 4, encoding: "PNM"))])
        }
    }

    @Test func aLivePictureIsShownAgainUntilStopped() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a.pgm"
            try write(pgm(6, 4), to: path)
            let recorder = try Recorder(stopAfter: 4)
            let start = ContinuousClock.now
            try recorder.run(PictureSource(path: path, pacing: .live))
            #expect(recorder.brought.map(\.sequence) == [0, 1, 2, 3])
            #expect(recorder.brought.allSatisfy { $0.luma == pattern(6, 4) })
            #expect(start.duration(to: .now) >= .milliseconds(290))
        }
    }

    @Test func aCompleteSourceWaitsForAFreeSlot() throws {
        try withTemporaryFolder { folder in
            for i in 0..<3 { try write(pgm(4, 4, seed: i), to: folder + "/\(i).pgm") }
            let recorder = try Recorder()
            let pool = try FramePool(slots: 1)
            let output = try recorder.output(pool)
            // Each frame keeps the only slot until another thread has seen it.
            let (held, isHeld) = (HeldFrame(), DispatchSemaphore(value: 0))
            let holding = FrameOutput(
                pool: pool,
                deliver: { frame in
                    output.deliver(frame)
                    held.frame.withLock { $0 = frame }
                    isHeld.signal()
                }, report: output.report)
            let releasing = Thread {
                for _ in 0..<3 {
                    isHeld.wait()
                    held.frame.withLock { $0 = nil }
                }
            }
            releasing.start()
            try FolderSource(path: folder, pacing: .complete).run(holding, until: recorder.stop)
            #expect(recorder.brought.count == 3)
            #expect(recorder.lost == 0)
        }
    }

    @Test(arguments: [
        ("a2", "a10"), ("A2", "a10"), ("a", "a1"), ("a01", "a2"), ("img9b", "img9c"), ("9", "99999999999999999999999"),
    ])
    func naturalOrderCountsAsPeopleDo(first: String, second: String) {
        #expect(NaturalOrder.precedes(first, second))
        #expect(!NaturalOrder.precedes(second, first))
        #expect(!NaturalOrder.precedes(first, first))
    }
}
