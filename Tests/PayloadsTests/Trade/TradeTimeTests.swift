import Symbols
import Testing

@testable import Payloads

/// What makes slow parsers slow costs no more for each byte when it is longer.
@Suite(.serialized) struct TradeTimeTests {
    static let inputs: [(name: String, head: String, part: String)] = [
        ("elements", "(01)09521234543213", "(10)A"), ("open brackets", "(01)09521234543213(10)", "("),
        ("brackets", "(01)09521234543213(10)", "()"), ("escapes", "(01)09521234543213(10)", "\\("),
        ("unknown elements", "(01)09521234543213", "(08)"), ("weights", "(01)09521234543213", "(3103)000001"),
        ("digits", "", "1"), ("zeros", "", "0"), ("separators", "01", "\u{1D}"),
        ("lots", "0109521234543213", "10A\u{1D}"),
        ("per cent signs", "(00)106141412345678908(4300)", "%"), ("coupons", "8110", "0"),
        ("path", "https://a.example", "/01/09521234543213"), ("query", "https://a.example/01/09521234543213?", "10=A&"),
        ("encoded", "https://a.example/01/", "%30"),
    ]

    @Test(arguments: inputs.indices) func timeGrowsWithLength(index: Int) {
        let (_, head, part) = Self.inputs[index]
        func cost(_ length: Int) -> Double {
            let text = head + String(repeating: part, count: (length - head.utf8.count) / part.utf8.count)
            let contents = [("]Q1", Symbology.qrCode), ("]C1", .gs1_128)].map {
                SymbolContent(symbology: $0.1, identifier: $0.0, bytes: Array(text.utf8), text: text, charset: "UTF-8")
            }
            return (0..<5).map { _ in
                ThreadTime.nanoseconds {
                    for content in contents {
                        let input = PayloadInput(content: content, text: text, today: testDay)!
                        _ = GS1Payload.parse(input)
                        _ = WebAddress(absolute: input.bytes).map { DigitalLink.fields(of: $0, today: testDay) }
                    }
                    _ = GS1Message(text: text)
                }
            }.min()!
        }
        let (short, long) = (cost(4096), cost(65_536))
        // Sixteen times as long: quadratic time would be 256 times. A constant part of the short one only helps.
        #expect(long < max(short, 50_000) * 16 * 6, "\(Self.inputs[index].name): \(short) ns and \(long) ns")
    }

    @Test func manyElementsAreBounded() throws {
        let text = "(01)09521234543213" + String(repeating: "(10)A", count: 10_000)
        #expect(try #require(GS1Message(text: text)).elements.count == GS1Message.maximumElements)
    }
}
