import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct SourceSpecTests {
    private func message(_ text: String) -> String? {
        do {
            _ = try SourceSpec(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func readsNames() throws {
        #expect(try SourceSpec("-") == .standardInput)
        #expect(try SourceSpec("demo") == .demo)
        #expect(try SourceSpec("camera:HD Webcam: C270") == .camera("HD Webcam: C270"))
        #expect(try SourceSpec("/dev/null") == .device("/dev/null"))
        #expect(try SourceSpec("/dev/video987") == .device("/dev/video987"))
        #expect(try SourceSpec("/dev/v4l/by-id/none") == .device("/dev/v4l/by-id/none"))
    }

    @Test func tellsPicturesFromVideosByContent() throws {
        try withTemporaryFolder { folder in
            let mp4: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8)
            var transport = [UInt8](repeating: 0, count: 600)
            for packet in [0, 188, 376, 564] { transport[packet] = 0x47 }
            let cases: [(String, [UInt8], (String) -> SourceSpec)] = [
                ("movie.png", mp4, SourceSpec.video), ("photo.mp4", greyJPEG, SourceSpec.picture),
                ("a.pgm", pgm(2, 2), SourceSpec.picture), ("a.mkv", [0x1A, 0x45, 0xDF, 0xA3, 1], SourceSpec.video),
                ("a.ts", transport, SourceSpec.video), ("a.gif", Array("GIF89a".utf8), SourceSpec.video),
                ("a.webp", Array("RIFF\0\0\0\0WEBPVP8 ".utf8), SourceSpec.picture),
                ("a.avi", Array("RIFF\0\0\0\0AVI LIST".utf8), SourceSpec.video),
                ("a.bmp", Array("BM\0\0".utf8), SourceSpec.picture),
                ("a.heic", [0, 0, 0, 24] + Array("ftypheic".utf8), SourceSpec.picture),
            ]
            for (name, bytes, expected) in cases {
                let path = folder + "/" + name
                try write(bytes, to: path)
                #expect(try SourceSpec(path) == expected(path))
            }
            #expect(try SourceSpec(folder) == .folder(folder))
        }
    }

    @Test func saysWhatIsAccepted() throws {
        try withTemporaryFolder { folder in
            let text = folder + "/notes.txt"
            try write(Array("#EXTM3U\nfile:///etc/passwd\n".utf8), to: text)
            try write([], to: folder + "/empty")
            try #require(mkfifo(folder + "/fifo", 0o600) == 0)
            for spec in ["", "camera:", "nowhere.png", "/nowhere/a", text, folder + "/empty", folder + "/fifo", "a\nb"]
            {
                let line = message(spec)
                #expect(line != nil)
                #expect(line?.contains("\n") == false)
            }
            #expect(
                message(text)?.contains(
                    "is not a picture (PNG, JPEG, PGM, PPM, WebP, BMP, TIFF, HEIF), a PDF document or a video")
                    == true)
            #expect(message("nowhere.png")?.contains("No such file or directory") == true)
            #expect(message("nowhere.png")?.contains("camera:NAME, http") == true)
        }
    }

    @Test func makesTheSourceThatItNames() throws {
        #expect(try SourceSpec("-").fileSource(pacing: .complete) is StreamSource)
        #expect(try SourceSpec("demo").fileSource(pacing: .complete)?.pacing == .live)
        #expect(try SourceSpec("camera:x").fileSource(pacing: .live) == nil)
        #expect(SourceSpec.picture("a").fileSource(pacing: .complete) is PictureSource)
        #expect(SourceSpec.folder("a").fileSource(pacing: .live)?.pacing == .live)
        #expect(SourceSpec.video("a").fileSource(pacing: .live) is VideoSource)
    }

    @Test func anyShortFileIsSurvived() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/a"
            for count in 0..<30 {
                try write((0..<count).map { _ in UInt8.random(in: 0...255) }, to: path)
                #expect(!"\(String(describing: message(path)))".contains("\n"))
            }
        }
    }
}
