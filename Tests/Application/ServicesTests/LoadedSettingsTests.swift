import Config
import Foundation
import Glibc
import Surface
import Testing

@testable import Services

@Suite struct LoadedSettingsTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/quietzone-" + UUID().uuidString
    private var file: String { folder + "/config.toml" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func aMissingFileIsNoError() throws {
        defer { clean() }
        #expect(try Settings.userFile(at: file) == nil)
    }

    @Test func anEmptyFileHasNoText() throws {
        defer { clean() }
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(try Settings.userFile(at: file)?.isEmpty == true)
    }

    @Test func aFileIsReadUpToItsLimit() throws {
        defer { clean() }
        let largest = String(repeating: "#", count: Settings.largestFile)
        try Data(largest.utf8).write(to: URL(fileURLWithPath: file))
        #expect(try Settings.userFile(at: file) == largest)
        try Data((largest + "#").utf8).write(to: URL(fileURLWithPath: file))
        #expect(message { _ = try Settings.userFile(at: file) }.contains("UTF-8 text of at most 1 MiB"))
    }

    @Test func bytesThatAreNotTextAreRefused() throws {
        defer { clean() }
        try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: file))
        #expect(message { _ = try Settings.userFile(at: file) }.contains("UTF-8 text"))
    }

    @Test func aPipeAndAFolderAreRefusedWithoutWaiting() throws {
        defer { clean() }
        try #require(mkfifo(file, 0o600) == 0)
        #expect(message { _ = try Settings.userFile(at: file) }.contains("not a regular file"))
        #expect(message { _ = try Settings.userFile(at: folder) }.contains("not a regular file"))
    }

    @Test func aWrongValueKeepsItsDefaultAndNamesItsLine() throws {
        defer { clean() }
        let read = Settings.readByThisBuild(
            "[scanner]\nrepeats = \"sometimes\"\n", commands: CommandTable(rows: [], contexts: []), folder: folder)
        #expect(read.settings.repeats == Settings().repeats)
        let problem = try #require(read.problems.first)
        #expect(Settings.place(of: problem, in: "/etc/config.toml").hasPrefix("/etc/config.toml:2:"))
        #expect(Settings.briefPlace(of: problem) == "config.toml, line 2: ")
        #expect(!Settings.warning(problem, others: 0).contains("config check"))
        #expect(Settings.warning(problem, others: 3).contains("3 more"))
    }

    @Test(arguments: ["charset = \"klingon\"", "only = [\"qr-kode\"]"])
    func whatThisBuildDoesNotKnowIsAProblem(line: String) throws {
        defer { clean() }
        let read = Settings.readByThisBuild(
            "[scanner]\n\(line)\n", commands: CommandTable(rows: [], contexts: []), folder: folder)
        #expect(!read.problems.isEmpty)
    }
}
