import Decoding
import Frames
import Symbols

/// Quietzone's `SymbolReader`, in this process.
final class QuietzoneReader: Competitor {
    let name: String
    private let effort: Effort
    private let options: ReaderOptions
    private var reader: SymbolReader

    init(_ name: String, effort: Effort, options: ReaderOptions = .init()) {
        self.name = "quietzone \(name)"
        (self.effort, self.options) = (effort, options)
        reader = SymbolReader(options: options)
    }

    func read(_ frame: Frame) -> Reading {
        // A live reader keeps state between frames; here the frames are unrelated.
        if case .live = effort { reader = SymbolReader(options: options) }
        var symbols: [Symbol] = []
        let time = ProcessorTime.milliseconds { symbols = reader.read(frame, effort: effort).symbols }
        return Reading(answers: symbols.map(\.answer), milliseconds: time)
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
