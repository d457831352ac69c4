import Formats
import Testing

struct JSONReaderTests {
    @Test(arguments: [
        ("null", JSONValue.null), (" true ", true), ("[]", .array([])), ("-0", 0), ("12", 12), ("1.5e2", 150.0),
        ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e4\ud83d\ude00""#, "ä😀"),
        (#"{"b":1,"a":[{},"x"],"b":2}"#, .object([.init("b", 1), .init("a", [[:], "x"]), .init("b", 2)])),
    ])
    func valuesAreRead(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "tru", "01", "1.", ".5", "+1", "1e", "--1", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":1,}",
        "\"a",
        "\"\n\"", "\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "1 2", "[", "{",
        "1e400", "NaN",
        "'a'", "\u{FEFF}1",
    ])
    func whatIsNoJSONIsRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func bytesThatAreNoUTF8AreRefused() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONValue(parsing: nested(32))
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(33)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(1_000_000)) }
        _ = try JSONValue(parsing: nested(100), maximumDepth: 100)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let value: JSONValue = ["a": [1, -2.5, "ä\u{1b}\"\\", nil, true], "b": [:]]
        #expect(try JSONValue(parsing: Array(value.text.utf8)) == value)
        #expect(value[key: "b"] == [:] && value[key: "c"] == nil)
    }
}
