import Delivery
import Lookup
import Places
import Surface
import Symbols

extension SettingRow {
    /// Every setting, by sections, in the order of default.toml and of the settings screen.
    static let all: [SettingRow] = [
        SettingRow(
            "scanner", "source", \.source, .text(),
            "What to scan without --source: a device, \"camera:NAME\", \"demo\", a path. Empty: the first camera."),
        SettingRow(
            "scanner", "format", \.cameraFormat, .cameraFormat,
            """
            How cameras send pictures: "low" (up to 640x480) or "high" (up to 1920x1080), both at 25 frames a second or more,
            "photo" (the largest, at any frame rate), or an exact format such as "1280x720@30/MJPG".
            """),
        SettingRow(
            "scanner", "interest-box", \.isInterestBoxOn, .toggle, live: true,
            "Read only inside the interest box (cameras and the demo; pictures and streams start without it)."),
        SettingRow(
            "scanner", "box", \.interestBox, .boxInPicture, live: true,
            """
            The interest box: left, top, width and height as shares of the picture. It must lie inside it, and be at least \(Settings.smallestBoxSide) wide and high.
            """),
        SettingRow(
            "scanner", "reappearance-seconds", \.reappearanceSeconds, .number(0...86400, "seconds"),
            "A symbol that comes back within this many seconds is not a new scan."),
        SettingRow(
            "scanner", "new-scan", \.newScanSignal, .cases, live: true,
            """
            How a scan is signalled: "none", "bell" (the terminal's), "flash" (the status line lights up), "bell-and-flash".
            """),
        SettingRow(
            "scanner", "scanned-before", \.scannedBeforeSignal, .cases, live: true,
            "The same for codes scanned before: the bell rings twice."),
        SettingRow(
            "reading", "only", \.readsOnly, .symbologies,
            """
            Read only these symbologies, which is faster and more reliable: names that `quietzone symbologies` lists, such as
            ["ean-13", "qr-code"]. Empty: all that are read by default. --only overrides this.
            """),
        SettingRow(
            "reading", "minimum-itf-digits", \.minimumITFDigits, .whole(2...100),
            "ITF with fewer digits is not read ({limits}): any two thick bars look like a short one."),
        SettingRow(
            "reading", "minimum-codabar-characters", \.minimumCodabarCharacters, .whole(3...100),
            "Codabar with fewer characters, including start and stop, is not read ({limits}): it has no check digit."),
        SettingRow(
            "reading", "check-code-39", \.checksCode39, .toggle,
            """
            Read Code 39 only if its last character is the right check character (modulo 43), and leave that out of the content.
            --check-code-39 does the same.
            """),
        SettingRow(
            "reading", "charset", \.charset, .charset,
            """
            The charset of symbols that name none and are not in a QR Code's kanji mode: "Shift_JIS", "windows-1251", "ISO-8859-2"
            and others. Empty: guessed. --charset overrides this.
            """),
        SettingRow(
            "pictures", "format", \.pictureFormat, .choice(["jpeg", "png"]), live: true,
            """
            The format of pictures saved in $XDG_PICTURES_DIR/Quietzone: "jpeg" (the camera's own if it sends JPEG) or "png".
            """),
        SettingRow(
            "pictures", "keep-scans", \.keepsScanPictures, .toggle,
            """
            Save a picture of every scan, as you see it, and link it in the history. It is deleted with the scan.
            """),
        SettingRow(
            "history", "repeats", \.repeats, .cases, live: true,
            """
            How a repeated symbol counts: "each" (a new scan), "count" (adds to the quantity of the scan in the same session, or else on
            the same day), "unique" (not a scan: the screen shows when it was scanned before). --repeats overrides this.
            """),
        SettingRow(
            "history", "leave-out", \.leavesOut, .kindsOfContents,
            "Kinds of content that are not saved: names that `quietzone explain` prints. Empty: all are saved."),
        SettingRow(
            "history", "columns", \.historyColumns, .columns, live: true,
            """
            The columns of the history screen, from the left: "time", "symbology", "kind", "quantity", "content", "tags", "note",
            "session", "fields", "last-seen", "source". C shows and hides them there.
            """),
        SettingRow(
            "history", "bin-days", \.binDays, .whole(0...3650),
            "A deleted scan can be restored for this many days; then its bytes are overwritten. 0: at once."),
        SettingRow(
            "history", "keep-days", \.keepDays, .whole(0...36500),
            "Scans older than this many days are deleted, except pinned ones. 0: never."),
        SettingRow(
            "typing", "layout", \.typing.layout, .choice(KeyboardLayout.all.map(\.name)),
            """
            --type types scans into the focused window, like a hardware scanner. The keyboard layout of that window:
            "us", "uk", "de" or "fr".
            """),
        SettingRow(
            "typing", "prefix", \.typing.prefix, .keystrokes,
            "Text to type before each scan; \"\\n\" is Enter, \"\\t\" is Tab."),
        SettingRow("typing", "suffix", \.typing.suffix, .keystrokes, "Text to type after each scan."),
        SettingRow(
            "typing", "pause-milliseconds", \.typing.pauseMilliseconds, .whole(0...1000),
            "The pause after each key, {limits}."),
        SettingRow(
            "display", "theme", \.themeName, .theme, live: true,
            """
            "dark" in the terminal's own colours, "ocean", "forest", "ember"; for light backgrounds "light", "parchment", "sky"; "mono" (no colours, as
            with NO_COLOR in the environment), "high-contrast", or "auto": "light" if the terminal reports a light background,
            else "dark". Or your own: the NAME of a section [theme.NAME] or of a file.
            """),
        SettingRow(
            "display", "mouse", \.wantsMouse, .toggle, live: true,
            """
            Use clicks and the wheel; hold Shift to select text in the terminal. false leaves the mouse to the terminal.
            """),
        SettingRow(
            "display", "notifications", \.notifies, .either("off", "unfocused"), live: true,
            """
            "unfocused": show desktop notifications of new scans, refused tickets and finished work while the window has no focus. For
            terminals that report the focus and show notifications, such as kitty, foot, Ghostty, WezTerm and iTerm2. Contents are not shown.
            """),
        SettingRow(
            "display", "screen-reader", \.usesScreenReader, .toggle,
            "Use lines of text and numbered choices instead of a full screen, as --screen-reader does."),
        SettingRow(
            "display", "figures", \.showsFigures, .toggle, live: true,
            "Start with developers' figures in the status line; a key shows and hides them."),
        SettingRow(
            "display", "preview", \.preview, .choice(from: { $0.previews }), live: true,
            """
            How the picture is drawn: "ascii" in ASCII strokes, dots and blocks that fit its edges, in two greys per cell if the
            terminal has 16 colours or more; "letters" in letters and digits too; "half-blocks", "quadrants" or "sextants" in two greys per cell,
            which need UTF-8 and 16 colours, better 256; "braille" in dots, which needs UTF-8; "kitty" or "sixel" in pixels, if the terminal
            reports support. Sextants also need a font with Unicode 13. If the terminal lacks support, characters are shown, with the reason.
            """),
        SettingRow(
            "display", "colour", \.showsColour, .either("grey", "colour"), live: true,
            """
            Show cells in "grey" or in the camera's own "colour", which needs 256 colours and a camera that sends YUYV, NV12 or
            similar: Motion JPEG and pictures are decoded in grey.
            """),
        SettingRow(
            "display", "ramp", \.ramp, .ramp, live: true,
            """
            Characters of "ascii" and "letters" away from edges, from least to most ink: more ink is lighter, or darker on a light background.
            """),
        SettingRow(
            "lookup", "providers", \.lookup.providers, .names, live: true,
            """
            Providers to ask about products, in this order: names that `quietzone providers` lists. Empty: none, and nothing leaves this machine.
            `quietzone providers enable NAME` shows what a provider receives, and adds it.
            """),
        SettingRow(
            "lookup", "automatic", \.lookup.isAutomatic, .toggle, live: true,
            "Look up each scanned product at once, not only when you press `o`. Only providers that are on are asked."
        ),
        SettingRow(
            "lookup", "contact", \.lookup.contact, .contact, live: true,
            "An e-mail or web address where providers can reach you; MusicBrainz and Wikidata ask for one. Sent with each request."
        ),
        SettingRow(
            "lookup", "cache-days", \.lookup.cacheDays, .whole(0...3650), live: true,
            "Days until an answer is requested again, {limits}."),
        SettingRow(
            "lookup", "miss-days", \.lookup.missDays, .whole(0...3650), live: true,
            "The same for products that a provider did not know, {limits}."),
        SettingRow(
            "lookup", "plain-hosts", \.lookup.plainHosts, .names, live: true,
            "Hosts of your own providers that may be asked without https. This machine is always allowed."),
        SettingRow(
            "places", "position", \.positionSource, .positionSource, live: true,
            """
            The source of positions: "gpsd", "gpsd:HOST:PORT", "nmea:FILE" for the device of a GPS receiver, "geoclue", or
            "fixed:LATITUDE,LONGITUDE". Scans then belong to the place at that position. Empty: none.
            """),
        SettingRow(
            "places", "beacons", \.followsBeacons, .toggle, live: true,
            """
            Listen for the Bluetooth beacons of places (`quietzone places add --beacon`). The beacon that is clearly the strongest sets the place,
            and its minor number the shelf.
            """),
        SettingRow(
            "places", "on-enter", \.onEnteringPlace, .placeAction(canShow: true), live: true,
            """
            What to do when a place is entered, besides a notice: "show" lists its items if no other screen is open, "run NAME" runs a
            [command.NAME]: {text} is the place's id, {summary} its name, {kind} "enter"; standard input gets the place as a line of JSON.
            """),
        SettingRow(
            "places", "on-leave", \.onLeavingPlace, .placeAction(canShow: false), live: true,
            """
            The same when it is left: "run NAME", with "leave" for {kind}.
            """),
        SettingRow(
            "places", "record-position", \.positionRecording, .cases, live: true,
            """
            How the history stores the position of a scan: "exact", "rounded" to about a kilometre, or "none". Contents that may be
            secret never have one.
            """),
        SettingRow(
            "grading", "every-scan", \.gradesScans, .toggle,
            """
            Grade the print quality of each new scan (QR Code, Data Matrix, EAN and others), and save the grade with it. Exports have it
            in the columns grade and gradeValue; grade:D finds scans by it.
            """),
    ]

    static let sections: [String] = all.reduce(into: []) { names, row in
        if names.last != row.id.section { names.append(row.id.section) }
    }
}

extension SettingFormat<String> {
    /// A camera's format, by its form; whether a camera offers it shows when the camera opens.
    fileprivate static var cameraFormat: Self {
        text("low, high, photo or WIDTHxHEIGHT@FPS/FOURCC, such as 1280x720@30/MJPG") { format in
            let exact = /(\d{1,5}x\d{1,5})?(@\d+(\.\d+)?)?(\/[!-~]{4})?/
            return ["low", "high", "photo"].contains(format)
                || !format.isEmpty && format.utf8.count <= 40 && format.wholeMatch(of: exact) != nil
        }
    }

    /// What stands in the head of each request.
    fileprivate static var contact: Self {
        text("at most 100 characters of ASCII without parentheses") { text in
            text.count <= 100 && text.unicodeScalars.allSatisfy { " "..."~" ~= $0 && $0 != "(" && $0 != ")" }
        }
    }

    /// A text that keys can type: line breaks and tabs among them.
    fileprivate static var keystrokes: Self {
        text("at most 20 characters of ASCII; \\n is Enter, \\t is Tab") { text in
            text.count <= 20 && text.unicodeScalars.allSatisfy { " "..."~" ~= $0 || $0 == "\n" || $0 == "\t" }
        }
    }

    /// A theme: a built-in one, by a former name as well, or one of the user's own.
    fileprivate static var theme: Self {
        choice({ ThemeChoice.names(and: $0.themes) }, write: { $0 }) { name, scope in
            scope.themes.contains(name) || ThemeChoice(setting: name) != nil ? name : nil
        }
    }

    /// The characters of a picture.
    fileprivate static var ramp: Self {
        text("2 to 256 printable ASCII characters, darkest first") { ramp in
            2...256 ~= ramp.count && ramp.allSatisfy { $0.isASCII && $0 >= " " && $0 <= "~" }
        }
    }
}

extension SettingFormat<String?> {
    /// A charset that this build knows; empty for none.
    fileprivate static var charset: Self {
        string(write: { $0 ?? "" }) { name, scope in
            if name.isEmpty { return .value(nil) }
            guard let known = scope.charset(name) else {
                return .mustBe("\"\" to guess, or a charset that `quietzone read --help` lists, not \"\(name)\"")
            }
            return .value(known.isEmpty ? nil : known)
        }
    }
}

extension SettingFormat<PositionSource?> {
    /// A source of positions; empty for none.
    fileprivate static var positionSource: Self {
        string(write: { $0?.text ?? "" }) { text, _ in
            if text.isEmpty { return .value(nil) }
            guard let source = try? PositionSource(text) else {
                return .mustBe("\"\", gpsd, gpsd:HOST:PORT, nmea:FILE, geoclue or fixed:LATITUDE,LONGITUDE")
            }
            return .value(source)
        }
    }
}

extension SettingFormat<[Double]> {
    /// An interest box: left, top, width and height as shares of the picture.
    fileprivate static var boxInPicture: Self {
        Self(.numbers(count: 4), write: { .numbers($0) }) { value, _ in
            guard case .numbers(let box)? = value, box.count == 4 else { return .mustBe("4 numbers in brackets") }
            guard box.allSatisfy({ 0...1 ~= $0 }), box[2] > 0, box[3] > 0 else {
                return .mustBe("four shares from 0 to 1")
            }
            // What 0.7 and 0.3 are in binary may add up to a little more.
            guard box[0] + box[2] <= 1.000001, box[1] + box[3] <= 1.000001 else {
                return .mustBe("inside the picture: left and width, and top and height, are 1 at most together")
            }
            guard box[2] >= Settings.smallestBoxSide, box[3] >= Settings.smallestBoxSide else {
                return .mustBe("at least \(Settings.smallestBoxSide) wide and high")
            }
            return .value(box)
        }
    }
}

extension SettingFormat<Set<Symbology>?> {
    /// Symbologies that this build reads; none for all.
    fileprivate static var symbologies: Self {
        strings(write: { ($0 ?? []).map(\.rawValue).sorted() }) { names, scope in
            var only: Set<Symbology> = []
            for name in names {
                guard let symbology = Symbology(rawValue: name), scope.symbologies.contains(symbology) else {
                    return .mustBe("symbologies as `quietzone symbologies` lists them, not \"\(name)\"")
                }
                only.insert(symbology)
            }
            return .value(only.isEmpty ? nil : only)
        }
    }
}

extension SettingFormat<[String]> {
    /// Names, none empty; whether each is known is said where they are used.
    fileprivate static var names: Self {
        strings(write: { $0 }) { names, _ in
            names.allSatisfy { 1...253 ~= $0.utf8.count } ? .value(names) : .mustBe("names in quotes")
        }
    }

    fileprivate static var kindsOfContents: Self {
        strings(write: { $0 }) { names, scope in
            if let unknown = names.first(where: { !scope.kinds.isEmpty && !scope.kinds.contains($0) }) {
                let kinds = scope.kinds.joined(separator: ", ")
                return .mustBe("kinds of content, not \"\(unknown)\"; the kinds are \(kinds)")
            }
            return .value(names)
        }
    }
}

extension SettingFormat<[HistoryColumn]> {
    /// Columns of the history, one or more and none twice.
    fileprivate static var columns: Self {
        strings(write: { $0.map(\.rawValue) }) { names, _ in
            let columns = names.compactMap(HistoryColumn.init(rawValue:))
            guard columns.count == names.count, HistoryColumn.areColumns(columns) else {
                let all = HistoryColumn.allCases.map { "\"\($0.rawValue)\"" }
                return .mustBe("one or more of \(all.joined(separator: ", "))")
            }
            return .value(columns)
        }
    }
}
