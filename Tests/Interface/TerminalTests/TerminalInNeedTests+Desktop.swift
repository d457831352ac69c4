import Foundation
import Glibc
import Testing

/// What is asked for only where the terminal answers that it knows it, or is known by its name.
extension TerminalInNeedTests {
    /// What a terminal that knows kitty's keys, focus reports and colour reports answers.
    private static let modernAnswers =
        "\u{1B}[?1004;2$y\u{1B}[?1016;2$y\u{1B}[?2026;2$y\u{1B}[?2031;2$y\u{1B}[?2048;2$y\u{1B}[?0u\u{1B}[6;18;9t\u{1B}[?62c"

    /// Each screen of a terminal has flags of keys of its own: they are set and taken away on the full one.
    @Test(arguments: ["pairs", "suspend", "stack", "thread"])
    func whatIsAskedForIsGivenBack(_ what: String) throws {
        try run(what) { process, master, _ in
            let text = try conversation(with: process, master, Self.modernAnswers)
            process.waitUntilExit()
            let screens = text.components(separatedBy: "\u{1B}[?1049h").dropFirst()
            #expect(screens.count == (what == "suspend" ? 2 : 1))
            for screen in screens {
                let end = try #require(screen.range(of: "\u{1B}[?1049l")).lowerBound
                for (on, off) in [
                    ("[?1004h", "[?1004l"), ("[?1016h", "[?1016l"), ("[?2031h", "[?2031l"), ("[?2048h", "[?2048l"),
                    ("[>5u", "[<u"),
                ] {
                    let (first, last) = (screen.ranges(of: "\u{1B}\(on)"), screen.ranges(of: "\u{1B}\(off)"))
                    #expect(first.count == 1 && last.count == 1, "\(on)")
                    guard let first = first.first, let last = last.first else { continue }
                    #expect(first.upperBound < last.lowerBound && last.upperBound <= end, "\(on)")
                }
            }
        }
    }

    @Test(arguments: ["pairs", "suspend", "stack"])
    func nothingIsAskedOfATerminalThatDoesNotKnowIt(_ what: String) throws {
        try run(what) { process, master, _ in
            let text = try conversation(
                with: process, master, "\u{1B}[?1004;0$y\u{1B}[?2031;4$y\u{1B}[?0\u{1B}[?62c")
            process.waitUntilExit()
            let start = try #require(text.range(of: "\u{1B}[?1049h")).upperBound
            for sequence in ["[?1004", "[?1016", "[?2026", "[?2031", "[?2048", "[>5u", "[<u"] {
                #expect(!text[start...].contains("\u{1B}\(sequence)"), "\(sequence)")
            }
        }
    }

    @Test(
        arguments: [
            ("]99;i=quietzone:p=?;p=title,body\u{1B}\\", "\u{1B}]99;i=quietzone:p=body;one,"),
            ("P>|foot(1.16.2)\u{1B}\\", "\u{1B}]777;notify;Quietzone;one,"),
            ("P>|iTerm2 3.5.0\u{1B}\\", "\u{1B}]9;Quietzone: one,"), ("P>|XTerm(390)\u{1B}\\", "\u{7}"),
            ("]99;i=other:p=?;p=title\u{1B}\\", "\u{7}"),
        ])
    func aNotificationGoesToATerminalThatShowsIt(_ answer: String, shown: String) throws {
        try run("notify") { process, master, _ in
            let text = try conversation(
                with: process, master, "\u{1B}\(answer)\u{1B}[?1004;2$y\u{1B}[?62c\u{1B}[O")
            process.waitUntilExit()
            let start = try #require(text.range(of: "\u{1B}[?1049h")).upperBound
            #expect(text[start...].contains(shown))
            for sequence in ["]99;", "]777;", "]9;", "\u{7}"] where !shown.contains(sequence) {
                #expect(!text[start...].contains(sequence), "\(sequence)")
            }
            #expect(!text[start...].contains("\u{1B}]0;two"))
        }
    }

    /// Cells that are the same but for their link are written again.
    @Test(arguments: [("foot(1.16.2)", true), ("XTerm(379)", false)])
    func aLinkIsItsCellsAlone(_ version: String, isTaken: Bool) throws {
        try run("link") { process, master, _ in
            let text = try conversation(with: process, master, "\u{1B}P>|\(version)\u{1B}\\\u{1B}[?62c")
            process.waitUntilExit()
            let parts = text.components(separatedBy: "\u{1B}]8;id=quietzone;https://example.org/a\u{1B}\\")
            #expect(parts.count == (isTaken ? 2 : 1))
            guard isTaken, parts.count == 2 else { return #expect(!text.contains("\u{1B}]8;")) }
            let ends = parts[1].components(separatedBy: "\u{1B}]8;;\u{1B}\\")
            #expect(ends[0].replacing(/\u{1B}(\[[?0-9;]*[A-Za-z]|\(B)/, with: "") == "https://example.org/a")
            #expect(parts[0].contains("see") && !parts[0].contains("https://"))
            #expect(ends[1].contains("https://example.org/a") && ends[1].contains("日本語"))
        }
    }

    /// It does not stay in the taskbar where the program dies.
    @Test(arguments: [("ghostty 1.2.0", true), ("ghostty 1.1.0", false)])
    func progressIsTakenAway(_ version: String, isShown: Bool) throws {
        try run("progress") { process, master, _ in
            let text = try conversation(with: process, master, "\u{1B}P>|\(version)\u{1B}\\\u{1B}[?62c")
            process.waitUntilExit()
            #expect(process.terminationStatus == SIGSEGV)
            let sequences = text.ranges(of: "\u{1B}]9;4;").map {
                String(text[$0.upperBound...].prefix { $0 != "\u{1B}" })
            }
            #expect(sequences == (isShown ? ["3", "1;40", "0"] : []))
        }
    }

    /// Where the size of a cell is not known, its pixels would say nothing.
    @Test func theMouseIsReportedInCellsWithoutTheSizeOfACell() throws {
        try run("pairs") { process, master, _ in
            let text = try conversation(with: process, master, "\u{1B}[?1016;2$y\u{1B}[?62c")
            process.waitUntilExit()
            #expect(text.contains("\u{1B}[?1006h") && !text.contains("\u{1B}[?1016h"))
        }
    }

    /// A report of another size is as good as a signal; one of no size is none.
    @Test func aReportedSizeIsTaken() throws {
        try run("size") { process, master, _ in
            let text = try conversation(
                with: process, master, "\u{1B}[?2048;2$y\u{1B}[?62c\u{1B}[48;0;0;0;0t\u{1B}[48;7;61;140;610t")
            process.waitUntilExit()
            #expect(text.contains("61×7, 10×20"))
        }
    }

    /// The window's own background counts, not what the desktop calls it.
    @Test func aChangeOfColorsIsFollowed() throws {
        try run("colors") { process, master, _ in
            let text = try conversation(
                with: process, master,
                "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?2031;2$y\u{1B}[?62c\u{1B}[?997;1n")
            process.waitUntilExit()
            #expect(text.contains("LIGHT"))
        }
    }
}
