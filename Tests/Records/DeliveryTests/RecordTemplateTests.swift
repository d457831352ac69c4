import Foundation
@testable import History
import Testing

@testable import Delivery

@Suite struct RecordTemplateTests {
    private let item = OutboxItem(
        id: 7, identity: Data(count: 15) + [7], destination: "shop", scan: 3,
        record:
            #"{"id":3,"text":"a \"b\"\n\u001b[2J","symbology":"qr-code","payload":{"kind":"url","host":"x.example"},"text2":null}"#,
        queued: Date(), tries: 0, problem: nil, isDead: false)

    @Test(arguments: [
        (#"{"code":{text}}"#, #"{"code":"a \"b\"\n\u001b[2J"}"#), ("{payload.host}", #""x.example""#), ("{id}", "3"),
        ("{nothing}", "null"), ("{text2}", "null"), ("{payload.kind.more}", "null"), ("{ text }", "{ text }"),
        ("{", "{"), ("{}", "{}"), ("{text", "{text"), ("}{key}", #"}"00000000-0000-0000-0000-000000000007""#),
        ("{payload}", #"{"host":"x.example","kind":"url"}"#),
        ("{te-xt}", "{te-xt}"),
    ]) func membersStandAsJSON(template: String, expected: String) {
        #expect(RecordTemplate(template, encoding: .json).text(for: item) == expected)
    }

    @Test func inPlainTextControlCharactersAreLeftOut() {
        let text = RecordTemplate("{text}|{symbology}|{nothing}|{id}", encoding: .plain).text(for: item)
        #expect(text == #"a "b"[2J|qr-code||3"#)
    }

    @Test func allOfItIsTheRecord() {
        #expect(RecordTemplate("{json}", encoding: .json).text(for: item) == item.record)
    }

    @Test(arguments: [200, 204, 299]) func aYesIsDelivered(status: Int) throws {
        #expect(try WebhookDestination.verdict(status: status, line: "12 left") == "12 left")
        #expect(try WebhookDestination.verdict(status: status, line: "") == nil)
    }

    @Test(arguments: [
        (301, true), (400, true), (404, true), (422, true), (408, false), (425, false), (429, false), (500, false),
        (503, false),
    ])
    func aNoIsToldFromLater(status: Int, isPermanent: Bool) {
        #expect {
            try WebhookDestination.verdict(status: status, line: "words")
        } throws: {
            ($0 as? DeliveryError) == DeliveryError("answer \(status): words", isPermanent: isPermanent)
        }
    }
}
