import Capture
import Foundation
import Frames

/// Several readers over the same planes, one picture after the other, and what came of it.
final class Comparison {
    private let set: PictureSet
    private let competitors: [any Competitor]
    /// For each picture one for each reader.
    private var outcomes: [[Outcome]] = []

    private struct Outcome {
        let isExact: Bool
        let isWrong: Bool
        let milliseconds: Double
    }

    init(of set: PictureSet, by competitors: [any Competitor]) {
        self.set = set
        self.competitors = competitors
    }

    /// Reads every picture by every reader; each begins as often as the others, so that none finds the plane warm.
    ///
    /// - Parameter csv: a file for a line each; none by default.
    func run(csv: String? = nil) throws {
        let pool = try FramePool(slots: 1)
        var lines = ["path,reader,exact,wrong,milliseconds"]
        for (number, picture) in set.pictures.enumerated() {
            let frame = try PictureFile.load(path: "\(set.folder)/\(picture.path)", into: pool)
            var found: [Outcome?] = competitors.map { _ in nil }
            for turn in competitors.indices {
                let index = (number + turn) % competitors.count
                let reading = try competitors[index].read(frame)
                let verdict = picture.expected.judge(reading.answers)
                found[index] = Outcome(
                    isExact: verdict.isExact, isWrong: verdict.isWrong, milliseconds: reading.milliseconds)
            }
            outcomes.append(found.compactMap(\.self))
            for (competitor, outcome) in zip(competitors, outcomes[number]) {
                lines.append(
                    "\(picture.path),\(competitor.name),\(outcome.isExact ? 1 : 0),\(outcome.isWrong ? 1 : 0),"
                        + String(format: "%.3f", outcome.milliseconds))
            }
        }
        if let csv { try (lines.joined(separator: "\n") + "\n").write(toFile: csv, atomically: true, encoding: .utf8) }
    }

    /// A line for each reader: how much it read, and how fast.
    func printTotals() {
        let coded = set.pictures.indices.filter { !set.pictures[$0].expected.isNothing }
        let empty = set.pictures.indices.filter { set.pictures[$0].expected.isNothing }
        print("\(set.folder): \(coded.count) pictures with a symbol, \(empty.count) without")
        print("milliseconds: processor time of the reading thread for a picture, those without a symbol too\n")
        print(Self.cell("reader", 30), "exact  wrong  silent on empty     mean   median     95 %   mean over zbar's")
        let zbar = competitors.firstIndex { $0 is PlainZBar }.map { index in
            Times(outcomes.map { $0[index].milliseconds }).mean
        }
        for (index, competitor) in competitors.enumerated() {
            let mine = outcomes.map { $0[index] }
            let times = Times(mine.map(\.milliseconds))
            let share = zbar.map { String(format: "%8.2f", times.mean / $0) } ?? "       –"
            print(
                Self.cell(competitor.name, 30),
                String(
                    format: "%5d  %5d  %8d of %-4d %7.2f  %7.2f  %7.2f  ", coded.count { mine[$0].isExact },
                    coded.count { mine[$0].isWrong }, empty.count { mine[$0].isExact }, empty.count, times.mean,
                    times.median, times.percentile(0.95)), share)
        }
        print()
    }

    /// A table of exact reads, and times, for each value that `part` has.
    func printTable(of title: String, by part: (PictureSet.Picture) -> String) {
        let groups = Dictionary(grouping: set.pictures.indices) { part(set.pictures[$0]) }
        print(Self.cell("", 22), competitors.map { Self.cell($0.name, 26) }.joined())
        print(
            Self.cell(title, 14), "pictures", competitors.map { _ in Self.cell("exact  wrong  median ms", 26) }.joined()
        )
        for (name, members) in groups.sorted(by: { $0.key < $1.key }) {
            let cells = competitors.indices.map { index in
                let mine = members.map { outcomes[$0][index] }
                return Self.cell(
                    String(
                        format: "%5d  %5d  %9.2f", mine.count(where: \.isExact), mine.count(where: \.isWrong),
                        Times(mine.map(\.milliseconds)).median), 26)
            }
            print(Self.cell(name, 14), String(format: "%8d", members.count), cells.joined())
        }
        print()
    }

    private static func cell(_ text: String, _ width: Int) -> String {
        text.padding(toLength: width, withPad: " ", startingAt: 0)
    }
}

extension PictureSet.Picture {
    /// SIZE, SYMBOLOGY, LEVEL and NUMBER of a frame's name; `–` for what the name does not have.
    var nameParts: [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let parts = name.split(separator: ".")[0].split(separator: "-").map(String.init)
        return parts + Array(repeating: "–", count: max(0, 4 - parts.count))
    }
}
