import Foundation
import Glibc
import History
import Screens
import Testing

@testable import App

@Suite struct HeldPictureTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private var path: String { folder + "/quietzone-1.jpg" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func held(_ bytes: [UInt8]) throws -> HeldPicture {
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640, .modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: path)
        return try #require(try HeldPicture.take(path))
    }

    @Test func aPictureIsGoneAndComesBackAsItWas() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let picture = try held(bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        #expect(picture.restore() == nil)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        #expect(status.st_mtim.tv_sec == 1_000_000_000)
    }

    @Test func anotherFileIsNotOverwritten() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let picture = try held([1, 2, 3])
        try Data([9]).write(to: URL(filePath: path))
        #expect(picture.restore() == "File exists")
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([9]))
    }

    @Test func onlyOursAreTaken() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data([1]).write(to: URL(filePath: path))
        try Data([1]).write(to: URL(filePath: folder + "/other.jpg"))
        let taken = KeptPictures(folder: folder).take([path, folder + "/other.jpg", folder + "/quietzone-gone.jpg"])
        #expect(taken.held.map(\.path) == [path])
        #expect(taken.staying.map(\.path) == [folder + "/other.jpg"])
    }

    @Test func todayBeginsAtMidnightOfTheUsersTimeZone() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3600))
        let noon = Date(timeIntervalSince1970: 1_772_363_229)
        let midnight = noon - 12 * 3600 - 7 * 60 - 9
        #expect(HistorySelection(.today, now: noon, calendar: calendar) == .since(midnight))
        #expect(HistorySelection(.marked([3]), now: noon) == .ids([3]))
        #expect(HistorySelection(.found("x"), now: noon) == .matching("x"))
    }
}
