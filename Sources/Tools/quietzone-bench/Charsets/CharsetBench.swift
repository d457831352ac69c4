import Charsets
import ArgumentParser
import Foundation
import SeededRandomness

struct CharsetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "charsets",
        abstract: "Short texts in their languages' charsets, decoded by several charset detectors in one run.",
        discussion: "A result is right when its text equals the original, whatever the charset is called.")

    @Option(help: ArgumentHelp("Lines of language, kind and text.", valueName: "FILE"))
    var texts = "Tests/Reading/DecodingTests/Fixtures/charset-texts.tsv"

    @Option(help: ArgumentHelp("Lines of kind and base64 of binary data.", valueName: "FILE"))
    var binaries = "Tests/Reading/DecodingTests/Fixtures/binary-payloads.tsv"

    @Option(help: ArgumentHelp("Write charset, language, text and the wrong result here.", valueName: "FILE"))
    var wrong: String?

    func run() throws {
        // As the decoding process does.
        TextDecoding.preloadConverters()
        let corpus = try CharsetTexts(path: texts)
        let bench = CharsetBench(samples: corpus.samples, detectors: CharsetDetector.all())
        let languages = Set(corpus.rows.map(\.language)).count
        print("\(corpus.rows.count) texts of \(languages) languages, \(bench.samples.count) in a charset")
        bench.printShares()
        try bench.printBinaries(BinaryPayloads(path: binaries))
        bench.printTimes()
        if let wrong { try bench.wrongLines.write(toFile: wrong, atomically: true, encoding: .utf8) }
    }
}

/// Measures how many texts each detector decodes correctly.
struct CharsetBench {
    let samples: [CharsetSample]
    let detectors: [CharsetDetector]
    /// Indexed by detector, then by sample.
    private let isRight: [[Bool]]

    init(samples: [CharsetSample], detectors: [CharsetDetector]) {
        (self.samples, self.detectors) = (samples, detectors)
        // Swift compares by canonical equivalence: composed and decomposed letters are equal.
        isRight = detectors.map { detector in samples.map { detector.text($0.bytes) == $0.text } }
    }

    /// The fraction of those samples that a detector decodes correctly, 0...1, and their number; nil without samples.
    func share(_ detector: Int, where isCounted: (CharsetSample) -> Bool) -> (share: Double, count: Int)? {
        let places = samples.indices.filter { isCounted(samples[$0]) }
        guard !places.isEmpty else { return nil }
        return (Double(places.count { isRight[detector][$0] }) / Double(places.count), places.count)
    }

    func printShares() {
        let charsets = Dictionary(grouping: samples, by: \.charset).keys.sorted()
        print("\nshare decoded correctly, in per cent, by bytes")
        let titles = ["charset", "by"] + CharsetSample.lengthTitles + ["all", "texts"]
        print(Self.row(titles))
        for charset in charsets { printRows(charset) { $0.charset == charset } }
        printRows("without UTF-8") { $0.charset != "UTF-8" }
        printRows("all") { _ in true }
    }

    private func printRows(_ title: String, where isCounted: (CharsetSample) -> Bool) {
        for (place, detector) in detectors.enumerated() {
            var cells = [place == 0 ? title : "", detector.name]
            for length in CharsetSample.lengthTitles.indices {
                let share = share(place) { isCounted($0) && $0.lengthClass == length }
                cells.append(share.map { String(format: "%.1f", $0.share * 100) } ?? "–")
            }
            let all = share(place, where: isCounted)
            cells.append(all.map { String(format: "%.1f", $0.share * 100) } ?? "–")
            cells.append(place == 0 ? String(all?.count ?? 0) : "")
            print(Self.row(cells))
        }
    }

    private static func row(_ cells: [String]) -> String {
        let widths = [14, 10, 7, 7, 7, 7, 7, 7, 7]
        return zip(cells, widths).enumerated().map { place, cell in
            place < 2 ? cell.0.column(cell.1) : cell.0.right(cell.1)
        }.joined(separator: " ")
    }

    func printBinaries(_ payloads: BinaryPayloads) {
        print("\nbinary data taken for text by Quietzone, in per cent")
        for (kind, members) in payloads.kinds {
            let count = members.count { TextDecoding.decode($0) != nil }
            print(String(format: "%6.1f", Double(count) / Double(members.count) * 100), "of \(members.count)", kind)
        }
    }

    func printTimes() {
        print("\nmedian milliseconds of one detection by Quietzone")
        for count in [10, 100, 1000, 3000] {
            var worst = 0.0
            for charset in ["CP1251", "CP932", "GB18030", "ISO-8859-1", "EUC-KR"] {
                var bytes = samples.filter { $0.charset == charset }.flatMap(\.bytes)
                if charset == "CP932" || charset == "GB18030" || charset == "EUC-KR" {
                    // The bytes must not end inside a character.
                    var text = ""
                    for sample in samples where sample.charset == charset && text.utf16.count < count {
                        text += sample.text
                    }
                    while let encoded = Iconv.encode(text, as: charset), encoded.count > count { text.removeLast() }
                    bytes = Iconv.encode(text, as: charset) ?? bytes
                } else {
                    bytes = Array(bytes.prefix(count))
                }
                worst = max(worst, Times(of: 41) { _ = TextDecoding.decode(bytes) }.median)
            }
            print(String(format: "%8.3f", worst), "for \(count) bytes, the slowest of five charsets")
        }
    }

    /// A line for each sample that Quietzone decodes wrongly.
    var wrongLines: String {
        samples.indices.filter { !isRight[0][$0] }.map { place in
            let sample = samples[place]
            let decoded = TextDecoding.decode(sample.bytes)
            return [sample.charset, sample.language, sample.text, decoded?.charset ?? "–", decoded?.text ?? ""]
                .map { $0.replacing("\n", with: " ").replacing("\t", with: " ") }.joined(separator: "\t")
        }.joined(separator: "\n") + "\n"
    }
}

/// Binary content of symbols.
struct BinaryPayloads {
    let kinds: [(kind: String, members: [[UInt8]])]

    /// Reads the payloads of `path`, and adds random bytes of several lengths from a fixed seed.
    init(path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
            !$0.hasPrefix("#")
        }
        let rows = lines.compactMap { line -> (String, [UInt8])? in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 2, let data = Data(base64Encoded: fields[1]) else { return nil }
            return (fields[0], [UInt8](data))
        }
        guard !rows.isEmpty else { throw BenchError("\(path) holds no payloads") }
        var numbers = SplitMix(state: 19)
        let random = [4, 8, 16, 32, 64, 128].map { length in
            (
                "random, \(length) bytes",
                (0..<1000).map { _ in (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) } }
            )
        }
        kinds =
            Dictionary(grouping: rows, by: \.0).sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(\.1)) } + random
    }
}
