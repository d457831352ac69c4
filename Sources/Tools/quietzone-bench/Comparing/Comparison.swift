import Capture
import Foundation
import Frames

/// Runs several readers over the same pictures and prints what they read.
final class Comparison {
    private let set: PictureSet
    private let competitors: [any Competitor]
    /// Indexed by picture, then by reader.
    private var outcomes: [[Outcome]] = []

    private struct Outcome {
        let isExact: Bool
        let isWrong: Bool
        let milliseconds: Double
    }

    init(of set: PictureSet, by competitors: [any Competitor]) {
        (self.set, self.competitors) = (set, competitors)
    }

    /// Reads every picture with every reader, in turning order, so that no reader benefits from a cached plane; `csv` gets a line for each.
    func run(csv: String? = nil) throws {
        let pool = try FramePool(slots: 1)
        var lines = ["path,reader,exact,wrong,milliseconds"]
        for (number, picture) in set.pictures.enumerated() {
            let frame = try PictureFile.load(path: "\(set.folder)/\(picture.path)", into: pool)
            var found: [Outcome?] = competitors.map { _ in nil }
            for offset in competitors.indices {
                let index = (number + offset) % competitors.count
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

    func printTotals() {
        let coded = set.pictures.indices.filter { !set.pictures[$0].expected.isNothing }
        let empty = set.pictures.indices.filter { set.pictures[$0].expected.isNothing }
        print("\(set.folder): \(coded.count) pictures with a symbol, \(empty.count) without")
        print("milliseconds: processor time of the reading thread for a picture, those without a symbol too\n")
        print("reader".column(30), "exact  wrong  silent on empty     mean   median     95 %   mean over zbar's")
        let zbar = competitors.firstIndex { $0 is PlainZBar }.map { index in
            Times(outcomes.map { $0[index].milliseconds }).mean
        }
        for (index, competitor) in competitors.enumerated() {
            let results = outcomes.map { $0[index] }
            let times = Times(results.map(\.milliseconds))
            let ratio = zbar.map { String(format: "%8.2f", times.mean / $0) } ?? "       –"
            print(
                competitor.name.column(30),
                String(
                    format: "%5d  %5d  %8d of %-4d %7.2f  %7.2f  %7.2f  ", coded.count { results[$0].isExact },
                    coded.count { results[$0].isWrong }, empty.count { results[$0].isExact }, empty.count, times.mean,
                    times.median, times.percentile(0.95)), ratio)
        }
        print()
    }

    /// Prints what each kind of look of Quietzone's own readers took.
    func printLooks() {
        for case let reader as QuietzoneReader in competitors { reader.printLooks() }
    }

    /// Prints exact and wrong reads and times, grouped by `key`.
    func printTable(of title: String, by key: (PictureSet.Picture) -> String) {
        let groups = Dictionary(grouping: set.pictures.indices) { key(set.pictures[$0]) }
        print("".column(22), competitors.map { $0.name.column(26) }.joined())
        print(title.column(14), "pictures", competitors.map { _ in "exact  wrong  median ms".column(26) }.joined())
        for (name, members) in groups.sorted(by: { $0.key < $1.key }) {
            let cells = competitors.indices.map { index in
                let results = members.map { outcomes[$0][index] }
                return String(
                    format: "%5d  %5d  %9.2f", results.count(where: \.isExact), results.count(where: \.isWrong),
                    Times(results.map(\.milliseconds)).median
                ).column(26)
            }
            print(name.column(14), String(format: "%8d", members.count), cells.joined())
        }
        print()
    }
}

extension PictureSet.Picture {
    /// SIZE, SYMBOLOGY, LEVEL and NUMBER of a frame's file name; `–` for missing parts.
    var nameParts: [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let parts = name.split(separator: ".")[0].split(separator: "-").map(String.init)
        return parts + Array(repeating: "–", count: max(0, 4 - parts.count))
    }
}
