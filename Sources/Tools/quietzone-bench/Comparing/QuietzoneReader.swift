import Decoding
import Frames
import Symbols

/// Quietzone's `SymbolReader`, in this process.
final class QuietzoneReader: Competitor {
    let name: String
    private let effort: Effort
    private let options: ReaderOptions
    private var reader: SymbolReader
    /// What each kind of look took over all pictures, by its name and engine.
    private var looks: [String: (count: Int, found: Int, time: Duration)] = [:]

    init(_ name: String, effort: Effort, options: ReaderOptions = .init()) {
        self.name = "quietzone \(name)"
        (self.effort, self.options) = (effort, options)
        reader = SymbolReader(options: options)
    }

    func read(_ frame: Frame) -> Reading {
        // A live reader keeps state between frames; here the frames are unrelated.
        if case .live = effort { reader = SymbolReader(options: options) }
        var symbols: [Symbol] = []
        var attempts: [Attempt] = []
        let time = ProcessorTime.milliseconds {
            let result = reader.read(frame, effort: effort)
            (symbols, attempts) = (result.symbols, result.attempts)
        }
        for attempt in attempts {
            let look = looks["\(attempt.name), \(attempt.engine)", default: (0, 0, .zero)]
            looks["\(attempt.name), \(attempt.engine)"] = (
                look.count + 1, look.found + attempt.found, look.time + attempt.duration
            )
        }
        return Reading(answers: symbols.map(\.answer), milliseconds: time)
    }

    /// Prints what each kind of look took and found, the longest first.
    func printLooks() {
        print(name.column(40), "  times   found         ms")
        for (name, look) in looks.sorted(by: { $0.value.time > $1.value.time }) {
            print(
                name.column(40),
                String(format: "%7d %7d %10.1f", look.count, look.found, look.time / .milliseconds(1)))
        }
        print()
    }
}

extension Effort {
    /// That of a camera's frame.
    static let camera = Effort.live(budget: .milliseconds(30))

    /// By the names of options.
    static let named: [(name: String, effort: Effort)] = [
        ("live", camera), ("normal", .normal), ("thorough", .thorough),
    ]
}

extension Symbol {
    /// Text and bytes as `quietzone read --json` prints them.
    var answer: Answer { Answer(text: content.text, bytes: content.bytes) }
}
