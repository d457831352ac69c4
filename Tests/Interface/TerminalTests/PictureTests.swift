import PictureDecoders
import Surface
import Testing

@testable import Terminal

@Suite struct PictureTests {
    /// A picture of `width` × `height` pixels, the same in every run.
    private func luma(_ width: Int, _ height: Int) -> [UInt8] {
        (0..<(width * height)).map { UInt8(truncatingIfNeeded: $0 / width * 7 + ($0 % width) * ($0 % width) / 11) }
    }

    private func canvas(_ way: PictureProtocol, over text: String = "", width: Int = 16, height: Int = 20) throws
        -> Canvas
    {
        var canvas = Canvas(width: 20, height: 10)
        let area = Rect(x: 2, y: 1, width: 4, height: 2)
        canvas.place(
            try #require(PlacedPicture(area: area, width: width, height: height, luma: luma(width, height), way: way)))
        canvas.write(text, x: 3, y: 2)
        return canvas
    }

    private let cell = CellPixels(width: 4, height: 10)

    @Test(arguments: [(1, 1), (3, 6), (40, 7), (17, 40), (2000, 13)]) func sixelsAreThePictureAgain(
        _ size: (width: Int, height: Int)
    ) throws {
        let levels = luma(size.width, size.height).enumerated().map { place, value in
            place % 7 == 3 ? SixelEncoder.nothing : value / 16
        }
        let picture = try #require(
            SixelPicture(SixelEncoder.encode(levels, width: size.width, height: size.height)))
        #expect((picture.width, picture.height) == size)
        #expect(picture.shares == levels.map { $0 < 16 ? (Int($0) * 100 + 7) / 15 : nil })
    }

    @Test func runsOfSixelsAreShort() {
        let flat = [UInt8](repeating: 5, count: 1200 * 60)
        #expect(SixelEncoder.encode(flat, width: 1200, height: 60).count < 600)
        #expect(SixelEncoder.encode([1, 2], width: 1, height: 1).isEmpty, "too many pixels")
    }

    @Test(arguments: [(1, 1), (40, 30), (320, 200)]) func kittysPictureIsThePictureAgain(
        _ size: (width: Int, height: Int)
    ) throws {
        let luma = luma(size.width, size.height).map { $0 == KittyEncoder.nothing ? 0 : $0 }
        let bytes = KittyEncoder.show(luma, width: size.width, height: size.height, id: 7, columns: 4, rows: 2)
        let picture = try #require(KittyPicture(bytes))
        #expect((picture.width, picture.height) == size)
        #expect(picture.luma == luma)
        #expect(picture.keys["i"] == "7")
        #expect((picture.keys["c"], picture.keys["r"], picture.keys["C"], picture.keys["q"]) == ("4", "2", "1", "2"))
    }

    @Test func whatIsDrawnOverThePictureIsLeftOutOfIt() throws {
        for way in PictureProtocol.allCases {
            var sender = PictureSender()
            let bytes = sender.bytes(for: try canvas(way, over: "x"), cell: cell)
            let (isHole, width): ((Int) -> Bool, Int)
            if way == .sixel {
                let picture = try #require(SixelPicture(bytes.drop { $0 != UInt8(ascii: "P") }.sequence))
                (isHole, width) = ({ picture.shares[$0] == nil }, picture.width)
                #expect((picture.width, picture.height) == (16, 20))
            } else {
                let end = try #require(bytes.firstRange(of: Array("\u{1B}_Ga=d".utf8))).lowerBound
                let picture = try #require(KittyPicture(bytes[..<end]))
                let luma = luma(16, 20)
                (isHole, width) = ({ picture.luma[$0] == 255 && luma[$0] < 250 }, picture.width)
            }
            // The second cell of the second row; in the right half the picture of this test is dark.
            for (x, y) in [(4, 10), (7, 19)] where way == .sixel { #expect(isHole(y * width + x)) }
            for (x, y) in [(3, 10), (8, 19), (4, 9)] { #expect(!isHole(y * width + x), "\(way) \(x) \(y)") }
        }
    }

    @Test(arguments: PictureProtocol.allCases) func aPictureIsSentOnceAndWithTheCursorPutBack(way: PictureProtocol)
        throws
    {
        var sender = PictureSender()
        let canvas = try canvas(way)
        let bytes = sender.bytes(for: canvas, cell: cell)
        #expect(bytes.starts(with: Array("\u{1B}7\u{1B}[2;3H".utf8)))
        #expect(bytes.suffix(2) == Array("\u{1B}8".utf8)[...])
        #expect(sender.bytes(for: canvas, cell: cell).isEmpty)
        #expect(!sender.bytes(for: try self.canvas(way, over: "x"), cell: cell).isEmpty)
        #expect(!sender.bytes(for: canvas, cell: cell).isEmpty, "what was over it is gone")
        sender.forget()
        #expect(!sender.bytes(for: canvas, cell: cell).isEmpty, "the screen was cleared")
    }

    @Test func kittysPictureIsTakenAwayAndSixelsGoWithTheirCells() throws {
        var sender = PictureSender()
        let none = Canvas(width: 20, height: 10)
        let first = String(decoding: sender.bytes(for: try canvas(.kitty), cell: cell), as: UTF8.self)
        let second = String(decoding: sender.bytes(for: try canvas(.kitty, over: "x"), cell: cell), as: UTF8.self)
        // The next picture is there before the former goes.
        let id = try #require(first.firstMatch(of: /a=T,f=100,i=(\d+)/)).1
        #expect(second.contains("a=d,d=I,i=\(id),") && !second.contains("a=T,f=100,i=\(id),"))
        let gone = String(decoding: sender.bytes(for: none, cell: cell), as: UTF8.self)
        #expect(gone.hasPrefix("\u{1B}_Ga=d,d=I,"))
        #expect(sender.bytes(for: none, cell: cell).isEmpty)
        _ = sender.bytes(for: try canvas(.sixel), cell: cell)
        #expect(sender.bytes(for: none, cell: cell).isEmpty)
        #expect(sender.removal().isEmpty)
    }

    /// The terminal gets the picture, tmux its cells, which it may move and hide.
    @Test func throughTmuxAPictureIsSentAndItsCellsAreDrawnOnce() throws {
        var sender = PictureSender()
        sender.isThroughTmux = true
        func sent(over text: String = "", width: Int = 16) throws -> (picture: KittyPicture?, rest: String) {
            let text = String(
                decoding: sender.bytes(for: try canvas(.kitty, over: text, width: width), cell: cell), as: UTF8.self)
            var passed = ""
            let rest = text.replacing(/\x1BPtmux;((?:\x1B\x1B|[^\x1B])*)\x1B\\/) { match in
                passed += String(match.1).replacing("\u{1B}\u{1B}", with: "\u{1B}")
                return ""
            }
            return (KittyPicture(Array(passed.utf8)), rest)
        }
        let first = try sent()
        let keys = try #require(first.picture?.keys)
        #expect((keys["U"], keys["c"], keys["r"], keys["i"]) == ("1", "4", "2", "\(KittyPlaceholders.id)"))
        let marks = KittyPlaceholders.marks
        func cells(_ row: Int, _ column: Int, _ count: Int) -> String {
            "\u{1B}[\(row + 2);\(column + 3)H\u{10EEEE}\(marks[row])\(marks[column])\(marks[KittyPlaceholders.id >> 24])"
                + String(repeating: "\u{10EEEE}", count: count - 1)
        }
        #expect(first.rest == "\u{1B}7\u{1B}[38;5;84m\(cells(0, 0, 4))\(cells(1, 0, 4))\u{1B}8")
        let next = try sent(width: 8)
        #expect(next.picture?.width == 8 && next.rest == "\u{1B}7\u{1B}8")
        #expect(try sent(over: "x").rest.contains(cells(0, 0, 4) + cells(1, 0, 1) + cells(1, 2, 2)))
        sender.forget()
        #expect(try sent(over: "x").rest.contains(cells(1, 2, 2)))
        let gone = String(decoding: sender.bytes(for: Canvas(width: 20, height: 10), cell: cell), as: UTF8.self)
        #expect(gone == KittyEncoder.removeAll(throughTmux: true))
    }

    /// Twelve of the 297 marks, by their numbers in the protocol's table.
    @Test func marksStandForNumbers() {
        let marks = KittyPlaceholders.marks.map(\.value)
        #expect(marks.count == 297 && Set(marks).count == 297 && marks == marks.sorted())
        for (number, mark) in [
            0: 0x305, 1: 0x30D, 2: 0x30E, 3: 0x310, 5: 0x33D, 8: 0x346, 12: 0x350, 17: 0x363, 30: 0x483, 35: 0x592,
            296: 0x1D244,
        ] as [Int: UInt32] {
            #expect(marks[number] == mark, "\(number)")
        }
    }

    @Test func sixelsAreSentInTilesWhereTheTerminalDrawsNoneAsLarge() throws {
        var sender = PictureSender()
        sender.largestSixel = (9, 10)
        let bytes = sender.bytes(for: try canvas(.sixel), cell: cell)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.matches(of: /\[(\d+);(\d+)H\x1BP/).map { "\($0.1),\($0.2)" } == ["2,3", "2,5", "3,3", "3,5"])
        #expect(text.matches(of: /"1;1;8;10#/).count == 4)
    }

    @Test func aSlowTerminalGetsFewerPixels() {
        var detail = PictureDetail()
        for _ in 0..<10 { detail.note(.milliseconds(300)) }
        #expect(detail.divisor == 8)
        for _ in 0..<2000 { detail.note(.milliseconds(3)) }
        #expect(detail.divisor < 8)
        for _ in 0..<100_000 { detail.note(.milliseconds(3)) }
        #expect(detail.divisor == 1)
    }

    @Test func factsAreReadFromAnswersInAnyOrder() {
        func facts(_ text: String) -> TerminalFacts { TerminalFacts(in: Array(text.utf8)) }
        let kitty = facts("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;17;8t\u{1B}[?62;c")
        #expect(kitty.pictures == [.kitty])
        #expect(kitty.version == "kitty(0.26.5)")
        #expect(kitty.cell == CellPixels(width: 8, height: 17))
        let xterm = facts("q\u{1B}[?2;0;1000;800S\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[A\u{1B}[?63;1;2;4;6c")
        #expect(xterm.pictures == [.sixel])
        #expect(xterm.largestSixel?.width == 1000 && xterm.largestSixel?.height == 800)
        #expect(facts("\u{1B}[?4;1c").pictures.isEmpty, "what it is, not what it has")
        #expect(facts("\u{1B}_Gi=31;EINVAL:no\u{1B}\\\u{1B}[>4;4c\u{1B}[6;0;9t\u{1B}[?2;3;0S") == TerminalFacts())
        #expect(facts("\u{1B}_Gi=31;OK") == TerminalFacts(), "cut off")
    }

    @Test func nothingInAnAnswerIsAnError() {
        var state: UInt64 = 1
        let letters = Array("\u{1B}[?_GP>|;0123456789ctSi=31OK\\ \u{7}\u{80}".utf8)
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return letters[Int(state >> 33) % letters.count]
            }
            let facts = TerminalFacts(in: bytes)
            #expect(facts.version?.utf8.allSatisfy { 0x20..<0x7F ~= $0 } ?? true)
            #expect(facts.cell.map { $0.width > 0 && $0.height > 0 } ?? true)
            #expect(facts.largestSixel.map { $0.width > 0 && $0.height > 0 } ?? true)
        }
    }

    @Test func tmuxAndScreenAreNotAskedForKittysGraphics() {
        func reaches(_ type: String, _ environment: [String: String] = [:]) -> Bool {
            TerminalQuery.reachesTerminal(type) { environment[$0] }
        }
        #expect(reaches("xterm-256color"))
        #expect(!reaches("tmux-256color") && !reaches("screen.xterm-256color"))
        #expect(!reaches("xterm-256color", ["TMUX": "/tmp/tmux"]) && !reaches("xterm", ["STY": "1.a"]))
    }
}

extension Sequence<UInt8> {
    /// From the ESC before the first byte to the first ST.
    fileprivate var sequence: [UInt8] {
        let bytes = [0x1B] + Array(self)
        let end = bytes.firstRange(of: [0x1B, 0x5C])?.upperBound ?? bytes.count
        return Array(bytes[..<end])
    }
}
