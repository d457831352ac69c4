import CNcurses
import Surface
import Testing

@testable import Terminal

@Suite struct MouseReaderTests {
    /// What comes of a report: the beginning by its code, the rest character by character.
    private func read(_ beginning: Int = 0, _ rest: String) -> [MouseReader.Taken] {
        var reader = MouseReader()
        return [reader.take(MouseReader.beginnings[beginning].code, isCode: true)]
            + rest.unicodeScalars.map { reader.take($0.value, isCode: false) }
    }

    @Test(arguments: [
        ("0;1;1M", MouseEvent(.press, column: 0, row: 0)), ("0;300;120m", MouseEvent(.release, column: 299, row: 119)),
        ("64;5;6M", MouseEvent(.wheelUp, column: 4, row: 5)), ("65;5;6M", MouseEvent(.wheelDown, column: 4, row: 5)),
        ("16;5;6M", MouseEvent(.press, column: 4, row: 5)),
    ])
    func decimalReportsBeyondColumn223(text: String, event: MouseEvent) {
        let taken = read(0, text)
        #expect(taken.last == .event(event))
        #expect(taken.dropLast().allSatisfy { $0 == .part })
    }

    @Test(arguments: [
        (" !!", MouseEvent(.press, column: 0, row: 0)), ("#~!", MouseEvent(.release, column: 93, row: 0)),
        ("`!$", MouseEvent(.wheelUp, column: 0, row: 3)),
    ])
    func olderReports(text: String, event: MouseEvent) {
        #expect(read(1, text).last == .event(event))
    }

    @Test(arguments: [
        "1;5;5M", "2;5;5M", "0;0;5M", "0;5;0M", "0;5M", "0;5;5;5M", ";;M", "M", "m", "35;5;5M",
        "0;99999999999999999999;1M",
        "0;5;x",
    ])
    func whatMeansNothingIsSwallowed(text: String) {
        #expect(read(0, text).allSatisfy { $0 == .part })
    }

    @Test func keysGoOnAfterABrokenReport() {
        var reader = MouseReader()
        _ = reader.take(MouseReader.beginnings[0].code, isCode: true)
        #expect(reader.take(0x71, isCode: false) == .part)
        #expect(reader.take(0x71, isCode: false) == .none)
        _ = reader.take(MouseReader.beginnings[0].code, isCode: true)
        #expect(reader.take(wint_t(QZ_KEY_UP), isCode: true) == .none)
        #expect(reader.take(0x30, isCode: false) == .none)
        // A report that never ends is given up.
        _ = reader.take(MouseReader.beginnings[0].code, isCode: true)
        let taken = (0..<100).map { _ in reader.take(0x31, isCode: false) }
        #expect(taken.filter { $0 == .part }.count < 50)
    }
}
