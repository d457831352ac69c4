import Foundation
import Testing

@testable import Payloads

@Suite struct JSONPayloadTests {
    @Test func isShownWithALineForEachMember() {
        let payload = parse(#" {"a":1,"b":[true,null,{"c":"d,]}\"é"}],"e":{},"f":[]} "#)
        #expect(payload.kind == .json)
        #expect(payload.summary == "JSON object of 4 members: a, b, e, f")
        #expect(
            payload.value("value")
                == "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null,\n    {\n      \"c\": \"d,]}\\\"é\"\n    }\n  ],\n  \"e\": {},\n  \"f\": []\n}"
        )
        #expect(payload.notes.isEmpty)
    }

    /// After JSONTestSuite (Nicolas Seriot): accepted.
    @Test(arguments: [
        "{}", "[]", "[[]]", "[null]", "[1]", "[-0]", "[0e1]", "[0e+1]", "[1E22]", "[1E-2]", "[123.456e78]",
        "[\"\\u0060\\u012a\"]",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\u{7F}\"]", "[1,\n2\t]", "{\"\":0}", "{\"a\":\"b\",\"a\":\"c\"}",
        "[\"\\ud83d\\ude39\"]",
        "{\"a\":{\"b\":[[[1]]]}}", "[2] ", "[\" \"]", "[1e5]", "[\"€𝄞\"]", "[false,true]",
        "{\"x\":[{\"id\":\"y\"}],\"id\":\"z\"}",
    ])
    func isJSON(text: String) throws {
        let payload = parse(text)
        #expect(payload.kind == .json)
        let shown = try #require(payload.value("value"))
        let (a, b) = (
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject,
            try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? NSObject
        )
        #expect(a == b)
    }

    /// Refused.
    @Test(arguments: [
        "[", "{", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}",
        "[01]", "[1.]", "[.5]",
        "[+1]", "[-]", "[1e]", "[0x1]", "[NaN]", "[Infinity]", "[True]", "[nul]", "[\"]", "[\"\\x\"]", "[\"\\u12\"]",
        "[\"\t\"]", "[\"a\nb\"]",
        "[]]", "{}{}", "[1]x", "{\"a\":1 \"b\":2}", "{1:1}", "[\"a\",]", "{\"a\":1]", "[1}", "true", "1", "\"text\"",
        "null", "[draft] text",
        "{curly} text", "[1] see the note", "[--1]", "[1..2]", "[tRUE]", "{\"a\"::1}", "{,}", "[\"\\uD83\"]",
    ])
    func isNone(text: String) { #expect(parse(text).kind == .text) }

    @Test func aRepeatedNameIsSaid() {
        #expect(parse(#"{"a":1,"b":2,"a":3}"#).note("value") == "a appears twice")
        #expect(parse(#"{"a":{"a":1}}"#).note("value") == nil)
    }

    @Test func depthAndLengthAreBounded() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(parse(nested(128)).kind == .json)
        #expect(parse(nested(129)).kind == .text)
        #expect(parse(nested(30_000)).kind == .text)
        let deep =
            String(repeating: "[", count: 100) + String(repeating: "1,", count: 30_000) + "1"
            + String(repeating: "]", count: 100)
        #expect(parse(deep).note("value") == "shown in part")
        #expect((parse(deep).value("value")?.utf8.count ?? 0) <= 131_072)
    }

    @Test func whatIsInItStaysInIt() {
        #expect(parse(#"{"wifi":"WIFI:S:net;P:word;;"}"#).kind == .json)
        #expect(parse(#"{"ssid":"net","psk":"word","type":"WPA"}"#).kind == .json)
        #expect(parse(#"["https://example.com"]"#).kind == .json)
    }
}
