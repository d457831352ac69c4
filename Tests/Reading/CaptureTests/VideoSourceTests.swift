import Foundation
import Frames
import Testing

@testable import Capture

/// Whether this machine has ffmpeg, without which a video cannot be read.
let hasFFmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains { (path: String) in
    access(path, X_OK) == 0
}

/// Whether a process has `program` in its command line.
private func isRunning(_ program: String) -> Bool {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
        let line = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        return line?.contains(program) == true
    }
}

@Suite(.serialized) struct VideoSourceTests {
    /// ffmpeg reads Y4M too, which needs no encoder.
    private func video(frames: Int) -> [UInt8] {
        var bytes = Array("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420jpeg\n".utf8)
        for frame in 0..<frames {
            bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(20 + frame * 4 % 200), count: 64 * 48)
            bytes += [UInt8](repeating: 128, count: 64 * 48 / 2)
        }
        return bytes
    }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    @Test(.enabled(if: hasFFmpeg)) func bringsEveryFrameOfAVideo() throws {
        try withTemporaryFolder { folder in
            for name in ["a.y4m", "-i.y4m", "http:b.y4m"] {
                let path = folder + "/" + name
                try write(video(frames: 12), to: path)
                let recorder = try Recorder()
                try recorder.run(VideoSource(path: path, pacing: .complete))
                #expect(recorder.brought.count == 12)
                let levels = recorder.brought.map { Int($0.luma[100]) }
                #expect(levels == levels.sorted())
                #expect(recorder.brought.allSatisfy { $0.width == 64 })
                #expect(recorder.brought.allSatisfy { $0.height == 48 })
            }
        }
    }

    @Test(.enabled(if: hasFFmpeg)) func endsFFmpegWhenStopped() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/long.y4m"
            try write(video(frames: 500), to: path)
            for pacing in [FramePacing.live, .complete] {
                let recorder = try Recorder(stopAfter: 3)
                try recorder.run(VideoSource(path: path, pacing: pacing))
                #expect(recorder.brought.count >= 3)
                #expect(recorder.brought.count < 500)
            }
            // The child was reaped: none is left, not even a zombie, which has no command line.
            let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
                guard process.allSatisfy(\.isNumber),
                    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
                else { return false }
                return status.hasPrefix("Name:\tffmpeg\n") && status.contains("\nPPid:\t\(getpid())\n")
            }
            #expect(left.isEmpty)
        }
    }

    @Test(.enabled(if: hasFFmpeg)) func aFileWithoutVideoIsReportedInOneLine() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/broken.mp4"
            try write([0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 7, count: 500), to: path)
            let error = #expect(throws: SourceError.self) {
                try Recorder().run(VideoSource(path: path, pacing: .complete))
            }
            let line = error?.description ?? ""
            #expect(line.hasPrefix("\(path) contains no video that ffmpeg can read: "))
            #expect(!line.contains("\n"))
        }
    }

    @Test func aMissingFFmpegSaysHowToInstallIt() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a.y4m"
            try write(video(frames: 1), to: path)
            let source = VideoSource(path: path, pacing: .complete, program: "ffmpeg-that-is-not-there")
            _ = #expect(throws: SourceError.self) { try Recorder().run(source) }
            // Concurrent tests also open and close descriptors; a leak here would grow in every round.
            var growths: [Int] = []
            repeat {
                let before = try descriptors()
                for _ in 0..<20 {
                    let error = #expect(throws: SourceError.self) { try Recorder().run(source) }
                    #expect(
                        error?.description.contains("is needed to read it and is not installed: sudo apt install")
                            == true)
                }
                growths.append(try descriptors() - before)
            } while (growths.last ?? 0) > 3 && growths.count < 5
            #expect((growths.min() ?? 0) <= 3, "of 20 runs: \(growths)")
        }
    }

    @Test func aProgramThatNeverWritesIsEndedWithTheDoorbell() throws {
        try withTemporaryFolder { folder in
            let program = folder + "/silent"
            try write(Array("#!/bin/sh\ntrap '' TERM INT\nwhile :; do sleep 0.05; done\n".utf8), to: program)
            try #require(chmod(program, 0o700) == 0)
            try write(video(frames: 1), to: folder + "/a.y4m")
            let recorder = try Recorder()
            let end = ContinuousClock.now + .seconds(120)
            let ringing = Thread {
                while !isRunning(program), ContinuousClock.now < end { usleep(5000) }
                recorder.stop.ring()
            }
            ringing.start()
            // It must return, although the program never ends.
            var failure: SourceError?
            while ContinuousClock.now < end {
                failure = nil
                do throws(SourceError) {
                    try recorder.run(VideoSource(path: folder + "/a.y4m", pacing: .live, program: program))
                } catch {
                    failure = error
                }
                // Another test that forks just now may hold the script open for writing until it executes.
                guard let failure, failure.description.contains("Text file busy") else { break }
                usleep(20_000)
            }
            #expect(failure == nil)
        }
    }

    /// A replacement for ffmpeg that tries forbidden operations and prints their results to standard error.
    private func tried(_ commands: String) throws -> String {
        try withTemporaryFolder { folder in
            let program = folder + "/tries"
            try write(Array("#!/bin/sh\ncd \(folder)\n\(commands)\n".utf8), to: program)
            try #require(chmod(program, 0o700) == 0)
            try write(video(frames: 1), to: folder + "/a.y4m")
            var line = ""
            let end = ContinuousClock.now + .seconds(120)
            while ContinuousClock.now < end {
                let error = #expect(throws: SourceError.self) {
                    try Recorder().run(VideoSource(path: folder + "/a.y4m", pacing: .complete, program: program))
                }
                line = error?.description ?? ""
                // Another test that forks just now may hold the script open for writing until it executes.
                guard line.contains("Text file busy") else { break }
                usleep(20_000)
            }
            return line
        }
    }

    @Test func ffmpegWritesNothing() throws {
        for attempt in [": > new", "rm a.y4m", "mkdir new", "mv a.y4m b", ": >> a.y4m", "chmod 777 a.y4m", "ln -s a b"]
        {
            let line = try tried("if (\(attempt)) 2>/dev/null; then echo could >&2; else echo refused >&2; fi")
            #expect(line.hasSuffix(": refused"), "\(attempt): \(line)")
        }
        #expect(try tried("head -c 3 a.y4m >&2; echo >&2; head -c 3 a.y4m >&2").hasSuffix(": YUV"))
    }

    /// The shell adds the folders, its level and the program's name.
    @Test func ffmpegGetsHarmlessVariablesAlone() throws {
        let names = "PATH|HOME|LANG|LC_[A-Z]*|TMPDIR|LD_LIBRARY_PATH|PWD|OLDPWD|SHLVL|_"
        #expect(try tried("env | grep -cvE '^(\(names))=' >&2").hasSuffix(": 0"))
    }

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) func ffmpegHasNoNetwork() throws {
        let script = "import socket; socket.create_connection((\"127.0.0.1\", 9), 1)"
        let line = try tried("/usr/bin/python3 -c '\(script)'")
        #expect(line.contains("PermissionError"), "\(line)")
    }

    @Test func ffmpegIsLimited() throws {
        let line = try tried(
            "ulimit -c >&2; ulimit -f >&2; echo \"$(ulimit -c) $(ulimit -f) $(ulimit -d) $(ulimit -t)\" >&2")
        #expect(line.hasSuffix(": 0 0 4194304 120"), "\(line)")
    }

    @Test func aMissingFileIsReportedWithoutFFmpeg() {
        let error = #expect(throws: SourceError.self) {
            try Recorder().run(VideoSource(path: "/nowhere/a.mp4", pacing: .live))
        }
        #expect(error?.description == "/nowhere/a.mp4 cannot be read (No such file or directory): check the path")
    }

    /// 24 bits a pixel, no compression, rows from the bottom up.
    private func bitmap(width: Int, height: Int) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let size = width * height * 3
        var bytes = Array("BM".utf8) + number(54 + size, 4) + number(0, 4) + number(54, 4)
        bytes += number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2) + number(24, 2) + number(0, 4)
        bytes += number(size, 4) + number(2835, 4) + number(2835, 4) + number(0, 8)
        // Red, which is dark in luma.
        for _ in 0..<width * height { bytes += [0, 0, 255] }
        return bytes
    }

    @Test(.enabled(if: hasFFmpeg)) func aPictureThatOnlyFFmpegReadsIsOneFrame() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/red.bmp"
            try write(bitmap(width: 64, height: 48), to: path)
            let pool = try FramePool(slots: 1)
            let parser = try PictureFileParser(DirectParsing(), for: pool)
            let grey = try PictureFile.load(path: path, into: pool, by: parser)
            #expect((grey.width, grey.height) == (64, 48))
            #expect(grey.origin == path)
            grey.withLuma { #expect((60...100).contains($0[0])) }
            let other = try FramePool(slots: 1)
            let red = try PictureFile.load(path: path, into: other, channel: .red, by: parser)
            red.withLuma { #expect($0[0] > 240) }
            for pacing in [FramePacing.complete, .live] {
                let recorder = try Recorder(stopAfter: pacing == .live ? 2 : .max)
                try recorder.run(PictureSource(path: path, pacing: pacing))
                #expect(recorder.brought.map(\.width) == (pacing == .live ? [64, 64] : [64]))
                try recorder.run(FolderSource(path: folder, pacing: .complete))
            }
        }
    }

    @Test(.enabled(if: hasFFmpeg)) func aDamagedForeignPictureIsReportedInOneLine() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a.webp"
            try write(Array("RIFF\u{10}\0\0\0WEBPVP8 nonsense".utf8), to: path)
            let error = #expect(throws: SourceError.self) {
                try Recorder().run(PictureSource(path: path, pacing: .complete))
            }
            #expect(error?.description.hasPrefix("\(path) contains no WebP picture that ffmpeg can read") == true)
            #expect(error?.description.contains("\n") == false)
        }
    }

    @Test func aForeignPictureWithoutFFmpegSaysWhatToInstall() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a.bmp"
            try write(bitmap(width: 4, height: 4), to: path)
            let pool = try FramePool(slots: 1)
            let parser = try PictureFileParser(DirectParsing(), for: pool, program: "ffmpeg-that-is-not-there")
            let error = #expect(throws: SourceError.self) { try PictureFile.load(path: path, into: pool, by: parser) }
            #expect(
                error?.description == "\(path) is a BMP picture: ffmpeg-that-is-not-there is needed to read it "
                    + "and is not installed: sudo apt install ffmpeg-that-is-not-there")
        }
    }

    @Test func namesAreNeitherOptionsNorProtocols() {
        let arguments = VideoSource.arguments(path: "-y http://example.org/a.mp4", pacing: .live)
        #expect(arguments.contains("file:-y http://example.org/a.mp4"))
        #expect(arguments.contains("-re"))
        #expect(!VideoSource.arguments(path: "a", pacing: .complete).contains("-re"))
    }
}
