import Symbols

/// Which symbols a `SymbolReader` looks for and reports.
package struct ReaderOptions: Hashable, Codable, Sendable {
    /// The symbologies to report; a narrower set is faster. Default: `SymbologySupport.readByDefault`.
    package var symbologies: Set<Symbology> = SymbologySupport.readByDefault

    /// ITF symbols of fewer digits are dropped: any two thick bars in a picture make a short one. Default: 6.
    package var minimumITFDigits = 6

    /// Codabar symbols of fewer characters, the start and stop letters included, are dropped: Codabar has no check
    /// digit. Default: 6.
    package var minimumCodabarCharacters = 6

    /// Whether the last character of a Code 39 has to be its check character (modulo 43). One that is right is left out
    /// of the content; a symbol with another is not read. Default: false, as most are printed without.
    package var checksCode39 = false

    /// The charset of bytes where a symbol names none, one of `TextDecoding.charsetNames`. Default: nil, to guess.
    package var charset: String?

    /// The most symbols reported for one picture, 1...`maxPossibleSymbols`. Default: all of them.
    package var maxSymbols = Self.maxPossibleSymbols

    /// More symbols than this are not reported of one picture. The sheets that a camera of 1920 × 1080 can resolve hold 336.
    package static let maxPossibleSymbols = 2000

    /// The default options.
    package init() {}
}

/// How much time a read may take.
package enum Effort: Hashable, Sendable {
    /// A camera's frame. zxing-cpp looks at each frame, zbar at as many as keep the mean time of a frame within
    /// `budget`; the reader remembers between frames.
    case live(budget: Duration)
    /// A picture: both engines, then a few changed pictures while nothing was found.
    case normal
    /// A picture: every known change, while nothing was found.
    case thorough
}

/// What was read in one picture.
package struct ReadResult: Hashable, Codable, Sendable {
    /// The symbols in reading order: rows from top to bottom, each from left to right, along a tilted sheet. Corners are in
    /// pixels of the whole frame.
    package var symbols: [Symbol] = []
    /// The engines that looked at all of it. A live read often goes without zbar; what only zbar reads is then missing.
    package var engines: Set<EngineKind> = []
    /// What was tried, in order.
    package var attempts: [Attempt] = []
    /// Faults inside the engines.
    package var faults: [EngineError] = []

    /// A result without symbols.
    package init() {}

    /// Whether every engine that looks at whole pictures did; the tracker needs this.
    package var isComplete: Bool { engines.isSuperset(of: EngineKind.ofWholePictures) }

    /// The time of all attempts together.
    package var duration: Duration { attempts.reduce(.zero) { $0 + $1.duration } }
}

/// One engine's look at the picture or at a changed picture.
package struct Attempt: Hashable, Codable, Sendable {
    /// What was done to the picture: `plain`, `window` (a part of it), `45°`, `inverted`.
    package let name: String
    /// The engine that looked.
    package let engine: EngineKind
    /// How long it took, the change included.
    package let duration: Duration
    /// How many symbols it found, before engines were compared.
    package let found: Int
}
