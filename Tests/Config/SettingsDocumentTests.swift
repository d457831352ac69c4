import FullScreen
import SeededRandomness
import Surface
import Testing

@testable import Config

@Suite struct SettingsDocumentTests {
    private let theme = SettingID("display", "theme")
    private let figures = SettingID("display", "figures")

    private func setting(_ id: SettingID, to value: SettingValue, in text: String) throws -> String {
        try SettingsDocument(text).setting(id, to: value)
    }

    @Test func aValueIsChangedOnItsLine() throws {
        let text = "# mine\n[display]\n  theme  =  \"dark\"   # at night\nmouse = false\n\n[keys]\n"
        #expect(
            try setting(theme, to: .text("light"), in: text)
                == "# mine\n[display]\n  theme  =  \"light\"   # at night\nmouse = false\n\n[keys]\n")
        #expect(
            try setting(SettingID("display", "mouse"), to: .bool(true), in: text)
                == text.replacing("mouse = false", with: "mouse = true"))
    }

    @Test(arguments: [
        ("", "[display]\ntheme = \"light\"\n"),
        ("\n", "\n[display]\ntheme = \"light\"\n"),
        ("[keys]", "[keys]\n\n[display]\ntheme = \"light\"\n"),
        ("[display]\n# x\n[keys]\n", "[display]\ntheme = \"light\"\n# x\n[keys]\n"),
        ("[display]\nmouse = true # y\n# z\n", "[display]\nmouse = true # y\ntheme = \"light\"\n# z\n"),
        ("[display]\nmouse = true", "[display]\nmouse = true\ntheme = \"light\"\n"),
        ("[display]\r\nmouse = true\r\n", "[display]\r\nmouse = true\r\ntheme = \"light\"\r\n"),
        ("display.mouse = true\n[keys]\n", "display.mouse = true\ndisplay.theme = \"light\"\n[keys]\n"),
        ("display.theme = 'dark'\n", "display.theme = \"light\"\n"),
        ("\"display\" . 'theme' = \"dark\"\n", "\"display\" . 'theme' = \"light\"\n"),
        ("[ \"display\" ]\n\"theme\" = \"\"\"dark\"\"\"\n", "[ \"display\" ]\n\"theme\" = \"light\"\n"),
        ("\u{FEFF}[display]\ntheme = \"dark\"\n", "\u{FEFF}[display]\ntheme = \"light\"\n"),
    ])
    func wherever(text: String, changed: String) throws {
        #expect(try setting(theme, to: .text("light"), in: text) == changed)
    }

    @Test func aListOfSeveralLinesIsReplacedWhole() throws {
        let only = SettingID("reading", "only")
        let text = "[reading]\nonly = [\n  \"ean-13\",\n  \"]#\",\n] # these\ncharset = \"\"\n"
        #expect(
            try setting(only, to: .texts(["qr-code"]), in: text)
                == "[reading]\nonly = [\"qr-code\"] # these\ncharset = \"\"\n")
        #expect(try SettingsDocument(text).line(of: SettingID("reading", "charset")) == 6)
    }

    @Test(arguments: [
        ("[reading]\nonly = [\n  \"ean-13\", # for books\n]\n", "line 2: there are comments inside [reading] only"),
        ("reading = { only = [] }\n", "line 1: [reading] is not a section here"),
        ("[[reading]]\nx = 1\n", "line 1: [[reading]] is a list"),
        ("\"re\\u0061ding\".x = 1\n", "line 1: there is a key with escapes here"),
        ("[reading]\nonly = [\n", "line "), ("[reading]\nonly = 2026-01-01\n", "line 2: this cannot be a date"),
        ("[]\n", "line 1"),
    ])
    func whatCannotBeChangedSafelyIsRefusedWithItsLine(text: String, reason: String) {
        #expect {
            _ = try setting(SettingID("reading", "only"), to: .texts([]), in: text)
        } throws: { "\($0)".hasPrefix(reason) }
    }

    @Test func aDefaultTakesTheLineAway() throws {
        let text = "[display]\n# why\ntheme = \"dark\"\nmouse = false # trackpad\n"
        let document = try SettingsDocument(text)
        #expect(try document.resetting(theme, to: .text("auto")) == "[display]\n# why\nmouse = false # trackpad\n")
        #expect(
            try document.resetting(SettingID("display", "mouse"), to: .bool(true))
                == "[display]\n# why\ntheme = \"dark\"\nmouse = true # trackpad\n")
        #expect(try document.resetting(figures, to: .bool(false)) == text)
        let style = try SettingsDocument("[styles]\nbox = \"red\" # loud\n")
        #expect { _ = try style.resetting(SettingID("styles", "box"), to: nil) } throws: { "\($0)".hasPrefix("line 2") }
    }

    @Test func textOfAnyKindComesBack() throws {
        for text in ["", " .,:;!*+csoXE&#@", "\"\\\u{7F}\n\t\u{1}", "# [x]\n[y] = '''", "ä\u{1F600}"] {
            let changed = try setting(SettingID("display", "ramp"), to: .text(text), in: "# a\n[display]\n")
            #expect(try SettingsDocument(changed).value(of: SettingID("display", "ramp")) == .text(text))
        }
    }

    // MARK: - Everything else stays

    private static let items = SettingsCatalog.items(commands: Features.commands, previews: ["ascii", "braille"])

    fileprivate static func value(of kind: SettingItem.Kind, _ random: inout SplitMix) -> SettingValue {
        func word() -> String { ["qr-code", "a\"b", "x # y", "[", "é", "", "\\"].randomElement(using: &random) ?? "" }
        switch kind {
        case .toggle: return .bool(Bool.random(using: &random))
        case .choice(let names): return .text(names.randomElement(using: &random) ?? "")
        case .whole: return .whole(Int.random(in: -5...200, using: &random))
        case .number: return .number(Double.random(in: 0...90, using: &random))
        case .text, .style: return .text(word())
        case .numbers(let count): return .numbers((0..<count).map { _ in Double.random(in: 0...1, using: &random) })
        case .texts, .keys: return .texts((0..<Int.random(in: 0...3, using: &random)).map { _ in word() })
        }
    }

    /// Lines of a file in odd layouts; whether they make sense together is left to chance.
    fileprivate static func oddFile(_ random: inout SplitMix) -> String {
        let lines = [
            "# a comment", "", "  \t", "[display]", "[ display ] # c", "[keys]", "['styles']", "[reading]", "[scanner]",
            "theme = \"dark\"", "'theme' = 'light' # why", "\"mouse\"=false", "figures\t=\ttrue",
            "only = [\"a\", # b\n  'c',\n\n]", "only = [ ]", "box = [0.1,\n0.2, 3, 4e-1] # box",
            "ramp = \"\"\"\n a # no comment\\\n  b\"\"\"", "ramp = '''x'''", "display.preview = \"x\"",
            "x = { y = 1, z = [1, { w = '}' }] }", "[display.more]", "[[list]]", "display = { theme = \"x\" }",
            "freeze = [\"q\"]", "format = \"high\"", "[pictures]", "keep-scans = false#end",
        ]
        let count = Int.random(in: 0...9, using: &random)
        let end = Bool.random(using: &random) ? "\r\n" : "\n"
        let text = (0..<count).compactMap { _ in lines.randomElement(using: &random) }.joined(separator: "\n")
        return text.replacing("\n", with: end) + (Bool.random(using: &random) ? end : "")
    }

    /// Whatever the file looks like: the value comes back, and without what was written in, or was there, the bytes are the same.
    @Test func allOtherBytesStay() throws {
        var random = SplitMix(state: 7)
        var changes = 0
        for _ in 0..<4000 {
            let text = Self.oddFile(&random)
            guard let document = try? SettingsDocument(text), let item = Self.items.randomElement(using: &random)
            else { continue }
            let value = Self.value(of: item.kind, &random)
            guard let changed = try? document.setting(item.id, to: value) else { continue }
            changes += 1
            let after = try SettingsDocument(changed)
            #expect(after.value(of: item.id).map(value.means) == true, "\(text)")
            let (old, new) = (Array(text.utf8), Array(changed.utf8))
            let head = zip(old, new).prefix { $0 == $1 }.count
            let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
            let isInPlace = document.value(of: item.id) != nil
            // What is not a value is neither taken away nor moved.
            #expect(isInPlace || head + tail >= old.count, "\(text)\n→\n\(changed)")
            for comment in text.split(whereSeparator: \.isNewline) where comment.hasPrefix("#") {
                #expect(changed.contains(comment))
            }
            // And back again: the bytes of before.
            if let former = document.value(of: item.id), case .other = former {
            } else if let former = document.value(of: item.id) {
                #expect(try SettingsDocument(after.setting(item.id, to: former)).value(of: item.id) == former)
            } else if !after.text.hasSuffix("\(item.id)") {
                let again = try after.resetting(item.id, to: item.standard)
                #expect(try SettingsDocument(again).value(of: item.id) == nil)
            }
        }
        #expect(changes > 1000)
    }

    /// Bytes of any kind never trap; what is changed is right or refused.
    @Test func noFileIsTooOdd() {
        var random = SplitMix(state: 11)
        let alphabet = Array("[]{}=.\"'#\\ \t\r\nabdisplay,theme0-+_é".utf8)
        for _ in 0..<6000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let document = try? SettingsDocument(text) else { continue }
            if let changed = try? document.setting(theme, to: .text("light")) {
                #expect((try? SettingsDocument(changed))?.value(of: theme) == .text("light"))
            }
            _ = try? document.resetting(theme, to: .text("auto"))
        }
    }
}

@Suite struct SettingsCatalogTests {
    private let items = SettingsCatalog.items(commands: Features.commands, previews: ["ascii"])

    @Test func everySettingIsInTheDefaultFile() throws {
        let document = try SettingsDocument(Settings.defaultFile)
        for item in items where !["styles", "keys"].contains(item.id.section) {
            #expect(!item.help.isEmpty, "\(item.id)")
            #expect(item.standard != nil && item.standard == document.value(of: item.id), "\(item.id)")
        }
    }

    @Test func whatTheScreenOffersIsWhatIsRead() throws {
        func isRead(_ value: SettingValue, _ id: SettingID) throws -> Bool {
            Settings.read(try SettingsDocument("").setting(id, to: value)).problems.isEmpty
        }
        for item in items {
            var right: [SettingValue] = []
            var wrong: [SettingValue] = []
            switch item.kind {
            case .whole(let range):
                right = [.whole(range.lowerBound), .whole(range.upperBound)]
                wrong = [.whole(range.lowerBound - 1), .whole(range.upperBound + 1)]
            case .number(let range, _):
                right = [.number(range.lowerBound), .number(range.upperBound)]
                wrong = [.number(range.lowerBound - 1), .number(range.upperBound + 1)]
            case .choice(let names): (right, wrong) = (names.map(SettingValue.text), [.text("another")])
            default: break
            }
            for value in right { #expect(try isRead(value, item.id), "\(item.id) \(value)") }
            for value in wrong { #expect(try !isRead(value, item.id), "\(item.id) \(value)") }
        }
    }

    @Test func everySettingIsOneThatIsRead() throws {
        for item in items {
            guard let standard = item.standard else { continue }
            let text = try SettingsDocument("").setting(item.id, to: standard)
            #expect(Settings.read(text, commands: Features.commands).problems.isEmpty, "\(item.id)")
            #expect(try item.kind.value(typed: item.kind.typed(standard)).means(standard), "\(item.id)")
        }
        #expect(Set(items.map(\.id)).count == items.count)
    }

    @Test func typedTextIsTakenByItsKind() throws {
        #expect(try SettingItem.Kind.texts.value(typed: " ean-13, qr-code ") == .texts(["ean-13", "qr-code"]))
        #expect(try SettingItem.Kind.keys.value(typed: "Space  ,") == .texts(["Space", ","]))
        #expect(try SettingItem.Kind.numbers(count: 4).value(typed: "0, 0.25,1 .5") == .numbers([0, 0.25, 1, 0.5]))
        #expect(try SettingItem.Kind.text.value(typed: " .,:") == .text(" .,:"))
        for (kind, text) in [
            (SettingItem.Kind.toggle, "yes"), (.whole(2...100), "2.5"), (.number(0...1, step: 1), "nan"),
            (.numbers(count: 4), "1 2 3"), (.numbers(count: 2), "1 x 2"),
        ] {
            #expect(throws: SettingsProblem.self) { try kind.value(typed: text) }
        }
    }
}
