@testable import Services
import Files
import Formats
import Foundation
import Frames
import Scanning
import Symbols
import TestFolders
import Testing

@Suite struct FrameRecorderTests {
    private func frames(_ path: String) throws -> (header: String, times: [String], levels: [UInt8]) {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        var rest = lines[1]
        var (times, levels): ([String], [UInt8]) = ([], [])
        while let end = rest.firstIndex(of: 0x0A) {
            times.append(String(decoding: rest[..<end], as: UTF8.self))
            levels.append(rest[rest.index(after: end)])
            rest = rest[(end + 1 + 12)...]
        }
        return (String(decoding: lines[0], as: UTF8.self), times, levels)
    }

    @Test func theNewestFramesReplaceTheOldest() throws {
        let place = try TestFolder()
        let folder = place.path
        let path = folder + "/a.y4m"
        let file = try FrameFile(at: path, width: 4, height: 3, limit: 200)
        for number in 0..<8 {
            try file.add([UInt8](repeating: UInt8(number), count: 12), at: Timestamp(milliseconds: Int64(number)))
            #expect(try frames(path).times.count == min(number + 1, 3), "it is whole after each frame")
        }
        try file.close()
        let read = try frames(path)
        #expect(read.header == "YUV4MPEG2 W4 H3 F10:1 Ip A1:1 Cmono")
        #expect(read.levels == [5, 6, 7])
        #expect(read.times.first == "FRAME Xtime=1970-01-01T00:00:00.005Z")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.y4m"])
    }

    @Test func aFileThatIsThereIsLeftAlone() throws {
        let place = try TestFolder()
        let folder = place.path
        let path = folder + "/a.y4m"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: UserError.self) { try FrameRecorder(to: path) { _ in } }
        #expect(error?.description.contains("choose another name") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    }

    @Test func nothingIsRecordedWithoutAScan() throws {
        let place = try TestFolder()
        let folder = place.path
        let path = folder + "/a.y4m"
        let recorder = try FrameRecorder(to: path) { _ in }
        let pool = try FramePool(slots: 1)
        guard let draft = pool.draft(width: 4, height: 3) else {
            Issue.record("no draft")
            return
        }
        recorder.frameCame(draft.finish(sequence: 0))
        recorder.finish()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func sizesHaveFilesOfTheirOwn() {
        #expect(FrameRecorder.path("/a.b/scan.y4m", of: 4, 3) == "/a.b/scan-4x3.y4m")
        #expect(FrameRecorder.path("/a.b/scan", of: 4, 3) == "/a.b/scan-4x3")
        #expect(FrameRecorder.path(".y4m", of: 4, 3) == ".y4m-4x3")
    }
}
