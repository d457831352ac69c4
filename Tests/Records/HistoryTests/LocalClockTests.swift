import Formats
import Foundation
import Testing

@testable import History

/// Times of tables: they mean one moment alone, and come back.
@Suite struct LocalClockTests {
    private func text(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        LocalClock.append(milliseconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [0, 1, 1_795_261_938_042, 4_102_444_800_000, -1, -1000, -86_400_001, 253_402_300_799_999] as [Int64])
    func aTimeIsReadBackToTheSecond(milliseconds: Int64) throws {
        let read = try #require(ImportedTime(text(milliseconds)))
        #expect(read.milliseconds <= milliseconds)
        #expect(read.milliseconds > milliseconds - 1000)
    }

    /// A year of hours: in the zone of this machine, whichever it is, also where its clock is put back.
    @Test func everyHourOfAYearIsReadBack() throws {
        for hour in 0..<8784 {
            let time = 1_767_225_600_000 + Int64(hour) * 3_600_000
            #expect(ImportedTime(text(time))?.milliseconds == time)
        }
    }

    @Test(arguments: [Int64.min, Int64.max, -999_999_999_999_999]) func aTimeOfNoYearIsStillATime(milliseconds: Int64) {
        #expect(!text(milliseconds).isEmpty)
    }
}
