@testable import FullScreen
@testable import Services
import Foundation
import History
import Screens
import Testing

@Suite struct KeptPicturesTests {
    @Test func onlyOursAreDeleted() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/quietzone-1.jpg"
        try Data([1]).write(to: URL(filePath: path))
        try Data([1]).write(to: URL(filePath: folder + "/other.jpg"))
        let result = KeptPictures(folder: folder).delete([path, folder + "/other.jpg", folder + "/quietzone-gone.jpg"])
        #expect(result.deleted == 1)
        #expect(result.staying.map(\.path) == [folder + "/other.jpg"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["other.jpg"])
    }
}

@Suite struct HistoryScopeTests {
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
