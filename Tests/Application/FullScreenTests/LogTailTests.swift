@testable import FullScreen
import Foundation
import Screens
import Testing

@Suite struct LogTailTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    @Test func theEndOfALongLogIsRead() throws {
        defer { unlink(path) }
        let text = (1...20_000).map { "line \($0)\n" }.joined()
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let log = LogFile.tail(of: path)
        #expect(log.lines.last?.text == "line 20000")
        #expect(log.lines.first?.text.hasPrefix("line ") == true)
        #expect(log.problem == nil)
    }

    @Test func whatIsNoLogSaysSo() throws {
        #expect(LogFile.tail(of: path).problem?.contains("There is no log") == true)
        #expect(LogFile.tail(of: "/").problem != nil)
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(LogFile.tail(of: path).problem == "The log is not a regular file: move it away")
    }
}
