import Config
import Files
import Foundation
import Glibc
import Testing

@testable import Services

@Suite struct ThemeFilesTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/quietzone-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    @Test func eachFileIsAThemeOfItsName() throws {
        defer { clean() }
        try write(Array("base = \"dark\"\n".utf8), to: "night.toml")
        try write([], to: "Empty_1-2.toml")
        try write([1], to: ".hidden.toml")
        try write([1], to: "readme.txt")
        let content = ThemeFiles.read(in: folder)
        #expect(content.texts == ["night": "base = \"dark\"\n", "Empty_1-2": ""])
        #expect(content.problems.isEmpty)
    }

    @Test func withoutAFolderThereAreNone() {
        clean()
        let content = ThemeFiles.read(in: folder)
        #expect(content.texts.isEmpty && content.problems.isEmpty)
    }

    @Test func whatIsNoThemeIsSaidAndTheOthersAreRead() throws {
        defer { clean() }
        try write(Array("base = \"dark\"\n".utf8), to: "good.toml")
        try write([0xFF, 0xFE], to: "bytes.toml")
        try write([UInt8](repeating: 0x23, count: 65_537), to: "large.toml")
        try write([UInt8](repeating: 0x23, count: 65_536), to: "full.toml")
        try write([], to: "two words.toml")
        try write([], to: "light.toml")
        try FileManager.default.createDirectory(atPath: folder + "/folder.toml", withIntermediateDirectories: false)
        try #require(mkfifo(folder + "/pipe.toml", 0o600) == 0)
        try #require(symlink("nowhere", folder + "/link.toml") == 0)
        let content = ThemeFiles.read(in: folder)
        #expect(content.texts.keys.sorted() == ["full", "good"])
        let told = Dictionary(uniqueKeysWithValues: content.problems.map { ($0.file ?? "", $0.text) })
        let noTheme = "this is not a theme: use UTF-8 text of at most 64 KiB"
        #expect(told["themes/bytes.toml"] == noTheme && told["themes/large.toml"] == noTheme)
        for name in ["folder", "pipe"] {
            #expect(told["themes/\(name).toml"] == "this is not a regular file: move it away")
        }
        #expect(told["themes/link.toml"] == "No such file or directory: check its permissions")
        for name in ["two words", "light"] { #expect(told["themes/\(name).toml"] == UserTheme.nameProblem) }
        #expect(told.count == 7)
    }

    @Test func notAllOfTooManyAreRead() throws {
        defer { clean() }
        for number in 100..<201 { try write([], to: "t\(number).toml") }
        let content = ThemeFiles.read(in: folder)
        #expect(content.texts.count == 100 && content.texts["t200"] == nil)
        #expect(content.problems.map(\.text) == ["only the first 100 themes are read"])
    }
}
