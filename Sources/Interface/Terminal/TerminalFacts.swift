import Surface

/// What a terminal says of itself, taken from the bytes of its answers.
struct TerminalFacts: Equatable {
    /// The ways in which it shows pictures.
    var pictures: Set<PictureProtocol> = []
    var cell: CellPixels?
    /// The largest picture in sixels.
    var largestSixel: (width: Int, height: Int)?
    /// Its name and version, as XTVERSION has them, of printable ASCII.
    var version: String?
    /// The number of colours (XTGETTCAP `Co`), or 256 if it reports colour 255 (OSC 4); nil if it does not answer.
    var colorCount: Int?
    /// Whether it shows any shade (XTGETTCAP `RGB`).
    var hasDirectColor = false
    /// The modes that it knows (DECRQM).
    var modes: Set<PrivateMode> = []
    /// Whether it has kitty's keyboard protocol.
    var hasKittyKeyboard = false
    /// Whether it shows notifications by OSC 99.
    var hasKittyNotifications = false
    /// What tmux says, where the program runs in it.
    private(set) var tmux: TmuxFacts?

    init() {}

    static func == (a: TerminalFacts, b: TerminalFacts) -> Bool {
        a.pictures == b.pictures && a.cell == b.cell && a.version == b.version && a.colorCount == b.colorCount
            && a.hasDirectColor == b.hasDirectColor && a.modes == b.modes && a.hasKittyKeyboard == b.hasKittyKeyboard
            && a.hasKittyNotifications == b.hasKittyNotifications && a.tmux == b.tmux
            && a.largestSixel?.width == b.largestSixel?.width && a.largestSixel?.height == b.largestSixel?.height
    }

    /// How it shows notifications; nil if it is not known to.
    var notifications: TerminalNotification? {
        if hasKittyNotifications { return .kitty }
        return (tmux == nil ? version : tmux?.reachedTerminal).flatMap(TerminalNotification.init(version:))
    }

    /// Whether it shows progress in the taskbar.
    var showsProgress: Bool { version.map(TerminalProgress.isShown(by:)) ?? false }

    /// Whether cells can be links.
    var takesLinks: Bool { version.map(TerminalLink.isTaken(by:)) ?? false }

    /// Adds what tmux says, where it has answered for the terminal: a window that was opened in tmux has its variables, too.
    mutating func take(_ tmux: TmuxFacts) {
        guard version?.hasPrefix("tmux ") ?? false else { return }
        self.tmux = tmux
        if tmux.reportsFocus { modes.insert(.focusReports) }
        if tmux.showsPictures { pictures.insert(.kitty) }
    }

    /// Whatever else is among `bytes` is left out; nothing in them is ever an error.
    init(in bytes: [UInt8]) {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1B) {
            rest = rest[(start + 1)...]
            if rest.starts(with: Array("[".utf8)) {
                take(control: rest.dropFirst())
            } else if rest.starts(with: Array("_Gi=31".utf8)) {
                // An error says that there is somebody to make one, too, but not that it would show a picture.
                let text = rest.prefix { $0 != 0x1B }
                if text.count < rest.count, text.drop(while: { $0 != UInt8(ascii: ";") }).elementsEqual(";OK".utf8) {
                    pictures.insert(.kitty)
                }
            } else if rest.starts(with: TerminalNotification.answer) {
                let text = rest.prefix { 0x20..<0x7F ~= $0 }
                if text.endIndex < rest.endIndex { hasKittyNotifications = true }
            } else if rest.starts(with: Array("P>|".utf8)) {
                let text = rest.dropFirst(3).prefix { 0x20..<0x7F ~= $0 }
                if text.endIndex < rest.endIndex, text.count <= 80 { version = String(decoding: text, as: UTF8.self) }
            } else if rest.starts(with: Array("]4;255;rgb:".utf8)) {
                let text = rest.prefix { $0 != 0x07 && $0 != 0x1B }
                if text.endIndex < rest.endIndex { colorCount = max(colorCount ?? 0, 256) }
            } else if rest.starts(with: Array("P1+r".utf8)) {
                let text = rest.dropFirst(4).prefix { 0x20..<0x7F ~= $0 }
                if text.endIndex < rest.endIndex, text.count <= 80 { take(capabilities: text) }
            }
        }
    }

    /// What XTGETTCAP answers: `436F=323536`, names and values in hexadecimal.
    private mutating func take(capabilities text: ArraySlice<UInt8>) {
        for capability in text.split(separator: UInt8(ascii: ";")) {
            let parts = capability.split(separator: UInt8(ascii: "="), maxSplits: 1).map(Self.decoded(hexadecimal:))
            switch parts.first {
            case "Co": colorCount = parts.count > 1 ? Int(parts[1]).flatMap { 2...(1 << 24) ~= $0 ? $0 : nil } : nil
            case "RGB": hasDirectColor = true
            default: break
            }
        }
    }

    private static func decoded(hexadecimal text: ArraySlice<UInt8>) -> String {
        let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.count, digits.count % 2 == 0 else { return "" }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A control sequence after CSI: DA1, the size of a cell (`CSI 6 ; height ; width t`), of graphics (`CSI ? 2 ; 0 ; width ; height S`).
    private mutating func take(control: ArraySlice<UInt8>) {
        let body = control.prefix { 0x30...0x3F ~= $0 }
        guard body.count <= 60, body.endIndex < control.endIndex else { return }
        let isPrivate = body.first == UInt8(ascii: "?")
        let numbers = (isPrivate ? body.dropFirst() : body).split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        ).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
        switch (control[body.endIndex], isPrivate) {
        // What comes first is what it is, not what it has.
        case (UInt8(ascii: "c"), true): if numbers.dropFirst().contains(4) { pictures.insert(.sixel) }
        case (UInt8(ascii: "t"), false) where numbers.count == 3 && numbers[0] == 6:
            cell = CellPixels(width: numbers[2], height: numbers[1])
        case (UInt8(ascii: "S"), true) where numbers.count == 4 && numbers[0] == 2 && numbers[1] == 0:
            let (width, height) = (numbers[2], numbers[3])
            if width > 0, height > 0 { largestSixel = (width, height) }
        // `CSI ? mode ; state $ y`: set or reset, and not for good.
        case (UInt8(ascii: "$"), true) where numbers.count == 2:
            let next = control.index(after: body.endIndex)
            if next < control.endIndex, control[next] == UInt8(ascii: "y"),
                let mode = PrivateMode(rawValue: numbers[0]),
                numbers[1] == 1 || numbers[1] == 2
            {
                modes.insert(mode)
            }
        case (UInt8(ascii: "u"), true) where numbers.count == 1 && 0...31 ~= numbers[0]: hasKittyKeyboard = true
        default: break
        }
    }
}
