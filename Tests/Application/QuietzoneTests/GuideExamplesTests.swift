import Foundation
import Testing

/// The examples of the guides, run by `Scripts/examples` with the built program.
@Suite struct GuideExamplesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    /// The guides, as paths from the project's report.
    static let pages =
        ["README.md"]
        + ((try? FileManager.default.contentsOfDirectory(atPath: root + "/docs/guide")) ?? [])
        .filter { $0.hasSuffix(".md") }.sorted().map { "docs/guide/" + $0 }
    static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3", "/bin/python3"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: hasPython, "python3 is not installed: apt install python3"), arguments: pages)
    func printWhatTheGuideShows(_ page: String) async throws {
        let report = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec python3 Scripts/examples \"$0\" \"$1\" >\"$2\" 2>&1", Program.executable, page, report,
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: Self.root)
        process.standardInput = FileHandle.nullDevice
        defer { try? FileManager.default.removeItem(atPath: report) }
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let output = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
        #expect(status == 0, "\(output)")
    }
}
