import ArgumentParser
import Foundation
import HostileContents
import Payloads
import Symbols

/// What it takes to understand a content: an ordinary one, and those that are made to be slow.
struct PayloadBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payloads",
        abstract: "Microseconds for understanding contents, and whether they grow with the length only.")

    /// The best is what the code takes without the machine's noise.
    @Argument(help: "How many runs, of which the best counts.")
    var runs = 15

    /// The lengths that are compared, in bytes.
    private static let lengths = [1, 2, 4, 8, 16, 32, 64].map { $0 * 1024 }

    /// Text that no parser but the last recognises, with something of what is looked for in it: 200 bytes.
    private static let ordinary =
        "Parcel 4711 was handed to a neighbour on 2026-03-01 at noon. Questions: call +49 30 1234567, write to "
        + "post@example.org or see https://example.org/track?id=4711 (open until 31st of March, then closed)."

    mutating func validate() { runs = max(1, runs) }

    func run() throws {
        let ordinary = SymbolContent(symbology: .qrCode, text: Self.ordinary)
        guard ordinary.bytes.count == 200 else { throw BenchError("the text has \(ordinary.bytes.count) bytes") }
        let rows = HostileContent.all.map { hostile in
            Row(hostile, microseconds: Self.lengths.map { self.microseconds(of: hostile.content(length: $0)) })
        }
        printOverview(ordinary, rows)
        print("\nmicroseconds for contents made to be slow, and how much longer a byte takes in a longer one")
        print("".column(34) + Self.lengths.map { "\($0 / 1024) KiB".right(9) }.joined() + "   growth")
        for row in rows.sorted(by: { $0.growth > $1.growth }) {
            let times = row.microseconds.map { String(format: "%9.0f", $0) }.joined()
            print(row.name.column(34) + times + String(format: "%9.2f", row.growth))
        }
    }

    private func printOverview(_ ordinary: SymbolContent, _ rows: [Row]) {
        guard let slowest = rows.max(by: { $0.longest < $1.longest }),
            let steepest = rows.max(by: { $0.growth < $1.growth }),
            let hostile = HostileContent.all.first(where: { $0.name == slowest.name })
        else { return }
        let worst = hostile.content(length: Self.lengths[Self.lengths.count - 1])
        print("the whole registry, microseconds                          parsed  plain scan of its bytes   ratio")
        for (name, content) in [
            ("200 bytes of ordinary text", ordinary), ("64 KiB, the worst: \(slowest.name)", worst),
        ] {
            let (parsed, plain) = (microseconds(of: content), scanMicroseconds(of: content))
            print(name.column(50) + String(format: "%14.1f%25.3f%8.0f", parsed, plain, parsed / plain))
        }
        print(
            String(
                format: "of %d hostile contents a byte takes at most %.2f times as long when there are more (%@)",
                rows.count, steepest.growth, steepest.name))
    }

    /// The times of one content by its length.
    private struct Row {
        let name: String
        let microseconds: [Double]
        /// How many times as long a byte takes at most in a longer content than in a shorter one; 1 or less where it takes no
        /// longer. Compared are those of one kind: what is too long for a kind is read as another.
        let growth: Double

        var longest: Double { microseconds[microseconds.count - 1] }

        init(_ hostile: HostileContent, microseconds: [Double]) {
            name = hostile.name
            self.microseconds = microseconds
            let kinds = PayloadBench.lengths.map { Payload.parse(hostile.content(length: $0)).kind }
            var (least, growth) = (Double.infinity, 0.0)
            for (index, length) in PayloadBench.lengths.enumerated() where kinds[index] == kinds[kinds.count - 1] {
                let perByte = microseconds[index] / Double(length)
                growth = max(growth, perByte / least)
                least = min(least, perByte)
            }
            self.growth = growth
        }
    }

    /// Parsing, and making what is shown and offered of it.
    private func microseconds(of content: SymbolContent) -> Double {
        best {
            let payload = Payload.parse(content)
            Self.sink &+= payload.summary.utf8.count &+ payload.fields.count &+ payload.actions.count
        }
    }

    /// One pass that looks at every byte and does nothing else: the least that any parser could take.
    private func scanMicroseconds(of content: SymbolContent) -> Double {
        let repetitions = 100
        return best {
            for _ in 0..<repetitions { Self.sink &+= Self.spaces(in: content.bytes) }
        } / Double(repetitions)
    }

    @inline(never)
    private static func spaces(in bytes: [UInt8]) -> Int {
        var count = 0
        for byte in bytes where byte == 0x20 { count += 1 }
        return count
    }

    // SAFETY: the benchmark has one thread; the value only keeps the compiler from leaving work out.
    nonisolated(unsafe) private static var sink = 0

    private func best(_ body: () -> Void) -> Double {
        (0..<runs).map { _ in ProcessorTime.milliseconds(of: body) * 1000 }.min() ?? 0
    }
}
