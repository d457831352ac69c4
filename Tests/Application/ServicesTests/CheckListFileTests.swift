import Foundation
import History
import Testing

@testable import Services

@Suite struct CheckListFileTests {
    private func items(_ text: String) throws -> [ExpectedItem] { try CheckListFile.items(in: text, name: "list.csv") }

    /// The line that says what is wrong; nil where nothing is.
    private func problem(_ text: String) -> String? {
        do {
            _ = try items(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func aLineIsAThingWithItsQuantityAndName() throws {
        #expect(
            try items("4006381333931,12,Pens\nS-0001\nS-0002,,\"Box, large\"\nS-0003, 0 \n") == [
                ExpectedItem(text: "4006381333931", label: "Pens", quantity: 12), ExpectedItem(text: "S-0001"),
                ExpectedItem(text: "S-0002", label: "Box, large"), ExpectedItem(text: "S-0003", quantity: 0),
            ])
    }

    @Test func titlesAndEmptyLinesAreNoThings() throws {
        #expect(try items("code,quantity\n\nA,2\n\n") == [ExpectedItem(text: "A", quantity: 2)])
        #expect(try items("code;quantity;name\nA;2;b\n") == [ExpectedItem(text: "A", label: "b", quantity: 2)])
        #expect(try items("").isEmpty)
    }

    @Test func whatIsNoQuantityIsToldWithItsLine() {
        #expect(problem("A,1\nB,many\n") == "list.csv, line 2: “many” is not a quantity")
        #expect(problem("A,1\nB,1.5\n") == "list.csv, line 2: “1.5” is not a quantity")
        #expect(problem("A,-1\n")?.hasPrefix("list.csv, line 1: -1 ") == true)
        #expect(problem("A,1000000000\n") == "list.csv, line 1: 1000000000 is too many")
        #expect(problem("A,1\n4.00638E+12,2\n")?.hasPrefix("list.csv, line 2: “4.00638E+12” is a number that") == true)
        #expect(problem("\"A\nA\",1\nB,x\n") == "list.csv, line 3: “x” is not a quantity")
    }

    @Test func aFileThatCannotBeReadIsSaid() throws {
        let path = FileManager.default.temporaryDirectory.path + "/quietzone-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect { try CheckListFile.items(at: path) } throws: { "\($0)" == "\(path): No such file or directory" }
        try Data([0xFF, 0x41]).write(to: URL(fileURLWithPath: path))
        #expect {
            try CheckListFile.items(at: path)
        } throws: {
            "\($0)" == "\(path): the check-list is not valid UTF-8. Save it as CSV in UTF-8."
        }
        let wide: [UInt8] = [0xFF, 0xFE] + "sep=;\r\nA;2\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try Data(wide).write(to: URL(fileURLWithPath: path))
        #expect(try CheckListFile.items(at: path) == [ExpectedItem(text: "A", quantity: 2)])
        try Data("A,2\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try CheckListFile.items(at: path) == [ExpectedItem(text: "A", quantity: 2)])
    }
}
