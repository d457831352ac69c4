import CLinux
import CNcurses
import Glibc
import Surface

/// What comes from a terminal, read without waiting for more than a moment and taken apart by `InputParser`.
struct TerminalKeys {
    private let descriptor: Int32
    private var parser: InputParser
    private var conversion: LocaleText?
    /// What came before anybody asked for it.
    private var early: [Input] = []
    /// When what is unfinished began, or a paste went on.
    private var since: ContinuousClock.Instant?

    /// How long an ESC waits to be more than the key: a sequence comes in one piece, or in the next moment.
    private static let escapeMilliseconds: Int32 = 50
    /// How long the rest of anything else is waited for before keys are keys again.
    private static let patience = Duration.seconds(1)

    /// - Parameter isUTF8: false has characters taken as the locale's charset has them.
    init(descriptor: Int32, isUTF8: Bool) {
        self.descriptor = descriptor
        parser = InputParser(keys: Self.terminfoKeys())
        conversion = isUTF8 ? nil : LocaleText()
    }

    /// Whether something has begun and not ended: `inputs` is to be asked again soon, whether or not more comes.
    var isUnfinished: Bool { parser.pending != .none }

    /// What has come, in order.
    mutating func inputs() -> [Input] {
        var inputs = early
        early = []
        if let since, ContinuousClock.now - since > Self.patience { inputs += parser.giveUp() }
        // Bounded: a flood must not hold the loop.
        for _ in 0..<16 {
            guard read(waiting: 0, into: &inputs) else { break }
        }
        while parser.pending == .escape {
            if !read(waiting: Self.escapeMilliseconds, into: &inputs) { inputs += parser.giveUp() }
        }
        switch parser.pending {
        case .none: since = nil
        case .paste where !inputs.isEmpty: since = .now
        default: since = since ?? .now
        }
        return inputs
    }

    /// Takes bytes that were read elsewhere, before those that wait.
    mutating func take(_ bytes: [UInt8]) { early += parser.take(conversion?.utf8(bytes) ?? bytes) }

    private mutating func read(waiting milliseconds: Int32, into inputs: inout [Input]) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Raw, so a read gives what is there; it would wait only where nothing is.
        guard qz_poll([descriptor], 1, milliseconds) & 1 != 0 else { return false }
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return false }
        if parser.pending == .paste { since = .now }
        let came = bytes.prefix(count)
        inputs += parser.take(conversion?.utf8(came) ?? Array(came))
        return true
    }

    /// The keys that the terminal's description has sequences for.
    private static func terminfoKeys() -> [[UInt8]: Key] {
        var names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("kri", .shiftUp),
            ("kind", .shiftDown),
            ("kLFT", .shiftLeft), ("kRIT", .shiftRight), ("khome", .home), ("kend", .end), ("kpp", .pageUp),
            ("knp", .pageDown), ("kdch1", .delete), ("kich1", .insert), ("kent", .enter), ("kcbt", .backTab),
        ]
        for number in 1...24 { names.append(("kf\(number)", .function(number))) }
        var keys: [[UInt8]: Key] = [:]
        for (name, key) in names {
            let bytes = Array(String(cString: qz_terminfo(name)).utf8)
            // A function key with Shift (`CSI 1 ; 2 R`) that is also what a terminal answers: where the cursor is.
            let isReport = bytes.starts(with: [0x1B, 0x5B]) && bytes.count > 3 && bytes.last == UInt8(ascii: "R")
            if !bytes.isEmpty, !isReport, keys[bytes] == nil { keys[bytes] = key }
        }
        return keys
    }
}

/// Text in the charset of the locale (setlocale(3)), taken as it comes and made into UTF-8.
struct LocaleText {
    private var state = mbstate_t()

    /// The bytes that make whole characters now; what is not a character is left out.
    mutating func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            var character = CChar(bitPattern: byte)
            var wide: wchar_t = 0
            let result = mbrtowc(&wide, &character, 1, &state)
            if result == 1 || result == 0 {
                // Unicode in glibc (__STDC_ISO_10646__): 32 bits, signed on x86-64 and unsigned on arm64.
                Unicode.Scalar(UInt32(truncatingIfNeeded: wide)).map { text.append($0) }
            } else if result == .max {
                state = mbstate_t()
            }
        }
        return Array(String(text).utf8)
    }
}
