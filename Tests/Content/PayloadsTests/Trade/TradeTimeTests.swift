import HostileContents
import Symbols
import Testing

@testable import Payloads

/// What GS1 data is read from besides symbols costs no more for each byte when it is longer, either.
@Suite(.serialized) struct TradeTimeTests {
    static let inputs = HostileContent.all.filter { $0.name.hasPrefix("GS1") || $0.name.hasPrefix("link") }

    @Test(arguments: inputs) func timeGrowsWithLength(hostile: HostileContent) {
        let growth = ThreadTime.growth(from: 4096, to: 65_536, limit: 2) { length in
            let text = hostile.content(length: length).text ?? ""
            return {
                guard let message = GS1Message(text: text) else { return }
                _ = (message.bracketed, message.elementString, message.digitalLink)
            }
        }
        #expect(growth <= 2, "\(hostile.name)")
    }

    @Test func manyElementsAreBounded() throws {
        let text = "(01)09521234543213" + String(repeating: "(10)A", count: 10_000)
        #expect(try #require(GS1Message(text: text)).elements.count == GS1Message.maximumElements)
    }
}
