import Foundation
import Symbols
import Testing

/// Unwritable standard output and standard error: no crash, and the exit status reports it.
@Suite struct FullDiskTests {
    private let program: Program

    init() throws { program = try Program() }

    /// Runs a line of shell with the program as `$Q` and the arguments as `$1` …
    private func shell(_ line: String, _ arguments: [String] = []) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "set -o pipefail; " + line, "bash"] + arguments
        process.environment = program.environment.merging(
            ["Q": Program.executable, "PATH": "/usr/bin:/bin"], uniquingKeysWith: { $1 })
        process.standardInput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    @Test func messagesThatNobodyTakesAreLostQuietly() async throws {
        let nothing = try program.file("nothing.png", [])
        for line in ["2>/dev/full", "2>&-", ">&- 2>&-", "2>&1 | head -c 1 >/dev/null"] {
            let status = try await shell("\"$Q\" read \"$1\" \"$1\" /nowhere/x.png \(line)", [nothing])
            #expect(status == 2, "\(line)")
        }
    }

    @Test func outputThatCannotBeWrittenIsTrouble() async throws {
        let picture = try program.picture("label.png", "QZ-1")
        for line in [">/dev/full", ">/dev/full 2>/dev/full", ">&-", ">&- 2>&-", ">&- 2>&- <&-"] {
            #expect(try await shell("\"$Q\" read \"$1\" \(line)", [picture]) == 2, "\(line)")
        }
        #expect(try await shell("\"$Q\" read \"$1\" \"$1\" 2>&1 | head -n 1 >/dev/null", [picture]) == 0)
        #expect(try await shell("\"$Q\" read \"$1\" <&-", [picture]) == 0)
    }

    @Test func aStreamOfAClosedInputEndsInTrouble() async throws {
        #expect(try await shell("timeout 120 \"$Q\" watch --source - <&-") == 2)
        #expect(try await shell("timeout 120 \"$Q\" read - <&-") == 2)
    }
}
