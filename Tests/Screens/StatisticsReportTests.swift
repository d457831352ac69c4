import Foundation
import Testing

@testable import Screens

@Suite struct StatisticsReportTests {
    @Test func barsAreInProportion() {
        let counts = [
            StatisticsReport.Count("QR Code", 40), StatisticsReport.Count("EAN-13", 10),
            StatisticsReport.Count("Aztec", 1),
        ]
        #expect(
            StatisticsReport.bars(counts, width: 32, isPlain: false) == [
                "QR Code  40 ━━━━━━━━━━━━━━━━━━━━", "EAN-13   10 ━━━━━", "Aztec     1 ╸",
            ])
        #expect(StatisticsReport.bars(counts, width: 32, isPlain: true)[1] == "EAN-13   10 =====")
    }

    @Test func theCalendarNamesItsMonths() throws {
        var report = StatisticsReport()
        report.scans = 1
        report.days = [StatisticsReport.Count("2026-03-01", 1)]
        let text = report.blocks(width: 80, Samples.context).map(\.text).joined(separator: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let months = try #require(lines.first { $0.contains("Jan") })
        // The last 26 weeks before 1 March 2026, a Sunday.
        #expect(months.split(separator: " ") == ["Sep", "Oct", "Nov", "Dec", "Jan", "Feb"] || months.contains("Mar"))
        let sunday = try #require(lines.first { $0.hasPrefix("Sun") })
        #expect(sunday.hasSuffix("█ "))
        // The column of January holds the first of January.
        let january = try #require(months.firstRange(of: "Jan")).lowerBound
        #expect(months.distance(from: months.startIndex, to: january) % 2 == 1)
    }
}
